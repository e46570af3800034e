"""PySAT's ``enum_models`` repeats boards: the variables of a sequential counter are free."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from solvers.interface import Backend, Placement, Problem, VersionOf
from solvers.paradigms.sat import lines, row_of, variable


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Solver

    n = problem.n
    last = n * n
    with Solver(name="cadical195") as solver:
        for (kind, _), line in lines(n).items():
            if kind in ("column", "row"):
                solver.add_clause(line)
            encoded = CardEnc.atmost(line, top_id=last, encoding=EncType.seqcounter)
            last = max(last, encoded.nv)
            solver.append_formula(encoded.clauses)
        for column, rows in enumerate(problem.domains):
            for row in set(range(n)).difference(rows):
                solver.add_clause([-variable(n, column, row)])
        for model in solver.enum_models():
            yield tuple(row_of(n, queen) for queen in model[: n * n] if queen > 0)


BACKEND = Backend(
    name="sat-sequential-counter",
    solve=solve,
    requires=("pysat.solvers", "pysat.card"),
    install="pip install python-sat",
    version=VersionOf("PySAT", "python-sat"),
    reads="cnf",
)
