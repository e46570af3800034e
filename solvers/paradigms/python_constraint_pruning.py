"""Constraint satisfaction with python-constraint, with a constraint that prunes domains itself.

Source: the queens example of python-constraint, with our own subclass of ``Constraint``: it hides
the attacked rows (at most three) of the other column, instead of calling a function per row.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

from solvers.interface import Backend, Placement, Problem
from solvers.paradigms import python_constraint
from solvers.paradigms.python_constraint import placement, queens_problem


@cache
def no_attack_class() -> Any:
    """Our subclass of the library's ``Constraint``."""
    from constraint import Constraint

    class NoAttack(Constraint):
        """Two queens, ``distance`` columns apart, do not attack each other."""

        def __init__(self, work: Counter[str], distance: int) -> None:
            self.work, self.distance = work, distance

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
                    self.work["dead_ends"] += 1
                    return False
            return True

    return NoAttack


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Enumerate with the library's backtracking solver, which does forward checking."""
    queens = queens_problem(problem, partial(no_attack_class(), work))
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
    difference="Uses its own constraint class, which hides the attacked rows in the other columns; "
    "its parent calls a function for every row.",
)
