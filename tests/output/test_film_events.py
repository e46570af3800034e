"""A step of a film shows its event: the board, the state, the program's line."""

from __future__ import annotations

from itertools import pairwise

import pytest
from browser import Open, at_steps, choose, left_alone, set_value

from solvers import registry
from solvers.output.film_pages import film_player
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind
from solvers.tracing.event_table import EVENT_TABLE, sentence
from solvers.tracing.traces import executed_lines, tracer


@pytest.mark.parametrize("name", ["backtracking", "prolog", "sicp"])
def test_the_board_after_a_step_is_that_of_the_events(opened: Open, six: str, name: str) -> None:
    events = list(tracer(registry.find(name))(Problem(6)))
    shown = opened(six)
    left_alone(shown, name)
    assert shown.inner_text("#where").endswith(f"of {len(events):,}")
    steps = [*range(1, len(events) + 1, 97), len(events)]
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
    for event in events:
        entry = EVENT_TABLE[event.kind]
        last = tried[-1] if tried else None
        tried.append(last if entry.is_aside else event if entry.tries else None)
    for at, (drawn, conflicts, told) in zip(steps, seen, strict=True):
        event, trial = events[at - 1], tried[at - 1]
        expected = list(event.queens)
        if event.state.get("placements"):  # the first of the boards of a level
            expected = event.state["placements"][0]
        assert [row for _, row in sorted(drawn)] == expected
        assert conflicts == int(bool(trial and trial.conflict_column is not None))
        assert told == sentence(event).splitlines()[0]


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


@pytest.mark.slow("makes another report")
def test_a_jump_back_over_decisions_is_drawn(opened: Open) -> None:
    sat, problem = registry.find("sat"), Problem(7)
    events = list(tracer(sat)(problem))
    shown = opened(film_player(sat, "sat", problem, events))
    jump = next(i for i, one in enumerate(events, 1) if one.kind == "backjump" and one.levels != 1)
    set_value(shown, "#step", jump)
    assert shown.text_content("#left .jump") == f"−{events[jump - 1].levels}"  # noqa: RUF001


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
    shown.locator("#left [data-pane=state]").click()
    assert shown.locator("#left .lit").count() == 0
