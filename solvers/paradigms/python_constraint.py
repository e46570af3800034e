"""Constraint satisfaction with python-constraint: a function for every pair of columns.

Source: the queens example of the library, examples/queens/queens.py. Columns are the variables
and rows their values; a function tests the rows of two columns.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations
from typing import Any

from solvers.interface import Backend, Placement, Problem, VersionOf


def columns_problem(problem: Problem) -> Any:
    """The library's problem with a variable per column, and no constraint yet."""
    import constraint

    queens = constraint.Problem()
    for column, rows in enumerate(problem.domains):
        queens.addVariable(column, list(rows))
    return queens


def placement(solution: Mapping[int, int]) -> Placement:
    """A solution of the library as a placement: column 0 first."""
    return tuple([solution[column] for column in range(len(solution))])


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Enumerate with the library's own search, which takes the highest row first."""
    # A local number: no_attack is called most of all, and += on work takes longer.
    conflict_tests = 0

    def no_attack(distance: int, left_row: int, right_row: int) -> bool:
        nonlocal conflict_tests
        conflict_tests += 1
        return left_row != right_row and abs(left_row - right_row) != distance

    queens = columns_problem(problem)
    for left, right in combinations(range(problem.n), 2):
        queens.addConstraint(partial(no_attack, right - left), (left, right))
    try:
        yield from map(placement, queens.getSolutionIter())
    finally:
        work["conflict_tests"] += conflict_tests


BACKEND = Backend(
    name="python-constraint",
    paradigm="constraint satisfaction",
    group="constraint",
    solve=solve,
    requires=("constraint",),
    install="pip install python-constraint2",
    version=VersionOf("python-constraint2"),
    practical_n_first=25,
    idea="A function tests the rows of each pair of columns. The library assigns the highest row "
    "first, and removes from the other columns the rows that the function rejects.",
    searches="the library",
    undoes="the library: it gives removed rows back",
    knows="the rows left in each column",
    trace="solvers.tracing.tracers.python_constraint:events",
    coloured="solvers.paradigms.python_constraint_coloured",
)
