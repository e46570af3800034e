"""Propositional satisfiability with CaDiCaL through PySAT: cardinalities, model after model.

Source: the textbook encoding, a variable a square (Knuth, *The Art of Computer Programming*,
7.2.2.2), whose "exactly one" and "at most one" the library writes as clauses (``pysat.card``). A
model found is forbidden by its queens alone, so that no board comes twice whatever variables the
library adds, and the solver goes on with all that it has learned.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from importlib import metadata

from solvers.interface import Backend, Counters, Emit, Problem

LONG_LINE = 20
"""From this many squares on a clause for each pair of them takes too long to write."""


def clauses(problem: Problem) -> Iterator[list[int]]:
    """The puzzle as clauses: variable ``column * n + row + 1`` says that a queen stands there."""
    from pysat.card import CardEnc, EncType
    from pysat.formula import IDPool

    n = problem.n
    lines: dict[tuple[str, int], list[int]] = defaultdict(list)
    for column in range(n):
        for row in range(n):
            for line in (
                ("column", column),
                ("row", row),
                ("sum", column + row),
                ("difference", column - row),
            ):
                lines[line].append(column * n + row + 1)
    further = IDPool(start_from=n * n + 1)  # variables that are no squares
    for (kind, _), squares in lines.items():
        constrain = CardEnc.equals if kind in ("column", "row") else CardEnc.atmost
        encoding = EncType.pairwise if len(squares) < LONG_LINE else EncType.bitwise
        yield from constrain(squares, vpool=further, encoding=encoding)
    for column, row in enumerate(problem.prefix):
        yield [column * n + row + 1]
    for column, row in problem.blocked:
        yield [-(column * n + row + 1)]


def solve(problem: Problem, emit: Emit) -> Counters:
    """Emit the models until there is none left."""
    from pysat.solvers import Solver

    n = problem.n
    if n == 0:  # no variable, so no clause could forbid the one model
        emit(())
        return {"conflicts": 0}
    with Solver(name="cadical195", bootstrap_with=clauses(problem)) as solver:
        while solver.solve():
            queens = [variable for variable in solver.get_model()[: n * n] if variable > 0]
            if emit(tuple([(variable - 1) % n for variable in queens])):
                break
            solver.add_clause([-variable for variable in queens])
        return dict(solver.accum_stats())


def version() -> str:
    """The version of PySAT."""
    return f"PySAT {metadata.version('python-sat')}"


BACKEND = Backend(
    name="sat",
    paradigm="propositional satisfiability",
    solve=solve,
    requires=("pysat.solvers", "pysat.card"),
    cure="pip install python-sat",
    version=version,
    practical_n=13,
    idea="A variable for each square; exactly one of a column and of a row is true, and at most "
    "one of a diagonal, written as clauses. A model found is forbidden, and the solver goes on "
    "with what it has learned.",
    listing=("clauses", "solve"),
)
