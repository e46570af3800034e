"""Mistakes that programs for this puzzle make, most as the set of placements that they give.

A mistake counts only if its sets equal the program's answers for several n. Since n is small, a
search finds each set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto

from solvers.puzzle.placements import Placement


class Mistake(Enum):
    """The mistakes; ``output/diagnoses.py`` has the sentence of each."""

    NO_DIAGONALS = auto()
    NO_ROWS = auto()
    NO_RISING_DIAGONAL = auto()
    NO_FALLING_DIAGONAL = auto()
    NEIGHBOURS_ONLY = auto()
    DIAGONALS_OF_NEIGHBOURS = auto()
    ALL_BUT_NEIGHBOURS = auto()
    DISTANCE_FROM_0 = auto()
    DISTANCE_FROM_2 = auto()
    DISTANCE_GROWS_BY_2 = auto()
    HALF_WITHOUT_MIDDLE = auto()
    HALF_WITH_MIDDLE = auto()
    NO_WAY_BACK = auto()
    NONE_FOUND = auto()
    ROWS_FROM_0_AND_1 = auto()
    NO_TEST = auto()
    INVERTED_TEST = auto()
    FIRST_QUEEN_SKIPPED = auto()
    FIRST_QUEEN_ONLY = auto()
    DIAGONALS_OF_FIRST_QUEEN = auto()
    NO_DIAGONALS_OF_FIRST_QUEEN = auto()
    DIAGONALS_END_BEFORE_0 = auto()
    DISTANCE_GOES_ON = auto()
    FIRST_ROW_ONLY = auto()
    FIRST_ROW_NEVER = auto()
    FIRST_OF_EACH_ROW = auto()
    NONE_ABOVE_1 = auto()
    LAST_MISSING = auto()
    FIRST_MISSING = auto()

    # These are not a set of placements.
    DISTANCE_FROM_0_OR_2 = auto()
    DUPLICATES = auto()
    MIDDLE_MIRRORED = auto()
    ALL_THE_SAME = auto()
    EMPTY_ANSWERS = auto()
    SYMMETRIC_MISSING = auto()
    SOME_MISSING = auto()
    WRONG_COUNTS = auto()

    # Another run has shown this one.
    REMEMBERS = auto()

    # These are of models, and were tested by running the model with a change.
    MULTIPLIED = auto()
    PARTLY_MULTIPLIED = auto()
    UNORDERED = auto()
    OPTIMISES = auto()
    BOUNDED = auto()
    BREAKS_SYMMETRY = auto()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The probable mistake behind a wrong set of answers, with its facts.

    For n, ``found`` of ``known`` solutions were found, or one answer came ``times`` times.
    ``counts`` holds n, the number that was given, and the right number. With ``by_lines``, the
    answers are boards, so a row of the mistake is a column of the drawing. If ``mirrored``, the
    last column of the answers is the first one of the mistake. ``names`` are variables of a model.
    """

    mistake: Mistake
    n: int = 0
    found: int = 0
    known: int = 0
    times: int = 0
    counts: tuple[tuple[int, int, int], ...] = ()
    by_lines: bool = False
    mirrored: bool = False
    names: tuple[str, ...] = ()


Test = Callable[[int, int, int, int], bool]
"""``test(column, distance, row, other)``: whether the program sees a conflict of two queens. One
stands in ``column`` and ``row``, the other ``distance`` columns further in the row ``other``."""


Finds = Callable[[int], set[Placement]]
"""``finds(n)``: the placements that a program with a mistake gives for n queens."""


def pairwise(
    conflict: Test,
) -> Finds:
    """The answers of a program that goes column by column with this test for two queens."""

    def below(queens: Placement, n: int) -> Iterator[Placement]:
        if len(queens) == n:
            yield queens
            return
        new = len(queens)
        for row in range(n):
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


