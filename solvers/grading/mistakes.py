"""Mistakes that programs for this puzzle make, most as the set of placements that they give.

A mistake counts only if its sets equal the program's answers for several n. Since n is small, a
search finds each set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from solvers.grading.returned import Format
from solvers.puzzle.placements import Placement


class Mistake(Enum):
    """The mistakes; ``output/diagnoses.py`` has the sentence of each."""

    NO_DIAGONALS = auto()
    NO_ROWS = auto()
    NO_RISING_DIAGONAL = auto()
    NO_FALLING_DIAGONAL = auto()
    NEIGHBOURS_ONLY = auto()
    HALF_WITHOUT_MIDDLE = auto()
    HALF_WITH_MIDDLE = auto()
    NONE_FOUND = auto()
    NO_TEST = auto()
    FIRST_ROW_ONLY = auto()
    FIRST_ROW_NEVER = auto()
    FIRST_OF_EACH_ROW = auto()
    NONE_ABOVE_1 = auto()

    # These are not a set of placements.
    DUPLICATES = auto()
    ALL_THE_SAME = auto()
    SYMMETRIC_MISSING = auto()
    SOME_MISSING = auto()
    WRONG_COUNTS = auto()

    # Another run has shown this one.
    REMEMBERS = auto()

    # These are of models, and were tested by running the model with a change.
    MULTIPLIED = auto()
    UNORDERED = auto()
    EXCLUDED = auto()
    ALL_HOLD = auto()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is true of a wrong set of answers: the mistake that gives the same set, with its facts.

    For n, ``found`` of ``known`` solutions were found, or one answer came ``times`` times, each
    time as the same object if it is ``one_list``. ``counts`` holds n, the number that was given,
    and the right number. With ``by_lines``, the answers are boards, so a row of the mistake is a
    column of the drawing. ``names`` are variables of a model, and ``lines`` those of its
    constraints that exclude the ``board``, or that the board satisfies. Its rows are those of the
    model, which count from 0 or 1; () if it is drawn.
    """

    mistake: Mistake
    n: int = 0
    found: int = 0
    known: int = 0
    times: int = 0
    one_list: bool = False
    counts: tuple[tuple[int, int, int], ...] = ()
    by_lines: bool = False
    names: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    board: tuple[int, ...] = ()
    format: Format | None = None
    """The format of the board of a model without an answer that shows it."""


Finds = Callable[[int], set[Placement]]
"""``finds(n)``: the placements that a program with a mistake gives for n queens."""


def pairwise(conflict: Callable[[int, int, int], bool]) -> Finds:
    """The placements in which no two queens, a distance of columns apart, have this conflict.

    The arguments of ``conflict`` are the distance, and the rows of the left and the other queen.
    """

    def below(queens: Placement, n: int) -> Iterator[Placement]:
        if len(queens) == n:
            yield queens
            return
        new = len(queens)
        for row in range(n):
            if not any(conflict(new - c, other, row) for c, other in enumerate(queens)):
                yield from below((*queens, row), n)

    return cache(lambda n: set(below((), n)))


def right(distance: int, row: int, other: int) -> bool:
    """Whether two queens attack each other: the rule without a mistake."""
    return row == other or abs(row - other) == distance


solutions_with = pairwise(right)
"""All solutions for n."""


def first_rows(test: Callable[[int, int], bool]) -> Finds:
    """The solutions whose first queen stands in a row that passes ``test(row, n)``."""
    return cache(lambda n: {each for each in solutions_with(n) if not each or test(each[0], n)})


MISTAKES: dict[Mistake, Finds] = {
    Mistake.NO_DIAGONALS: pairwise(lambda d, a, b: a == b),
    Mistake.NO_ROWS: pairwise(lambda d, a, b: abs(a - b) == d),
    Mistake.NO_RISING_DIAGONAL: pairwise(lambda d, a, b: a == b or b - a == d),
    Mistake.NO_FALLING_DIAGONAL: pairwise(lambda d, a, b: a == b or a - b == d),
    Mistake.NEIGHBOURS_ONLY: pairwise(lambda d, a, b: d == 1 and right(d, a, b)),
    Mistake.HALF_WITHOUT_MIDDLE: first_rows(lambda row, n: row < n // 2),
    Mistake.HALF_WITH_MIDDLE: first_rows(lambda row, n: row < (n + 1) // 2),
    Mistake.NONE_FOUND: lambda n: set(),
    Mistake.NO_TEST: pairwise(lambda d, a, b: False),
    Mistake.FIRST_ROW_ONLY: first_rows(lambda row, n: row == 0),
    Mistake.FIRST_ROW_NEVER: first_rows(lambda row, n: row != 0),
    Mistake.FIRST_OF_EACH_ROW: lambda n: set(
        {placement[:1]: placement for placement in sorted(solutions_with(n), reverse=True)}.values()
    ),
    # Several mistakes have these answers: a row that is never tried, a test that refuses too much.
    Mistake.NONE_ABOVE_1: lambda n: solutions_with(n) if n == 1 else set(),
}
"""The placements that a program with each mistake finds.

No two of them are the same for every n up to 6.
"""
