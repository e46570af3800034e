"""The page compares backends in a real browser, as the command line does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from places import ROOT
from playwright.sync_api import Page
from site_page import link

from solvers import registry
from solvers.comparison import compare
from solvers.execution.limits import Limits
from solvers.output.json_document import document
from solvers.puzzle.diagram import read_diagram
from solvers.puzzle.problem import with_given
from solvers.site import build

pytestmark = pytest.mark.slow("starts the engines in a browser")

OF_THE_PLACE = {
    *("seconds", "first_solution_seconds", "startup_seconds", "peak_memory_mib"),
    *("parent_seconds", "prepare_seconds"),
    *("version", "counters"),
}
"""Fields of a run that depend on the machine and on the version of the engine."""


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
    backends = [one for name, one in registry.backends().items() if name in build.DEFAULT_BACKENDS]
    native = document(compare(problem, backends, Limits(), needed=build.DEFAULT_BACKENDS))
    here = ask(build.DEFAULT_BACKENDS, n=6, given="0:1", blocked="2:2")
    for told in (native, here):
        for run in told["runs"]:
            assert run["version"]
            assert run["counters"]
            for name in OF_THE_PLACE:
                del run[name]
    assert here == native


def test_the_page_compares_on_a_coloured_board_and_plays_it(ask: Ask, shown: Page) -> None:
    letters = (ROOT / "examples" / "coloured" / "6-1.txt").read_text().split()
    problem = read_diagram("\n".join(letters))
    backends = [registry.on_board(registry.find("sicp"), problem)]
    native = document(compare(problem, backends, Limits()))
    here = ask(build.DEFAULT_BACKENDS, n=6, colours=",".join(letters))
    assert (here["digest"], here["evidence"]) == (native["digest"], "certificate")
    assert {run["verdict"] for run in here["runs"]} == {"correct"}
    assert shown.locator("#compare-board .letter").count() == 36
    link(shown, tab="watch", n=6, colours=",".join(letters), left="clpfd", right="prolog", step=3)
    for side in ("left", "right"):
        shown.wait_for_selector(f"#{side} .board .borders")
    assert (shown.input_value("#left select"), shown.inner_text("#watch-status")) == ("clpfd", "")
    link(shown, tab="compare", backends="permutation", n=6, colours=",".join(letters))
    shown.click("#compare [type=submit]")
    refused = shown.locator("#compare-verdict:has-text('has no program for coloured boards')")
    refused.wait_for()
    shown.click("#compare .colours summary")
    shown.fill("#compare textarea", "a b\na, a\n")
    shown.click("#compare [name=colour]")
    assert "Write n lines" not in shown.inner_text("#compare output")
    shown.fill("#compare textarea", "AB\nA\n")
    shown.click("#compare [name=colour]")
    assert "Write n lines" in shown.inner_text("#compare output")


def test_every_backend_of_the_page_is_right(ask: Ask) -> None:
    names = [
        one["name"] for one in build.facts_of_backends() if not one["why"] and one["enumerates"]
    ]
    found = ask(names, n=5)
    assert len(names) > 20
    assert {run["backend"]: run["verdict"] for run in found["runs"]} == dict.fromkeys(
        names, "correct"
    )
    assert found["evidence"] == "certificate"


def test_a_search_is_ended_at_its_limit_and_keeps_its_solutions(ask: Ask, shown: Page) -> None:
    found = ask(["prolog"], n=12, seconds=1)
    assert [(run["status"], run["verdict"]) for run in found["runs"]] == [("time-limit", "partial")]
    assert 0 < found["runs"][0]["solutions"] < 14200
    assert "stopped after 1 s" in shown.inner_text("#compare-more")


def test_stop_ends_the_searches_and_keeps_their_solutions(shown: Page) -> None:
    link(shown, tab="compare", backends="sicp,prolog", n=14, seconds=100)
    shown.click("#compare [type=submit]")
    shown.wait_for_selector("#compare td:has-text('so far')")
    shown.click("#compare-stop")
    shown.wait_for_selector("#compare-verdict.incomplete")
    runs = json.loads(str(shown.text_content("#comparison")))["runs"]
    assert [run["status"] for run in runs] == ["cancelled", "cancelled"]
    assert runs[0]["solutions"] > 0


def test_a_backend_that_the_page_lacks_has_its_reason_and_a_command(shown: Page) -> None:
    link(shown, tab="compare", n=7, given="0:3")
    absent = shown.locator("#compare dl.facts").text_content() or ""
    why = "it needs ortools, which this page does not have"
    assert f"{why}: queens compare --n 7 --given 0:3 --backends cp-sat" in absent


def test_a_mouse_edits_the_board_at_its_first_click_and_leaves_no_ring(shown: Page) -> None:
    link(shown, tab="compare", n=6)
    board = shown.locator("#compare-board")
    board.scroll_into_view_if_needed()

    def click(column: int, row: int) -> None:
        box = board.locator(f'[data-square="{column},{row}"]').bounding_box()
        assert box
        shown.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    click(2, 3)
    shown.click("#compare-n")
    shown.keyboard.press("Control+A")
    shown.keyboard.type("12")
    assert board.locator("[data-square]").count() == 144
    click(7, 9)
    command = shown.locator("[data-command]").first
    assert "--given 2:3,7:9 " in str(command.text_content())
    ring = """() => {
        const style = getComputedStyle(document.activeElement);
        return [style.outlineStyle, style.stroke, parseFloat(style.strokeWidth)];
    }"""
    assert shown.evaluate(ring)[:2] == ["none", "none"]
    shown.keyboard.press("ArrowLeft")
    outline, stroke, width = shown.evaluate(ring)
    assert outline == "none"
    assert stroke != "none"
    assert width < 0.1  # of a square
