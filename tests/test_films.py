"""Every trace is true, event by event, and the check of it notices what is not."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from boards import BOARDS, solutions_of
from conftest import able_backend

from solvers import registry
from solvers.board.problem import Problem
from solvers.course import traces
from solvers.course.events import Event, Kind, Rule
from solvers.course.film_check import FilmError, check
from solvers.course.notations import representation
from solvers.course.search_tree import search_tree
from solvers.interface import Backend

TRACED = [
    name
    for name, one in registry.backends().items()
    if representation(one) or name in traces.TRACERS
]


@pytest.fixture(params=TRACED)
def traced(request: pytest.FixtureRequest) -> Backend:
    """Every backend that can be traced; one that cannot run here is skipped with the cure."""
    return able_backend(request.param)


DRAWN = ("four, a column closed", "five, a queen and a hole", "six, a queen in the last column")
FILMED = [
    *map(Problem, range(7)),
    *(Problem(6, prefix) for prefix in ((0,), (1, 3), (1, 3, 5, 0, 2, 4))),
    *(BOARDS[name] for name in DRAWN),
]


def test_every_film_is_true(traced: Backend) -> None:
    for problem in FILMED:
        events = list(traces.tracer(traced)(problem))
        assert check(problem, events, solutions_of(problem)) == len(events)
        for event in events:
            assert event.document() == json.loads(json.dumps(event.document()))


def test_a_traced_search_does_what_the_untraced_one_counts(traced: Backend) -> None:
    *_, end = traces.tracer(traced)(Problem(6))
    if end.state:
        counters = traced.solve(Problem(6), lambda _: None)
        assert {name: counters[name] for name in end.state} == end.state


# What is tampered with


def change(kind: Kind, **fields: object) -> Callable[[Event], list[Event]]:
    """Say something else in an event of this kind."""
    return lambda event: [replace(event, **fields)]  # type: ignore[arg-type]


def leave_out(_: Event) -> list[Event]:
    return []


def say_twice(event: Event) -> list[Event]:
    return [event, event]


def one_square_less(event: Event) -> list[Event]:
    return [replace(event, squares=(event.squares or ())[1:])]


def another_queen(event: Event) -> list[Event]:
    (first, *others) = event.queens or (None,)
    return [replace(event, queens=(5 if first != 5 else 4, *others))]


def a_row_further(event: Event) -> list[Event]:
    row = ((event.row or 0) + 1) % 6
    queens = [row if c == event.column else r for c, r in enumerate(event.queens)]
    return [replace(event, row=row, queens=tuple(queens))]


def squares_of_the_corner(event: Event) -> list[Event]:
    free = [(c, r) for c in range(6) for r in range(6)]
    return [replace(event, squares=tuple(free))]


NO_BOARDS = {"k": 0, "depth": 6, "placements": []}

TAMPERED: dict[Kind, list[Callable[[Event], list[Event]]]] = {
    Kind.CONFLICT: [change(Kind.CONFLICT, conflict_line="nowhere"), another_queen],
    Kind.PLACED: [leave_out, say_twice, a_row_further],
    Kind.DECIDE: [leave_out, say_twice, another_queen],
    Kind.REMOVE: [say_twice, squares_of_the_corner, change(Kind.REMOVE, rule=Rule.ROW)],
    Kind.RESTORE: [leave_out, say_twice, one_square_less, squares_of_the_corner],
    Kind.IMPLY: [leave_out, say_twice, a_row_further],
    Kind.WIPEOUT: [change(Kind.WIPEOUT, column=0, row=None), another_queen],
    Kind.BACKTRACK: [leave_out, say_twice, change(Kind.BACKTRACK, column=7)],
    Kind.BACKJUMP: [leave_out, say_twice, change(Kind.BACKJUMP, levels=9)],
    Kind.LEARN: [change(Kind.LEARN, clause=())],
    Kind.SOLUTION: [leave_out, say_twice, another_queen, change(Kind.SOLUTION, number=7)],
    Kind.END: [leave_out, say_twice],
    Kind.LEAVE: [
        leave_out,
        say_twice,
        change(Kind.LEAVE, state={"k": 0, "depth": 6, "placements": []}),
    ],
    Kind.PORT: [leave_out],
}


def tampered(events: list[Event]) -> Iterator[tuple[str, list[Event]]]:
    """The film with one event changed, in each of the ways that its kind has."""
    for kind, ways in TAMPERED.items():
        places = [at for at, event in enumerate(events) if event.kind is kind]
        for at in places[:1] + places[len(places) // 2 : len(places) // 2 + 1]:
            for number, way in enumerate(ways):
                film = [*events[:at], *way(events[at]), *events[at + 1 :]]
                yield f"event {at}, {kind}, way {number}", film


def test_a_film_that_was_tampered_with_is_refused(traced: Backend) -> None:
    problem = Problem(6)
    events = list(traces.tracer(traced)(problem))
    for what, film in tampered(events):
        try:
            check(problem, film, solutions_of(problem))
        except FilmError:
            continue
        pytest.fail(f"not noticed: {what}")


# Nodes


def test_the_course_programs_search_one_tree() -> None:
    numbers = set()
    for name in ("sicp", "backtracking", "prolog"):
        for problem in (Problem(6), Problem(6, (0,))):
            tree = search_tree(problem, traces.tracer(able_backend(name))(problem))
            numbers.add((problem.prefix, tree.nodes, tree.decisions, tree.dead_ends, tree.depth))
    assert len(numbers) == 2
