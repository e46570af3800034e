"""The likely mistake of a wrong backend is the simplest one, and none if several are as simple."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.testing.complaint import likely_mistake, right_placements

Change = Callable[[list[Placement]], list[Placement]]

FREE = [Problem(n) for n in range(4, 7)]
BEGUN = [Problem(4, (1,)), Problem(6, (1,)), Problem(7, (2,))]


def transposed(placement: Placement) -> Placement:
    return tuple(placement.index(row) for row in range(len(placement)))


@pytest.mark.parametrize(
    ("problems", "change", "mistake"),
    [
        (FREE, lambda found: found[:1], "it finds one solution and stops"),
        (FREE, lambda found: found[-1:], "it finds one solution and stops"),
        (FREE, lambda found: found[:-1], "the last one is missing, in lexicographic order"),
        (FREE[:1], lambda found: found[:-1], "it finds one solution and stops"),
        (FREE, lambda _: [], "empty: it finds no solution"),
        (FREE, lambda found: found[1:-1], ""),
        (BEGUN, lambda found: list(map(transposed, found)), "transposed: it gives for each row the "
         "column of its queen"),
        (BEGUN[:1], lambda found: list(map(transposed, found)), ""),  # so are the mirror images
        (BEGUN, lambda found: [one[::-1] for one in found], "newest column first: its columns come "
         "from the last to the first (mirrored left to right)"),
        (FREE, lambda found: found[::-1], ""),  # right, in another order
    ],
)  # fmt: skip
def test_the_likely_mistake_is_the_simplest(
    problems: list[Problem], change: Change, mistake: str
) -> None:
    found = [(problem, change(sorted(right_placements(problem)))) for problem in problems]
    assert likely_mistake(found) == mistake


def test_ignoring_the_prefix_is_simpler_than_ignoring_both() -> None:
    problems = [Problem(6, (1,)), Problem(7, (2,), frozenset({(3, 3)}))]
    found = [
        (problem, list(right_placements(Problem(problem.n, blocked=problem.blocked))))
        for problem in problems
    ]
    assert likely_mistake(found) == "it ignores the prefix"
    assert likely_mistake(found[:1]) == "it ignores the prefix"


def test_a_mistake_of_no_known_kind_has_no_name() -> None:
    found = [(problem, [*right_placements(problem), tuple(range(problem.n))]) for problem in FREE]
    assert likely_mistake(found) == ""
