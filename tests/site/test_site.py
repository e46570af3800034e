"""The page in a real browser, in make zoo: its engines say the same as the command line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from http.server import HTTPServer, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from places import ZOO
from processes import PATIENCE
from site_page import EXAMPLES

from solvers import registry
from solvers.comparison import compare
from solvers.execution.limits import Limits
from solvers.grading.check import check_program
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import find_submission
from solvers.output.json_document import document
from solvers.output.messages import counted
from solvers.puzzle.problem import with_given
from solvers.site import build
from solvers.tracing.replay import search_tree
from solvers.tracing.traces import tracer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OF_THE_PLACE = {
    *("seconds", "first_solution_seconds", "startup_seconds", "peak_memory_mib"),
    *("version", "counters"),
}
"""Fields of a run that depend on the machine and on the version of the engine."""


LARGEST = 5

ELSEWHERE = {
    "numpy_board.py": "the page has no NumPy",
}


pytestmark = pytest.mark.zoo("starts the engines in a browser")

Opened = Callable[..., "Page"]

ASKED: list[str] = []
"""The paths that the server was asked for."""


class Files(SimpleHTTPRequestHandler):
    """A web server that notes the paths of its requests."""

    def log_request(self, *_: object) -> None:
        ASKED.append(self.path)


@pytest.fixture(scope="module")
def server(site_page: Path) -> Iterator[HTTPServer]:
    """A web server of the page as a folder."""
    folder = site_page.parent / "served"
    for name, content in build.site_files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def programs() -> list[str]:
    """Programs of the zoo that the page can run."""
    able = [path for path in sorted(ZOO.glob("*.*")) if path.suffix in {".py", ".pl"}]
    return [str(path.relative_to(ZOO)) for path in able if path.name not in ELSEWHERE]


@pytest.fixture(scope="module")
def opened(browser: Browser) -> Iterator[Opened]:
    """Opens the page at an address; an error, a message or a request fails the last test."""
    complaints: list[str] = []

    def open_page(address: str, **options: Any) -> Page:
        page = browser.new_context(**options).new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("request", lambda request: complaints.append(request.url))
        if "user_agent" in options:
            page.add_init_script("delete WebAssembly.Suspending")
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        page.wait_for_selector("#engines [data-role=python].ready")
        return page

    yield open_page
    allowed = (
        "file:",
        "data:",
        "blob:",
        "http://127.0.0.1:",
        "Connecting to",
        "Fetch API cannot load",
    )
    assert [text for text in complaints if not text.startswith(allowed)] == []


@pytest.fixture(scope="module")
def shown(opened: Opened, site_page: Path) -> Page:
    """The page, opened from its file once."""
    return opened(site_page.as_uri())


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


def write(shown: Page, text: str) -> None:
    """Replace the program by a text from the clipboard."""
    shown.click("#check-code .cm-content")
    shown.keyboard.press("Control+A")
    shown.keyboard.press("Delete")
    shown.locator("#check-code .cm-content").evaluate(
        """(editor, text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            const told = { clipboardData, bubbles: true, cancelable: true };
            editor.dispatchEvent(new ClipboardEvent("paste", told));
        }""",
        text,
    )


def check_in(shown: Page, path: Path, seconds: float = 10) -> dict[str, Any]:
    """The verdict of the page on the program in this file."""
    shown.click("[data-tab=check]")
    shown.fill("#check-name", path.name)
    write(shown, path.read_text(errors="replace"))
    shown.fill("#check-n", str(LARGEST))
    shown.fill("#check-seconds", str(seconds))
    shown.evaluate("() => { delete document.getElementById('check-said').dataset.verdict }")
    shown.click("#check [type=submit]")
    shown.wait_for_selector("#check-said[data-verdict]")
    verdict: dict[str, Any] = json.loads(str(shown.get_attribute("#check-said", "data-verdict")))
    return verdict


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
    native = document(
        compare(problem, backends, Limits(), needed=build.DEFAULT_BACKENDS).crosscheck
    )
    here = ask(build.DEFAULT_BACKENDS, n=6, given="0:1", blocked="2:2")
    for told in (native, here):
        for run in told["runs"]:
            assert run["version"]
            assert run["counters"]
            for name in OF_THE_PLACE:
                del run[name]
    assert here == native


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


def test_the_page_looks_for_one_solution_where_one_is_asked_for(ask: Ask, shown: Page) -> None:
    found = ask(["prolog", "asp", "local-search"], n=8, goal="first")
    assert [run["solutions"] for run in found["runs"]] == [1, 1, 1]
    assert "each of the 3 backends found a valid solution" in shown.inner_text("#compare-verdict")


def test_a_board_without_a_solution_is_judged(ask: Ask, shown: Page) -> None:
    found = ask(build.DEFAULT_BACKENDS, n=3)
    assert [run["verdict"] for run in found["runs"]] == ["correct"] * len(build.DEFAULT_BACKENDS)
    assert "found no solution, and there is none" in shown.inner_text("#compare-verdict")
    table = shown.locator("#compare .scroll")
    assert table.evaluate("(box) => box.scrollWidth <= box.clientWidth")


def test_stop_ends_the_searches_and_keeps_their_solutions(shown: Page) -> None:
    link(shown, tab="compare", backends="sicp,prolog", n=14, seconds=100)
    shown.click("#compare [type=submit]")
    shown.wait_for_selector("#compare td:has-text('so far')")
    shown.click("#compare-stop")
    shown.wait_for_selector("#compare-verdict.incomplete")
    runs = json.loads(str(shown.text_content("#comparison")))["runs"]
    assert [run["status"] for run in runs] == ["cancelled", "cancelled"]
    assert runs[0]["solutions"] > 0


def test_an_impossible_prefix_is_refused_in_one_line(shown: Page) -> None:
    link(shown, tab="compare", backends="sicp", n=6, prefix="0,1")
    shown.click("#compare [type=submit]")
    said = shown.locator(
        "#compare-verdict", has_text="the prefix has two queens that attack each other"
    )
    said.wait_for()


def test_a_backend_that_the_page_lacks_has_its_reason_and_a_command(shown: Page) -> None:
    link(shown, tab="compare", n=7, given="0:3")
    absent = shown.locator("#compare dl.facts").text_content() or ""
    why = "it needs ortools, which this page does not have"
    assert f"{why}: queens compare --n 7 --given 0:3 --backends cp-sat" in absent


@pytest.mark.parametrize("name", programs())
def test_a_program_is_judged_as_on_the_command_line(shown: Page, name: str) -> None:
    path = ZOO / name
    # A limit ends a loop only: a recursion ends by itself, and is slow on a busy machine.
    limits = Limits(seconds=2 if "endless_loop" in name else 60, output_mib=16)
    native = check_program(find_submission(str(path)), range(1, LARGEST + 1), limits, Sandbox.BASIC)
    here = check_in(shown, path, limits.seconds)
    assert here["verdict"] == native.verdict, here["html"]
    assert (here.get("n"), here["diagnosis"]) == (
        native.failing_n,
        [each.mistake.name for each in native.diagnosis],
    )


def test_the_fields_of_the_check_work_like_the_options(shown: Page, tmp_path: Path) -> None:
    program = tmp_path / "totals.py"
    program.write_text("print('halfway')\ndef find(n): return [1, 1, 0, 0, 2, 10][n]")
    said = check_in(shown, program)
    assert said["verdict"] == "not judged"
    assert "the field “" in shown.inner_text("#check-said")
    assert "--" not in shown.inner_text("#check-said")
    printed = shown.locator("#check-said details", has_text="Its output")
    assert "halfway" in str(printed.text_content())
    assert printed.get_attribute("open") is None
    shown.click("#check summary")
    shown.select_option("#check-task", "count")
    shown.fill("#check-call", "find({n})")
    said = check_in(shown, program)
    shown.select_option("#check-task", "")
    shown.fill("#check-call", "")
    assert said["verdict"] == "right"


def test_a_program_that_does_not_end_is_ended(shown: Page) -> None:
    verdict = check_in(shown, ZOO / "endless_loop.py", 1)
    assert (verdict["verdict"], verdict["n"]) == ("not finished", 1), verdict
    assert "stopped after 1 s" in verdict["html"]
    assert check_in(shown, EXAMPLES / "right.pl")["verdict"] == "right"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("bug_*.py")), ids=lambda path: path.name)
def test_an_example_has_a_bug_that_the_page_names(shown: Page, path: Path) -> None:
    verdict = check_in(shown, path)
    assert verdict["verdict"] == "wrong"
    assert verdict["diagnosis"]
    said = shown.locator("#check-said")
    assert said.locator(".finding .queen").count() == verdict["n"]
    assert said.locator(".finding h2.sentence").count() == 1
    for part in (said.locator(".sentence"), shown.locator("#check [type=submit]")):
        box = part.bounding_box()  # both are seen, with nothing scrolled
        assert box
        assert 52 <= box["y"] <= 720 - box["height"]


def test_a_program_typed_over_an_example_loses_its_name(shown: Page) -> None:
    shown.click("[data-tab=check]")
    shown.fill("#check-name", "bug_5.pl")
    write(shown, "queens(0, []).")
    assert shown.input_value("#check-name") == "my_program.pl"
    assert shown.input_value("#check-example") == ""
    write(shown, "")  # else the page asks before it takes an example


def test_a_pasted_program_has_a_name_of_its_language(shown: Page) -> None:
    shown.click("[data-tab=check]")
    shown.fill("#check-name", "bug_1.py")
    for text, name in (
        ("% no two in a row\nqueens(N, Qs) :-\n    numlist(1, N, Qs).", "my_program.pl"),
        ("queens(N, Qs)\n    :- numlist(1, N, Qs).", "my_program.pl"),
        ("size = 4\ndef queens(n):\n    return [size][:-1]", "my_program.py"),
        ("(1)", "my_program.py"),
    ):
        write(shown, text)
        assert shown.input_value("#check-name") == name
    shown.fill("#check-name", "homework.txt")
    write(shown, "queens(N, Qs) :- true.")
    assert shown.input_value("#check-name") == "homework.txt"
    write(shown, "")  # else the page asks before it takes an example


def test_the_editor_indents_colours_and_lets_the_keyboard_go(shown: Page) -> None:
    shown.click("[data-tab=check]")
    shown.fill("#check-name", "mine.py")
    write(shown, "def queens(n): return []")
    assert shown.inner_text("#check-code .tok-keyword >> nth=0") == "def"
    shown.keyboard.press("Home")
    shown.keyboard.press("Tab")
    assert shown.inner_text("#check-code .cm-line") == "    def queens(n): return []"
    shown.keyboard.press("Escape")
    shown.keyboard.press("Tab")
    shown.locator("#check [type=submit]:focus").wait_for()
    write(shown, "")  # else the page asks before it takes an example


@pytest.mark.parametrize("name", ["prolog", "python-constraint"])
def test_a_film_has_the_nodes_of_the_search(shown: Page, name: str) -> None:
    problem = with_given(5, [(0, 1)])
    link(shown, tab="watch", n=5, given="0:1", left=name, right="", step=3)
    tree = search_tree(problem, tracer(registry.find(name))(problem))
    said = f"{name}: {counted(tree.nodes, 'node')}, {counted(tree.dead_ends, 'dead end')}"
    shown.locator("#left-tree figcaption", has_text=said).wait_for()
    assert shown.input_value("#step") == "3"
    address = str(shown.get_attribute("#link", "href"))
    assert address == f"#tab=watch&n=5&given=0%3A1&left={name}&step=3"


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


def test_a_page_is_printed_whole_and_without_its_controls(shown: Page) -> None:
    shown.click("[data-tab=check]")
    write(shown, "# a comment that is far too long for a line of paper" * 3 + "\n" * 100 + "# end")
    shown.emulate_media(media="print")
    shown.locator("#check-code .cm-line", has_text="# end").wait_for()
    whole = "(box) => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth"
    assert shown.locator("#check-code .cm-scroller").evaluate(whole)
    controls = shown.locator("[role=tablist], #check button, .engines")
    assert controls.locator("visible=true").count() == 0
    shown.emulate_media(media="screen")
    write(shown, "")  # else the page asks before it takes an example
    link(shown, tab="watch", n=4, left="backtracking", right="", step=3)
    shown.emulate_media(media="print")
    assert shown.locator("#left .board").is_visible()
    shown.emulate_media(media="screen")


def test_the_browser_sends_nothing(shown: Page, server: HTTPServer, tmp_path: Path) -> None:
    address = f"http://127.0.0.1:{server.server_port}/told"
    refused = shown.evaluate("(address) => fetch(address).then(() => '', String)", address)
    assert "Failed to fetch" in refused
    program = tmp_path / "tells.py"
    request = f"import js; r = js.XMLHttpRequest.new(); r.open('GET', {address!r}, False); r.send()"
    program.write_text(f"{request}\n{(EXAMPLES / 'right.py').read_text()}")
    assert "NetworkError" in check_in(shown, program)["html"]
    assert "/told" not in ASKED


def test_a_folder_on_a_server_works_on_a_small_device_without_jspi(
    opened: Opened, server: HTTPServer
) -> None:
    phone = "Mozilla/5.0 (Linux; Android 14; Mobile)"
    address = f"http://127.0.0.1:{server.server_port}/index.html#tab=compare&n=5&backends=sicp,asp"
    shown = opened(address, user_agent=phone, viewport={"width": 390, "height": 800})
    shown.click("#compare [type=submit]")
    shown.wait_for_selector("#compare-verdict.identical")
    for name in ("bug_1.py", "bug_5.pl", "bug_6.pl"):
        assert check_in(shown, EXAMPLES / name)["verdict"] == "wrong"
    assert shown.locator("#engines .ready", has_text="Python").count() == 1
    assert shown.evaluate("() => document.documentElement.scrollWidth") <= 390
    shown.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    shown.context.set_offline(True)
    again = shown.context.new_page()
    again.goto(address)
    again.locator("#engines [data-role=prolog].ready").wait_for()
    again.close()


def test_every_page_is_reached_by_keys_and_free_of_accessibility_faults(shown: Page) -> None:
    shown.focus("[data-tab=compare]")
    for name in ("check", "watch", "compare"):
        shown.keyboard.press("ArrowRight")
        shown.locator(f"[data-tab={name}][aria-selected=true]:focus").wait_for()
        faults = Axe().run(shown).response["violations"]
        assert [(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in faults] == []
