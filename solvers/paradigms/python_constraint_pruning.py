"""Constraint satisfaction with python-constraint, and a constraint that prunes by itself.

Source: the queens example of python-constraint, with a constraint of our own after the library's
``Constraint`` class: it hides the attacked rows of the other column, three at most, where the
library asks a function about each of them.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from solvers.interface import Backend, Counters, Emit, Problem
from solvers.paradigms import python_constraint


def no_attack() -> type[Any]:
    """The class of constraints "these two queens do not attack each other".

    ``work[0]`` grows when no row is left for a column. To count every check would be more telling,
    and make the search a tenth slower.
    """
    from constraint import Constraint

    class NoAttack(Constraint):  # type: ignore[misc]  # the library carries no types
        def __init__(self, distance: int, work: list[int]) -> None:
            self.distance = distance  # between the two columns
            self.work = work

        def __call__(
            self,
            variables: tuple[int, int],
            domains: dict[int, Any],
            assignments: dict[int, int],
            forwardcheck: bool = False,  # noqa: FBT001, FBT002  # the library's signature
        ) -> bool:
            left, right = variables
            if left in assignments and right in assignments:
                return abs(assignments[left] - assignments[right]) not in (0, self.distance)
            if forwardcheck and (left in assignments or right in assignments):
                placed, free = (left, right) if left in assignments else (right, left)
                row, domain = assignments[placed], domains[free]
                for attacked in (row, row - self.distance, row + self.distance):
                    if attacked in domain:
                        domain.hideValue(attacked)
                if not domain:
                    self.work[0] += 1
                    return False
            return True

    return NoAttack


def solve(problem: Problem, emit: Emit) -> Counters:
    """Enumerate with the library's backtracking solver, which checks forward."""
    import constraint

    n = problem.n
    rows = [list(problem.rows(column)) for column in range(n)]
    if n == 0:  # the library answers a problem without variables with no solution, not with one
        emit(())
        return {"dead_ends": 0}
    if not all(rows):  # the library refuses a variable without values
        return {"dead_ends": 0}
    pair_constraint, work = no_attack(), [0]
    stated = constraint.Problem()
    for column in range(n):
        stated.addVariable(column, rows[column])
    for left, right in combinations(range(n), 2):
        stated.addConstraint(pair_constraint(right - left, work), (left, right))
    for solution in stated.getSolutionIter():
        if emit(tuple([solution[column] for column in range(n)])):
            break
    return {"dead_ends": work[0]}


BACKEND = Backend(
    name="python-constraint-pruning",
    paradigm="constraint satisfaction",
    solve=solve,
    requires=python_constraint.BACKEND.requires,
    cure=python_constraint.BACKEND.cure,
    version=python_constraint.version,
    variant_of="python-constraint",
    difference="A constraint of its own hides what a queen attacks from the other columns, where "
    "the library calls a function for every row.",
    idea="A variable a column, a constraint for every pair of columns. What a new queen attacks is "
    "hidden from the other column's domain by the constraint itself.",
    listing=("no_attack", "solve"),
)
