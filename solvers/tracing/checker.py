"""Checks that a film is true: a position that asks before each event whether it can happen.

It knows the board and all of its solutions, which are the referee's, and follows from the events
alone which queens stand and which squares are free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import chain

from solvers.errors import FilmError
from solvers.lazy import msgspec
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem, Square
from solvers.referee.certificate_maker import solutions as all_solutions
from solvers.tracing.event import Event, Kind, Literal, Rule
from solvers.tracing.event_table import BLOCKED, EVENT_TABLE
from solvers.tracing.own_state import BEGINS
from solvers.tracing.position import Position


class FalseEventError(ValueError):
    """An event that is not true; the message says why."""


def demand(truth: object, otherwise: str) -> None:
    """Raise FalseEventError, unless this is true."""
    if not truth:
        raise FalseEventError(otherwise)


def known_solutions(problem: Problem) -> list[Placement]:
    """All solutions of the board, as the referee knows them."""
    return [tuple(rows) for block in all_solutions(problem) for rows in block.tolist()]


def check(problem: Problem, events: Iterable[Event], solutions: Collection[Placement]) -> int:
    """The number of events, all of them true; raises FilmError at the first that is not.

    ``solutions`` are those of ``known_solutions``.
    """
    checker = Checker(problem, frozenset(solutions))
    number, has_ended = 0, False
    for number, event in enumerate(events, 1):
        if type(event) is not Event:
            raise FilmError(f"event {number} is not an Event: {event!r}")
        try:
            demand(not has_ended, "it comes after the end")
            checker.see(event)
        except FalseEventError as error:
            raise FilmError(f"event {number}, {event.kind}: {error}") from None
        except (LookupError, TypeError, ValueError) as error:
            raise FilmError(f"event {number}, {event.kind}: its state is malformed") from error
        has_ended = EVENT_TABLE[event.kind].ends
    if not has_ended:
        raise FilmError("the film has no end")
    return number


class Checker(Position):
    """A position to which each event happens if it is true.

    ``known`` are all solutions of the board, and ``found`` those that the film has reported.
    ``open_calls`` are the depths and names of the calls that have begun and not ended, and
    ``times`` counts how often queen-cols k has ended.
    ``is_by_levels``: the search makes all boards of one size before the next, so that no queens
    stand in between. ``begun`` and ``moves`` count the boards and moves of local search.
    ``entered`` is the line of the next decision, where the film says so: 0 for a column or 1 for a
    row, and its number. ``tried`` is the square of which the next event says whether a queen can
    stand there.
    """

    def __init__(self, problem: Problem, known: frozenset[Placement]) -> None:
        super().__init__(problem)
        self.known, self.found = known, list[Placement]()
        self.open_calls: list[tuple[int, str]] = []
        self.times = Counter[int]()
        self.may_go_back = self.is_by_levels = False
        self.begun = self.moves = 0
        self.entered: tuple[int, int] | None = None
        self.tried: Square | None = None

    def see(self, event: Event) -> None:
        """Let the event happen; raises FalseEventError where it is not true."""
        _demand_on_the_board(event, self.n)
        _demand_its_fields(event)
        is_due = self.to_restore and event.kind is not Kind.RESTORE
        demand(not is_due, f"the squares {sorted(self.to_restore)} must be restored first")
        tried = None if EVENT_TABLE[event.kind].is_aside else self.tried
        demand(
            tried in (None, (event.column, event.row)), f"the square tried just before is {tried}"
        )
        getattr(self, f"_{event.kind}")(event)
        if tried:
            self.tried = None
        if not self.is_by_levels:
            stand = {column: row for column, row in enumerate(event.queens) if row is not None}
            demand(
                stand == self.queens,
                f"its queens are {event.queens}, but the board has {self.queens}",
            )
        elif event.kind is not Kind.SOLUTION:
            demand(
                event.queens == (),
                "it must not name queens, because this search works level by level",
            )
        demand(
            event.level is None or event.level == self.level,
            f"its level must be {self.level}, the number of decisions, not {event.level}",
        )

    # Columns, rows and squares

    def _column(self, event: Event) -> None:
        column = event.column or 0
        demand(column not in self.queens, "it already has a queen")
        self.entered = 0, column
        self.may_go_back |= not self.problem.rows(column)
        if event.state:
            options = len(self.open_squares(0, column))
            _demand_state(event, domains=self._domains(), options=options)

    def _row(self, event: Event) -> None:
        row = event.row or 0
        demand(row not in self.queens.values(), "it already has a queen")
        self.entered = 1, row
        _demand_state(event, options=len(self.open_squares(1, row)))

    def _square(self, event: Event) -> None:
        """Any square can be chosen."""

    def _try(self, event: Event) -> None:
        self.tried = square = _square(event)
        demand(square in self.free, "the square is not free")
        self._demand_entered(square)

    def _conflict(self, event: Event) -> None:
        column, row = square = _square(event)
        stands = self.tried or self.queens.get(column) == row
        demand(stands, "its square was not tried, and has no queen")
        other = event.conflict_column
        if event.conflict_line == BLOCKED:
            demand(other is None, "a conflict with a blocked square must not name a queen")
            demand(square in self.problem.blocked, "the square is not blocked")
        else:
            demand(other in self.queens and other != column, f"no queen stands in column {other}")
            demand(
                event.conflict_line == self.line(column, row, other),
                "the two squares are not on that line",
            )
        self.may_go_back = True
        self._demand_lists(event, tried=row)

    # Decisions

    def _placed(self, event: Event) -> None:
        column, row = _square(event)
        for other in self.queens:
            demand(not self.line(column, row, other), f"attacked from column {other}")
        self._decided(event, queen=True)
        self._demand_lists(event, tried=-1)

    def _decide(self, event: Event) -> None:
        self._decided(event, queen=event.queen)
        _demand_state(event, covers=_covered(_square(event)))

    def _decided(self, event: Event, *, queen: bool | None) -> None:
        square = _square(event)
        is_known = square in self.free or square in self.problem.blocked
        demand(is_known, "the square is not free")
        demand(event.column not in self.queens, "the column already has a queen")
        self._demand_entered(square)
        self.make_decision(square, queen=queen)
        self.may_go_back, self.entered = False, None

    def _backtrack(self, event: Event) -> None:
        demand(self.level, "there is no decision to take back")
        demand(self.may_go_back, "there was no reason to go back")
        column, tried, _ = self.decisions[-1]
        demand(column == event.column, "this column does not have the last decision")
        for solution in self._left():
            raise FalseEventError(
                f"the solution {solution} is below this decision, but was not found"
            )
        self.take_back(1)
        self.entered = None
        self._demand_lists(event, tried=tried)

    def _backjump(self, event: Event) -> None:
        levels = event.levels or 0
        demand(1 <= levels <= self.level, "there are not that many decisions")
        self.take_back(levels)
        self.entered = None

    # What follows from them

    def _remove(self, event: Event) -> None:
        demand(event.squares, "it names no squares")
        by = event.conflict_column
        demand(
            (by is None) is (event.rule is not Rule.ATTACK),
            "a removal must name a queen if it is an attack, and only then",
        )
        for column, row in event.squares or ():
            demand((column, row) in self.free, f"{column}:{row} is not free")
            demand(column not in self.queens, f"column {column} already has a queen")
            if event.rule is Rule.ATTACK:
                demand(by in self.queens, f"no queen stands in column {by}")
                demand(self.line(column, row, by), f"{column}:{row} is not attacked")
            else:
                is_rule = event.rule in (Rule.LEARNED, Rule.TRIED)
                demand(is_rule, f"{event.rule} is not a valid reason")
                self._demand_of_all_left(column, row, queen=False)
            if event.rule is Rule.TRIED:
                demand(self.taken_back == (column, row, True), "it was not tried just before")
            self.close((column, row))

    def _restore(self, event: Event) -> None:
        squares, last = event.squares or (), self.taken_back
        demand(len({*squares}) == len(squares), "it names a square twice")
        due = {*self.to_restore}
        demand({*squares} == due, f"the squares to restore are {sorted(due)}")
        if event.conflict_column is not None:
            demand(last and event.conflict_column == last[0], "a different queen was taken away")
        self.restore()

    def _imply(self, event: Event) -> None:
        column, row = square = _square(event)
        demand(column not in self.queens, "the column already has a queen")
        demand(square in self.free, "the square is not free")
        if event.rule in (Rule.COLUMN, Rule.ROW):
            line = 0 if event.rule is Rule.COLUMN else 1
            left = self.open_squares(line, square[line])
            demand(left == [square], f"the squares left in the {event.rule} are {sorted(left)}")
        else:
            demand(event.rule is Rule.LEARNED, f"{event.rule} is not a valid reason")
            self._demand_of_all_left(column, row, queen=True)
        self.stand(square)
        _demand_state(event, covers=_covered(square))

    def _wipeout(self, event: Event) -> None:
        named = event.column is None or event.row is None
        demand(named, "it must name a column or a row, not both")
        if event.column is not None:
            demand(event.column not in self.queens, "the column has a queen")
            squares = self.open_squares(0, event.column)
            demand(not squares, f"the squares {squares} are left")
        elif event.row is not None:
            demand(event.row not in self.queens.values(), "the row has a queen")
            squares = self.open_squares(1, event.row)
            demand(not squares, f"the squares {squares} are left")
        else:
            known = self.decisions[-1][2] if self.level else None
            left = [
                [*self._left(unknown=is_queen)][:1]
                for is_queen in (True, False)
                if known in (None, is_queen)
            ]
            demand([] in left, f"{left} agree with what stands")
        self.may_go_back = True

    def _learn(self, event: Event) -> None:
        demand(event.rule in (Rule.LEARNED, Rule.FOUND), f"{event.rule} is not a valid reason")
        clause = event.clause or ()
        if event.rule is Rule.FOUND:
            just_found = self.found and not _holds(clause, self.found[-1])
            demand(just_found, "this solution was not just found")
        for solution in self.known.difference(self.found):
            demand(
                _holds(clause, solution), f"it excludes {solution}, which has not been found yet"
            )

    # Solutions and ends

    def _solution(self, event: Event) -> None:
        placement = tuple(-1 if row is None else row for row in event.queens)
        demand(placement in self.known, f"{placement} is no solution")
        demand(placement not in self.found, f"{placement} was found before")
        self.found.append(placement)
        demand(event.number == len(self.found), f"its number must be {len(self.found)}")
        self.may_go_back = True

    def _end(self, _: Event) -> None:
        for solution in self.known.difference(self.found):
            raise FalseEventError(f"{solution} was not found")
        if self.open_calls:
            raise FalseEventError(f"{self.open_calls[-1][1]} is still open")

    def _stop(self, event: Event) -> None:
        stands = event.queens in self.known
        has_begun = len(self.queens) == self.n or not all(map(self.problem.rows, range(self.n)))
        demand(has_begun, "the search has not begun")
        is_reported = not stands or event.queens in self.found
        demand(is_reported, "the board is a solution that was not reported")
        _demand_state(event, moves=self.moves, boards=self.begun)

    # Local search

    def _begin(self, event: Event) -> None:
        queens = {c: row for c, row in enumerate(event.queens) if row is not None}
        demand(len(queens) == self.n, "some column has no queen")
        for column, row in queens.items():
            demand(row in self.problem.rows(column), f"{column}:{row} is blocked")
        self.put(queens)
        self.begun += 1
        _demand_state(event, conflicts=self._pairs())

    def _move(self, event: Event) -> None:
        column, row = _square(event)
        demand(column in self.queens, "no queen stands there")
        demand(row in self.problem.rows(column), "the square is blocked")
        if event.rule is not None:
            demand(event.rule is Rule.FEWEST, f"{event.rule} is not a valid reason")
            demand(self._conflicts(column, self.queens[column]), "its queen was not attacked")
            fewest = min(self._conflicts(column, other) for other in self.problem.rows(column))
            is_fewest = self._conflicts(column, row) == fewest
            demand(is_fewest, f"another row has only {fewest} conflicts")
        self.put({column: row})
        self.moves += 1
        _demand_state(event, conflicts=self._pairs())

    # Calls, and boards of one size at once

    def _port(self, event: Event) -> None:
        port, goal = event.state["port"], event.state["goal"]
        demand(port in (*BEGINS, "exit", "fail"), f"{port} is not a port")
        box = event.state["depth"], str(goal).split("(")[0]
        if port in BEGINS:
            around = len(self.open_calls)
            demand(box[0] == around + 1, f"{around} goals are open around it")
            self.open_calls.append(box)
        else:
            demand(self.open_calls and self.open_calls.pop() == box, f"{goal} is not open")

    def _call(self, event: Event) -> None:
        what, depth = event.state["what"], event.state["depth"]
        demand(what in (*BEGINS, "return", "yield", "raise"), f"{what} is not a step of a call")
        if what not in BEGINS:
            demand(self.open_calls, "no call is open")
            self.open_calls.pop()
        demand(depth == len(self.open_calls), f"{len(self.open_calls)} calls are open around it")
        if what in BEGINS:
            self.open_calls.append((depth, event.state["call"]))

    def _enter(self, event: Event) -> None:
        depth = len(self.open_calls)
        _demand_state(event, depth=depth, k=self.n - depth)
        self.is_by_levels = True
        self.open_calls.append((event.state["depth"], f"queen-cols {event.state['k']}"))

    def _leave(self, event: Event) -> None:
        k, boards = event.state["k"], event.state["boards"]
        is_same = len(boards) == len(event.state["placements"])
        demand(is_same, "its numbers of boards and placements differ")
        call = event.state["depth"], f"queen-cols {k}"
        demand(self.open_calls and self.open_calls.pop() == call, f"queen-cols {k} is not open")
        self.times[k] += 1
        demand(event.state.get("times") in (None, self.times[k]), f"it was {self.times[k]} times")
        found = {self.problem.prefix}
        for column in range(len(self.problem.prefix), k):
            found = {
                (*placement, row)
                for placement in found
                for row in self.problem.rows(column)
                if all(abs(queen - row) not in (0, column - c) for c, queen in enumerate(placement))
            }
        placements = [tuple(rows) for rows in event.state["placements"]]
        is_right = len(placements) == len({*placements}) and {*placements} == found
        demand(is_right, f"these are not all the boards of {k} columns")

    # Questions about the board

    def _demand_entered(self, square: Square) -> None:
        """The square is in the line that was entered."""
        if self.entered:
            line, number = self.entered
            demand(square[line] == number, f"{('column', 'row')[line]} {number} was entered")

    def _demand_of_all_left(self, column: int, row: int, *, queen: bool) -> None:
        """All solutions below these decisions have a queen on this square, or none has."""
        for solution in self._left():
            demand(
                (solution[column] == row) is queen,
                f"the solution {solution} contradicts this, and fits the queens on the board",
            )

    def _demand_lists(self, event: Event, *, tried: int) -> None:
        """The lists of COMP 333: the queens, and the next row to try in each column so far."""
        if not event.state:
            return
        c = len(event.queens)
        rows = [self._next_row(c, tried if c < self.n else -1)]
        rows += [self._next_row(column, self.queens[column]) for column in reversed(range(c))]
        queens = [self.queens[column] for column in reversed(range(c))]
        _demand_state(event, n=self.n, c=c, qp=_scheme(queens), nr=_scheme(rows))

    def _left(self, *, unknown: bool = True) -> Iterable[Placement]:
        """The solutions not found so far that agree with the decisions that stand.

        A decision of which the film tells only the square counts as ``unknown``.
        """
        decisions = self.decisions
        for solution in self.known.difference(self.found):
            if all(
                (solution[column] == row) is (unknown if is_queen is None else is_queen)
                for column, row, is_queen in decisions
            ):
                yield solution

    def _next_row(self, column: int, row: int) -> int:
        """The next row of a column that the problem allows; n where there is none."""
        allowed = self.problem.rows(column) if column < self.n else range(self.n)
        return next((other for other in allowed if other > row), self.n)

    def _conflicts(self, column: int, row: int) -> int:
        """The number of queens in other columns that attack the square."""
        return sum(bool(self.line(column, row, other)) for other in self.queens if other != column)

    def _pairs(self) -> int:
        """The number of pairs of queens that attack each other."""
        return sum(self._conflicts(*queen) for queen in self.queens.items()) // 2

    def _domains(self) -> list[str]:
        r"""The rows left in each column, as Prolog writes it: ``0..2\\/4``, or its queen's row."""
        texts = []
        for column in range(self.n):
            rows = sorted(row for _, row in self.open_squares(0, column)) or [self.queens[column]]
            starts = [row for row in rows if row - 1 not in rows]
            ends = [row for row in rows if row + 1 not in rows]
            pairs = zip(starts, ends, strict=True)
            texts.append("\\/".join(f"{a}..{b}" if a < b else str(a) for a, b in pairs))
        return texts


