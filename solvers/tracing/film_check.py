"""A film that cannot lie: replays the events of a search, and looks at each by itself.

It shares no code with what tells the events. It knows the board and all of its solutions, which are
the referee's, and follows from the events alone which queens stand and which squares are free.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from solvers.errors import FilmError
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem, Square
from solvers.tracing.calls_check import CallsCheck
from solvers.tracing.events import Event, Kind, Literal, Rule
from solvers.tracing.film_board import FilmBoard


def check(problem: Problem, events: Iterable[Event], solutions: Collection[Placement]) -> int:
    """How many events there are, all of them true; raises FilmError at the first that is not.

    ``solutions`` are all solutions of the board, as the referee knows them.
    """
    film = _Film(problem, frozenset(solutions))
    number = 0
    for number, event in enumerate(events, 1):
        try:
            film.see(event)
        except _False as error:
            raise FilmError(f"event {number}, {event.kind}: {error}") from None
    if not film.ended:
        raise FilmError("the film has no end")
    return number


class _False(Exception):  # noqa: N818  # it is no error of the program
    """What is not true."""


def _demand(truth: object, otherwise: str) -> None:
    if not truth:
        raise _False(otherwise)


_SETTLES = {
    Kind.DECIDE: False,
    Kind.PLACED: False,
    Kind.WIPEOUT: True,
    Kind.CONFLICT: True,
    Kind.SOLUTION: True,
    Kind.BACKTRACK: True,
}
"""Whether there is a reason to go back: no decision is left without one."""


class _Film(FilmBoard):
    """Checks each event against the board that those before it made, a method for each kind."""

    def __init__(self, problem: Problem, solutions: frozenset[Placement]) -> None:
        super().__init__(problem, solutions)
        self.has_begun = self.has_failed = self.ended = False
        self.calls = CallsCheck(problem)
        self.checks: dict[Kind, Callable[[Event], None]] = {
            kind: getattr(self, f"_{kind}") for kind in Kind if hasattr(self, f"_{kind}")
        }

    def see(self, event: Event) -> None:
        """Check the event, and let it happen; raises _False."""
        _demand(not self.ended, "it comes after the end")
        _demand(
            not self.to_restore or event.kind is Kind.RESTORE,
            f"{sorted(self.to_restore)} are not restored",
        )
        if problem := self.calls.wrong(event):
            raise _False(problem)
        if event.kind in self.checks:
            self.checks[event.kind](event)
        if event.kind in _SETTLES:
            self.has_failed = _SETTLES[event.kind]
        if event.kind is not Kind.PORT and not self.calls.by_levels:
            stand = {c: row for c, row in enumerate(event.queens) if row is not None}
            _demand(stand == self.queens, f"{event.queens} do not stand, but {self.queens}")
        _demand(
            event.level is None or event.level == len(self.decisions),
            f"{len(self.decisions)} decisions stand, not {event.level}",
        )

    def _column(self, event: Event) -> None:
        _demand(event.column not in self.queens, "its queen stands already")
        if event.column is not None and not self.problem.rows(event.column):
            self.has_failed = True

    def _row(self, event: Event) -> None:
        _demand(event.row not in self.queens.values(), "its queen stands already")

    def _try(self, event: Event) -> None:
        _demand(_square(event) in self.free, "the square is not free")

    def _conflict(self, event: Event) -> None:
        column, row = _square(event)
        if event.conflict_line == "blocked":
            _demand((column, row) in self.problem.blocked, "the square is not blocked")
            _demand(self.queens.get(column) == row, "no queen stands there")
            return
        other = event.conflict_column
        _demand(other in self.queens and other != column, f"no queen stands in column {other}")
        _demand(event.conflict_line == self.line(column, row, other), "not on that line")

    def _placed(self, event: Event) -> None:
        column, row = _square(event)
        for other in self.queens:
            _demand(not self.line(column, row, other), f"attacked from column {other}")
        self._decide(event)

    def _decide(self, event: Event) -> None:
        column, row = _square(event)
        is_free = (column, row) in self.free
        _demand(is_free or (column, row) in self.problem.blocked, "the square is not free")
        _demand(column not in self.queens, "the column has a queen already")
        self.decide((column, row, True if event.kind is Kind.PLACED else event.queen))

    def _remove(self, event: Event) -> None:
        squares = event.squares or ()
        _demand(squares, "there are no squares")
        for column, row in squares:
            _demand((column, row) in self.free, f"{column}:{row} is not free")
            _demand(column not in self.queens, f"the queen of column {column} stands already")
            if event.rule is Rule.ATTACK:
                by = event.conflict_column
                _demand(by in self.queens, f"no queen stands in column {by}")
                _demand(self.line(column, row, by), f"{column}:{row} is not attacked")
            else:
                _demand(event.rule in (Rule.LEARNED, Rule.TRIED), f"{event.rule} is no reason")
                for one in self.left():
                    _demand(one[column] != row, f"{one} agrees with what stands")
            if event.rule is Rule.TRIED:
                _demand(self.last_taken_back == (column, row, True), "it was not tried just before")
            self.free.remove((column, row))

    def _imply(self, event: Event) -> None:
        column, row = _square(event)
        _demand(column not in self.queens, "the column has a queen already")
        _demand((column, row) in self.free, "the square is not free")
        if event.rule in (Rule.COLUMN, Rule.ROW):
            line = 0 if event.rule is Rule.COLUMN else 1
            left = self.open_squares(line, (column, row)[line])
            _demand(left == [(column, row)], f"{sorted(left)} are left in the {event.rule}")
        else:
            _demand(event.rule is Rule.LEARNED, f"{event.rule} is no reason")
            for one in self.left():
                _demand(one[column] == row, f"{one} agrees with what stands")
        self.queens[column] = row

    def _wipeout(self, event: Event) -> None:
        if event.column is not None:
            _demand(event.column not in self.queens, "the column has a queen")
            line, number = 0, event.column
        elif event.row is not None:
            _demand(event.row not in self.queens.values(), "the row has a queen")
            line, number = 1, event.row
        else:
            ways: list[bool] = [True, False]
            if self.decisions and self.decisions[-1][2] is not None:
                ways = [self.decisions[-1][2]]
            left: list[list[Placement]] = [[*self.left(unknown=way)][:1] for way in ways]
            _demand([] in left, f"{left} agree with what stands")
            return
        squares = self.open_squares(line, number)
        _demand(not squares, f"{squares} are left")

    def _backtrack(self, event: Event) -> None:
        _demand(self.decisions, "no decision stands")
        _demand(self.has_failed, "there was no reason to go back")
        _demand(self.decisions[-1][0] == event.column, "it is not the last decision")
        for one in self.left():
            raise _False(f"{one} is below and was not found")
        self.take_back(1)

    def _backjump(self, event: Event) -> None:
        levels = event.levels or 0
        _demand(1 <= levels <= len(self.decisions), "so many decisions do not stand")
        self.take_back(levels)

    def _restore(self, event: Event) -> None:
        squares = event.squares or ()
        _demand(len({*squares}) == len(squares), "a square comes twice")
        _demand({*squares} == self.to_restore, f"{sorted(self.to_restore)} were removed since")
        self.restore()

    def _begin(self, event: Event) -> None:
        self.has_begun = True
        self.queens = {c: row for c, row in enumerate(event.queens) if row is not None}
        _demand(len(self.queens) == self.problem.n, "there is not a queen in every column")
        for column, row in self.queens.items():
            _demand(row in self.problem.rows(column), f"{column}:{row} is blocked")
        self._count(event)

    def _move(self, event: Event) -> None:
        column, row = _square(event)
        _demand(column in self.queens, "no queen stands there")
        _demand(self.conflicts(column, self.queens[column]), "its queen was not attacked")
        fewest = min(self.conflicts(column, other) for other in self.problem.rows(column))
        _demand(row in self.problem.rows(column), "the square is blocked")
        _demand(self.conflicts(column, row) == fewest, f"a row with {fewest} conflicts was left")
        self.queens[column] = row
        self._count(event)

    def _count(self, event: Event) -> None:
        pairs = sum(self.conflicts(*queen) for queen in self.queens.items()) // 2
        _demand(event.state.get("conflicts") == pairs, f"{pairs} pairs of queens are in conflict")

    def _stop(self, event: Event) -> None:
        n = self.problem.n
        _demand(self.has_begun or not all(map(self.problem.rows, range(n))), "it has not begun")
        stands = event.queens in self.solutions
        _demand(not stands or event.queens in self.found, "a solution stands and was not told")
        self.ended = True

    def _learn(self, event: Event) -> None:
        clause = event.clause or ()
        if event.rule is Rule.FOUND:
            _demand(self.found and not _holds(clause, self.found[-1]), "it was not just found")
        for one in self.solutions.difference(self.found):
            _demand(_holds(clause, one), f"it forbids {one}, which was not found yet")

    def _solution(self, event: Event) -> None:
        one = tuple(-1 if row is None else row for row in event.queens)
        _demand(one in self.solutions, f"{one} is no solution")
        _demand(one not in self.found, f"{one} was found before")
        self.found.append(one)
        _demand(event.number == len(self.found), f"it is number {len(self.found)}")

    def _end(self, _: Event) -> None:
        for one in self.solutions.difference(self.found):
            raise _False(f"{one} was not found")
        self.ended = True


def _square(event: Event) -> Square:
    if event.column is None or event.row is None:
        raise _False("it names no square")
    return event.column, event.row


def _holds(clause: Iterable[Literal], placement: Placement) -> bool:
    return any((placement[column] == row) is queen for column, row, queen in clause)
