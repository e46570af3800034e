"""The films of a report, played in a real browser."""

from __future__ import annotations

import base64
import gzip
import json
import re
from itertools import combinations, pairwise

import pytest
from browser import (
    Open,
    at_steps,
    choose,
    crosscheck,
    left_alone,
    press,
    queens,
    set_value,
    step,
)
from engines import needs_prolog, why_not
from places import ROOT
from playwright.sync_api import Page
from report_page import page
from shares import WHOLE_ZOO

import solvers
from solvers import registry
from solvers.output.films import film_player
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind
from solvers.tracing.event_table import EVENT_TABLE, sentence
from solvers.tracing.replay import Replay, search_tree
from solvers.tracing.traces import executed_lines, is_traced, tracer

DEAD_END = ": a dead end"
"""The words behind the event that ends a branch."""


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


@pytest.mark.parametrize("name", ["backtracking", "prolog", "sicp"])
def test_the_board_after_a_step_is_that_of_the_events(opened: Open, six: str, name: str) -> None:
    scenes = list(Replay(Problem(6)).scenes(tracer(registry.find(name))(Problem(6))))
    shown = opened(six)
    left_alone(shown, name)
    assert shown.inner_text("#where").endswith(f"of {len(scenes):,}")
    steps = [*range(1, len(scenes) + 1, 97), len(scenes)]
    seen = at_steps(
        shown,
        steps,
        """() => [
            [...document.querySelectorAll("#left .queen")]
                .map(({ dataset }) => [Number(dataset.column), Number(dataset.row)]),
            document.querySelectorAll("#left .conflict").length,
            document.querySelector("#left .event").innerText,
        ]""",
    )
    tried: list[Event | None] = []
    for scene in scenes:
        entry = EVENT_TABLE[scene.event.kind]
        last = tried[-1] if tried else None
        tried.append(last if entry.is_aside else scene.event if entry.tries else None)
    for at, (drawn, conflicts, told) in zip(steps, seen, strict=True):
        scene, trial = scenes[at - 1], tried[at - 1]
        expected = list(scene.event.queens)
        if scene.event.state.get("placements"):  # the first of the boards of a level
            expected = scene.event.state["placements"][0]
        assert [row for _, row in sorted(drawn)] == expected
        assert conflicts == int(bool(trial and trial.conflict_column is not None))
        assert told == sentence(scene.event).splitlines()[0]


def test_the_state_is_in_the_paradigms_own_words(opened: Open, six: str) -> None:
    shown = opened(six)
    press(shown, "start")
    press(shown, "next solution")
    assert shown.inner_text("#left .state").split() == [
        *("n:", "6", "c:", "6", "qp:", "(4", "2", "0", "5", "3", "1)"),
        *("nr:", "(0", "5", "3", "1", "6", "4", "2)"),
    ]
    assert "solve(6,[1],[4,2,0,5,3,1])" in shown.inner_text("#right .state")


def test_the_page_compares_the_events_of_two_searches(opened: Open, six: str) -> None:
    shown = opened(six)
    assert "take the same" in shown.inner_text("#parting")
    assert shown.locator("[data-do=part]").is_disabled()
    choose(shown, "right", "sicp")  # which tells of whole levels, and of solutions
    said = shown.inner_text("#parting")
    assert "have no events in common except their solutions" in said
    nodes = search_tree(Problem(6), tracer(registry.find("sicp"))(Problem(6))).nodes
    assert f"sicp: {nodes} nodes, " in said
    assert "Both find the same solution first." in said
    for key in ("Home", "ArrowRight", "ArrowRight", "End"):  # the same event on both sides
        shown.locator("#step").press(key)
        left, right = shown.locator(".event").all_inner_texts()
        assert left == right
    choose(shown, "left", "sicp")
    assert shown.inner_text("#parting") == "Both sides show the same search."