MISTAKES: dict[Mistake, Finds] = {
    Mistake.NO_DIAGONALS: pairwise(lambda c, d, a, b: a == b),
    Mistake.NO_ROWS: pairwise(lambda c, d, a, b: abs(a - b) == d),
    Mistake.NO_RISING_DIAGONAL: pairwise(lambda c, d, a, b: a == b or b - a == d),
    Mistake.NO_FALLING_DIAGONAL: pairwise(lambda c, d, a, b: a == b or a - b == d),
    Mistake.NEIGHBOURS_ONLY: pairwise(lambda c, d, a, b: d == 1 and right(c, d, a, b)),
    Mistake.DIAGONALS_OF_NEIGHBOURS: pairwise(
        lambda c, d, a, b: a == b or (d == 1 and abs(a - b) == 1)
    ),
    Mistake.ALL_BUT_NEIGHBOURS: pairwise(lambda c, d, a, b: d > 1 and right(c, d, a, b)),
    Mistake.DISTANCE_FROM_0: pairwise(lambda c, d, a, b: a == b or abs(a - b) == d - 1),
    Mistake.DISTANCE_FROM_2: pairwise(lambda c, d, a, b: a == b or abs(a - b) == d + 1),
    Mistake.DISTANCE_GROWS_BY_2: pairwise(lambda c, d, a, b: a == b or abs(a - b) == 2 * d - 1),
    Mistake.HALF_WITHOUT_MIDDLE: lambda n: half(n, middle=False),
    Mistake.HALF_WITH_MIDDLE: lambda n: half(n, middle=True),
    # A change that is never undone keeps all other rows out, as an early end does.
    Mistake.NO_WAY_BACK: lambda n: _without_going_back(n),
    Mistake.NONE_FOUND: lambda n: set(),
    # With 1 added to earlier rows, or from the other end, these are the mirror images.
    Mistake.ROWS_FROM_0_AND_1: pairwise(lambda c, d, a, b: right(c, d, a, b + 1)),
    Mistake.NO_TEST: pairwise(lambda c, d, a, b: False),
    Mistake.INVERTED_TEST: pairwise(lambda c, d, a, b: not right(c, d, a, b)),
    Mistake.FIRST_QUEEN_SKIPPED: pairwise(lambda c, d, a, b: c > 0 and right(c, d, a, b)),
    Mistake.FIRST_QUEEN_ONLY: pairwise(lambda c, d, a, b: c == 0 and right(c, d, a, b)),
    Mistake.DIAGONALS_OF_FIRST_QUEEN: pairwise(
        lambda c, d, a, b: a == b or (c == 0 and abs(a - b) == d)
    ),
    Mistake.NO_DIAGONALS_OF_FIRST_QUEEN: pairwise(
        lambda c, d, a, b: a == b or (c > 0 and abs(a - b) == d)
    ),
    # A loop along a diagonal that ends before index 0: of either index, where both go down.
    Mistake.DIAGONALS_END_BEFORE_0: pairwise(
        lambda c, d, a, b: a == b or (c > 0 and (a - b == d or (a > 0 and b - a == d)))
    ),
    Mistake.DISTANCE_GOES_ON: pairwise(lambda c, d, a, b: a == b or abs(a - b) == c + d),
    Mistake.FIRST_ROW_ONLY: lambda n: {
        placement for placement in solutions_with(n) if not placement or placement[0] == 0
    },
    Mistake.FIRST_ROW_NEVER: lambda n: {
        placement for placement in solutions_with(n) if not placement or placement[0] != 0
    },
    Mistake.FIRST_OF_EACH_ROW: lambda n: set(
        {placement[:1]: placement for placement in sorted(solutions_with(n), reverse=True)}.values()
    ),
    # Several mistakes have these answers: a row that is never tried, a test that refuses too much,
    # a distance that never grows.
    Mistake.NONE_ABOVE_1: lambda n: solutions_with(n) if n == 1 else set(),
    Mistake.LAST_MISSING: lambda n: set(sorted(solutions_with(n))[:-1]),
    Mistake.FIRST_MISSING: lambda n: set(sorted(solutions_with(n))[1:]),
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
