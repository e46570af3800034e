"""Every film is true, event by event, and the check of it notices any false event."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from engines import able_backend
from places import ROOT
from shares import thinned

from solvers import registry
from solvers.errors import FilmError
from solvers.interface import Backend
from solvers.puzzle.problem import Problem
from solvers.testing.boards import BOARDS
from solvers.tracing import traces
from solvers.tracing.checker import check_events
from solvers.tracing.event import Event, Kind, Rule
from solvers.tracing.event_table import EVENT_TABLE, sentence
from solvers.tracing.tracers import backtracking

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


# The event table


SENTENCES = {
    "enter column 2": Event(Kind.COLUMN, (), column=2),
    "row 1 of column 2: row conflict with the queen in column 0": Event(
        Kind.CONFLICT, (1,), 2, 1, conflict_column=0, conflict_line="row"
    ),
    "row 1 of column 0: the square is blocked": Event(
        Kind.CONFLICT, (1,), 0, 1, conflict_line="blocked"
    ),
    "decide: no queen in row 3 of column 1": Event(Kind.DECIDE, (), 1, 3, queen=False, level=1),
    "decide about row 3 of column 1: it fails at once": Event(Kind.DECIDE, (), 1, 3, level=1),
    "the queen in column 4 removes 0:1 2:3": Event(
        Kind.REMOVE, (), conflict_column=4, squares=((0, 1), (2, 3)), rule=Rule.ATTACK
    ),
    "a queen must stand in row 2 of column 1: no other square is left in row 2": Event(
        Kind.IMPLY, (None, 2), 1, 2, rule=Rule.ROW
    ),
    "no row is left for column 0": Event(Kind.WIPEOUT, (), column=0),
    "take back the last 2 decisions; 1 left": Event(Kind.BACKJUMP, (0,), level=1, levels=2),
    "learned: no queen on 0:1, or a queen on 2:3": Event(
        Kind.LEARN, (), rule=Rule.LEARNED, clause=((0, 1, False), (2, 3, True))
    ),
    "learned: a queen on one of 0:1, 2:3, or no queen on 4:4": Event(
        Kind.LEARN, (), rule=Rule.LEARNED, clause=((0, 1, True), (4, 4, False), (2, 3, True))
    ),
    "queen-cols 1 returns 1 board\n(1)": Event(
        Kind.LEAVE, (), state={"k": 1, "depth": 0, "boards": ["(1)"], "placements": [[0]]}
    ),
    "exit (2) nc(0,[],1)": Event(
        Kind.PORT, (), state={"port": "exit", "depth": 2, "goal": "nc(0,[],1)"}
    ),
}


def test_every_kind_has_its_row_and_its_meaning() -> None:
    assert {*EVENT_TABLE} == {*Kind}
    page = (ROOT / "docs/formats.md").read_text()
    assert [
        kind for kind in Kind if not re.search(rf"^\|[^|]*`{kind}`[^|]*\|", page, re.MULTILINE)
    ] == []


@pytest.mark.parametrize("wanted", SENTENCES)
def test_an_event_is_told_in_a_sentence(wanted: str) -> None:
    assert sentence(SENTENCES[wanted]) == wanted


def test_a_film_is_refused_for_a_field_too_many_or_too_few() -> None:
    problem, start = Problem(4), Event(Kind.COLUMN, (), column=0)
    for false, why in (
        (start._replace(column=None), "column is missing"),
        (start._replace(row=1), "it must not have row"),
    ):
        with pytest.raises(FilmError, match=why):
            check_events(problem, [false, *backtracking.events(problem)])
