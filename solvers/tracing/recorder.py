"""A recorder: a position that writes events down.

A tracer reports the steps of its engine; the recorder adds the queens, the level and the restored
squares. A tracer of a program that goes column by column reports only the boards that it tests:

    def events(problem):
        recorder = Recorder(problem)
        recorder.enter_column()
        for board in boards_that_the_program_tests(problem):
            recorder.test(board)
            yield from recorder.drain()
        yield from recorder.finish()
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from solvers.errors import TraceError
from solvers.puzzle.problem import Problem, Square
from solvers.tracing.event import BLOCKED, Event, Kind, Literal, Queens, Rule
from solvers.tracing.position import Position

State = Mapping[str, Any]
"""The state in the paradigm's own terms."""

NO_STATE: State = MappingProxyType({})
"""No state."""


class Recorder(Position):
    """Turns the steps that a tracer reports into events, which ``drain`` returns.

    A removed square or forced queen that the engine reports twice is recorded once. Removed squares
    in a column that has a queen are left out.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self._emitted: list[Event] = []

    def drain(self) -> Iterator[Event]:
        """The events since the last call."""
        emitted, self._emitted = self._emitted, []
        return iter(emitted)

    def emit(self, kind: Kind, **fields: Any) -> None:
        """Add an event, and apply it; its queens are those that then stand."""
        self.apply(Event(kind, (), **fields))
        self._emitted.append(Event(kind, self.standing(), **fields))

    def enter_node(self, kind: Kind, **fields: Any) -> None:
        """Record that the search enters a node, in which it will make a decision."""
        self.emit(kind, level=self.level, **fields)

    def decide(self, square: Square, *, queen: bool | None = True) -> None:
        """Record a decision for a queen on the square, against one (False), or unknown (None)."""
        self._at(Kind.DECIDE, square, queen=queen, level=self.level + 1)

    def remove(self, square: Square, by: int | None = None) -> None:
        """Record that no queen can stand on the square: the queen in column ``by`` attacks it.

        Without ``by``, the newest attacker is found, or else the engine's clauses are the reason.
        Nothing is recorded if the square was closed already or its column has a queen. Squares that
        are removed one after another for the same reason share an event.
        """
        if square not in self.free or square[0] in self.queens:
            return
        if by is None:
            attackers = [queen for queen in self.queens.items() if self.attacks(queen, square)]
            by = attackers[-1][0] if attackers else None
        rule = Rule.LEARNED if by is None else Rule.ATTACK
        before = self._emitted[-1] if self._emitted else None
        self.emit(Kind.REMOVE, squares=(square,), rule=rule, conflict_column=by)
        if before and (before.kind, before.rule, before.conflict_column) == (Kind.REMOVE, rule, by):
            squares = (*(before.squares or ()), square)
            self._emitted[-2:] = [before._replace(squares=squares)]

    def imply(self, square: Square) -> None:
        """Record a queen that must stand there, unless its column has a queen."""
        if square[0] not in self.queens:
            self._at(Kind.IMPLY, square, rule=self.rule_of_queen(square))

    def rule_of_queen(self, square: Square) -> Rule:
        """The reason for a forced queen: the last square of a column or row, or the clauses."""
        for line, rule in ((0, Rule.COLUMN), (1, Rule.ROW)):
            if self.open_squares(line, square[line]) == [square]:
                return rule
        return Rule.LEARNED

    def clash(self) -> None:
        """Record a conflict of the newest queen that another attacks, or else a contradiction."""
        queens = list(self.queens.items())
        pairs = ((queen, other) for queen in reversed(queens) for other in queens)
        for queen, other in pairs:
            if self.attacks(other, queen):
                self.conflict(*queen, other[0])
                return
        self.emit(Kind.WIPEOUT)

    def conflict(self, column: int, row: int, other: int | None, own: State = NO_STATE) -> None:
        """Record that the queen in column ``other`` attacks the square; None: it is blocked."""
        square = column, row
        line = BLOCKED if other is None else self.line(square, other)
        self._at(Kind.CONFLICT, square, conflict_column=other, conflict_line=line, state=own)

    def backtrack(self, column: int) -> None:
        """Take back the last decision, the queen of this column."""
        self.emit(Kind.BACKTRACK, column=column, level=self.level - 1)
        self._reopen(column)

    def change_to(self, board: Iterable[Square]) -> None:
        """Take back the decided queens that are not on this board, then decide the others of it.

        The columns stand in the order of the decisions. A column that was just left is not entered
        again.
        """
        first, left = len(self.problem.prefix), None
        wanted = [square for square in board if square[0] >= first]
        while (standing := [*self.queens.items()][first:]) != wanted[: len(standing)]:
            left, _ = standing[-1]
            self.backtrack(left)
        for square in wanted[len(standing) :]:
            if square[0] != left:
                self.enter_node(Kind.COLUMN, column=square[0])
            self.decide(square)

    def backjump(self, level: int) -> None:
        """Take back decisions until only ``level`` decisions stand."""
        if levels := self.level - level:
            self.emit(Kind.BACKJUMP, level=level, levels=levels)
            self._reopen()

    def learn(self, clause: Iterable[Literal], rule: Rule) -> None:
        """Record a learned clause: at least one of these literals must be true."""
        self.emit(Kind.LEARN, clause=tuple(clause), rule=rule)

    def solution(self) -> None:
        """Record a solution: all queens stand."""
        self.emit(Kind.SOLUTION, number=self.solutions + 1)

    def end(self, counters: Mapping[str, int]) -> Iterator[Event]:
        """Record the last event, with the search's counters, and return the events."""
        self.emit(Kind.END, state=counters)
        return self.drain()

    def _at(self, kind: Kind, square: Square, **fields: Any) -> None:
        self.emit(kind, column=square[0], row=square[1], **fields)

    def _reopen(self, column: int | None = None) -> None:
        if self.to_restore:
            self.emit(Kind.RESTORE, squares=tuple(self.to_restore), conflict_column=column)

    # Programs that go column by column

    def enter_column(self) -> None:
        """Enter the next column; if no column is left, record a solution."""
        if len(self.queens) < self.n:
            self.emit(Kind.COLUMN, column=len(self.queens))
        else:
            self.solution()

    def test(self, board: Sequence[int]) -> None:
        """Record that the program tests the newest queen of this board.

        It goes back to the board without that queen, and tries it. Then the queen is placed, or
        attacked by another. Raises TraceError if a step is left out.
        """
        prefix, column = self.problem.prefix, len(board) - 1
        if tuple(board[: len(prefix)]) != prefix[: len(board)]:
            raise TraceError(f"the trace tests {[*board]}, which has other queens than the prefix")
        if column < len(prefix):
            return
        self.go_back_to(board[:-1])
        if len(self.queens) < column:
            raise TraceError(
                f"the trace leaves out a step: test the board {[*board[:-1]]} before {[*board]}"
            )
        row = board[-1]
        self.try_row(column, row)
        other = self.attacker(column, row)
        if other is None:
            self.place(column, row)
            self.enter_column()
        else:
            self.conflict(column, row, other)

    def try_row(self, column: int, row: int) -> None:
        """Record that the program tries a row; a conflict or a placed queen must follow."""
        self._at(Kind.TRY, (column, row))

    def place(self, column: int, row: int, own: State = NO_STATE) -> None:
        """Place a queen on the free square."""
        self._at(Kind.PLACED, (column, row), state=own)

    def go_back(self, own: State = NO_STATE) -> None:
        """Take the newest queen away."""
        self.emit(Kind.BACKTRACK, column=len(self.queens) - 1, state=own)

    def go_back_to(self, board: Sequence[int | None]) -> None:
        """Take queens away until only queens of this board stand."""
        queens: Queens = tuple(board)
        while self.standing() != queens[: len(self.queens)]:
            self.go_back()

    def finish(self) -> Iterator[Event]:
        """Go back to the prefix, record the end, and return the last events."""
        self.go_back_to(self.problem.prefix)
        return self.end(NO_STATE)
