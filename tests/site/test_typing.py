"""Whoever types into a page finds the text as they typed it, and the page as it was."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any

import pytest
from browser import crosscheck, page
from playwright.sync_api import Locator, Page
from site_page import link

pytestmark = pytest.mark.slow("starts the engines in a browser")

SIGNS = " " + string.digits + string.ascii_letters + string.punctuation

PROGRAM = f"""\
#{SIGNS}
def queens(n):
    boards = [[]]
    for column in range(n):
        boards = [[*b, r] for b in boards for r in range(n) if safe(b, r)]
    return boards
"""

EDITORS = "[contenteditable=true]:visible"
FIELDS = "input:not([type=checkbox], [type=range]):visible, textarea:visible"

LOOK = """() => ({
    title: document.title, address: location.hash, classes: document.documentElement.className,
    step: document.getElementById("step")?.value,
    open: [...document.querySelectorAll("dialog[open]")].length,
    seen: [...document.querySelectorAll("main > section")].map((part) => part.hidden),
    films: [...document.querySelectorAll("#left .event, #question")].map((part) => part.innerText),
})"""
"""All that a key of the player could change."""


def type_program(shown: Page, editor: Locator) -> None:
    """Type the program as a person does, who lets the editor indent and repairs a slip."""
    editor.click()
    shown.keyboard.press("Control+A")
    shown.keyboard.press("Delete")
    for line in PROGRAM.splitlines(keepends=True):
        shown.keyboard.press("Shift+Home")
        shown.keyboard.press("Delete")
        indent = (len(line) - len(line.lstrip())) // 4
        for _ in range(indent):
            shown.keyboard.press("Tab")
        shown.keyboard.type(f"{line.strip()}slip")
        for _ in "slip":
            shown.keyboard.press("Backspace")
        shown.keyboard.press("Enter")
    shown.keyboard.press("Shift+Home")
    shown.keyboard.press("Delete")


def use_combinations(shown: Page) -> None:
    """Select, move, indent, cut, paste and undo: afterwards the text is what it was."""
    for pressed in (
        *("Control+Home", "End", "Shift+ArrowLeft", "Shift+ArrowRight", "Control+ArrowLeft"),
        *("Shift+Control+ArrowRight", "Control+C", "ArrowDown", "Home", "Tab", "Shift+Tab"),
        *("Shift+P", "Shift+?", "Backspace", "Backspace", "Control+A", "Control+X"),
        *("Control+Z", "PageUp", "PageDown", "Control+End", "x", "Control+Z"),
    ):
        shown.keyboard.press(pressed)


def text_of(editor: Locator) -> str:
    lines: list[str] = editor.locator(".cm-line").all_text_contents()
    return "\n".join(lines)


def type_everywhere(shown: Page) -> None:
    """Type every sign into each field that is seen, and whole programs into the editors."""
    before: dict[str, Any] = shown.evaluate(LOOK)
    for editor in shown.locator(EDITORS).all():
        type_program(shown, editor)
        assert text_of(editor) == PROGRAM
        use_combinations(shown)
        assert text_of(editor) == PROGRAM
        assert shown.evaluate(LOOK) == before
    for field in shown.locator(FIELDS).all():
        old = field.input_value()
        field.focus()
        shown.keyboard.press("Control+A")
        shown.keyboard.type(SIGNS)
        if field.get_attribute("type") != "number":
            assert field.input_value() == SIGNS
        field.fill(old)
        assert shown.evaluate(LOOK) == before


@pytest.mark.parametrize("is_film_shown", [False, True], ids=["at first", "after a film"])
def test_typing_into_the_web_page_changes_the_text_alone(
    shown: Page, *, is_film_shown: bool
) -> None:
    if is_film_shown:
        link(shown, tab="watch", n=4, left="backtracking", right="", step=3)
        shown.wait_for_selector("#left .event:not(:empty)")
        type_everywhere(shown)
    for tab in ("compare", "check"):
        shown.click(f"[data-tab={tab}]")
        closed = shown.locator(f"#{tab} details:not([open]) > summary:visible")
        while closed.count():
            closed.first.click()
        type_everywhere(shown)


def test_the_keys_of_the_player_do_nothing_where_it_is_not(shown: Page) -> None:
    shown.click("[data-tab=compare]")
    before = shown.evaluate(LOOK)
    for pressed in "P?f":
        shown.keyboard.press(pressed)
        assert shown.evaluate(LOOK) == before


def test_typing_into_a_report_changes_the_text_alone(browser: Any, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    report.write_text(page([crosscheck(5, "sicp", "backtracking")], "here"))
    shown = browser.new_page()
    shown.goto(report.as_uri())
    shown.wait_for_selector("html[data-ready]")
    assert shown.locator(FIELDS).count() == 1
    type_everywhere(shown)
