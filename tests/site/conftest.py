"""The suite's web page: as a file, on a server, and opened in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from engines import skip_or_fail
from playwright.sync_api import Browser, Page
from processes import PATIENCE
from site_page import EXAMPLES, Opened

from solvers.errors import UnavailableError
from solvers.site import build


@pytest.fixture(scope="module")
def opened(browser: Browser) -> Iterator[Opened]:
    """Opens the page at an address; an error, a message or a request fails the last test."""
    complaints: list[str] = []
    pages: list[Page] = []

    def open_page(address: str, **options: Any) -> Page:
        pages.append(page := browser.new_context(**options).new_page())
        page.set_default_timeout(PATIENCE * 1000)
        page.on("dialog", lambda dialog: dialog.accept())  # an example may replace a program
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
    for page in pages:
        page.context.close()
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


@pytest.fixture(scope="session")
def site_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as one file."""
    (EXAMPLES / "__pycache__").mkdir(exist_ok=True)  # as pip leaves it
    path = tmp_path_factory.mktemp("site") / "queens.html"
    try:
        path.write_bytes(build.one_file())
    except UnavailableError as error:
        skip_or_fail(str(error))
    return path