@pytest.mark.zoo("makes another report")
def test_a_solved_board_shows_no_dead_end_before_it(opened: Open) -> None:
    shown = opened(page([crosscheck(6, "sicp", "python-constraint")], "here"))
    choose(shown, "left", "sicp")
    choose(shown, "right", "python-constraint")
    assert (
        "The first solution of sicp has row 1 in column 0, that of python-constraint row 4: so "
        "their solutions come in different orders." in shown.inner_text("#parting")
    )
    press(shown, "start")
    shown.locator("#step").press("ArrowRight")
    assert "solution 1" in shown.inner_text("#right .event")
    assert shown.locator("#right .wipeout").count() == 0


@pytest.mark.zoo("makes another report")
def test_the_calls_of_two_programs_of_sicp_are_compared(opened: Open) -> None:
    names = ("sicp", "sicp-interchanged")
    shown = opened(page([crosscheck(4, *names)], "here"))
    choose(shown, "left", names[0])
    choose(shown, "right", names[1])
    calls = [
        sum(event.kind is Kind.ENTER for event in tracer(registry.find(name))(Problem(4)))
        for name in names
    ]
    told = f"both consist of calls of queen-cols: {calls[0]} and {calls[1]} of them."
    assert told in shown.inner_text("#parting")
    assert f"again and again, in {calls[1]} calls" in shown.inner_text(".difference figcaption")
    shown.locator("#step").press("End")
    state = shown.locator("#right .state")
    counted = ["calls of queen-cols", *(f"k = {k}: {4 ** (4 - k)}" for k in range(5))]
    assert state.inner_text().splitlines() == counted
    assert state.evaluate("box => box.scrollHeight <= box.clientHeight")


@pytest.mark.zoo("makes another report")
def test_a_search_that_parts_later_is_found(opened: Open) -> None:
    text = page([crosscheck(5, "backtracking", "prolog")], "here")
    before, _, rest = text.partition('"prolog":{"n":5')
    packed = json.loads('{"n":5' + rest[: rest.index("}") + 1])["gzip"]
    film = json.loads(gzip.decompress(base64.b64decode(packed)))
    kinds, meanings = film["events"]["kind"], film["events"]["means"]
    place = [number for number, kind in enumerate(kinds) if kind == "try"][20]
    meanings[place] = "go back"
    changed = base64.b64encode(gzip.compress(json.dumps(film).encode())).decode()
    shown = opened(before + '"prolog":{"n":5' + rest.replace(packed, changed))
    shared = sum(kind != "port" for kind in kinds[: place + 1])
    assert f"first differ at step {shared}." in shown.inner_text("#parting")
    assert shown.locator("#marks .apart").count() == 1
    press(shown, "start")
    press(shown, "first difference")
    assert step(shown) == shared


@pytest.mark.zoo("makes another report")
def test_the_first_removed_row_is_shown_and_a_pair_of_one_order_is_offered(opened: Open) -> None:
    shown = opened(page([crosscheck(6, "backtracking", "python-constraint", "chr")], "here"))
    choose(shown, "left", "backtracking")
    choose(shown, "right", "python-constraint")
    assert "so their solutions come in different orders" in shown.inner_text("#parting")
    press(shown, "first removed row")
    assert "the queen in column 0 removes" in shown.inner_text("#right .event")
    assert (
        "python-constraint looks ahead for the first time, as in forward checking"
        in shown.inner_text("#parting")
    )
    shown.locator("#parting button", has_text="Show chr").click()
    shown.locator("#parting", has_text="python-constraint").wait_for(state="hidden")
    assert "that dead end at step" in shown.inner_text("#parting")


