"""Checks that a trace is true, event by event.

The checker knows the board and, from the referee, all its solutions. It derives the queens and the
free squares from the events alone. It ignores the paradigm's own state, except for the boards of a
level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from solvers.errors import FilmError
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem, Square
from solvers.referee.certificate import known_solutions
from solvers.tracing.event import BLOCKED, Event, Kind, Literal, Rule
from solvers.tracing.event_table import EVENT_TABLE, sentence
from solvers.tracing.position import Position


class FalseEventError(ValueError):
    """An event is false; the message has the reason."""


def demand(truth: object, otherwise: str) -> None:
    """Raise FalseEventError with the message ``otherwise``, unless ``truth`` is true."""
    if not truth:
        raise FalseEventError(otherwise)


def check_events(problem: Problem, events: Iterable[Event]) -> int:
    """Check the events and return their number; raises FilmError at the first false one."""
    checker = Checker(problem)
    number, has_ended = 0, False
    for number, event in enumerate(events, 1):
        try:
            demand(not has_ended, "it comes after the end")
            checker.see(event)
        except FalseEventError as error:
            raise FilmError(f"event {number}, {event.kind}: {error}") from None
        except (LookupError, TypeError, ValueError) as error:
            why = f"its state is malformed ({type(error).__name__}: {error})"
            raise FilmError(f"event {number}, {event.kind}: {why}") from error
        has_ended = EVENT_TABLE[event.kind].ends
    if not has_ended:
        raise FilmError("the trace has no end; its last event must be an end")
    return number


class Checker(Position):
    """A position that tests each event before the event changes it.

    ``left`` are the solutions of the board that the trace has not named so far, and ``reported``
    those that it has. ``open_calls`` has k for each call of queen-cols that has begun and not
    ended. ``may_go_back``: since the last decision, a conflict, contradiction or solution gave a
    reason to take it back. ``is_by_levels``: the search makes all boards of one size before the
    next, so the events name no queens. ``entered`` is the column that the search has entered for
    its next decision; None if the trace names none. ``tried`` is the square just tried, about which
    the next event must decide; else None.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.left, self.reported = {*known_solutions(problem)}, list[Placement]()
        self.open_calls: list[int] = []
        self.may_go_back = self.is_by_levels = False
        self.entered: int | None = None
        self.tried: Square | None = None

    def see(self, event: Event) -> None:
        """Test the event and apply it; raises FalseEventError if it is false."""
        _demand_its_fields(event, self.n)
        is_due = self.to_restore and event.kind is not Kind.RESTORE
        demand(not is_due, f"the squares {sorted(self.to_restore)} must be restored first")
        tried = None if EVENT_TABLE[event.kind].is_aside else self.tried
        demand(
            tried in (None, (event.column, event.row)), f"the square tried just before is {tried}"
        )
        if test := getattr(self, f"_{event.kind}", None):
            test(event)
        self.apply(event)
        if tried:
            self.tried = None
        if not self.is_by_levels:
            named = {column: row for column, row in enumerate(event.queens) if row is not None}
            why = f"its queens are {event.queens}, but those on the board are {self.standing()}"
            demand(named == self.queens, why)
        elif event.kind is not Kind.SOLUTION:
            demand(
                event.queens == (),
                "it must not name queens, because this search works level by level",
            )
        demand(
            event.level in (None, self.level),
            f"its level must be {self.level}, the number of decisions, not {event.level}",
        )
        sentence(event)  # raises an error if the state lacks a part of the sentence

    # Columns and squares

    def _column(self, event: Event) -> None:
        self.entered = column = self._empty_column(event)
        self.may_go_back |= column is not None and not self.problem.domains[column]

    def _try(self, event: Event) -> None:
        self.tried = event.square
        demand(event.square in self.free, "the square is not free")
        self._demand_entered(event.square)

    def _conflict(self, event: Event) -> None:
        column, row = square = event.square
        stands = self.tried or self.queens.get(column) == row
        demand(stands, "its square was not tried, and has no queen")
        other = event.conflict_column
        if event.conflict_line == BLOCKED:
            demand(other is None, "a conflict with a blocked square must not name a queen")
            demand(square in self.problem.blocked, "the square is not blocked")
        else:
            is_line = event.conflict_line == self.line(square, other)
            demand(is_line, f"no queen of column {other} attacks the square on that line")
        self.may_go_back = True

    # Decisions

    def _placed(self, event: Event) -> None:
        for other in self.queens:
            demand(not self.line(event.square, other), f"attacked from column {other}")
        self._decide(event)

    def _decide(self, event: Event) -> None:
        self._demand_open(event.square, or_blocked=True)
        self._demand_entered(event.square)
        self.may_go_back, self.entered = False, None

    def _backtrack(self, event: Event) -> None:
        demand(self.level, "there is no decision to take back")
        demand(self.may_go_back, "there was no reason to go back")
        square = self.path[-1].square
        demand(square and square[0] == event.column, "this column does not have the last decision")
        for solution in self._below():
            raise FalseEventError(
                f"the solution {solution} is below this decision, but was not found"
            )
        self.entered = None

    def _backjump(self, event: Event) -> None:
        demand(1 <= (event.levels or 0) <= self.level, "there are not that many decisions")
        self.entered = None

    # What follows from them

    def _remove(self, event: Event) -> None:
        squares, by = event.squares or (), event.conflict_column
        demand(squares, "it names no squares")
        demand(
            (by is None) is (event.rule is not Rule.ATTACK),
            "a removal must name a queen if it is an attack, and only then",
        )
        self._demand_open(*squares)
        for square in squares:
            if event.rule is Rule.ATTACK:
                why = f"the queen of column {by} does not attack {square[0]}:{square[1]}"
                demand(self.line(square, by), why)
            else:
                is_rule = event.rule in (Rule.LEARNED, Rule.TRIED)
                demand(is_rule, f"{event.rule} is not a valid reason")
                self._demand_of_all_below(square, queen=False)
            if event.rule is Rule.TRIED:
                tried = [(one.square, one.queen) for one in self.taken_back[:1]]
                demand(tried == [(square, True)], "it was not tried just before")

    def _restore(self, event: Event) -> None:
        due = sorted(self.to_restore)
        demand(sorted(event.squares or ()) == due, f"the squares to restore are {due}")
        last = [one.square and one.square[0] for one in self.taken_back[:1]]
        is_last = event.conflict_column is None or last == [event.conflict_column]
        demand(is_last, "a different queen was taken away")

    def _imply(self, event: Event) -> None:
        self._demand_open(event.square)
        if event.rule in (Rule.COLUMN, Rule.ROW):
            line = 0 if event.rule is Rule.COLUMN else 1
            left = self.open_squares(line, event.square[line])
            is_last = left == [event.square]
            demand(is_last, f"the squares left in the {event.rule} are {sorted(left)}")
        else:
            demand(event.rule is Rule.LEARNED, f"{event.rule} is not a valid reason")
            self._demand_of_all_below(event.square, queen=True)

    def _wipeout(self, event: Event) -> None:
        if (column := self._empty_column(event)) is not None:
            squares = self.open_squares(0, column)
            demand(not squares, f"the squares {sorted(squares)} are left")
        else:
            first, second = (next(self._below(unknown=sign), None) for sign in (True, False))
            is_none = first is None or second is None
            demand(is_none, f"it is no contradiction: {first} is still possible")
        self.may_go_back = True

    def _learn(self, event: Event) -> None:
        demand(event.rule in (Rule.LEARNED, Rule.FOUND), f"{event.rule} is not a valid reason")
        clause = event.clause or ()
        if event.rule is Rule.FOUND:
            just_found = self.reported and not _holds(clause, self.reported[-1])
            demand(just_found, "this solution was not just found")
        for solution in self.left:
            why = f"it excludes {solution}, which has not been found yet"
            demand(_holds(clause, solution), why)

    # Solutions and ends

    def _solution(self, event: Event) -> None:
        placement = tuple(-1 if row is None else row for row in event.queens)
        demand(placement in self.left, f"{placement} is no solution, or was found before")
        self.left.remove(placement)
        self.reported.append(placement)
        demand(event.number == len(self.reported), f"its number must be {len(self.reported)}")
        self.may_go_back = True

    def _end(self, _: Event) -> None:
        for solution in self.left:
            raise FalseEventError(f"{solution} was not found")
        for k in self.open_calls:
            raise FalseEventError(f"queen-cols {k} is still open")

    # Boards of one size at once

    def _enter(self, event: Event) -> None:
        self.is_by_levels = True
        self.open_calls.append(event.state["k"])

    def _leave(self, event: Event) -> None:
        k = event.state["k"]
        demand(self.open_calls and self.open_calls.pop() == k, f"queen-cols {k} is not open")
        boards = {self.problem.prefix}
        for column in range(len(self.problem.prefix), k):
            boards = {
                (*placement, row)
                for placement in boards
                for row in self.problem.domains[column]
                if not any(self.attacks(queen, (column, row)) for queen in enumerate(placement))
            }
        placements = sorted(tuple(rows) for rows in event.state["placements"])
        demand(placements == sorted(boards), f"these are not all the boards of {k} columns")

    # Questions about the board

    def _empty_column(self, event: Event) -> int | None:
        """The column that the event names; demands that it has no queen."""
        demand(event.column not in self.queens, "it already has a queen")
        return event.column

    def _demand_open(self, *squares: Square, or_blocked: bool = False) -> None:
        """Demand that a queen may stand on each of these squares, which are named once."""
        for at, square in enumerate(squares):
            demand(square[0] not in self.queens, f"column {square[0]} already has a queen")
            is_free = square in self.free or (or_blocked and square in self.problem.blocked)
            demand(is_free and square not in squares[:at], f"{square[0]}:{square[1]} is not free")

    def _demand_entered(self, square: Square) -> None:
        """Demand that the square is in the entered column, if there is one."""
        is_there = self.entered in (None, square[0])
        demand(is_there, f"it is not in column {self.entered}, entered just before")

    def _demand_of_all_below(self, square: Square, *, queen: bool) -> None:
        """Demand that all solutions below these decisions have a queen on the square, or none."""
        for solution in self._below():
            demand(
                (solution[square[0]] == square[1]) is queen,
                f"the solution {solution} contradicts this, and fits the queens on the board",
            )

    def _below(self, *, unknown: bool = True) -> Iterator[Placement]:
        """The solutions not found so far that agree with the decisions that stand.

        If the trace names only the square of a decision, ``unknown`` stands for its ``queen``.
        """
        decided = [
            (*one.square, unknown if one.queen is None else one.queen)
            for one in self.path
            if one.square
        ]
        for solution in self.left:
            if all((solution[column] == row) is queen for column, row, queen in decided):
                yield solution


def _demand_its_fields(event: Event, n: int) -> None:
    """Demand that the event has the fields of its kind, on a board of this size, and no others."""
    row = EVENT_TABLE[event.kind]
    has = {name for name, value in event._asdict().items() if value is not None}
    for name in row.fields:
        demand(name in has, f"{name} is missing")
    for name in has - {"kind", "queens", "state", *row.fields, *row.may_have}:
        raise FalseEventError(f"it must not have {name}")
    lines = [event.column, event.row, event.conflict_column, *event.queens]
    squares = (*(event.squares or ()), *(literal[:2] for literal in event.clause or ()))
    for line in (*lines, *chain.from_iterable(squares)):
        demand(line is None or 0 <= line < n, f"row or column {line} is not on the board")
    demand(len(event.queens) <= n, f"there are {len(event.queens)} queens")


def _holds(clause: Iterable[Literal], placement: Placement) -> bool:
    return any((placement[column] == row) is queen for column, row, queen in clause)
