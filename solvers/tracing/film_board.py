"""What the events of a film have made of the board: replayed, and shared with no tracer."""

from __future__ import annotations

from collections.abc import Iterable

from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem, Square

Decision = tuple[int, int, bool | None]
"""A square, and whether a queen was put there; None: it is not known."""


class FilmBoard:
    """Queens, free squares and decisions at one moment of a film, and what was found before it."""

    def __init__(self, problem: Problem, solutions: frozenset[Placement]) -> None:
        n, first = problem.n, len(problem.prefix)
        self.problem, self.solutions = problem, solutions
        self.found: list[Placement] = []
        self.queens = dict(enumerate(problem.prefix))
        self.free = {(c, r) for c in range(first, n) for r in problem.rows(c)}
        self.decisions: list[Decision] = []
        self.last_taken_back: Decision | None = None
        self.to_restore: set[Square] = set()
        self._before: list[tuple[dict[int, int], set[Square]]] = []

    def decide(self, decision: Decision) -> None:
        """A decision is made."""
        column, row, holds = decision
        self.decisions.append(decision)
        self._before.append((dict(self.queens), set(self.free)))
        if holds:
            self.queens[column] = row
        elif holds is False:
            self.free.discard((column, row))

    def take_back(self, levels: int) -> None:
        """The last decisions are taken back; what they removed is to be restored next."""
        self.last_taken_back = self.decisions[-levels]
        self.queens, free = self._before[-levels]
        del self.decisions[-levels:], self._before[-levels:]
        self.to_restore = free - self.free

    def restore(self) -> None:
        """What is to be restored is free again."""
        self.free |= self.to_restore
        self.to_restore = set()

    def left(self, *, unknown: bool = True) -> Iterable[Placement]:
        """The solutions not found so far that agree with the decisions that stand.

        ``unknown`` is what a decision is taken for of which only the square is known.
        """
        for one in self.solutions.difference(self.found):
            if all(
                (one[column] == row) is (unknown if holds is None else holds)
                for column, row, holds in self.decisions
            ):
                yield one

    def open_squares(self, line: int, number: int) -> list[Square]:
        """The free squares without a queen in their column: of a column (line 0) or a row (1)."""
        return [one for one in self.free if one[0] not in self.queens and one[line] == number]

    def line(self, column: int, row: int, other: int | None) -> str | None:
        """The line on which the queen of another column attacks a square, if she does."""
        if other is None or other not in self.queens:
            return None
        rows, columns = abs(self.queens[other] - row), abs(other - column)
        return "row" if not rows else "diagonal" if rows == columns else None

    def conflicts(self, column: int, row: int) -> int:
        """How many queens of other columns attack the square."""
        return sum(bool(self.line(column, row, one)) for one in self.queens if one != column)
