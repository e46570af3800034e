"""Mistakes that programs for this puzzle make, each as the set of placements it would give.

A mistake counts only if its sets equal the program's answers for several n. Since n is small, a
search finds each set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from solvers.grading.finding import Fact
from solvers.puzzle.placements import Placement

Test = Callable[[int, int, int, int], bool]
"""``test(column, distance, row, other)``: whether the program sees a conflict of two queens. One
stands in ``column`` and ``row``, the other ``distance`` columns further in the row ``other``."""


Finds = Callable[[int], set[Placement]]
"""``finds(n)``: the placements that a program with a mistake gives for n queens."""


def pairwise(
    conflict: Test, rows: Callable[[int], range] = range, *, columns_left: int = 0
) -> Finds:
    """The answers of a program that goes column by column with this test for two queens.

    ``rows`` gives the rows that it tries for n. It stops with ``columns_left`` columns left.
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
    """Whether two queens attack each other: the rule without a mistake."""
    return row == other or abs(row - other) == distance


def solutions_with(n: int) -> set[Placement]:
    """All solutions for n."""
    return pairwise(right)(n)


def half(n: int, *, middle: bool) -> set[Placement]:
    """The solutions whose first queen stands in the first half of the rows."""
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
    # A change that is never undone keeps all other rows out, as an early end does.
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
    Fact.FIRST_OF_EACH_ROW: lambda n: set(
        {placement[:1]: placement for placement in sorted(solutions_with(n), reverse=True)}.values()
    ),
    Fact.ONE_COLUMN_SHORT: pairwise(right, columns_left=1),
    Fact.SMALLER_BOARD: lambda n: solutions_with(n - 1),
    Fact.LARGER_BOARD: lambda n: solutions_with(n + 1),
    # Several mistakes have these answers: a row that is never tried, a test that refuses too much,
    # a distance that never grows.
    Fact.NONE_ABOVE_1: lambda n: solutions_with(n) if n == 1 else set(),
    Fact.LAST_MISSING: lambda n: set(sorted(solutions_with(n))[:-1]),
    Fact.FIRST_MISSING: lambda n: set(sorted(solutions_with(n))[1:]),
}
"""The placements that a program with each mistake finds.

No two of them are the same for every n up to 6.
"""


def _without_going_back(n: int) -> set[Placement]:
    """The board with the first free row in each column; empty if a column has no free row."""
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
