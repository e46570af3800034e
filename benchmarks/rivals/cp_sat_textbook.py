"""CP-SAT after the N-queens page of its guide: default search, a callback that reads values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from ortools.sat.python import cp_model

from solvers.adapters import callbacks
from solvers.interface import Backend, Placement, Problem
from solvers.paradigms import cp_sat


def solve(problem: Problem, _work: Counter[str]) -> Iterator[Placement]:
    """Three all-different constraints, enumerated with the engine's own search."""
    n = problem.n
    model = cp_model.CpModel()
    queens = [model.new_int_var(0, n - 1, f"x_{i}") for i in range(n)]
    model.add_all_different(queens)
    model.add_all_different(queens[i] + i for i in range(n))
    model.add_all_different(queens[i] - i for i in range(n))
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1  # the guide's default, many, loses solutions

    def search(found: Callable[[Placement], None]) -> None:
        class SolutionCollector(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                found(tuple(self.value(queen) for queen in queens))

        solver.solve(model, SolutionCollector())

    return callbacks.iterate(search, stop=solver.stop_search)


BACKEND = Backend(
    name="CP-SAT, default search",
    paradigm="constraint programming",
    solve=solve,
    requires=cp_sat.BACKEND.requires,
    version=cp_sat.BACKEND.version,
)
