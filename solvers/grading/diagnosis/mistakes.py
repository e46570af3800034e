"""Mistakes that programs for this puzzle make, each as the set of placements it would give.

A hypothesis is held against all answers of a program for several n; it stands only if it explains
every one of them exactly. n is small here, so each set is found by trying every placement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from solvers.grading.finding import Fact
from solvers.puzzle.placements import Placement

Test = Callable[[int, int, int, int], bool]
"""``test(column, distance, row, other)``: whether the queen in that column and row is in conflict
with the one that many columns further, in the row ``other``, according to the program."""


Finds = Callable[[int], set[Placement]]
"""``finds(n)``: the placements that a program with a mistake gives for n queens."""


def pairwise(
    conflict: Test, rows: Callable[[int], range] = range, *, columns_left: int = 0
) -> Finds:
    """The answers of a program that goes column by column with this test for two queens.

    It stops with so many columns left.
    """

    def below(queens: Placement, n: int) -> Iterator[Placement]:
        if len(queens) == n - columns_left:
            yield queens
            return
        new = len(queens)
        for row in rows(n):
            if not any(conflict(c, new - c, other, row) for c, other in enumerate(queens)):
                yield from below((*queens, row), n)

    return lambda n: set(below((), n))


def right(_: int, distance: int, row: int, other: int) -> bool:
    """The rule as it is."""
    return row == other or abs(row - other) == distance


def solutions_with(n: int) -> set[Placement]:
    """The right set."""
    return pairwise(right)(n)


def half(n: int, *, middle: bool) -> set[Placement]:
    """Solutions whose first queen stands in the upper half of its column."""
    return {
        placement
        for placement in solutions_with(n)
        if not placement or placement[0] < (n + middle) // 2
    }


MISTAKES: dict[Fact, Finds] = {
    Fact.NO_DIAGONALS: pairwise(lambda c, d, a, b: a == b),
    Fact.NO_ROWS: pairwise(lambda c, d, a, b: abs(a - b) == d),
    Fact.NO_RISING_DIAGONAL: pairwise(lambda c, d, a, b: a == b or b - a == d),
    Fact.NO_FALLING_DIAGONAL: pairwise(lambda c, d, a, b: a == b or a - b == d),
    Fact.NEIGHBOURS_ONLY: pairwise(lambda c, d, a, b: d == 1 and right(c, d, a, b)),
    Fact.DIAGONALS_OF_NEIGHBOURS: pairwise(
        lambda c, d, a, b: a == b or (d == 1 and abs(a - b) == 1)
    ),
    Fact.ALL_BUT_NEIGHBOURS: pairwise(lambda c, d, a, b: d > 1 and right(c, d, a, b)),
    Fact.DISTANCE_FROM_0: pairwise(lambda c, d, a, b: a == b or abs(a - b) == d - 1),
    Fact.DISTANCE_FROM_2: pairwise(lambda c, d, a, b: a == b or abs(a - b) == d + 1),
    Fact.DISTANCE_GROWS_BY_2: pairwise(lambda c, d, a, b: a == b or abs(a - b) == 2 * d - 1),
    Fact.ROW_AFTER_LAST: pairwise(right, lambda n: range(n + 1)),
    Fact.ROW_BEFORE_FIRST: pairwise(right, lambda n: range(-1, n)),
    Fact.HALF_WITHOUT_MIDDLE: lambda n: half(n, middle=False),
    Fact.HALF_WITH_MIDDLE: lambda n: half(n, middle=True),
    # A change that stays keeps every other row out: the answers cannot tell it from an early end.
    Fact.NO_WAY_BACK: lambda n: _without_going_back(n),
    Fact.NONE_FOUND: lambda n: set(),
    Fact.NEW_ROWS_FROM_1: pairwise(lambda c, d, a, b: right(c, d, a, b + 1)),
    Fact.EARLIER_ROWS_FROM_1: pairwise(lambda c, d, a, b: right(c, d, a + 1, b)),
    Fact.NO_TEST: pairwise(lambda c, d, a, b: False),
    Fact.INVERTED_TEST: pairwise(lambda c, d, a, b: not right(c, d, a, b)),
    Fact.FIRST_QUEEN_SKIPPED: pairwise(lambda c, d, a, b: c > 0 and right(c, d, a, b)),
    Fact.FIRST_QUEEN_ONLY: pairwise(lambda c, d, a, b: c == 0 and right(c, d, a, b)),
    Fact.DIAGONALS_OF_FIRST_QUEEN: pairwise(
        lambda c, d, a, b: a == b or (c == 0 and abs(a - b) == d)
    ),
    Fact.NO_DIAGONALS_OF_FIRST_QUEEN: pairwise(
        lambda c, d, a, b: a == b or (c > 0 and abs(a - b) == d)
    ),
    # A loop along a diagonal that ends before index 0: of either index, where both go down.
    Fact.DIAGONALS_END_BEFORE_0: pairwise(
        lambda c, d, a, b: a == b or (c > 0 and (a - b == d or (a > 0 and b - a == d)))
    ),
    Fact.DISTANCE_GOES_ON: pairwise(lambda c, d, a, b: a == b or abs(a - b) == c + d),
    Fact.FIRST_ROW_ONLY: lambda n: {
        placement for placement in solutions_with(n) if not placement or placement[0] == 0
    },
    Fact.FIRST_ROW_NEVER: lambda n: {
        placement for placement in solutions_with(n) if not placement or placement[0] != 0
    },
    Fact.ONE_COLUMN_SHORT: pairwise(right, columns_left=1),
    Fact.SMALLER_BOARD: lambda n: solutions_with(n - 1),
    Fact.LARGER_BOARD: lambda n: solutions_with(n + 1),
    # Facts: what comes of a row that is never tried, of a test that refuses too much, of a
    # distance that never grows; the answers cannot tell which.
    Fact.NONE_ABOVE_1: lambda n: solutions_with(n) if n == 1 else set(),
    Fact.LAST_MISSING: lambda n: set(sorted(solutions_with(n))[:-1]),
    Fact.FIRST_MISSING: lambda n: set(sorted(solutions_with(n))[1:]),
}
"""The placements that a program with each mistake finds.

No two of them are the same for every n up to 6.
"""


def _without_going_back(n: int) -> set[Placement]:
    """The board of the first free row of each column."""
    placed: Placement = ()
    for column in range(n):
        free = (
            row
            for row in range(n)
            if not any(right(c, column - c, other, row) for c, other in enumerate(placed))
        )
        if (first := next(free, None)) is None:
            return set()
        placed = (*placed, first)
    return {placed}
