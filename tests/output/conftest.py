"""Reports that are opened in a browser with the network cut off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browser import Open, crosscheck, page
from processes import PATIENCE

if TYPE_CHECKING:  # tests without a browser need not have it
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def six() -> str:
    """The report for six queens."""
    return page([crosscheck(6, "sicp", "backtracking", "prolog", "cp-sat")], "here")


@pytest.fixture(scope="session")
def ahead() -> str:
    """The report for six queens, with searches that look ahead and one that learns."""
    return page([crosscheck(6, "backtracking", "python-constraint", "sat", "cp-sat")], "here")


COMPLAINTS: list[str] = []
"""Errors, messages and requests of the pages of the present test."""


def new_tab(browser: Browser) -> Page:
    """A tab with the network cut off, which notes the complaints of its pages."""
    tab = browser.new_context(offline=True).new_page()
    tab.set_default_timeout(PATIENCE * 1000)
    tab.on("console", lambda message: COMPLAINTS.append(message.text))
    tab.on("pageerror", lambda error: COMPLAINTS.append(str(error)))
    tab.on("dialog", lambda dialog: COMPLAINTS.append(dialog.message))
    tab.on("requestfailed", lambda request: COMPLAINTS.append(request.url))
    return tab


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    """The tab that opens the page of each test: new tabs take twice as much processor time."""
    shown = new_tab(browser)
    yield shown
    shown.context.close()


@pytest.fixture
def opened(browser: Browser, tab: Page, tmp_path: Path) -> Iterator[Open]:
    """Opens a page from a file; an error, a message or a request of the page fails the test."""

    def open_page(
        text: str,
        *,
        with_clock: bool = False,
        size: tuple[int, int] = (1280, 720),
        scheme: Any = "light",
    ) -> Page:
        path = tmp_path / "report.html"
        path.write_text(text)
        shown = new_tab(browser) if with_clock else tab
        if with_clock:  # which stands still until it is told to go on
            shown.clock.install(time=0)
            shown.clock.pause_at(1000)
        shown.set_viewport_size({"width": size[0], "height": size[1]})
        shown.emulate_media(color_scheme=scheme, media="screen")
        shown.goto(path.as_uri())
        shown.wait_for_selector("html[data-ready]")
        return shown

    yield open_page
    complaints = COMPLAINTS.copy()
    COMPLAINTS.clear()
    assert complaints == []
