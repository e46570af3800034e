"""Mistakes that programs for this puzzle make, each as the set of placements it would give.

A hypothesis is held against all answers of a program for several n; it stands only if it explains
every one of them exactly. n is small here, so each set is found by trying every placement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from solvers.puzzle.placements import Placement

Test = Callable[[int, int, int], bool]
"""``test(distance, row, other)``: whether queens that many columns apart, other on the right or
older side, are in conflict according to the program."""


Finds = Callable[[int], set[Placement]]
"""``finds(n)``: the placements that a program with a mistake gives for n queens."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake: what to tell the student, and the placements that a program with it finds."""

    text: str
    placements: Finds


def pairwise(conflict: Test, rows: Callable[[int], range] = range) -> Finds:
    """What a program finds that goes column by column and has this test for two queens."""

    def below(queens: Placement, n: int) -> Iterator[Placement]:
        if len(queens) == n:
            yield queens
            return
        for row in rows(n):
            if not any(
                conflict(len(queens) - column, queens[column], row) for column in range(len(queens))
            ):
                yield from below((*queens, row), n)

    return lambda n: set(below((), n))


def right(distance: int, row: int, other: int) -> bool:
    """The rule as it is."""
    return row == other or abs(row - other) == distance


def solutions(n: int) -> set[Placement]:
    """The right set."""
    return pairwise(right)(n)


def half(n: int, *, middle: bool) -> set[Placement]:
    """Solutions whose first queen stands in the upper half of its column."""
    return {one for one in solutions(n) if not one or one[0] < (n + middle) // 2}


PAIRWISE: dict[str, Finds] = {
    "only rows are compared, the diagonals are not (every permutation is given)": pairwise(
        lambda d, a, b: a == b
    ),
    "the diagonals are compared, the rows are not": pairwise(lambda d, a, b: abs(a - b) == d),
    "the diagonal that goes up (to the right) is not checked": pairwise(
        lambda d, a, b: a == b or b - a == d
    ),
    "the diagonal that goes down (to the right) is not checked": pairwise(
        lambda d, a, b: a == b or a - b == d
    ),
    "only the neighbouring column is compared": pairwise(lambda d, a, b: d == 1 and right(d, a, b)),
    "rows are compared with every queen, diagonals only with the neighbouring column": pairwise(
        lambda d, a, b: a == b or (d == 1 and abs(a - b) == 1)
    ),
    "no solution is found above n = 1: its test may refuse too much (as where the distance does "
    "not grow from queen to queen), or its search may try too few rows or end too early": pairwise(
        lambda d, a, b: a == b or abs(a - b) == 1
    ),
    "the distance is off by one: it starts at 0 instead of 1": pairwise(
        lambda d, a, b: a == b or abs(a - b) == d - 1
    ),
    "the distance is off by one: it starts at 2 instead of 1": pairwise(
        lambda d, a, b: a == b or abs(a - b) == d + 1
    ),
    "the distance grows by 2 a column instead of by 1": pairwise(
        lambda d, a, b: a == b or abs(a - b) == 2 * d - 1
    ),
    "the neighbouring queen is not compared": pairwise(lambda d, a, b: d > 1 and right(d, a, b)),
    "nothing is compared (every way to put a queen in each column is given)": pairwise(
        lambda d, a, b: False
    ),
    "the test is the wrong way round: it keeps the queens that attack": pairwise(
        lambda d, a, b: not right(d, a, b)
    ),
    "one row too many is tried: rows beyond the board": pairwise(right, lambda n: range(n + 1)),
    "one row too many is tried: a row before the first": pairwise(right, lambda n: range(-1, n)),
}

OTHERS: dict[str, Finds] = {
    "the queen of the first column is not compared": lambda n: _skipping_first(n),
    "symmetric solutions are left out: the first queen is only tried in half of its column": (
        lambda n: half(n, middle=False)
    ),
    "symmetric solutions are left out: the first queen is only tried in the first half of its "
    "column, the middle included": lambda n: half(n, middle=True),
    "the first queen is only tried in the first row": (
        lambda n: {one for one in solutions(n) if not one or one[0] == 0}
    ),
    "every queen's rows are tried, but the first queen is never tried in the first row": (
        lambda n: {one for one in solutions(n) if not one or one[0] != 0}
    ),
    "it finds the solutions for one column less": lambda n: _shorter(n),
}

ENDS: dict[str, Finds] = {
    # Also what comes of one row that is never tried, or of a test that refuses everything: the
    # answers cannot tell which.
    "no solution is found, for no n": lambda n: set(),
    "the last solution is missing": lambda n: set(sorted(solutions(n))[:-1]),
    "the first solution is missing": lambda n: set(sorted(solutions(n))[1:]),
}

MISTAKES = [Mistake(text, placements) for text, placements in (ENDS | PAIRWISE | OTHERS).items()]
"""No two of them give the same placements for every n up to 6."""


def _skipping_first(n: int) -> set[Placement]:
    def fits(placement: Placement) -> bool:
        return not any(
            right(b - a, placement[a], placement[b]) for a in range(1, n) for b in range(a + 1, n)
        )

    return {one for one in product(range(n), repeat=n) if fits(one)}


def _shorter(n: int) -> set[Placement]:
    """Placements of n - 1 queens in as many columns of a board with n rows."""

    def below(queens: Placement) -> Iterator[Placement]:
        if len(queens) == n - 1:
            yield queens
            return
        for row in range(n):
            if not any(
                right(len(queens) - column, queens[column], row) for column in range(len(queens))
            ):
                yield from below((*queens, row))

    return set(below(())) if n else set()
