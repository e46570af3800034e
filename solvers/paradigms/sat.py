"""Propositional satisfiability with CaDiCaL through PySAT: one model after another.

Source: the textbook encoding, one variable per square (Knuth, *The Art of Computer Programming*,
7.2.2.2); the library writes "at most one" of a line's squares as clauses (``pysat.card``). After
each model, a clause forbids that all its queens stand again. The clause names the queens alone: if
it named auxiliary variables, the same board could return with other values for them. The solver
keeps its learned clauses.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from solvers.interface import Backend, Placement, Problem, VersionOf

LONG_LINE = 20
"""From this length on, auxiliary variables replace a clause per pair of squares."""


def variable(n: int, column: int, row: int) -> int:
    """The number of the variable that says: a queen stands on this square."""
    return column * n + row + 1


def row_of(n: int, queen: int) -> int:
    """The row of the square that a variable stands for."""
    return (queen - 1) % n


def lines(n: int) -> dict[tuple[str, int], list[int]]:
    """The variables of each column, row and diagonal."""
    found: dict[tuple[str, int], list[int]] = defaultdict(list)
    for column, row in product(range(n), repeat=2):
        queen = variable(n, column, row)
        found["column", column].append(queen)
        found["row", row].append(queen)
        found["sum", column + row].append(queen)
        found["difference", column - row].append(queen)
    return found


def at_most_one(line: list[int], auxiliary: Any) -> Iterator[list[int]]:
    """The clauses that forbid two queens on the squares of a line."""
    from pysat.card import CardEnc, EncType

    encoding = EncType.pairwise if len(line) < LONG_LINE else EncType.bitwise
    yield from CardEnc.atmost(line, vpool=auxiliary, encoding=encoding)


def clauses(problem: Problem) -> Iterator[list[int]]:
    """The puzzle: one queen in each column and row, at most one on each diagonal."""
    from pysat.formula import IDPool

    n = problem.n
    auxiliary = IDPool(start_from=n * n + 1)
    for (kind, _), line in lines(n).items():
        if kind in ("column", "row"):
            yield line  # at least one queen
        yield from at_most_one(line, auxiliary)
    for column, rows in enumerate(problem.domains):
        for row in set(range(n)).difference(rows):  # no queen where the board allows none
            yield [-variable(n, column, row)]


def solve(
    problem: Problem,
    work: Counter[str],
    stated: Callable[[Problem], Iterator[list[int]]] = clauses,
) -> Iterator[Placement]:
    """Yield the models until there is none left."""
    from pysat.solvers import Solver

    n = problem.n
    with Solver(name="cadical195", bootstrap_with=stated(problem)) as solver:
        try:
            while solver.solve():
                model = solver.get_model()[: n * n]  # without the auxiliary variables
                queens = [variable for variable in model if variable > 0]
                yield tuple([row_of(n, queen) for queen in queens])
                solver.add_clause([-queen for queen in queens])
        finally:
            work.update(solver.accum_stats())


BACKEND = Backend(
    name="sat",
    paradigm="propositional satisfiability",
    group="encoding",
    solve=solve,
    requires=("pysat.solvers", "pysat.card"),
    install="pip install python-sat",
    version=VersionOf("PySAT", "python-sat"),
    practical_n=13,
    practical_n_first=300,
    idea="One variable per square: one is true in each column and row, at most one on each "
    "diagonal. A further clause excludes each solution found.",
    searches="CaDiCaL",
    undoes="CaDiCaL: it can jump back over several decisions",
    knows="what follows from given and learned clauses",
    trace="solvers.tracing.tracers.sat:events",
    reads="cnf",
    coloured="solvers.paradigms.sat_coloured",
)