@pytest.mark.parametrize("n", [5, pytest.param(6, marks=pytest.mark.zoo("makes another report"))])
def test_a_dead_end_that_is_seen_ahead_is_named_with_both_steps(opened: Open, n: int) -> None:
    shown = opened(page([crosscheck(n, "backtracking", "python-constraint", "chr")], "here"))
    for name in ("python-constraint", "chr"):
        choose(shown, "left", "backtracking")
        choose(shown, "right", name)
        said = shown.inner_text("#parting")
        told = re.search(
            rf"At step (\d+) {name} sees that no row is left for column (\d); backtracking comes "
            r"to (the mirror image of )?that dead end at step (\d+)\.",
            said,
        )
        assert told, said
        early, column, mirrored, late = told.groups()
        press(shown, "first dead end seen ahead")
        assert step(shown) == int(early)
        assert shown.inner_text("#right .event") == f"no row is left for column {column}{DEAD_END}"
        seen = queens(shown, "#right .board")
        set_value(shown, "#step", late)
        assert re.match(
            rf"row \d of column {column}: .*{DEAD_END}", shown.inner_text("#left .event")
        )
        found = queens(shown, "#left .board")[: len(seen)]
        assert found == ([n - 1 - row for row in seen] if mirrored else seen)
        press(shown, "first removed row")  # the longest sentences, none of which is cut
        fits = "one => one.scrollHeight <= one.clientHeight"
        assert shown.eval_on_selector("#parting", fits)


@pytest.mark.zoo("makes another report")
def test_the_right_search_follows_to_the_same_board(opened: Open) -> None:
    shown = opened(page([crosscheck(6, "backtracking", "python-constraint")], "here"))
    choose(shown, "left", "backtracking")
    choose(shown, "right", "python-constraint")
    shown.locator("#more summary").click()
    shown.select_option("#together", "board")
    press(shown, "start")
    press(shown, "next solution")
    assert queens(shown, "#left") == queens(shown, "#right")
    assert "python-constraint has this solution at its event" in shown.inner_text("#parting")


@pytest.mark.zoo("makes another report")
def test_another_order_of_columns_makes_no_tree_pale(opened: Open) -> None:
    shown = opened(page([crosscheck(6, "backtracking", "clpfd")], "here"))
    choose(shown, "left", "backtracking")
    choose(shown, "right", "clpfd")
    said = shown.inner_text("#left-tree figcaption")
    assert "clpfd takes the columns in another order" in said
    assert shown.locator("#left-tree svg .only-here").count() == 0


def test_the_tree_shows_every_placement_of_the_search(opened: Open, six: str) -> None:
    shown = opened(six)
    assert shown.locator("#left-tree svg [data-kind=folded]").count() > 0
    shown.locator('[data-tree="unfold"]').click()
    nodes = shown.locator("#left-tree svg [data-kind]").count()
    assert shown.locator("#left-tree svg [data-kind=solution]").count() == 4
    placed = {
        event.queens
        for event in tracer(registry.find("backtracking"))(Problem(6))
        if event.kind == "placed"
    }
    assert nodes == len(placed) + 1
    node = shown.locator('#left-tree svg [data-queens="1,3,5"]')
    node.dispatch_event("click")
    assert queens(shown, "#left .board") == [1, 3, 5]
    before = shown.get_attribute("#left-tree svg", "viewBox")
    shown.locator('[data-tree="in"]').click()
    assert shown.get_attribute("#left-tree svg", "viewBox") != before
    shown.locator('[data-tree="fold"]').click()
    assert shown.locator("#left-tree svg [data-kind=choice]").count() == 1


OVERLAPS = """() => [...document.querySelectorAll("svg.tree")].flatMap((tree) => {
  const boxes = [...tree.querySelectorAll("text")].map((label) => label.getBoundingClientRect());
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return boxes.filter((box, index) => boxes.slice(0, index).some((other) => meet(box, other)));
}).length"""


def test_labels_of_a_tree_are_large_and_never_overlap(opened: Open, ahead: str) -> None:
    shown = opened(ahead)
    for left, right in (("sat", "python-constraint"), ("backtracking", "sat")):
        choose(shown, "left", left)
        choose(shown, "right", right)
        assert shown.evaluate(OVERLAPS) == 0
        height = shown.locator("#left-tree text").first.bounding_box()
        assert height
        assert height["height"] >= 18
        shown.locator('[data-tree="unfold"]').click()
        assert shown.evaluate(OVERLAPS) == 0


