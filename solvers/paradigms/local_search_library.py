"""Local search by python-constraint's MinConflictsSolver, on the relation of its queens example.

Source: the library's documentation of ``MinConflictsSolver``, with the constraints of
``python-constraint``: a function for every pair of columns.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

from solvers.interface import Backend, Counters, Emit, Problem
from solvers.paradigms import local_search, python_constraint


def solve(problem: Problem, emit: Emit) -> Counters:
    """Let the library search, again from another board whenever it gives up.

    Raises ValueError for a column without a free square, since the library refuses such a variable.
    """
    import constraint

    n, boards = problem.n, 0
    if n == 0:  # the library answers a problem without variables with no solution, not with one
        emit(())
        return {"boards": 0}
    choose = Random(n)  # noqa: S311  # the same choices in every run
    stated = constraint.Problem(constraint.MinConflictsSolver(local_search.MOVES_PER_QUEEN, choose))
    for column in range(n):
        stated.addVariable(column, list(problem.rows(column)))
    for left, right in combinations(range(n), 2):

        def no_attack(left_row: int, right_row: int, distance: int = right - left) -> bool:
            return left_row != right_row and abs(left_row - right_row) != distance

        stated.addConstraint(no_attack, (left, right))
    solution = None
    while solution is None:
        boards += 1
        solution = stated.getSolution()
    emit(tuple([solution[column] for column in range(n)]))
    return {"boards": boards}


BACKEND = Backend(
    name="local-search-library",
    paradigm="local search",
    solve=solve,
    requires=python_constraint.BACKEND.requires,
    cure=python_constraint.BACKEND.cure,
    version=python_constraint.version,
    variant_of="local-search",
    difference="python-constraint's MinConflictsSolver, which mends every column in turn and calls "
    "a function for each pair of queens, where local-search keeps count of the lines.",
    enumerates=False,
    idea="The relation is stated as for python-constraint, and the library's other solver looks "
    "for a board that keeps it.",
    listing=("solve",),
)
