"""Local search by python-constraint: its MinConflictsSolver, on the library's queens example.

Source: the library's documentation of ``MinConflictsSolver``, with the constraints of
``python-constraint``: a function for every pair of columns.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from random import Random

from solvers.interface import Backend, Placement, Problem
from solvers.paradigms import python_constraint


def no_attack(distance: int, left_row: int, right_row: int) -> bool:
    """Whether two queens that are this many columns apart do not attack each other."""
    return abs(left_row - right_row) not in (0, distance)


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Run the library's search; restart from another board when it gives up."""
    from constraint import MinConflictsSolver

    queens = python_constraint.columns_problem(problem)
    for left, right in combinations(range(problem.n), 2):
        queens.addConstraint(partial(no_attack, right - left), (left, right))
    # A step moves each attacked queen once, so 10 steps are at most 10 moves per queen.
    queens.setSolver(MinConflictsSolver(steps=10, rand=Random(problem.n)))
    solution = None
    while solution is None:
        work["boards"] += 1
        solution = queens.getSolution()
    yield python_constraint.placement(solution)


BACKEND = Backend(
    name="local-search-library",
    paradigm="local search",
    solve=solve,
    requires=("constraint",),
    install=python_constraint.BACKEND.install,
    version=python_constraint.BACKEND.version,
    practical_n_first=100,
    variant_of="local-search",
    difference="The library repairs one column after another and calls a function per pair of "
    "queens; its parent counts the queens on each line.",
    enumerates=False,
)
