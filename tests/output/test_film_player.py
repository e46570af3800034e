"""The film player of a report in a real browser: buttons, keys, links and the time line."""

from __future__ import annotations

import pytest
from browser import DEAD_END, Open, at_steps, choose, left_alone, press, queens, set_value, step
from engines import able_backend
from playwright.sync_api import Page

import solvers
from solvers import registry
from solvers.output.film_pages import film_player
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Kind
from solvers.tracing.event_table import sentence
from solvers.tracing.traces import tracer


def test_the_buttons_move_the_search(opened: Open, six: str) -> None:
    shown = opened(six)
    press(shown, "start")
    assert step(shown) == 0
    for _ in range(3):
        press(shown, "step forward")
    assert step(shown) == 3
    assert queens(shown, "#left") == queens(shown, "#right") == [0]
    press(shown, "step back")
    assert (step(shown), queens(shown, "#left")) == (2, [])
    press(shown, "next solution")
    assert queens(shown, "#left") == [1, 3, 5, 0, 2, 4]
    press(shown, "next dead end")
    assert "diagonal conflict with the queen in column" in shown.inner_text("#left .event")
    assert shown.inner_text("#left .event").endswith(DEAD_END)
    assert str(shown.get_attribute("#step", "aria-valuetext")).endswith("a dead end")
    press(shown, "Quiz")  # these words would tell what happens next
    shown.wait_for_selector("#answers button")
    assert "a dead end" not in shown.inner_text("#left .event")
    assert "a dead end" not in str(shown.get_attribute("#step", "aria-valuetext"))
    press(shown, "Quiz")
    shown.wait_for_selector("#question", state="hidden")
    press(shown, "step forward")
    assert "back to column" in shown.inner_text("#left .event")
    assert "a dead end" not in shown.inner_text("#left .event")
    press(shown, "Play")
    shown.locator("#jump summary").click()  # it jumps from the step that is seen
    shown.locator("[data-do=play]", has_text="Play").wait_for()
    shown.locator("#jump summary").click()
    press(shown, "start")
    assert step(shown) == 0
    set_value(shown, "#step", 10**6)
    assert "end: every possibility" in shown.inner_text("#left .event")


def test_only_the_marks_that_a_board_will_have_are_explained(opened: Open, six: str) -> None:
    shown = opened(six)
    left_alone(shown, "backtracking")
    told = shown.inner_text("#left .state")
    assert "A ring: the square that the search tries" in told
    assert "diamond" not in told
    assert "learned" not in told


def test_a_film_starts_paused_and_plays_one_step_per_second(opened: Open, six: str) -> None:
    shown = opened(six, with_clock=True)
    shown.clock.run_for(5000)
    assert step(shown) == 0
    press(shown, "Play")
    shown.clock.run_for(3000)
    assert step(shown) == 3
    shown.select_option("#speed", label="16×")  # noqa: RUF001  # the sign of a factor
    shown.clock.run_for(500)
    assert step(shown) == 11
    press(shown, "Pause")
    shown.clock.run_for(5000)
    assert step(shown) == 11


@pytest.mark.parametrize(
    ("name", "longest", "lacks"),
    [
        ("backtracking", 300, "its last 1,794 events"),
        ("prolog", 3000, "its 5,198 calls, exits, redos and failures"),
    ],
)
def test_a_film_that_was_cut_says_so(
    opened: Open, monkeypatch: pytest.MonkeyPatch, name: str, longest: int, lacks: str
) -> None:
    monkeypatch.setattr("solvers.tracing.films.LONGEST_FILM", longest)
    backend, problem = able_backend(name), Problem(6)
    shown = opened(film_player(backend, "cut", problem, list(tracer(backend)(problem))))
    assert f"lacks {lacks}" in shown.inner_text("#parting")


