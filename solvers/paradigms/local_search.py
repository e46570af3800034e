"""Local search with min-conflicts: begin with a queen in every column, and mend what is wrong.

Source: S. Minton, M. Johnston, A. Philips and P. Laird, *Minimizing Conflicts: A Heuristic Repair
Method for Constraint Satisfaction and Scheduling Problems* (Artificial Intelligence 58, 1992), in
the form of Russell and Norvig, *Artificial Intelligence: A Modern Approach*, figure 6.8: take a
column whose queen is attacked, any of them, and move its queen to the row where fewest attack it.

It knows only the board it stands on. So it never sees that there is no solution, and never knows
which ones it has had: it looks for one, and begins again when it has moved for long enough.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from solvers.interface import Backend, Counters, Emit, Problem

MOVES_PER_QUEEN = 10
"""After how many moves for each queen the search begins again, from another board."""


class Board:
    """A queen in every column, and how many of them stand on each row and diagonal."""

    def __init__(self, rows: list[int]) -> None:
        self.rows = rows
        self.queens = Counter(line for column in range(len(rows)) for line in self.lines(column))

    def lines(self, column: int, row: int | None = None) -> tuple[tuple[str, int], ...]:
        """The lines on which this column's queen stands, or would stand in that row."""
        row = self.rows[column] if row is None else row
        return ("row", row), ("sum", row + column), ("difference", row - column)

    def conflicts(self, column: int, row: int) -> int:
        """How many other queens would attack this column's queen in that row."""
        others = sum(self.queens[line] for line in self.lines(column, row))
        return others - 3 if row == self.rows[column] else others

    def attacked(self) -> list[int]:
        """The columns whose queens are attacked."""
        return [column for column, row in enumerate(self.rows) if self.conflicts(column, row)]

    def move(self, column: int, row: int) -> None:
        """Move the queen of this column to that row."""
        self.queens.subtract(self.lines(column))
        self.rows[column] = row
        self.queens.update(self.lines(column))


def min_conflicts(board: Board, allowed: list[list[int]], moves: int, choose: Random) -> int:
    """Move queens until none is attacked, at most so often; returns how many were moved."""
    for moved in range(moves):
        columns = board.attacked()
        if not columns:
            return moved
        column = choose.choice(columns)
        conflicts = {row: board.conflicts(column, row) for row in allowed[column]}
        fewest = min(conflicts.values())
        board.move(column, choose.choice([row for row in conflicts if conflicts[row] == fewest]))
    return moves


def solve(problem: Problem, emit: Emit) -> Counters:
    """Search from one board after another until no queen is attacked; without end if there is none.

    Raises ValueError for a column without a free square, where no queen could stand to begin with.
    """
    n = problem.n
    allowed = [list(problem.rows(column)) for column in range(n)]
    if not all(allowed):
        raise ValueError(
            "a column has no free square, and local search begins with a queen in each"
        )
    choose, moves, boards = Random(n), 0, 0  # noqa: S311  # the same choices in every run
    while True:
        board = Board([choose.choice(rows) for rows in allowed])
        moves += min_conflicts(board, allowed, MOVES_PER_QUEEN * n, choose)
        boards += 1
        if not board.attacked():
            emit(tuple(board.rows))
            return {"moves": moves, "boards": boards}


BACKEND = Backend(
    name="local-search",
    paradigm="local search",
    solve=solve,
    enumerates=False,
    idea="A queen in every column, anywhere. One that is attacked moves to the row where fewest "
    "attack it, again and again; there is no tree, nothing is undone, and nothing is ruled out.",
    listing=("Board", "min_conflicts", "solve"),
)
