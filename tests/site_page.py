"""The suite's web page in a browser: follow a link, write a program, and check it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from solvers.site import build

EXAMPLES = Path(build.__file__).parent / "page" / "programs"

LARGEST = 5
"""The largest board of a check."""

Opened = Callable[..., "Page"]


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
