"""A position of a search: queens, free squares and decisions. Only here does an event change them.

A recorder changes it as its engine tells, and writes the events down. A checker changes it as the
events tell, and asks first whether each is true.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from solvers.puzzle.placements import shared_line
from solvers.puzzle.problem import Problem, Square, share_a_line
from solvers.tracing.event import Queens

DecidedSquare = tuple[int, int, bool | None]
"""A square, and whether a queen was put there; None: the film does not say."""


@dataclass(slots=True)
class Level:
    """One decision and all that came with it: columns whose queens stand since, closed squares."""

    decision: DecidedSquare | None = None
    columns: list[int] = field(default_factory=list)
    closed: list[Square] = field(default_factory=list)


class Position:
    """The board at one moment of a search.

    ``queens`` has the row of each column whose queen stands, the newest last, and ``free`` the
    squares on which one may still stand. ``levels`` are the decisions that stand, below the queens
    that were given. ``to_restore`` are the squares that the last step back has opened, until
    ``restore``; ``taken_back`` is the decision that it took. ``solutions`` counts those found.
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
        """The number of decisions in force."""
        return len(self.levels) - 1

    @property
    def decisions(self) -> list[DecidedSquare]:
        """The decisions that stand."""
        return [level.decision for level in self.levels if level.decision]

    def standing(self) -> Queens:
        """The rows of the queens, column 0 first."""
        if self._standing is None:
            columns = range(max(self.queens, default=-1) + 1)
            self._standing = tuple([self.queens.get(column) for column in columns])
        return self._standing

    def rows(self, column: int) -> set[int]:
        """The free rows of a column."""
        return {row for other, row in self.free if other == column}

    def open_squares(self, line: int, number: int) -> list[Square]:
        """The free squares without a queen in their column: of a column (line 0) or a row (1)."""
        return [
            square
            for square in self.free
            if square[0] not in self.queens and square[line] == number
        ]

    def line(self, column: int, row: int, other: int | None) -> str | None:
        """The line on which the queen of another column attacks a square, if she does."""
        if (
            other is None
            or other not in self.queens
            or not attacks((other, self.queens[other]), (column, row))
        ):
            return None
        return shared_line(self.queens[other], row)

    def attacker(self, column: int, row: int) -> int | None:
        """The nearest column before this one whose queen attacks the square."""
        for other in range(column - 1, -1, -1):
            queen = self.queens.get(other)
            if queen is not None and abs(queen - row) in (0, column - other):
                return other
        return None

    # The effects of events

    def stand(self, square: Square) -> None:
        """A queen stands on the square."""
        column, row = square
        standing, self._standing = self._standing, None
        if standing is not None and column == len(standing):
            self._standing = (*standing, row)
        self.queens[column] = row
        self.levels[-1].columns.append(column)

    def put(self, queens: dict[int, int]) -> None:
        """Local search: these queens stand here from now on, wherever they stood before."""
        self.queens |= queens
        self._standing = None

    def close(self, square: Square) -> None:
        """No queen can stand on the square."""
        self.free.discard(square)
        self.levels[-1].closed.append(square)

    def make_decision(self, square: Square, *, queen: bool | None) -> None:
        """A queen is put on the square, or none will be, or nobody knows which."""
        self.levels.append(Level((*square, queen)))
        if queen:
            self.stand(square)
        elif queen is False:
            self.close(square)

    def take_back(self, levels: int) -> None:
        """The last decisions are taken back with all that came with them."""
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
        """The squares that a step back has opened are free again."""
        self.free.update(self.to_restore)
        self.to_restore = []


def attacks(queen: Square, square: Square) -> bool:
    """Whether a queen here attacks a square of another column."""
    return queen[0] != square[0] and share_a_line(queen, square)
