"""Constraint satisfaction on a coloured board: the function for two columns differs."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

from solvers.interface import Placement, Problem
from solvers.paradigms.python_constraint import BACKEND as PARENT
from solvers.paradigms.python_constraint import columns_problem, placement


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Enumerate with the library's own search, which takes the highest row first."""
    conflict_tests = 0
    colours = problem.colours

    def no_attack(left: int, right: int, left_row: int, right_row: int) -> bool:
        nonlocal conflict_tests
        conflict_tests += 1
        return (
            left_row != right_row
            and colours[left][left_row] != colours[right][right_row]
            and abs(left_row - right_row) + right - left > 2  # they do not touch
        )

    queens = columns_problem(problem)
    for left, right in combinations(range(problem.n), 2):
        queens.addConstraint(partial(no_attack, left, right), (left, right))
    try:
        yield from map(placement, queens.getSolutionIter())
    finally:
        work["conflict_tests"] += conflict_tests


BACKEND = replace(PARENT, solve=solve)
