"""Local search with min-conflicts: begin with a queen in every column, and repair conflicts.

Source: S. Minton, M. Johnston, A. Philips and P. Laird, *Minimizing Conflicts: A Heuristic Repair
Method for Constraint Satisfaction and Scheduling Problems* (Artificial Intelligence 58, 1992), in
the form of Russell and Norvig, *Artificial Intelligence: A Modern Approach*, third edition, figure
6.8: take any column whose queen is attacked, and move it to the row where the fewest queens attack
it.

The search knows only its current board, so it finds one solution and can never prove that there is
none. The source gives up after a number of moves; here the search then begins again from another
board.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from solvers.interface import Backend, Placement, Problem

MOVES_PER_QUEEN = 10
"""After this many moves per queen the search starts again."""


def lines(n: int, column: int, row: int) -> tuple[int, int, int]:
    """The row and the two diagonals of a square, each with a number of its own.

    For n = 4, rows have the numbers 0 to 3. The sums 0 to 6 become 4 to 10, and the differences -3
    to 3 become 13 to 19, so that one list counts the queens on all lines.
    """
    return row, row + column + n, row - column + 4 * n


class Board:
    """One queen per column, its lines, and the number of queens on each line."""

    def __init__(self, rows: list[int]) -> None:
        n = len(rows)
        self.rows = rows
        self.lines = [lines(n, column, row) for column, row in enumerate(rows)]
        self.queens_on = [0] * 5 * n
        for column in range(n):
            self.count(column, 1)

    def count(self, column: int, queens: int) -> None:
        """Count this column's queen on its three lines (1), or no longer (-1)."""
        for line in self.lines[column]:
            self.queens_on[line] += queens

    def attacked(self) -> list[int]:
        """The columns whose queens share a line with another one."""
        on = self.queens_on
        return [
            column
            for column, (row, by_sum, by_difference) in enumerate(self.lines)
            if on[row] > 1 or on[by_sum] > 1 or on[by_difference] > 1
        ]

    def best_rows(self, column: int, rows: Sequence[int]) -> list[int]:
        """The rows where the fewest other queens attack this column's queen."""
        n, on = len(self.rows), self.queens_on
        self.count(column, -1)
        # The diagonals through row 0; for row r, add r to their numbers.
        _, by_sum, by_difference = lines(n, column, 0)
        attackers = [on[row] + on[by_sum + row] + on[by_difference + row] for row in rows]
        self.count(column, 1)
        fewest = min(attackers)
        return [row for row, number in zip(rows, attackers, strict=True) if number == fewest]

    def move(self, column: int, row: int) -> None:
        """Move the queen of this column to that row."""
        self.count(column, -1)
        self.rows[column] = row
        self.lines[column] = lines(len(self.rows), column, row)
        self.count(column, 1)


def min_conflicts(
    board: Board, domains: Sequence[Sequence[int]], moves: int, random: Random
) -> int:
    """Move queens until none is attacked, at most ``moves`` times; return the number of moves."""
    for moved in range(moves):
        columns = board.attacked()
        if not columns:
            return moved
        column = random.choice(columns)
        board.move(column, random.choice(board.best_rows(column, domains[column])))
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
    practical_n_first=5000,
    enumerates=False,
    idea="Start with a queen anywhere in each column. Move one attacked queen after another to the "
    "row where the fewest queens attack it.",
    searches="the program, by repairing a full board",
    undoes="nobody: another move may follow",
    knows="the number of attacks on each row",
)
