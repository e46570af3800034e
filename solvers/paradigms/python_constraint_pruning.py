"""Constraint satisfaction with python-constraint, with a constraint that prunes domains itself.

Source: the queens example of python-constraint, with our own subclass of ``Constraint``: it hides
the attacked rows (at most three) of the other column, instead of calling a function per row.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from solvers.interface import Backend, Placement, Problem
from solvers.paradigms import python_constraint
from solvers.paradigms.python_constraint import placement, queens_problem


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Enumerate with the library's backtracking solver, which does forward checking."""
    from constraint import Constraint

    class NoAttack(Constraint):
        """Two queens, ``distance`` columns apart, do not attack each other."""

        def __init__(self, distance: int) -> None:
            self.distance = distance

        def __call__(
            self, variables: Any, domains: Any, assignments: Any, forwardcheck: bool = False
        ) -> bool:
            left, right = variables
            if left in assignments and right in assignments:  # both placed: compare
                return abs(assignments[left] - assignments[right]) not in (0, self.distance)
            if forwardcheck and (left in assignments or right in assignments):  # prune the other
                placed, free = (left, right) if left in assignments else (right, left)
                row, domain = assignments[placed], domains[free]
                for attacked in (row, row - self.distance, row + self.distance):
                    if attacked in domain:
                        domain.hideValue(attacked)
                if not domain:
                    work["dead_ends"] += 1
                    return False
            return True

    return map(placement, queens_problem(problem, NoAttack).getSolutionIter())


BACKEND = Backend(
    name="python-constraint-pruning",
    paradigm="constraint satisfaction",
    solve=solve,
    requires=("constraint",),
    install=python_constraint.BACKEND.install,
    version=python_constraint.BACKEND.version,
    practical_n_first=25,
    variant_of="python-constraint",
    difference="Uses its own constraint class, which hides the attacked rows in the other columns; "
    "its parent calls a function for every row.",
    idea="One variable per column, and one constraint for every pair of columns. When a queen is "
    "placed, the constraint itself removes from the other column the rows that she attacks.",
)
