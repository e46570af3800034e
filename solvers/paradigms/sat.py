"""Propositional satisfiability with CaDiCaL through PySAT: pairwise clauses, model after model.

Source: the textbook encoding, a variable a square (Knuth, *The Art of Computer Programming*,
7.2.2.2). "At most one" is a clause for each pair of squares: encodings with auxiliary variables,
such as the sequential counter, give the same board several times. A model found is forbidden by
its queens alone, and the solver goes on with all that it has learned.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from itertools import combinations

from solvers.interface import Backend, Counters, Emit, Placement


def clauses(n: int, prefix: Placement) -> Iterator[list[int]]:
    """The puzzle as clauses: variable ``square(column, row)`` says that a queen stands there."""

    def square(column: int, row: int) -> int:
        return column * n + row + 1

    for line in range(n):
        yield [square(line, row) for row in range(n)]
        yield [square(column, line) for column in range(n)]
    squares = [(column, row) for column in range(n) for row in range(n)]
    for (column, row), (other, other_row) in combinations(squares, 2):
        if column == other or abs(row - other_row) in (0, other - column):
            yield [-square(column, row), -square(other, other_row)]
    for column, row in enumerate(prefix):
        yield [square(column, row)]


def solve(n: int, prefix: Placement, emit: Emit) -> Counters:
    """Emit the models until there is none left."""
    from pysat.solvers import Solver

    if n == 0:  # no variable, so no clause could forbid the one model
        emit(())
        return {"conflicts": 0}
    with Solver(name="cadical195", bootstrap_with=clauses(n, prefix)) as solver:
        while solver.solve():
            queens = [variable for variable in solver.get_model()[: n * n] if variable > 0]
            emit(tuple([(variable - 1) % n for variable in queens]))
            solver.add_clause([-variable for variable in queens])
        return dict(solver.accum_stats())


def version() -> str:
    """The version of PySAT."""
    return f"PySAT {metadata.version('python-sat')}"


BACKEND = Backend(
    name="sat",
    paradigm="propositional satisfiability",
    solve=solve,
    requires=("pysat.solvers",),
    cure="pip install python-sat",
    version=version,
    practical_n=13,
    idea="A variable for each square, a clause for each line that needs a queen and for each "
    "pair of squares that attack each other. A model found is forbidden, and the solver "
    "goes on with what it has learned.",
    listing=("clauses", "solve"),
)
