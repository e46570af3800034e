"""python-constraint after the queens example that comes with it: a lambda for every pair."""

from __future__ import annotations

from constraint import Problem

from solvers.board.placements import Placement
from solvers.interface import Backend, Counters, Emit
from solvers.paradigms import python_constraint


def solve(n: int, prefix: Placement, emit: Emit) -> Counters:
    """Rows as variables of the columns; getSolutions, all at once."""
    problem = Problem()
    columns = range(n)
    for column in columns:
        problem.addVariable(column, [prefix[column]] if column < len(prefix) else list(columns))
    for left in columns:
        for right in columns:
            if left < right:
                problem.addConstraint(
                    lambda row1, row2, left=left, right=right: (
                        abs(row1 - row2) != abs(left - right) and row1 != row2
                    ),
                    (left, right),
                )
    for solution in problem.getSolutions():
        emit(tuple(solution[column] for column in columns))
    return {}


BACKEND = Backend(
    name="python-constraint, lambdas",
    paradigm="constraint satisfaction",
    solve=solve,
    requires=python_constraint.BACKEND.requires,
    version=python_constraint.version,
)
