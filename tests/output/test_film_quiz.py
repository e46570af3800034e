"""The quiz of a film: questions about the next step."""

from __future__ import annotations

import pytest
from browser import Open, left_alone, press, queens
from shares import slower


def test_the_page_asks_for_the_next_step(opened: Open, ahead: str) -> None:
    shown = opened(f"{ahead}")
    link = "#left=backtracking&right=&step=0&ask=1"
    shown.evaluate("link => { location.hash = link; }", link)
    shown.wait_for_selector("#answers button")
    assert shown.locator("#marks .solution").count() == 0  # it would give an answer away
    assert not shown.locator("#tree").is_visible()
    assert queens(shown, "#left") == []
    assert shown.locator("#left .tried").count() == 1
    shown.locator("#answers").get_by_role("button", name="place a queen").click()
    assert shown.inner_text("#score") == "1 of 1 right"
    shown.keyboard.press("Enter")  # go on
    shown.locator("#answers").get_by_role("button", name="solution").click()
    assert "No: row 0 of column 1: row conflict" in shown.inner_text("#asked")
    assert shown.inner_text("#score") == "1 of 2 right"


def test_the_page_asks_for_the_squares_that_are_removed(opened: Open, ahead: str) -> None:
    shown = opened(ahead)
    left_alone(shown, "python-constraint")
    press(shown, "start")
    press(shown, "Quiz")
    shown.wait_for_selector("#answers button")
    shown.locator("#answers").get_by_role("button", name="place").click()
    shown.locator("#answers").get_by_role("button", name="go on").click()
    for column in range(1, 6):  # the first queen stands in the last row
        shown.locator(f'#left [data-square="{column},5"]').click()
        shown.locator(f'#left [data-square="{column},{5 - column}"]').press("Enter")
    shown.locator("#answers").get_by_role("button", name="done").click()
    assert shown.inner_text("#score") == "2 of 2 right"


def test_questions_that_are_left_come_back_to_the_pair_and_step(opened: Open, ahead: str) -> None:
    shown = opened(ahead)
    shown.locator("#left").scroll_into_view_if_needed()
    shown.locator("#left .board").click()
    before = shown.get_attribute("#link", "href")
    shown.keyboard.press("w")
    shown.wait_for_selector("#answers button")
    assert shown.input_value("#right select") == ""
    shown.keyboard.press("w")
    shown.wait_for_selector("#question", state="hidden")
    shown.wait_for_function("link => document.getElementById('link').hash === link", arg=before)


@pytest.mark.parametrize("size", [(1280, 720), slower((1920, 1080))], ids=str)
def test_a_question_and_its_board_fit_on_the_screen(
    opened: Open, ahead: str, size: tuple[int, int]
) -> None:
    shown = opened(ahead, size=size)
    shown.evaluate("() => { location.hash = '#left=python-constraint&right=&step=5&ask=1'; }")
    shown.wait_for_selector("#answers button")
    shown.wait_for_selector("#search:not([data-loading])")
    shown.evaluate("document.getElementById('search').scrollIntoView({ behavior: 'instant' })")
    before = shown.locator("#left .board").bounding_box()
    assert before
    assert before["y"] >= 0
    assert before["y"] + before["height"] <= size[1]
    shown.locator("#answers button").first.click()
    assert shown.locator("#left .board").bounding_box() == before


def test_the_quiz_is_about_the_search_that_was_chosen(opened: Open, ahead: str) -> None:
    shown = opened(ahead)
    link = "#left=backtracking&right=python-constraint&step=7&about=right"
    shown.evaluate("link => { location.hash = link; }", link)
    shown.wait_for_function("document.getElementById('step').value === '7'")
    shown.wait_for_selector("#right.chosen")
    before = queens(shown, "#right")
    shown.keyboard.press("w")
    shown.wait_for_selector("#answers button")
    assert shown.inner_text("#asked").startswith("python-constraint: what happens next?")
    assert queens(shown, "#left") == before
    shown.get_by_role("button", name="Ask about backtracking").click()
    shown.wait_for_function(
        "document.getElementById('asked').textContent.startsWith('backtracking')"
    )
    shown.keyboard.press("w")
    shown.wait_for_selector("#question", state="hidden")
    assert shown.input_value("#right select") == "python-constraint"
    shown.locator("#right .board").click()
    shown.keyboard.press("w")
    shown.wait_for_selector("#answers button")
    assert shown.input_value("#left select") == "python-constraint"
