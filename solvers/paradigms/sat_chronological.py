"""All models without blocking clauses: assume a queen in column after column, and go back in order.

Source: the encoding of ``sat``; A. Grumberg, A. Schuster and A. Yadgar, *Memory Efficient
All-Solutions SAT Solver* (2004), decide the important variables first and backtrack chronologically
over them. After each choice, the program asks the solver whether a model is left. The solver keeps
its learned clauses, and needs no clause per solution.
"""

from collections import Counter
from collections.abc import Iterator

from solvers.interface import Backend, Placement, Problem
from solvers.paradigms import sat

SOLVER = "minisat22"
"""CaDiCaL does not report what follows from assumptions."""


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the models below each choice that has one, in lexicographic order."""
    from pysat.solvers import Solver

    n = problem.n

    def below(chosen: list[int]) -> Iterator[Placement]:
        column = len(chosen)
        if column == n:
            yield tuple([(square - 1) % n for square in chosen])
            return
        is_consistent, implied = solver.propagate(chosen)
        for row in problem.domains[column] if is_consistent else ():
            square = sat.variable(n, column, row)
            if -square not in implied and solver.solve([*chosen, square]):
                yield from below([*chosen, square])

    with Solver(name=SOLVER, bootstrap_with=sat.clauses(problem)) as solver:
        try:
            yield from below([])
        finally:
            work.update(solver.accum_stats())


BACKEND = Backend(
    name="sat-chronological",
    paradigm="propositional satisfiability",
    solve=solve,
    requires=sat.BACKEND.requires,
    install=sat.BACKEND.install,
    version=sat.BACKEND.version,
    practical_n=13,
    practical_n_first=20,
    variant_of="sat",
    difference="Asks the solver after each choice whether a solution is left; its parent adds a "
    "clause to exclude each solution found.",
)
