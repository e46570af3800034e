"""The position of a search: queens, free squares and decisions, and the effects of events.

Two classes extend it. A recorder follows an engine and writes the events. A checker follows the
events and tests each one first.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from solvers.puzzle.placements import shared_line
from solvers.puzzle.problem import Problem, Square, share_a_line
from solvers.tracing.event import Queens

DecidedSquare = tuple[int, int, bool | None]
"""A column, a row, and whether a queen was put there; None: the trace leaves this open."""


@dataclass(slots=True)
class Level:
    """One decision with its consequences: the columns that got queens, and the closed squares."""

    decision: DecidedSquare | None = None
    columns: list[int] = field(default_factory=list)
    closed: list[Square] = field(default_factory=list)


class Position:
    """The board at one moment of a search.

    ``queens`` maps each column with a queen to its row, the newest last. ``free`` are the squares
    on which a queen may still stand. ``levels`` has an item for the time before the first decision,
    then one for each decision that stands. ``to_restore`` are the squares that ``take_back`` found
    closed, until ``restore`` frees them; ``taken_back`` is the oldest decision that it took back.
    ``solutions`` counts the solutions found.
    """

    def __init__(self, problem: Problem) -> None:
        n, first = problem.n, len(problem.prefix)
        self.problem, self.n, self.solutions = problem, n, 0
        self.queens = dict(enumerate(problem.prefix))
        self._standing: Queens | None = None
        self.free = {(c, r) for c in range(first, n) for r in problem.domains[c]}
        self.levels = [Level()]
        self.to_restore: list[Square] = []
        self.taken_back: DecidedSquare | None = None

    @property
    def level(self) -> int:
        """The number of decisions that stand."""
        return len(self.levels) - 1

    @property
    def decisions(self) -> list[DecidedSquare]:
        """The decisions that stand, oldest first."""
        return [level.decision for level in self.levels if level.decision]

    def standing(self) -> Queens:
        """The row of each column's queen, column 0 first, up to the last queen; None: no queen."""
        if self._standing is None:
            columns = range(max(self.queens, default=-1) + 1)
            self._standing = tuple([self.queens.get(column) for column in columns])
        return self._standing

    def rows(self, column: int) -> set[int]:
        """The free rows of a column."""
        return {row for other, row in self.free if other == column}

    def open_squares(self, line: int, number: int) -> list[Square]:
        """The free squares of a column (line 0) or row (line 1) whose column has no queen."""
        return [
            square
            for square in self.free
            if square[0] not in self.queens and square[line] == number
        ]

    def line(self, column: int, row: int, other: int | None) -> str | None:
        """The line on which the queen in column ``other`` attacks a square; None without attack."""
        if (
            other is None
            or other not in self.queens
            or not attacks((other, self.queens[other]), (column, row))
        ):
            return None
        return shared_line(self.queens[other], row)

    def attacker(self, column: int, row: int) -> int | None:
        """The nearest column to the left whose queen attacks the square; None without one."""
        for other in range(column - 1, -1, -1):
            queen = self.queens.get(other)
            if queen is not None and abs(queen - row) in (0, column - other):
                return other
        return None

    # The effects of events

    def stand(self, square: Square) -> None:
        """Put a queen on the square."""
        column, row = square
        standing, self._standing = self._standing, None
        if standing is not None and column == len(standing):
            self._standing = (*standing, row)
        self.queens[column] = row
        self.levels[-1].columns.append(column)

    def put(self, queens: dict[int, int]) -> None:
        """Put or move these queens, given by column and row; for local search."""
        self.queens |= queens
        self._standing = None

    def close(self, square: Square) -> None:
        """Mark the square as one on which no queen can stand."""
        self.free.discard(square)
        self.levels[-1].closed.append(square)

    def make_decision(self, square: Square, *, queen: bool | None) -> None:
        """Decide to put a queen on the square, or not to (False); None: the decision is unknown."""
        self.levels.append(Level((*square, queen)))
        if queen:
            self.stand(square)
        elif queen is False:
            self.close(square)

    def take_back(self, levels: int) -> None:
        """Take back this number of decisions, with their consequences."""
        gone = self.levels[-levels:]
        del self.levels[-levels:]
        self.taken_back = gone[0].decision
        standing, self._standing = self._standing, None
        for level in gone:
            for column in level.columns:
                del self.queens[column]
        left = len(self.queens)
        if levels == 1 and gone[0].columns == [left] and standing and len(standing) == left + 1:
            self._standing = standing[:-1]  # the last of columns without a gap
        self.to_restore = [square for level in gone for square in level.closed]

    def restore(self) -> None:
        """Free the squares in ``to_restore``."""
        self.free.update(self.to_restore)
        self.to_restore = []


def attacks(queen: Square, square: Square) -> bool:
    """Whether a queen on the first square attacks the second; False within one column."""
    return queen[0] != square[0] and share_a_line(queen, square)
