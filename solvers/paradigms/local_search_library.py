"""Local search by python-constraint's MinConflictsSolver, on its queens example.

Source: the library's documentation of ``MinConflictsSolver``, with the constraints of
``python-constraint``: a function for every pair of columns.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from solvers.interface import Backend, Placement, Problem
from solvers.paradigms import python_constraint
from solvers.paradigms.local_search import MOVES_PER_QUEEN


def no_attack(distance: int) -> Callable[[int, int], bool]:
    """The constraint for two columns that are this far apart."""
    return lambda left_row, right_row: abs(left_row - right_row) not in (0, distance)


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Run the library's search; restart from another board when it gives up."""
    from constraint import MinConflictsSolver

    queens = python_constraint.queens_problem(problem, no_attack)
    # One step of the library tries every column once.
    queens.setSolver(MinConflictsSolver(MOVES_PER_QUEEN, Random(problem.n)))
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
    difference="python-constraint's MinConflictsSolver repairs one column after another and calls "
    "a function for each pair of queens; its parent counts the queens in each row and diagonal.",
    enumerates=False,
)