def test_keys_move_the_search_and_a_link_leads_to_each_step(opened: Open, ahead: str) -> None:
    shown = opened(ahead, size=(640, 720))  # a laptop, enlarged to 200 %
    shown.evaluate("document.getElementById('search').scrollIntoView()")
    text_after(shown, "Home", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight")
    assert step(shown) == 2
    link = shown.get_attribute("#link", "href")
    shown.keyboard.press("End")
    assert "end: every possibility" in shown.inner_text("#left .event")
    shown.evaluate("link => { location.hash = link; }", link)
    shown.wait_for_function("document.getElementById('step').value === '2'")
    shown.keyboard.press("?")
    assert shown.locator("#help").is_visible()
    shown.keyboard.press("Escape")
    shown.evaluate("link => { location.hash = link; }", "#left=unknown&right=&step=5")
    assert step(shown) == 2  # a link with a search that the page lacks changes nothing


def test_in_a_notebook_a_search_is_played_as_in_the_report(opened: Open) -> None:
    film = solvers.trace(5, "clpfd")
    shown = opened(film.html)
    assert shown.inner_text("#where").endswith(f"of {len(film.events)}")
    shown.set_content(film._repr_html_())
    frame = shown.frames[1]
    frame.wait_for_selector("html[data-ready]")
    frame.locator("nav a").first.click()  # stays in the frame
    frame.locator("[data-do=first]").click()
    frame.locator("[data-do=forward]").click()
    assert frame.inner_text("#left .event") == "enter column 4"


def test_the_time_line_has_the_marks_of_the_search(opened: Open, six: str) -> None:
    shown = opened(six)
    left_alone(shown, "backtracking")
    events = list(tracer(registry.find("backtracking"))(Problem(6)))
    found = [number for number, event in enumerate(events, 1) if event.kind is Kind.SOLUTION]
    assert shown.locator("#marks .solution").count() == len(found)
    assert 10 < shown.locator("#marks .dead-end").count() < 149  # many share a place
    shown.locator("#left").scroll_into_view_if_needed()
    text_after(shown, "Home")
    at = [int(text_after(shown, ">").split(" ")[0].replace(",", "")) for _ in found]
    assert at == found
    assert text_after(shown, "<").startswith(f"{found[-2]:,} of")
    marked = [int(text_after(shown, key).split(" ")[0].replace(",", "")) for key in "[[]]"]
    assert marked == [*sorted(marked[:2], reverse=True), marked[0], found[-2]]


def test_the_slider_says_the_step_aloud(opened: Open, six: str) -> None:
    shown = opened(six)
    left_alone(shown, "backtracking")
    events = list(tracer(registry.find("backtracking"))(Problem(6)))
    number, event = next(
        (number, event) for number, event in enumerate(events, 1) if event.kind is Kind.CONFLICT
    )
    slider = shown.get_by_role("slider", name="step")
    set_value(shown, "#step", number - 1)
    slider.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == (
        f"step {number} of {len(events)}, row {event.row} of column {event.column}, conflict"
    )


def text_after(shown: Page, *keys: str) -> str:
    """The step that is told after these keys."""
    for pressed in keys:
        shown.keyboard.press(pressed)
    return shown.inner_text("#where")


@pytest.mark.slow("looks at the whole film")
def test_finer_steps_show_every_event_beside_the_other_search(opened: Open, six: str) -> None:
    shown = opened(six)
    choose(shown, "left", "prolog")
    choose(shown, "right", "backtracking")
    press(shown, "start")
    press(shown, "next dead end")
    common, board = step(shown), queens(shown, "#right .board")
    press(shown, "every event")
    events = list(tracer(registry.find("prolog"))(Problem(6)))
    assert shown.inner_text("#where").endswith(f"of {len(events):,}")
    assert queens(shown, "#right .board") == board
    sentences = [sentence(event) for event in events]
    steps = range(step(shown), step(shown) + 5)
    told = at_steps(shown, steps, "() => document.querySelector('#left .event').innerText")
    assert [text.removesuffix(DEAD_END) for text in told] == [sentences[at - 1] for at in steps]
    press(shown, "every event")
    assert step(shown) >= common
    link = "#left=prolog&right=backtracking&step=9&fine=1"
    shown.evaluate("link => { location.hash = link; }", link)
    shown.wait_for_function("document.getElementById('step').value === '9'")
    assert shown.inner_text("#left .event") == sentences[8]


def test_keys_move_the_film_wherever_the_focus_is(opened: Open, six: str) -> None:
    shown = opened(six)
    shown.locator("#search").scroll_into_view_if_needed()
    for name in ("step forward", "next dead end"):
        press(shown, name)
        shown.keyboard.press("Space")
        assert shown.inner_text("[data-do=play]").strip() == "Pause"
        shown.keyboard.press("Space")
    shown.locator("#left select").focus()
    choose(shown, "left", "prolog")
    assert text_after(shown, "Home", "ArrowRight", "ArrowRight").startswith("2 of")
    assert shown.input_value("#left select") == "prolog"
    shown.locator("#left .state").click()
    assert text_after(shown, "ArrowRight").startswith("3 of")


def test_the_links_of_the_header_stay_in_sight(opened: Open, six: str) -> None:
    shown = opened(six)
    for name in ("search", "programs", "sources"):
        shown.locator(f"nav [href='#{name}']").click()
        shown.wait_for_function(
            """name => Math.abs(document.getElementById(name).getBoundingClientRect().top
                - document.querySelector("header").offsetHeight) < 20""",
            arg=name,
        )
        assert shown.locator("nav a").first.is_visible()
        assert shown.evaluate("document.querySelector('header').getBoundingClientRect().top") == 0


def test_keys_scroll_the_page_while_the_film_is_not_on_the_screen(opened: Open, six: str) -> None:
    shown = opened(six)
    shown.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    before = shown.inner_text("#where")
    shown.keyboard.press("End")
    assert shown.inner_text("#where") == before
    shown.wait_for_function("scrollY > 0")


def test_a_page_that_is_resized_while_a_film_loads_does_no_harm(opened: Open, six: str) -> None:
    errors = opened(six).evaluate("""() => {
      const errors = [], select = document.querySelector("#left select");
      addEventListener("error", ({ message }) => errors.push(message));
      select.value = [...select.options].find((one) => one.value && !one.selected).value;
      select.dispatchEvent(new Event("change"));
      dispatchEvent(new Event("resize"));
      return errors;
    }""")
    assert errors == []