def test_a_folded_subtree_unfolds_by_the_keyboard(opened: Open, six: str) -> None:
    shown = opened(six)
    folded = shown.locator('#left-tree svg [data-kind="folded"]').first
    placed = folded.get_attribute("data-queens")
    nodes = shown.locator("#left-tree svg [data-kind]").count()
    folded.focus()
    shown.keyboard.press("Enter")
    node = shown.locator(f'#left-tree svg [data-queens="{placed}"]')
    assert node.get_attribute("data-kind") == "choice"
    assert shown.locator("#left-tree svg [data-kind]").count() > nodes
    assert queens(shown, "#left .board") == [int(row) for row in str(placed).split(",")]


def closed(events: list[Event]) -> dict[tuple[int, int], int | None]:
    """The squares that are removed after these events, each with the column of the attacker."""
    squares: dict[tuple[int, int], int | None] = {}
    for event in events:
        if event.kind is Kind.REMOVE:
            squares |= dict.fromkeys(event.squares or (), event.conflict_column)
        elif event.kind is Kind.DECIDE and event.queen is False:
            squares[event.column or 0, event.row or 0] = None
        elif event.kind is Kind.RESTORE:
            squares = {at: by for at, by in squares.items() if at not in (event.squares or ())}
    return squares


@pytest.mark.parametrize("name", ["python-constraint", "sat"])
def test_removed_squares_are_those_of_the_events(opened: Open, ahead: str, name: str) -> None:
    events = list(tracer(registry.find(name))(Problem(6)))
    shown = opened(ahead)
    left_alone(shown, name)
    steps = (3, 40, len(events) // 2, 9)  # forward and back
    removed = """() => [...document.querySelectorAll("#left .removed")]
        .map(({ dataset }) => [dataset.column, dataset.row, dataset.by])"""
    for number, drawn in zip(steps, at_steps(shown, steps, removed), strict=True):
        found = {(int(c), int(r)): int(by) if by.isdecimal() else None for c, r, by in drawn}
        assert found == closed(events[:number])


def test_a_clause_a_wipeout_and_a_jump_are_seen(opened: Open, ahead: str) -> None:
    events = list(tracer(registry.find("sat"))(Problem(6)))
    shown = opened(ahead)
    left_alone(shown, "sat")
    for kind, mark in (("learn", ".literal"), ("wipeout", ".wipeout"), ("imply", ".implied")):
        number, event = next((i, one) for i, one in enumerate(events, 1) if one.kind == kind)
        set_value(shown, "#step", number)
        assert shown.locator(f"#left {mark}").count() == len(event.clause or "1")


def test_a_film_that_was_cut_says_so(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.tracing.films.LONGEST_FILM", 300)
    backend, problem = registry.find("backtracking"), Problem(6)
    shown = opened(film_player(backend, "cut", problem, list(tracer(backend)(problem))))
    assert "lacks its last 1,794 events" in shown.inner_text("#parting")
    set_value(shown, "#step", 300)
    assert "The film is cut here" in shown.inner_text("#left .older")


def test_a_film_without_the_ports_of_prolog_says_so(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solvers.tracing.films.LONGEST_FILM", 3000)
    needs_prolog()
    backend, problem = registry.find("prolog"), Problem(6)
    shown = opened(film_player(backend, "cut", problem, list(tracer(backend)(problem))))
    assert "lacks its 5,198 calls, exits, redos and failures" in shown.inner_text("#parting")


@pytest.mark.zoo("makes another report")
def test_a_jump_back_over_decisions_is_drawn(opened: Open) -> None:
    sat, problem = registry.find("sat"), Problem(7)
    events = list(tracer(sat)(problem))
    shown = opened(film_player(sat, "sat", problem, events))
    jump = next(i for i, one in enumerate(events, 1) if one.kind == "backjump" and one.levels != 1)
    set_value(shown, "#step", jump)
    assert shown.text_content("#left .jump") == f"−{events[jump - 1].levels}"  # noqa: RUF001


def test_two_trees_show_their_nodes_and_the_pruned_branches(opened: Open, ahead: str) -> None:
    shown = opened(ahead)
    for side, name in (("left", "backtracking"), ("right", "python-constraint")):
        events = tracer(registry.find(name))(Problem(6))
        nodes = search_tree(Problem(6), events).nodes
        assert shown.inner_text(f"#{side}-tree figcaption").startswith(f"{name}: {nodes} nodes")
    assert shown.locator("#left-tree .tried").count() > 10
    assert shown.locator("#left-tree .pruned").count() == 0
    assert shown.locator("#right-tree .pruned").count() > 10


def test_the_page_asks_for_the_next_step(opened: Open, ahead: str) -> None:
    shown = opened(f"{ahead}")
    link = "#left=backtracking&right=&step=0&ask=1"
    shown.evaluate("link => { location.hash = link; }", link)
    shown.wait_for_selector("#answers button")
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


@pytest.mark.parametrize("width", [1280, 640])  # the same screen, enlarged to 200 %
def test_keys_move_the_search_and_a_link_leads_to_each_step(
    opened: Open, ahead: str, width: int
) -> None:
    shown = opened(ahead, size=(width, 720))
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


def test_local_search_is_played_without_a_tree(opened: Open) -> None:
    shown = opened(solvers.trace(5, "local-search").html)
    shown.keyboard.press("Home")
    shown.keyboard.press("ArrowRight")
    assert len(queens(shown, "#left")) == 5
    assert shown.locator("#left .attack").count() > 0
    shown.keyboard.press("End")
    assert shown.locator("#left .attack").count() == 0  # a solution
    assert "no tree" in shown.inner_text("#left-tree")


PLACES = """async ([left, right]) => {
  const places = () => JSON.stringify([...document.querySelectorAll(
    "#left .board, #right .board, .event, .transport > *, #tree")].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [x + scrollX, y + scrollY, width, height].map(Math.round);
    }));
  const chosen = ["left", "right"].map((side) => document.querySelector(`#${side} select`));
  [chosen[0].value, chosen[1].value] = [left, right];
  chosen[0].dispatchEvent(new Event("change"));
  const loading = document.getElementById("search").dataset;
  while (loading.loading) await new Promise((done) => setTimeout(done));
  const slider = document.getElementById("step");
  const seen = new Set();
  for (let step = 0; step <= Math.min(60, Number(slider.max)); step++) {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    seen.add(places());
  }
  return [...seen];
}"""


BAR = """() => {
  const { top, bottom } = document.querySelector(".transport").getBoundingClientRect();
  return `${Math.round(top + scrollY)} ${Math.round(bottom + scrollY)}`;
}"""


@pytest.fixture(scope="module")
def every(ahead: str) -> str:
    """A report with all textbook searches that can be traced here; but in the zoo, with a few."""
    if not WHOLE_ZOO:
        return ahead
    known = [backend for backend in registry.backends().values() if not backend.variant_of]
    names = [each.name for each in known if is_traced(each) and each.enumerates]
    return page([crosscheck(5, *(name for name in names if not why_not(name)))], "here")


SIZES = ((1280, 720), (1920, 1080), (390, 844))[: None if WHOLE_ZOO else 1]


@pytest.mark.zoo
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_step_moves_a_board(opened: Open, every: str, size: tuple[int, int]) -> None:
    shown = opened(every, size=size)
    names = shown.eval_on_selector_all("#left option", "all => all.map(one => one.value)")
    bars = set()
    pairs = [*combinations(names, 2), *((name, "") for name in names)]
    for pair in pairs if WHOLE_ZOO else pairs[::3]:
        assert len(shown.evaluate(PLACES, pair)) == 1, pair
        bars.add(shown.evaluate(BAR))
    assert len(bars) == (1 if size[0] > 720 else 2)  # on a phone a board alone is larger


def test_the_events_before_the_newest_are_listed(opened: Open, ahead: str) -> None:
    events = [sentence(event) for event in tracer(registry.find("sat"))(Problem(6))]
    shown = opened(ahead)
    choose(shown, "left", "python-constraint")
    choose(shown, "right", "sat")
    listed = """() => [document.querySelector('#right .event').innerText,
        ...[...document.querySelectorAll('#right .older li')].map((one) => one.innerText)]"""
    whole = "\n".join(reversed(events))
    for told in at_steps(shown, (5, 20, 59), listed):
        assert "\n".join(told) in whole
    assert shown.locator("#right .older .earlier").count()  # of earlier steps


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


def test_a_key_goes_back_to_the_youngest_open_choice(opened: Open, six: str) -> None:
    shown = opened(six)
    left_alone(shown, "backtracking")
    shown.locator("#left").scroll_into_view_if_needed()
    text_after(shown, "Home", "d")
    late, boards = step(shown), []
    for _ in range(2):
        shown.keyboard.press("b")
        boards.append(queens(shown, "#left .board"))
    assert step(shown) < late
    assert boards[1] == boards[0][:-1]
    shown.fill("#filter", "b")  # and none acts in an input
    shown.press("#filter", "b")
    assert queens(shown, "#left .board") == boards[1]


def test_no_mark_of_the_time_line_gives_an_answer_away(opened: Open, ahead: str) -> None:
    shown = opened(ahead)
    shown.evaluate("() => { location.hash = '#left=backtracking&right=&step=30&ask=1'; }")
    shown.wait_for_selector("#answers button")
    assert shown.locator("#marks .solution").count() == 0
    assert shown.locator("#marks .question").count() == 1
    assert not shown.locator("#tree").is_visible()


LAYOUT = """() => {
  const size = (node) => parseFloat(getComputedStyle(node).fontSize);
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [left, right, bar] = ["#left .board", "#right .board", ".transport"].map(box);
  const others = [...document.querySelectorAll(".player *")].filter((node) => !node.closest("svg")
    && !node.matches(".event") && node.getClientRects().length).map(size);
  return {
    isLargest: size(document.querySelector(".event")) > Math.max(...others),
    isBelow: bar.bottom <= innerHeight
      && [...document.querySelectorAll(".player *")].every((part) => part.closest("pre, ol")
        || part.getBoundingClientRect().bottom <= bar.top + 1
        || (innerWidth < 720 && part.getBoundingClientRect().top >= bar.bottom - 1)),
    isSame: Math.abs(left.width - right.width) < 1 && left.top === right.top,
    square: left.width / (6 + 1.2),
    digits: [...document.querySelectorAll("#left .board > text:not(.queen, .taken)")]
      .map((text) => parseFloat(text.style.fontSize)),
    columns: (() => {
      const pane = document.querySelector("#left .state"), style = getComputedStyle(pane);
      const probe = document.createElement("span");
      probe.textContent = "0".repeat(100);
      pane.append(probe);
      const width = probe.getBoundingClientRect().width / 100;
      probe.remove();
      return (pane.clientWidth - 2 * parseFloat(style.paddingLeft)) / width;
    })(),
    places: JSON.stringify([left, right, bar]),
  };
}"""


@pytest.mark.zoo
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_moves_while_a_film_plays(opened: Open, six: str, size: tuple[int, int]) -> None:
    shown = opened(six, with_clock=True, size=size)
    choose(shown, "left", "backtracking")
    for pane in ("state", "program"):
        shown.locator(f"#left [data-pane={pane}]").click()
        shown.evaluate(
            "document.getElementById('left').firstElementChild"
            ".scrollIntoView({ behavior: 'instant' })"
        )
        set_value(shown, "#step", 0)
        shown.locator("[data-do=play]").click()
        seen = []
        for _ in range(6):
            shown.clock.run_for(1000)
            seen.append(shown.evaluate(LAYOUT))
        shown.locator("[data-do=play]").click()
        assert step(shown) == 6
        assert len({one["places"] for one in seen}) == 1
        found = seen[-1]
        assert found["isLargest"]
        assert found["isBelow"]
        assert found["isSame"]
        assert all(digit <= 0.4 for digit in found["digits"])
        assert bool(found["digits"]) == (found["square"] * 0.4 >= 9)
        if pane == "program" and size[0] >= 1280:
            assert found["columns"] >= 56


def test_a_projection_has_large_type_and_nothing_else(opened: Open, six: str) -> None:
    shown = opened(six, size=(1920, 1080), scheme="dark")
    shown.locator("#search").scroll_into_view_if_needed()
    shown.keyboard.press("Shift+P")
    assert (
        shown.evaluate("parseFloat(getComputedStyle(document.querySelector('.event')).fontSize)")
        >= 80
    )
    assert shown.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(253, 252, 250)"
    assert not shown.locator("header, #tree, .count, .tabs").filter(visible=True).count()
    shown.keyboard.press("c")
    assert (
        shown.evaluate("parseFloat(getComputedStyle(document.querySelector('.state')).fontSize)")
        >= 30
    )
    boards = [shown.locator(f"#{side} .board").bounding_box() for side in ("left", "right")]
    assert all(box and box["y"] + box["height"] < 1080 * 0.75 for box in boards)
    shown.keyboard.press("Escape")
    assert shown.locator("header").is_visible()


@pytest.mark.zoo("looks at the whole film")
def test_no_sentence_of_a_projection_is_cut_or_small(opened: Open, ahead: str) -> None:
    shown = opened(ahead, size=(1920, 1080))
    left_alone(shown, "sat")
    shown.keyboard.press("Shift+P")
    cut, smallest = shown.evaluate(
        """() => {
            const step = document.getElementById("step");
            const event = document.querySelector("#left .event");
            const cut = [], sizes = [];
            for (step.value = 1; ; step.value++) {
                step.dispatchEvent(new Event("input"));
                if (event.scrollHeight > event.clientHeight) cut.push(event.textContent);
                sizes.push(parseFloat(getComputedStyle(event).fontSize));
                if (step.value === step.max) return [cut, Math.min(...sizes)];
            }
        }"""
    )
    assert cut == []
    assert smallest >= 80


def test_on_a_phone_a_choice_point_stands_beside_or_below_its_goal(opened: Open, six: str) -> None:
    shown = opened(six, size=(390, 844))
    choose(shown, "left", "prolog")
    choose(shown, "right", "backtracking")
    set_value(shown, "#step", 40)
    lines = shown.evaluate(
        """() => [...document.querySelectorAll("#left .goal")].map((line) => {
            const range = document.createRange(), rows = [];
            range.selectNodeContents(line.firstChild);
            for (const { top } of range.getClientRects()) rows.push(top);
            const goal = range.getBoundingClientRect();
            const choice = line.lastChild.getBoundingClientRect();
            return [new Set(rows).size, choice.left >= goal.right || choice.top >= goal.bottom];
        })"""
    )
    assert len(lines) > 5
    assert all(line == [1, True] for line in lines)
    shown.locator("#left .state:has-text('resumes here')").wait_for()


def text_after(shown: Page, *keys: str) -> str:
    """The step that is told after these keys."""
    for pressed in keys:
        shown.keyboard.press(pressed)
    return shown.inner_text("#where")


@pytest.mark.zoo("looks at the whole film")
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


# With the ports of Prolog, and without.
@pytest.mark.parametrize("n", [6, pytest.param(8, marks=pytest.mark.zoo("films all of 8 queens"))])
def test_the_choice_point_at_which_prolog_resumes_is_two_clicks_away(opened: Open, n: int) -> None:
    shown = opened(page([crosscheck(n, "backtracking", "python-constraint", "prolog")], "here"))
    choose(shown, "left", "prolog")
    told = shown.locator("#left .older .more")
    resumes = re.compile(r"Prolog resumes at the newest choice of a row, in column 4\. It undoes")
    for beside in ("python-constraint", ""):  # the first dead end in common, and of all
        choose(shown, "right", beside)
        press(shown, "start")
        assert told.count() == 0
        press(shown, "next dead end")
        assert resumes.search(told.inner_text())
        box, words = shown.locator("#left .older").bounding_box(), told.bounding_box()
        assert box
        assert words
        assert box["y"] <= words["y"]
        assert words["y"] + words["height"] <= box["y"] + box["height"]


def test_keys_move_the_film_after_an_engine_was_chosen(opened: Open, six: str) -> None:
    shown = opened(six)
    shown.locator("#search").scroll_into_view_if_needed()
    shown.locator("#left select").focus()
    choose(shown, "left", "prolog")
    choose(shown, "right", "backtracking")
    assert text_after(shown, "Home", "ArrowRight", "ArrowRight").startswith("2 of")
    assert shown.input_value("#left select") == "prolog"


def test_space_plays_after_a_click_on_the_transport(opened: Open, six: str) -> None:
    shown = opened(six)
    for name in ("step forward", "next dead end"):
        press(shown, name)
        shown.keyboard.press("Space")
        assert shown.inner_text("[data-do=play]").strip() == "Pause"
        shown.keyboard.press("Space")


def test_keys_move_the_film_while_the_goals_have_the_focus(opened: Open, six: str) -> None:
    shown = opened(six)
    left_alone(shown, "prolog")
    set_value(shown, "#step", 20)
    shown.locator("#left .state").click()
    assert text_after(shown, "ArrowRight").startswith("21 of")


def test_the_links_of_the_header_stay_in_sight(opened: Open, six: str) -> None:
    shown = opened(six)
    for name in ("search", "programs"):
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


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=str)
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


@pytest.mark.zoo("makes another report")
def test_the_first_pair_has_more_in_common_than_its_solutions(opened: Open) -> None:
    shown = opened(page([crosscheck(5, "sicp", "clpfd", "sat")], "here"))
    assert shown.input_value("#left select") == "clpfd"
    assert shown.input_value("#right select") == "sat"
    shown = opened(page([crosscheck(5, "sicp", "clpfd")], "here"))
    assert shown.input_value("#right select") == ""


def test_the_line_that_is_executed_lights_up(opened: Open, six: str) -> None:
    shown = opened(six)
    left_alone(shown, "backtracking")
    shown.locator("#left [data-pane=program]").click()
    problem, backend = Problem(6), registry.find("backtracking")
    program = executed_lines(backend, problem)
    assert program
    lines = program.text.splitlines()
    events = list(tracer(backend)(problem))[:40]
    wanted = [program.line(event, before) for before, event in pairwise([None, *events]) if event]
    assert None not in wanted
    lit = """() => {
        const line = document.querySelector("#left .lit");
        const box = line.parentElement.getBoundingClientRect();
        const { top, bottom } = line.getBoundingClientRect();
        return [line.innerText, box.top <= top && bottom <= box.bottom];
    }"""
    seen = at_steps(shown, range(1, 41), lit)
    assert seen == [[f"{lines[line or 0]}\n", True] for line in wanted]
    assert len(shown.evaluate(PLACES, ("backtracking", ""))) == 1
    shown.locator("#left [data-pane=state]").click()
    assert shown.locator("#left .lit").count() == 0


def test_the_lecture_follows_its_notes(opened: Open) -> None:
    """Each link, and each text that the notes promise, so many steps after it."""
    notes = (ROOT / "docs" / "lecture.md").read_text()
    names = sorted({*re.findall(r"(?:left|right)=([\w-]+)", notes)})
    shown = opened(page([crosscheck(6, *names)], "here"))
    promises = 0
    for part in re.split(r"(?=\]\(\.\./build/lecture\.html#left)", notes)[1:]:
        link = re.match(r"\]\(\.\./build/lecture\.html(#[^)]*)\)", part)
        assert link
        shown.evaluate("link => { location.hash = link; }", link[1])
        steps = int(re.findall(r"step=(\d+)", link[1])[0])
        shown.wait_for_function("n => document.getElementById('step').value === n", arg=str(steps))
        shown.wait_for_selector("#search:not([data-loading])")
        for when, later, text in re.findall(
            r"(this step|next step,|(\d+) more steps,) the page shows `([^`]*)`",
            " ".join(part.split()),
        ):
            set_value(shown, "#step", steps + int(later or when == "next step,"))
            told = shown.locator(".event, .older li").all_inner_texts()
            assert text in [one.removesuffix(DEAD_END) for one in told]
            promises += 1
    assert promises == 13
