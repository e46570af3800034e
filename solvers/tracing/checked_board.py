"""The board of a film that is checked, as its events make it; shared with no tracer."""

from __future__ import annotations

from collections.abc import Iterable

from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem, Square

DecidedSquare = tuple[int, int, bool | None]
"""A square, and whether a queen was put there; None: the film does not say."""


class FalseEventError(ValueError):
    """An event that is not true; the message says why."""


def demand(truth: object, otherwise: str) -> None:
    """Raise FalseEventError, unless this is true."""
    if not truth:
        raise FalseEventError(otherwise)


class CheckedBoard:
    """Queens, free squares and decisions at one moment of a film, and the solutions found so far.

    ``solutions`` are all solutions of the board, as the referee knows them. ``open_calls`` are the
    depths and names of the calls that have begun and not ended. ``is_by_levels``: the search makes
    all boards of one size before the next, so that no queens stand in between. ``begun`` and
    ``moves`` count the boards and moves of local search. ``entered`` is the line of the next
    decision, where the film says so: 0 for a column or 1 for a row, and its number. ``tried`` is
    the square of which the next event says whether a queen can stand there.
    """

    def __init__(self, problem: Problem, solutions: frozenset[Placement]) -> None:
        n, first = problem.n, len(problem.prefix)
        self.problem, self.solutions = problem, solutions
        self.found: list[Placement] = []
        self.queens = dict(enumerate(problem.prefix))
        self.free = {(c, r) for c in range(first, n) for r in problem.rows(c)}
        self.decisions: list[DecidedSquare] = []
        self.last_taken_back: DecidedSquare | None = None
        self.to_restore: set[Square] = set()
        self.open_calls: list[tuple[int, str]] = []
        self.may_go_back = self.is_by_levels = False
        self.begun = self.moves = 0
        self.entered: tuple[int, int] | None = None
        self.tried: Square | None = None
        self._before: list[tuple[dict[int, int], set[Square]]] = []

    def demand_entered(self, square: Square) -> None:
        """The square is in the line that was entered."""
        if self.entered:
            line, number = self.entered
            demand(square[line] == number, f"{('column', 'row')[line]} {number} was entered")

    def decide(self, decision: DecidedSquare) -> None:
        """A decision is made."""
        column, row, is_queen = decision
        self.decisions.append(decision)
        self._before.append((dict(self.queens), set(self.free)))
        if is_queen:
            self.queens[column] = row
        elif is_queen is False:
            self.free.discard((column, row))
        self.may_go_back = False
        self.entered = None

    def take_back(self, levels: int) -> None:
        """The last decisions are taken back; the squares that they removed are restored next."""
        self.last_taken_back = self.decisions[-levels]
        self.queens, free = self._before[-levels]
        del self.decisions[-levels:], self._before[-levels:]
        self.to_restore = free - self.free
        self.entered = None

    def restore(self) -> None:
        """The squares that wait for it are free again."""
        self.free |= self.to_restore
        self.to_restore = set()

    def left(self, *, unknown: bool = True) -> Iterable[Placement]:
        """The solutions not found so far that agree with the decisions that stand.

        A decision of which the film tells only the square counts as ``unknown``.
        """
        for solution in self.solutions.difference(self.found):
            if all(
                (solution[column] == row) is (unknown if is_queen is None else is_queen)
                for column, row, is_queen in self.decisions
            ):
                yield solution

    def open_squares(self, line: int, number: int) -> list[Square]:
        """The free squares without a queen in their column: of a column (line 0) or a row (1)."""
        return [
            square
            for square in self.free
            if square[0] not in self.queens and square[line] == number
        ]

    def line(self, column: int, row: int, other: int | None) -> str | None:
        """The line on which the queen of another column attacks a square, if she does."""
        if other is None or other not in self.queens:
            return None
        rows, columns = abs(self.queens[other] - row), abs(other - column)
        return "row" if not rows else "diagonal" if rows == columns else None

    def pairs(self) -> int:
        """How many pairs of queens attack each other."""
        return sum(self.conflicts(*queen) for queen in self.queens.items()) // 2

    def next_row(self, column: int, row: int) -> int:
        """The next row of a column that the problem allows; n where there is none."""
        n = self.problem.n
        allowed = self.problem.rows(column) if column < n else range(n)
        return next((other for other in allowed if other > row), n)

    def conflicts(self, column: int, row: int) -> int:
        """How many queens of other columns attack the square."""
        return sum(bool(self.line(column, row, other)) for other in self.queens if other != column)

    def boards(self, k: int) -> set[Placement]:
        """All placements of the first k columns in which no queens attack each other."""
        found = {self.problem.prefix}
        for column in range(len(self.problem.prefix), k):
            found = {
                (*placement, row)
                for placement in found
                for row in self.problem.rows(column)
                if all(abs(queen - row) not in (0, column - c) for c, queen in enumerate(placement))
            }
        return found
