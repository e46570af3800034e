"""Local search with min-conflicts: begin with a queen in every column, and repair conflicts.

Source: S. Minton, M. Johnston, A. Philips and P. Laird, *Minimizing Conflicts: A Heuristic Repair
Method for Constraint Satisfaction and Scheduling Problems* (Artificial Intelligence 58, 1992), in
the form of Russell and Norvig, *Artificial Intelligence: A Modern Approach*, third edition, figure
6.8: take any column whose queen is attacked, and move its queen to the row where the fewest queens
attack it.

The search knows only its current board, so it finds one solution and can never prove that there is
none. After enough moves it starts again from another board, which the source does not.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from solvers.interface import Backend, Placement, Problem

MOVES_PER_QUEEN = 10
"""After this many moves per queen the search starts again."""


class Board:
    """One queen per column, and the number of queens on each row and diagonal."""

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
        on_its_own_row = row == self.rows[column]  # then the queen itself is on all three lines
        return others - 3 if on_its_own_row else others

    def attacked(self) -> list[int]:
        """The columns whose queens are attacked."""
        return [column for column, row in enumerate(self.rows) if self.conflicts(column, row)]

    def move(self, column: int, row: int) -> None:
        """Move the queen of this column to that row."""
        self.queens.subtract(self.lines(column))
        self.rows[column] = row
        self.queens.update(self.lines(column))


def min_conflicts(
    board: Board, domains: Sequence[Sequence[int]], moves: int, random: Random
) -> int:
    """Move queens until none is attacked, at most ``moves`` times; return the number of moves."""
    for moved in range(moves):
        columns = board.attacked()
        if not columns:
            return moved
        column = random.choice(columns)
        conflicts = {row: board.conflicts(column, row) for row in domains[column]}
        fewest = min(conflicts.values())
        board.move(column, random.choice([row for row in conflicts if conflicts[row] == fewest]))
    return moves


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Search from one board after another until no queen is attacked."""
    n, domains = problem.n, problem.domains
    random = Random(n)  # a fixed seed: every run on this board is the same
    while True:
        board = Board([random.choice(rows) for rows in domains])
        work["moves"] += min_conflicts(board, domains, MOVES_PER_QUEEN * n, random)
        work["boards"] += 1
        if not board.attacked():
            yield tuple(board.rows)
            return


BACKEND = Backend(
    name="local-search",
    paradigm="local search",
    group="heuristic",
    solve=solve,
    enumerates=False,
    idea="Start with a queen anywhere in each column. Repeatedly move an attacked queen to the row "
    "where the fewest queens attack her. There is no tree, and nothing is undone or ruled out.",
    trace="solvers.tracing.tracers.local_search:events",
)
