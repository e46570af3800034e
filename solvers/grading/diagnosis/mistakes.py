"""Mistakes that programs for this puzzle make, each as the set of placements it would give.

A hypothesis is held against all answers of a program for several n; it stands only if it explains
every one of them exactly. n is small here, so each set is found by trying every placement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import product

from solvers.puzzle.placements import Placement

Test = Callable[[int, int, int], bool]
"""``test(distance, row, other)``: whether queens that many columns apart, other on the right or
older side, are in conflict according to the program."""


Finds = Callable[[int], set[Placement]]
"""``finds(n)``: the placements that a program with a mistake gives for n queens."""


class Topic(Enum):
    """The topic of a diagnosis, by which it is known whatever its words are."""

    OTHER = auto()
    NO_DIAGONALS = auto()
    NO_ROWS = auto()
    ONE_DIAGONAL = auto()
    NEIGHBOURS = auto()
    DISTANCE = auto()
    ONE_MORE = auto()
    SYMMETRIC = auto()
    NO_WAY_BACK = auto()
    NONE_AT_ALL = auto()
    FIRST_ONLY = auto()
    ONE_ONLY = auto()
    COUNTS = auto()
    DUPLICATES = auto()
    SYNTAX = auto()
    TIME = auto()
    RECURSION = auto()
    UNDEFINED = auto()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A fact about a program's answers, or its end, that its author should know.

    ``is_usual``: many programs have it that have nothing to do with one another.
    """

    text: str
    topic: Topic = Topic.OTHER
    is_usual: bool = False


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake: what to tell the student, and the placements that a program with it finds."""

    diagnosis: Diagnosis
    placements: Finds


def pairwise(conflict: Test, rows: Callable[[int], range] = range) -> Finds:
    """The solutions of a program that goes column by column with this test for two queens."""

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
    return {
        placement for placement in solutions(n) if not placement or placement[0] < (n + middle) // 2
    }


MISTAKES_BY_TOPIC: dict[Topic, dict[str, Finds]] = {
    Topic.NO_DIAGONALS: {
        "it compares only rows, not diagonals, so it gives every permutation": pairwise(
            lambda d, a, b: a == b
        ),
    },
    Topic.NO_ROWS: {
        "it compares diagonals, but not rows": pairwise(lambda d, a, b: abs(a - b) == d),
    },
    Topic.ONE_DIAGONAL: {
        "it does not check the diagonal that goes up to the right": pairwise(
            lambda d, a, b: a == b or b - a == d
        ),
        "it does not check the diagonal that goes down to the right": pairwise(
            lambda d, a, b: a == b or a - b == d
        ),
    },
    Topic.NEIGHBOURS: {
        "it compares each queen only with the neighbouring column": pairwise(
            lambda d, a, b: d == 1 and right(d, a, b)
        ),
        "it compares rows with every queen, but diagonals only with the neighbouring "
        "column": pairwise(lambda d, a, b: a == b or (d == 1 and abs(a - b) == 1)),
        "it does not compare neighbouring queens": pairwise(
            lambda d, a, b: d > 1 and right(d, a, b)
        ),
    },
    Topic.DISTANCE: {
        "the column distance is off by one: it starts at 0 instead of 1": pairwise(
            lambda d, a, b: a == b or abs(a - b) == d - 1
        ),
        "the column distance is off by one: it starts at 2 instead of 1": pairwise(
            lambda d, a, b: a == b or abs(a - b) == d + 1
        ),
        "the column distance increases by 2 per column instead of by 1": pairwise(
            lambda d, a, b: a == b or abs(a - b) == 2 * d - 1
        ),
    },
    Topic.ONE_MORE: {
        "it tries one row too many, after the last row": pairwise(right, lambda n: range(n + 1)),
        "it tries one row too many, before the first row": pairwise(right, lambda n: range(-1, n)),
    },
    Topic.SYMMETRIC: {
        "it leaves out symmetric solutions: for the first queen, it tries only the first "
        "half of the rows, without the middle row": lambda n: half(n, middle=False),
        "it leaves out symmetric solutions: for the first queen, it tries only the first "
        "half of the rows, with the middle row": lambda n: half(n, middle=True),
    },
    # A change that stays keeps every other row out: the answers cannot tell it from an early end.
    Topic.NO_WAY_BACK: {
        "it never goes back to try another row: look for a return or break in the loop, "
        "or for a change that it does not undo after the recursive call": lambda n: (
            _without_going_back(n)
        ),
    },
    Topic.NONE_AT_ALL: {
        "it found no solution": lambda n: set(),
    },
    Topic.OTHER: {
        "it compares rows counted from 0 with rows counted from 1: it adds 1 to new rows": pairwise(
            lambda d, a, b: right(d, a, b + 1)
        ),
        "it compares rows counted from 0 with rows counted from 1: it adds 1 to earlier "
        "rows": pairwise(lambda d, a, b: right(d, a + 1, b)),
        "it compares nothing, so it gives every placement with one queen per column": pairwise(
            lambda d, a, b: False
        ),
        "its test is the wrong way round: it keeps queens that attack each other": pairwise(
            lambda d, a, b: not right(d, a, b)
        ),
        "it never compares the queen in the first column": lambda n: _skipping_first(n),
        "it compares only the queen in the first column with the others": lambda n: _first_only(n),
        "it compares rows with every queen, but diagonals only with the queen in the "
        "first column": lambda n: {
            placement for placement in _first_only(n) if len(set(placement)) == n
        },
        "it tries the first queen only in the first row": lambda n: {
            placement for placement in solutions(n) if not placement or placement[0] == 0
        },
        "it never tries the first queen in the first row": lambda n: {
            placement for placement in solutions(n) if not placement or placement[0] != 0
        },
        "it stops one column too early: its answers have n - 1 queens": lambda n: _shorter(n),
        # Facts: what comes of a row that is never tried, of a test that refuses too much, of a
        # distance that never grows; the answers cannot tell which.
        "it finds no solution for n > 1": lambda n: solutions(n) if n == 1 else set(),
        "the last solution is missing": lambda n: set(sorted(solutions(n))[:-1]),
        "the first solution is missing": lambda n: set(sorted(solutions(n))[1:]),
    },
}

MISTAKES = [
    Mistake(Diagnosis(text, topic, is_usual=True), placements)
    for topic, mistakes in MISTAKES_BY_TOPIC.items()
    for text, placements in mistakes.items()
]
"""No two of them give the same placements for every n up to 6."""


def _skipping_first(n: int) -> set[Placement]:
    def fits(placement: Placement) -> bool:
        return not any(
            right(b - a, placement[a], placement[b]) for a in range(1, n) for b in range(a + 1, n)
        )

    return {placement for placement in product(range(n), repeat=n) if fits(placement)}


def _first_only(n: int) -> set[Placement]:
    def fits(placement: Placement) -> bool:
        return not any(right(b, placement[0], placement[b]) for b in range(1, n))

    return {placement for placement in product(range(n), repeat=n) if fits(placement)}


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


def _without_going_back(n: int) -> set[Placement]:
    """The board of the first free row of each column."""
    placed: Placement = ()
    for column in range(n):
        free = (
            row
            for row in range(n)
            if not any(right(column - c, other, row) for c, other in enumerate(placed))
        )
        if (first := next(free, None)) is None:
            return set()
        placed = (*placed, first)
    return {placed}
