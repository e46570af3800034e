"""Constraint satisfaction with python-constraint, with a constraint that prunes domains itself.

Source: the queens example of python-constraint, with our own subclass of ``Constraint``: it removes
the attacked rows (at most three) of the other column, instead of calling a function per row.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from solvers.interface import Backend, Placement, Problem
from solvers.paradigms import python_constraint
from solvers.paradigms.python_constraint import columns_problem, placement


def no_attack(work: Counter[str]) -> Any:
    """The constraint that the queens of two columns do not attack each other."""
    # The class extends one of the library's, so it is made where the library is imported.
    from constraint import Constraint

    class NoAttack(Constraint):
        """The library calls it after each assignment: False makes the search go back.

        ``forwardcheck`` asks it to remove rows from the domain of the column not yet assigned.
        """

        def __call__(
            self, variables: Any, domains: Any, assignments: Any, forwardcheck: bool = False
        ) -> bool:
            left, right = variables
            distance = right - left
            if left in assignments and right in assignments:  # both placed: compare
                return abs(assignments[left] - assignments[right]) not in (0, distance)
            if forwardcheck and (left in assignments or right in assignments):  # prune the other
                placed, unassigned = (left, right) if left in assignments else (right, left)
                row, domain = assignments[placed], domains[unassigned]
                for attacked in (row, row - distance, row + distance):
                    if attacked in domain:
                        domain.hideValue(attacked)  # removes it until the search goes back
                if not domain:
                    work["dead_ends"] += 1
                    return False
            return True

    return NoAttack()


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Enumerate with the library's backtracking solver, which does forward checking."""
    queens, constraint = columns_problem(problem), no_attack(work)
    for columns in combinations(range(problem.n), 2):
        queens.addConstraint(constraint, columns)
    return map(placement, queens.getSolutionIter())


BACKEND = Backend(
    name="python-constraint-pruning",
    paradigm="constraint satisfaction",
    solve=solve,
    requires=("constraint",),
    install=python_constraint.BACKEND.install,
    version=python_constraint.BACKEND.version,
    practical_n_first=25,
    variant_of="python-constraint",
    difference="Its own constraint removes the attacked rows of the other column; its parent calls "
    "a function for every row.",
)
