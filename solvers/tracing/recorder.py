"""A recorder: a position that writes events down.

A tracer names the acts of its engine; the queens, the level and the squares that are restored
follow. A program that goes column by column says only at which boards it looks:

    def events(problem):
        recorder = Recorder(problem)
        recorder.begin()
        for board in boards_that_the_program_tests(problem):
            recorder.look(board)
            yield from recorder.take()
        yield from recorder.finish()
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from solvers.errors import TraceError
from solvers.puzzle.placements import shared_line
from solvers.puzzle.problem import Problem, Square
from solvers.tracing.event import Event, Kind, Literal, Queens, Rule
from solvers.tracing.position import Position, attacks

Own = Mapping[str, Any]
"""The state in the paradigm's own terms."""

NOTHING: Own = MappingProxyType({})
"""The own state where there is none."""


class Recorder(Position):
    """A tracer tells it the acts of its engine; ``take`` gives their events.

    An event that the engine reports twice is recorded once, and squares of a column that has its
    queen are left out.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self._emitted: list[Event] = []
        self._depth = 0

    def take(self) -> Iterator[Event]:
        """The events since the last time."""
        emitted, self._emitted = self._emitted, []
        return iter(emitted)

    def emit(self, kind: Kind, **fields: Any) -> None:
        """An event that changes nothing on the board."""
        self._emitted.append(Event(kind, self.standing(), **fields))

    def enter(self, kind: Kind, **fields: Any) -> None:
        """A node is open: a decision will be made."""
        self.emit(kind, level=self.level, **fields)

    def decide(self, square: Square, *, queen: bool | None = True, **own: Any) -> None:
        """A decision for a queen on the square, or against one, or nobody knows which."""
        self.make_decision(square, queen=queen)
        column, row = square
        standing, level = self.standing(), self.level
        self._emitted.append(
            Event(Kind.DECIDE, standing, column, row, queen=queen, level=level, state=own)
        )

    def remove(self, square: Square, by: int | None = None) -> Rule | None:
        """No queen can stand there: the one of column ``by`` attacks it, or whichever does.

        Returns why, or None where it was known already.
        """
        if square not in self.free or square[0] in self.queens:
            return None
        if by is None:
            attackers = [queen for queen in self.queens.items() if attacks(queen, square)]
            by = attackers[-1][0] if attackers else None
        self.close(square)
        rule = Rule.LEARNED if by is None else Rule.ATTACK
        before = self._emitted[-1] if self._emitted else None
        if before and (before.kind, before.rule, before.conflict_column) == (Kind.REMOVE, rule, by):
            squares = (*(before.squares or ()), square)
            self._emitted[-1] = before._replace(squares=squares)
        else:
            self.emit(Kind.REMOVE, squares=(square,), rule=rule, conflict_column=by)
        return rule

    def refute(self, square: Square) -> None:
        """The queen that was just taken away need not be tried there again."""
        self.close(square)
        self.emit(Kind.REMOVE, squares=(square,), rule=Rule.TRIED)

    def imply(self, square: Square, **own: Any) -> Rule | None:
        """A queen has to stand there, and stands; returns why, or None where she stood already."""
        column, row = square
        if column in self.queens:
            return None
        rule = self.why_queen(square)
        self.stand(square)
        self.emit(Kind.IMPLY, column=column, row=row, rule=rule, state=own)
        return rule

    def why_queen(self, square: Square) -> Rule:
        """A forced queen: no other square is left in its line, or the clauses say so."""
        for line, rule in ((0, Rule.COLUMN), (1, Rule.ROW)):
            if self.open_squares(line, square[line]) == [square]:
                return rule
        return Rule.LEARNED

    def clash(self) -> None:
        """Two queens that stand attack each other: the newer one is in conflict, if there is."""
        queens = list(self.queens.items())
        pairs = (
            (queen, other)
            for queen in reversed(queens)
            for other in queens
            if attacks(other, queen)
        )
        if pair := next(pairs, None):
            (column, row), (other, _) = pair
            self.conflict(column, row, other)

    def conflict(self, column: int, row: int, other: int | None, own: Own = NOTHING) -> None:
        """The square is attacked by the queen of another column, or is blocked (None)."""
        line = "blocked" if other is None else shared_line(self.queens[other], row)
        standing = self.standing()
        self._emitted.append(Event(Kind.CONFLICT, standing, column, row, other, line, state=own))

    def backtrack(self, column: int) -> None:
        """The queen of the column, the last decision, is taken away."""
        self.take_back(1)
        self.emit(Kind.BACKTRACK, column=column, level=self.level)
        self._reopen(column)

    def backjump(self, level: int) -> None:
        """Decisions are taken back until only so many stand."""
        if levels := self.level - level:
            self.take_back(levels)
            self.emit(Kind.BACKJUMP, level=level, levels=levels)
            self._reopen()

    def learn(self, clause: Iterable[Literal], rule: Rule) -> None:
        """One of these literals has to hold from now on."""
        self.emit(Kind.LEARN, clause=tuple(clause), rule=rule)

    def solution(self) -> None:
        """All queens stand."""
        self.solutions += 1
        self.emit(Kind.SOLUTION, number=self.solutions)

    def end(self, counters: Mapping[str, int], kind: Kind = Kind.END) -> Iterator[Event]:
        """The space is exhausted, or the search stops: the last events; with its counters."""
        self.emit(kind, state=counters)
        return self.take()

    def _reopen(self, column: int | None = None) -> None:
        squares = tuple(self.to_restore)
        self.restore()
        if squares:
            self.emit(Kind.RESTORE, squares=squares, conflict_column=column)

    # Programs that go column by column

    def begin(self) -> None:
        """The first column is entered, or the board is full already."""
        if len(self.queens) < self.n:
            self.emit(Kind.COLUMN, column=len(self.queens))
        else:
            self.solution()

    def look(self, board: Sequence[int]) -> None:
        """The program looks whether the newest queen of this board is attacked."""
        self.attempt(board)
        self.judge(board)

    def attempt(self, board: Sequence[int]) -> None:
        """The program goes back to the older queens, and begins to look; raises TraceError."""
        if len(board) > len(self.problem.prefix):
            self.go_back_to(board[:-1])
            if len(self.queens) < len(board) - 1:
                raise TraceError(
                    f"the trace leaves out a step: look at the board {[*board[:-1]]} "
                    f"before {[*board]}"
                )
            self.try_row(len(board) - 1, board[-1])

    def judge(self, board: Sequence[int]) -> None:
        """The program has looked: the newest queen is placed, or another one attacks her."""
        if len(board) <= len(self.problem.prefix):
            return
        column, row = len(board) - 1, board[-1]
        other = self.attacker(column, row)
        if other is None:
            self.place(column, row)
            self.begin()
        else:
            self.conflict(column, row, other)

    def try_row(self, column: int, row: int) -> None:
        """The program tries a row; a conflict or a queen follows."""
        self._emitted.append(Event(Kind.TRY, self.standing(), column, row))

    def place(self, column: int, row: int, own: Own = NOTHING) -> None:
        """The square is free, and its queen is placed."""
        self.make_decision((column, row), queen=True)
        self._emitted.append(Event(Kind.PLACED, self.standing(), column, row, state=own))

    def go_back(self, own: Own = NOTHING) -> None:
        """The newest queen is taken away."""
        column = len(self.queens) - 1
        self.take_back(1)
        self._emitted.append(Event(Kind.BACKTRACK, self.standing(), column, state=own))

    def go_back_to(self, board: Sequence[int | None]) -> None:
        """Queens are taken away until only queens of this board stand."""
        queens: Queens = tuple(board)
        while self.standing() != queens[: len(self.queens)]:
            self.go_back()

    def call(self, text: str) -> None:
        """A call of the program begins."""
        self.emit(Kind.CALL, state={"what": "call", "depth": self._depth, "call": text})
        self._depth += 1

    def result(self, text: str, value: object) -> None:
        """The call returns."""
        self._depth -= 1
        own = {"what": "return", "depth": self._depth, "call": text, "value": str(value)}
        self.emit(Kind.CALL, state=own)

    def finish(self) -> Iterator[Event]:
        """The last events of such a program: it goes back to where it began, and ends."""
        self.go_back_to(self.problem.prefix)
        return self.end(NOTHING)
