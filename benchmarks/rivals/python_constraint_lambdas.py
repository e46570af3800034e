"""python-constraint after the queens example that comes with it: a lambda for every pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import constraint

from solvers.interface import Backend, Placement, Problem
from solvers.paradigms import python_constraint


def solve(problem: Problem, _work: Counter[str]) -> Iterator[Placement]:
    """Rows as variables of the columns; getSolutions, all at once."""
    stated = constraint.Problem()
    columns = range(problem.n)
    for column in columns:
        stated.addVariable(column, list(columns))
    for left in columns:
        for right in columns:
            if left < right:
                stated.addConstraint(
                    lambda row1, row2, left=left, right=right: (
                        abs(row1 - row2) != abs(left - right) and row1 != row2
                    ),
                    (left, right),
                )
    for solution in stated.getSolutions():
        yield tuple(solution[column] for column in columns)


BACKEND = Backend(
    name="python-constraint, lambdas",
    paradigm="constraint satisfaction",
    solve=solve,
    requires=python_constraint.BACKEND.requires,
    version=python_constraint.BACKEND.version,
)
