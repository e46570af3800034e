"""The page as a whole in a real browser: films, paper, a phone, keys, and no request."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import HTTPServer, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from site_page import EXAMPLES, Opened, check_in, link, write

from solvers import registry
from solvers.output.messages import counted
from solvers.puzzle.problem import with_given
from solvers.site import build
from solvers.tracing.replay import search_tree
from solvers.tracing.traces import tracer

pytestmark = pytest.mark.slow("starts the engines in a browser")


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
    for name in ("bug_1.py", "bug_3.pl", "bug_5.lp"):
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
