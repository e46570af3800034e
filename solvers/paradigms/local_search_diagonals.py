"""Local search by exchanging rows, in a compiled loop that takes time in proportion to n.

Source: R. Sosič and J. Gu, *3,000,000 Queens in Less Than One Minute* (ACM SIGART Bulletin 2,
1991). No two queens share a row, and two arrays count the queens on each diagonal. Most queens are
placed without a conflict at first. Then each attacked queen tries to exchange rows with others
taken at random, until an exchange leaves fewer conflicts. The source keeps an exchange only if both
queens are then unattacked; here it is enough that conflicts become fewer.

The source knows empty boards only. Here a queen on a blocked square is a conflict as well, and the
queen of a column with one free row stays there. The arrays of the search:

    rows           the row of each column's queen, no two the same
    fixed          the columns whose queens stay
    movable        the columns whose queens may exchange rows
    blocked_rows   the blocked rows of column 0, then those of column 1, and so on
    first_blocked  for each column, the place where its blocked rows begin
    diagonals      the number of queens on each: by row + column, and by row - column + n
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


def search(  # noqa: C901, PLR0913, PLR0917  # numba compiles one function, without objects
    rows: Any,
    fixed: Any,
    movable: Any,
    blocked_rows: Any,
    first_blocked: Any,
    diagonals: Any,
    random: Any,
) -> Any:
    """Exchange rows until no queen is attacked or the limit is reached.

    Return the numbers of placings, exchanges and queens that are still attacked. A placing tries a
    row. A diagonal with k queens counts k - 1 conflicts, and a queen on a blocked square one.
    """
    n, length = len(rows), len(movable)
    on_sum, on_difference = diagonals

    def count(column: int, queens: int) -> None:
        """Count this column's queen on its two diagonals (1), or no longer (-1)."""
        on_sum[rows[column] + column] += queens
        on_difference[rows[column] - column + n] += queens

    def conflicts_with(column: int, own: int) -> Any:
        """The number of its diagonals that hold another queen, plus 1 if its square is blocked.

        ``own`` is 1 if its diagonals count it, else 0.
        """
        row = rows[column]
        found = (on_sum[row + column] > own) + (on_difference[row - column + n] > own)
        for place in range(first_blocked[column], first_blocked[column + 1]):
            found += blocked_rows[place] == row
        return found

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

    placings = exchanges = 0
    for column in fixed:
        count(column, 1)

    # Start: place one queen after another, without a conflict if a tried row allows it.
    for first in range(length):  # the rows of the columns from here on are still to be given out
        column = movable[first]
        while placings < PLACINGS_PER_QUEEN * n:
            placings += 1
            other = movable[first + int(random.random() * (length - first))]
            rows[column], rows[other] = rows[other], rows[column]
            if not conflicts_with(column, 0):
                break
        count(column, 1)

    # Repair: each attacked queen exchanges rows until an exchange leaves fewer conflicts.
    limit = EXCHANGES_PER_QUEEN * n
    attacked = [column for column in movable if conflicts_with(column, 1)]
    while attacked and exchanges < limit:
        for column in attacked:
            change = 0
            while change >= 0 and conflicts_with(column, 1) and exchanges < limit:
                exchanges += 1
                other = movable[int(random.random() * length)]
                change = exchange(column, other)
                if change >= 0:
                    exchange(column, other)  # back again
        attacked = [column for column in movable if conflicts_with(column, 1)]
    return placings, exchanges, len(attacked)


@cache
def compiled() -> Any:
    """``search`` as machine code."""
    from numba import njit

    return njit(cache=True)(search)


def prepare() -> None:
    """Compile before the clock starts."""
    next(solve(Problem(4), Counter()))


def given_rows(problem: Problem) -> dict[int, int]:
    """The columns with one free row, each with this row."""
    # No other column can have lost a row, and a board may have a million columns.
    narrowed = {*range(len(problem.prefix)), *(column for column, _ in problem.blocked)}
    return {c: problem.domains[c][0] for c in narrowed if len(problem.domains[c]) == 1}


def solve(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """Search from one board after another until no queen is attacked."""
    n, given, squares = problem.n, given_rows(problem), sorted(problem.blocked)
    lines = [(row, row + column, row - column) for column, row in given.items()]
    if any(len({*kind}) < len(given) for kind in zip(*lines, strict=True)):
        return  # two given queens attack each other
    fixed = np.array(sorted(given), np.int32)
    movable = np.delete(np.arange(n, dtype=np.int32), fixed)
    blocked_rows = np.array([row for _, row in squares], np.int64)
    first_blocked = np.searchsorted([column for column, _ in squares], np.arange(n + 1))
    rows = np.arange(n, dtype=np.int32)
    rows[fixed] = [given[column] for column in sorted(given)]
    free = np.delete(np.arange(n), rows[fixed])
    random = np.random.default_rng(n)  # a fixed seed: every run on this board is the same
    while True:
        rows[movable] = random.permutation(free)
        diagonals = np.zeros((2, 2 * n), np.int32)
        placings, exchanges, attacked = compiled()(
            rows, fixed, movable, blocked_rows, first_blocked, diagonals, random
        )
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
)
