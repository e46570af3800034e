"""Constraint satisfaction with python-constraint: a function for every pair of columns.

Source: the queens example that comes with the library, examples/queens/queens.py. Rows are the
values of the columns, and a function says of two rows whether their queens leave each other alone.
"""

from __future__ import annotations

from importlib import metadata
from itertools import combinations

from solvers.interface import Backend, Counters, Emit, Problem


def solve(problem: Problem, emit: Emit) -> Counters:
    """Enumerate with the library's backtracking solver, which checks forward."""
    import constraint

    n = problem.n
    rows = [list(problem.rows(column)) for column in range(n)]
    if n == 0:  # the library answers a problem without variables with no solution, not with one
        emit(())
        return {"conflict_tests": 0}
    if not all(rows):  # the library refuses a variable without values
        return {"conflict_tests": 0}
    conflict_tests = 0
    stated = constraint.Problem()
    for column in range(n):
        stated.addVariable(column, rows[column])
    for left, right in combinations(range(n), 2):

        def no_attack(left_row: int, right_row: int, distance: int = right - left) -> bool:
            nonlocal conflict_tests
            conflict_tests += 1
            return left_row != right_row and abs(left_row - right_row) != distance

        stated.addConstraint(no_attack, (left, right))
    for solution in stated.getSolutionIter():
        if emit(tuple([solution[column] for column in range(n)])):
            break
    return {"conflict_tests": conflict_tests}


def version() -> str:
    """The version of the distribution, whose module is named ``constraint``."""
    return f"python-constraint2 {metadata.version('python-constraint2')}"


BACKEND = Backend(
    name="python-constraint",
    paradigm="constraint satisfaction",
    solve=solve,
    requires=("constraint",),
    cure="pip install python-constraint2",
    version=version,
    idea="A variable a column, and for every pair of columns a function that says whether two rows "
    "go together. The library assigns one variable after another and checks forward: a row "
    "that the function refuses is hidden from the other column's domain.",
    listing=("solve",),
)
