"""All models by chronological backtracking: assume a queen in one column after another.

Source: O. Grumberg, A. Schuster and A. Yadgar, *Memory Efficient All-Solutions SAT Solver and Its
Application for Reachability Analysis* (2004), with the encoding of ``sat``. The order of the search
keeps it from finding a solution twice. The authors change the solver's own search; here the program
stays outside, and after each choice asks the solver whether a model is left. The solver keeps its
learned clauses, and needs no clause per solution.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from solvers.interface import Backend, Placement, Problem
from solvers.paradigms import sat

SOLVER = "minisat22"
"""MiniSat answers the many short calls of this search faster than CaDiCaL, which ``sat`` uses."""


def models(solver: Any, problem: Problem, assumptions: list[int]) -> Iterator[list[int]]:
    """The solutions with a queen on each assumed square, as their n true variables."""
    if len(assumptions) == problem.n:
        yield assumptions
        return
    # propagate excludes some rows quickly; solve searches for a model with each of the others.
    is_consistent, implied = solver.propagate(assumptions)
    if is_consistent:
        column = len(assumptions)
        for row in problem.domains[column]:
            queen = sat.variable(problem.n, column, row)
            if -queen not in implied and solver.solve([*assumptions, queen]):
                yield from models(solver, problem, [*assumptions, queen])


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the models below each choice that has one, in lexicographic order."""
    from pysat.solvers import Solver

    with Solver(name=SOLVER, bootstrap_with=sat.clauses(problem)) as solver:
        try:
            for queens in models(solver, problem, []):
                yield tuple([sat.row_of(problem.n, queen) for queen in queens])
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
    difference="Asks after each choice whether a solution is left; its parent adds a clause to "
    "exclude each solution found.",
)