def _demand_its_fields(event: Event) -> None:
    """The event has the fields of its kind, and no others."""
    row = EVENT_TABLE[event.kind]
    has = {name for name, value in event._asdict().items() if value is not None}
    for name in row.fields:
        demand(name in has, f"{name} is missing")
    for name in has - {"kind", "queens", "state"}:
        demand(name in row.fields + row.may_have, f"it must not have {name}")
    for name in event.state:
        demand(row.own is None or name in row.own, f"it must not have own.{name}")


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


def _demand_state(event: Event, **wanted: object) -> None:
    """The own state of the event, as far as it has one, says this."""
    for name, value in event.state.items():
        demand(value == wanted[name], f"own.{name} must be {wanted[name]}")


def _square(event: Event) -> Square:
    if event.column is None or event.row is None:
        raise FalseEventError("it must name a square")
    return event.column, event.row


def _holds(clause: Iterable[Literal], placement: Placement) -> bool:
    return any((placement[column] == row) is queen for column, row, queen in clause)


def _scheme(rows: Iterable[int]) -> str:
    return f"({' '.join(map(str, rows))})"


def _covered(square: Square) -> list[str]:
    """The names of the items that an option of exact cover covers."""
    column, row = square
    sums = (column, row, column + row, column - row)
    names = ("column", "row", "sum", "difference")
    return [f"{name} {number}" for name, number in zip(names, sums, strict=True)]
