"""The page, in a real browser: its engines find and say the same as the command line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from conftest import PATIENCE, Queens, skip_or_fail

from solvers import registry
from solvers.comparison import compare
from solvers.errors import UnavailableError
from solvers.execution.limits import Limits
from solvers.output.json_document import document
from solvers.puzzle.problem import with_given
from solvers.site import build, engines

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LARGEST_FILE = 18_000_000

OF_THE_PLACE = {
    *("seconds", "first_solution_seconds", "startup_seconds", "peak_memory_mib"),
    *("version", "counters"),
}
"""What a run says of its machine and of its engine's version."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as one file."""
    path = tmp_path_factory.mktemp("site") / "queens.html"
    try:
        path.write_bytes(build.one_file())
    except UnavailableError as error:
        skip_or_fail(str(error))
    return path


@pytest.fixture(scope="module")
def shown(browser: Browser, file: Path) -> Iterator[Page]:
    """The page, opened once; whatever it complains of, or fetches, fails the last test."""
    page = browser.new_context().new_page()
    complaints: list[str] = []
    page.set_default_timeout(PATIENCE * 1000)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("request", lambda request: complaints.append(request.url))
    page.goto(file.as_uri())
    page.wait_for_selector("html[data-ready]")
    page.wait_for_selector("#engines [data-role=python].ready")
    yield page
    allowed = (file.as_uri(), "data:", "blob:")
    assert [text for text in complaints if not text.startswith(allowed)] == []


def link(shown: Page, **fields: object) -> None:
    """Follow a link in the page."""
    address = "&".join(f"{name}={value}" for name, value in fields.items())
    shown.evaluate(
        """(address) => new Promise((done) => {
            addEventListener("hashchange", done, { once: true });
            location.hash = "";
            location.hash = address;
        })""",
        address,
    )


Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def ask(shown: Page) -> Ask:
    """Asks a question by its link, and gives the document of the comparison."""

    def compared(names: Iterable[str], **fields: object) -> dict[str, Any]:
        link(shown, tab="compare", backends=",".join(names), **fields)
        shown.click("#compare [type=submit]")
        shown.wait_for_selector("#compare-verdict strong:not(:empty)")
        found: dict[str, Any] = json.loads(str(shown.text_content("#comparison")))
        return found

    return compared


def test_every_engine_gives_the_document_of_the_command_line(ask: Ask) -> None:
    problem = with_given(6, [(0, 1)], [(2, 2)])
    backends = [one for name, one in registry.backends().items() if name in build.CHOSEN]
    native = document(compare(problem, backends, Limits(), named=build.CHOSEN).crosscheck)
    here = ask(build.CHOSEN, n=6, given="0:1", blocked="2:2")
    for told in (native, here):
        for run in told["runs"]:
            assert run["version"]
            assert run["counters"]
            for name in OF_THE_PLACE:
                del run[name]
    assert here == native


def test_every_backend_of_the_page_is_right(ask: Ask) -> None:
    names = [one["name"] for one in build.described() if not one["why"] and one["enumerates"]]
    found = ask(names, n=6)
    assert len(names) > 20
    assert {run["backend"]: run["verdict"] for run in found["runs"]} == dict.fromkeys(
        names, "correct"
    )
    assert found["evidence"] == "certificate"


def test_a_search_is_ended_at_its_limit_and_keeps_what_it_has_found(ask: Ask, shown: Page) -> None:
    found = ask(["backtracking", "prolog"], n=12, seconds=1)
    assert [run["status"] for run in found["runs"]] == ["time-limit", "time-limit"]
    assert [run["verdict"] for run in found["runs"]] == ["partial", "partial"]
    assert all(0 < run["solutions"] < 14200 for run in found["runs"])
    assert "stopped after 1 s" in shown.inner_text("#compare-more")


def test_one_solution_is_enough_where_that_is_asked(ask: Ask, shown: Page) -> None:
    found = ask(["prolog", "asp", "local-search"], n=8, goal="first")
    assert [run["solutions"] for run in found["runs"]] == [1, 1, 1]
    assert "each of the 3 backends found a valid solution" in shown.inner_text("#compare-verdict")


def test_a_question_that_makes_no_sense_is_answered_in_a_line(ask: Ask, shown: Page) -> None:
    link(shown, tab="compare", backends="sicp", n=6, prefix="0,1")
    shown.click("#compare [type=submit]")
    said = shown.locator("#compare-verdict", has_text="the prefix attacks itself")
    said.wait_for()


def test_what_cannot_run_in_the_page_says_why_and_which_command_runs_it(shown: Page) -> None:
    link(shown, tab="compare", n=7, given="0:3")
    absent = shown.locator("#compare dl.facts").text_content() or ""
    assert "this page has no ortools: queens compare --n 7 --given 0:3 --backends cp-sat" in absent


def test_the_file_is_small_and_nothing_may_be_sent(file: Path) -> None:
    assert file.stat().st_size < LARGEST_FILE
    assert b"connect-src 'none'" in file.read_bytes()[:1000]


def test_without_the_network_the_engines_are_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, queens: Queens
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(engines, "NPM", ("sh", "-c", "echo npm error ENOTCACHED >&2; exit 1"))
    printed = queens("site", tmp_path / "queens.html", "--one-file", code=4)
    assert printed.err.count("\n") == 1
    assert "cannot fetch the engines, which takes the network once: npm error" in printed.err
    assert not list(tmp_path.glob("*.html"))
