"""Local search by exchanging rows, in a compiled loop that takes time in proportion to n.

Source: R. Sosič and J. Gu, *3,000,000 Queens in Less Than One Minute* (ACM SIGART Bulletin 2,
1991). No two queens share a row, and two arrays count the queens on each diagonal. Most queens are
placed without a conflict at first. Then each attacked queen tries to exchange rows with others
taken at random, until an exchange leaves fewer conflicts. The source keeps an exchange only if both
queens are then unattacked; here it is enough that conflicts become fewer. The search knows empty
boards only.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from solvers.interface import Backend, Block, Problem, VersionOf
from solvers.lazy import numpy as np

PLACINGS_PER_QUEEN = 3.08
"""The source tries this many rows per queen in all; the queens that are left stand at random."""

EXCHANGES_PER_QUEEN = 100
"""After this many exchanges per queen the search begins again with another board."""


def search(  # noqa: C901  # numba compiles one function, without objects
    rows: Any, on_sum: Any, on_difference: Any, random: Any
) -> Any:
    """Exchange rows until no queen is attacked or the limit is reached.

    Return the numbers of placings, exchanges and queens that are still attacked. A placing tries a
    row. A diagonal with k queens counts k - 1 conflicts.
    """
    n = len(rows)

    def count(column: int, queens: int) -> None:
        """Count this column's queen on its two diagonals (1), or no longer (-1)."""
        on_sum[rows[column] + column] += queens
        on_difference[rows[column] - column + n] += queens

    def conflicts_with(column: int, own: int) -> Any:
        """The number of its diagonals that hold another queen; ``own`` is 1 if they count it."""
        row = rows[column]
        return (on_sum[row + column] > own) + (on_difference[row - column + n] > own)

    def exchange(column: int, other: int) -> Any:
        """Exchange the rows of two queens; return the change in the number of conflicts."""
        change = 0
        for queen in (column, other):
            count(queen, -1)
            change -= conflicts_with(queen, 0)
        rows[column], rows[other] = rows[other], rows[column]
        for queen in (column, other):
            change += conflicts_with(queen, 0)
            count(queen, 1)
        return change

    # Start: place one queen after another, without a conflict if a tried row allows it.
    placings = exchanges = 0
    for column in range(n):  # the rows of the columns from here on are still to be given out
        while placings < PLACINGS_PER_QUEEN * n:
            placings += 1
            other = column + int(random.random() * (n - column))
            rows[column], rows[other] = rows[other], rows[column]
            if not conflicts_with(column, 0):
                break
        count(column, 1)

    # Repair: each attacked queen exchanges rows until an exchange leaves fewer conflicts.
    limit = EXCHANGES_PER_QUEEN * n
    attacked = [column for column in range(n) if conflicts_with(column, 1)]
    while attacked and exchanges < limit:
        for column in attacked:
            change = 0
            while change >= 0 and conflicts_with(column, 1) and exchanges < limit:
                exchanges += 1
                other = int(random.random() * n)
                change = exchange(column, other)
                if change >= 0:
                    exchange(column, other)  # back again
        attacked = [column for column in range(n) if conflicts_with(column, 1)]
    return placings, exchanges, len(attacked)


@cache
def compiled() -> Any:
    """``search`` as machine code."""
    from numba import njit

    return njit(cache=True)(search)


def prepare() -> None:
    """Compile before the clock starts."""
    next(solve(Problem(4), Counter()))


def solve(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """Search from one board after another until no queen is attacked."""
    n = problem.n
    random = np.random.default_rng(n)  # a fixed seed: every run on this board is the same
    while True:
        rows = random.permutation(np.arange(n, dtype=np.int32))
        on_sum, on_difference = np.zeros((2, 2 * n), np.int32)
        placings, exchanges, attacked = compiled()(rows, on_sum, on_difference, random)
        work["placings"] += placings
        work["exchanges"] += exchanges
        work["boards"] += 1
        if not attacked:
            yield rows.reshape(1, n)
            return


BACKEND = Backend(
    name="local-search-diagonals",
    paradigm="local search",
    solve=solve,
    requires=("numba",),
    prepare=prepare,
    install="pip install numba",
    version=VersionOf("numba"),
    variant_of="local-search",
    difference="Exchanges the rows of two queens, in a compiled loop; its parent moves one queen.",
    enumerates=False,
    empty_boards_only=True,
)
