"""Checks that a film is true: replays its events, and looks at each by itself.

It shares no code with the tracers. It knows the board and all of its solutions, which are the
referee's, and follows from the events alone which queens stand and which squares are free. The
event table says when an event of each kind is true.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain

from solvers.errors import FilmError
from solvers.lazy import msgspec
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.certificate_maker import solutions as all_solutions
from solvers.tracing.checked_board import CheckedBoard, FalseEventError, demand
from solvers.tracing.event import Event, Kind
from solvers.tracing.events import EVENT_TABLE


def known_solutions(problem: Problem) -> list[Placement]:
    """All solutions of the board, as the referee knows them."""
    return [tuple(rows) for block in all_solutions(problem) for rows in block.tolist()]


def check(problem: Problem, events: Iterable[Event], solutions: Collection[Placement]) -> int:
    """How many events there are, all of them true; raises FilmError at the first that is not.

    ``solutions`` are those of ``known_solutions``.
    """
    board = CheckedBoard(problem, frozenset(solutions))
    number, has_ended = 0, False
    for number, event in enumerate(events, 1):
        if type(event) is not Event:
            raise FilmError(f"event {number} is not an Event: {event!r}")
        try:
            demand(not has_ended, "it comes after the end")
            _see(board, event)
        except FalseEventError as error:
            raise FilmError(f"event {number}, {event.kind}: {error}") from None
        except (LookupError, TypeError, ValueError) as error:
            raise FilmError(f"event {number}, {event.kind}: its state is malformed") from error
        has_ended = EVENT_TABLE[event.kind].ends
    if not has_ended:
        raise FilmError("the film has no end")
    return number


def _see(board: CheckedBoard, event: Event) -> None:
    """Check the event, and let it happen on the board; raises FalseEventError."""
    _demand_on_the_board(event, board.problem.n)
    _demand_its_fields(event)
    is_due = board.to_restore and event.kind is not Kind.RESTORE
    demand(not is_due, f"the squares {sorted(board.to_restore)} must be restored first")
    entry = EVENT_TABLE[event.kind]
    tried = None if entry.is_aside else board.tried
    demand(tried in (None, (event.column, event.row)), f"the square tried just before is {tried}")
    entry.check(board, event)
    if tried:
        board.tried = None
    if not board.is_by_levels:
        stand = {column: row for column, row in enumerate(event.queens) if row is not None}
        demand(
            stand == board.queens,
            f"its queens are {event.queens}, but the board has {board.queens}",
        )
    elif event.kind is not Kind.SOLUTION:
        demand(
            event.queens == (), "it must not name queens, because this search works level by level"
        )
    demand(
        event.level is None or event.level == len(board.decisions),
        f"its level must be {len(board.decisions)}, the number of decisions, not {event.level}",
    )


def _demand_its_fields(event: Event) -> None:
    """The event has the fields of its kind, and no others."""
    entry = EVENT_TABLE[event.kind]
    has = {name for name, value in event._asdict().items() if value is not None}
    for name in entry.fields:
        demand(name in has, f"{name} is missing")
    for name in has - {"kind", "queens", "state"}:
        demand(name in entry.fields + entry.may_have, f"it must not have {name}")
    for name in event.state:
        demand(entry.own is None or name in entry.own, f"it must not have own.{name}")


def _demand_on_the_board(event: Event, n: int) -> None:
    """The fields have their types, and all columns and rows are on a board of n columns."""
    try:
        msgspec.convert(tuple(event), Event)
    except msgspec.ValidationError as error:
        raise FalseEventError(str(error)) from None
    lines = [event.column, event.row, event.conflict_column, *event.queens]
    squares = (*(event.squares or ()), *(literal[:2] for literal in event.clause or ()))
    for line in (*lines, *chain.from_iterable(squares)):
        demand(line is None or 0 <= line < n, f"{line} is not on the board")
    demand(len(event.queens) <= n, f"there are {len(event.queens)} queens")
