"""Every film is true, event by event, and the check of it notices any false event."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from engines import able_backend
from shares import thinned

from solvers import registry
from solvers.errors import FilmError
from solvers.interface import Backend
from solvers.puzzle.problem import Problem
from solvers.testing.boards import BOARDS
from solvers.tracing import traces
from solvers.tracing.checker import check_events
from solvers.tracing.event import Event, Kind, Rule

TRACED = [name for name, one in registry.backends().items() if traces.is_traced(one)]


@pytest.fixture(params=thinned(TRACED, every=4))
def traced(request: pytest.FixtureRequest) -> Backend:
    """Every backend that can be traced; one that cannot run here is skipped with its reason."""
    return able_backend(request.param)


FILMED = [
    *map(Problem, (0, 1, 3, 5)),
    *(Problem(6, prefix) for prefix in ((1,), (1, 3, 5, 0, 2, 4))),
    BOARDS["four, a column closed"],
    BOARDS["five, a queen and a hole"],
    BOARDS["six, a queen in the last column"],
]


def test_every_film_is_true(traced: Backend) -> None:
    for problem in FILMED:
        events = list(traces.tracer(traced)(problem))
        assert check_events(problem, events) == len(events)
        for event in events:
            assert event.document() == json.loads(json.dumps(event.document()))


def change(kind: Kind, **fields: object) -> Callable[[Event], list[Event]]:
    """Change a field in an event of this kind."""
    return lambda event: [event._replace(**fields)]  # type: ignore[arg-type]


def leave_out(_: Event) -> list[Event]:
    return []


def say_twice(event: Event) -> list[Event]:
    return [event, event]


def one_square_less(event: Event) -> list[Event]:
    return [event._replace(squares=(event.squares or ())[1:])]


def another_queen(event: Event) -> list[Event]:
    (first, *others) = event.queens or (None,)
    return [event._replace(queens=(4 if first != 4 else 3, *others))]


def a_row_further(event: Event) -> list[Event]:
    row = ((event.row or 0) + 1) % 5
    queens = [row if c == event.column else r for c, r in enumerate(event.queens)]
    return [event._replace(row=row, queens=tuple(queens))]


def a_column_further(event: Event) -> list[Event]:
    return [event._replace(column=((event.column or 0) + 1) % 5)]


def squares_of_the_corner(event: Event) -> list[Event]:
    free = [(c, r) for c in range(5) for r in range(5)]
    return [event._replace(squares=tuple(free))]


TAMPERED: dict[Kind, list[Callable[[Event], list[Event]]]] = {
    Kind.CONFLICT: [change(Kind.CONFLICT, conflict_line="nowhere"), another_queen],
    Kind.COLUMN: [a_column_further],
    Kind.TRY: [a_row_further, a_column_further],
    Kind.PLACED: [leave_out, say_twice, a_row_further],
    Kind.DECIDE: [leave_out, say_twice, another_queen],
    Kind.REMOVE: [say_twice, squares_of_the_corner, change(Kind.REMOVE, rule=Rule.ROW)],
    Kind.RESTORE: [leave_out, say_twice, one_square_less, squares_of_the_corner],
    Kind.IMPLY: [leave_out, say_twice, a_row_further],
    Kind.WIPEOUT: [change(Kind.WIPEOUT, column=0), another_queen],
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
}


def tampered(events: list[Event]) -> Iterator[tuple[str, list[Event]]]:
    """The film with one event changed, in each of the ways that its kind has."""
    for kind, plans in TAMPERED.items():
        places = [at for at, event in enumerate(events) if event.kind is kind]
        for at in places[:1] + places[len(places) // 2 : len(places) // 2 + 1]:
            for number, plan in enumerate(plans):
                film = [*events[:at], *plan(events[at]), *events[at + 1 :]]
                yield f"event {at}, {kind}, way {number}", film


def test_a_film_that_was_tampered_with_is_refused(traced: Backend) -> None:
    problem = Problem(5)
    events = list(traces.tracer(traced)(problem))
    for what, film in tampered(events):
        try:
            check_events(problem, film)
        except FilmError:
            continue
        pytest.fail(f"not noticed: {what}")
