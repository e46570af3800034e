"""Constraint programming with OR-Tools CP-SAT: three all-different constraints, enumerated.

Source: the "N-queens" page of the OR-Tools guide for the model. One worker, always: with two or
more, ``enumerate_all_solutions`` loses solutions and still reports OPTIMAL. For all solutions the
search is fixed to the column with the fewest rows left, without the linear relaxation, which costs
more than it cuts; for one the engine searches as it likes.
"""

from __future__ import annotations

from importlib import metadata
from typing import Any

from solvers.interface import Backend, Counters, Emit, Goal, Problem


def queens_model(problem: Problem) -> tuple[Any, list[Any]]:
    """The model and its variables: ``rows[column]`` is the row of that column's queen."""
    from ortools.sat.python import cp_model

    n = problem.n
    model = cp_model.CpModel()
    rows = [model.new_int_var(0, n - 1, f"row of column {column}") for column in range(n)]
    model.add_all_different(rows)
    model.add_all_different(row + column for column, row in enumerate(rows))
    model.add_all_different(row - column for column, row in enumerate(rows))
    for column, variable in enumerate(rows):
        if len(allowed := problem.rows(column)) < n:
            domain = cp_model.Domain.from_values(allowed)
            model.add_linear_expression_in_domain(variable, domain)
    return model, rows


def enumerate_solutions(problem: Problem, emit: Emit, workers: int) -> Counters:
    """Emit every solution that the engine hands over; raise if it stopped before the end."""
    from ortools.sat.python import cp_model

    model, rows = queens_model(problem)

    class Emitter(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            emit(tuple([self.value(row) for row in rows]))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.catch_sigint_signal = False
    if problem.goal is Goal.ALL:
        fewest, lowest = cp_model.CHOOSE_MIN_DOMAIN_SIZE, cp_model.SELECT_MIN_VALUE
        model.add_decision_strategy(rows, fewest, lowest)
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.search_branching = cp_model.FIXED_SEARCH
        solver.parameters.linearization_level = 0
    status = solver.solve(model, Emitter())  # which ends by itself after one, if that is the goal
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):  # all found, or there are none
        raise RuntimeError(f"CP-SAT stopped before the end, with status {solver.status_name()}")
    return {"branches": solver.num_branches, "conflicts": solver.num_conflicts}


def solve(problem: Problem, emit: Emit) -> Counters:
    """Enumerate with one worker."""
    return enumerate_solutions(problem, emit, workers=1)


def version() -> str:
    """The version of OR-Tools."""
    return f"OR-Tools {metadata.version('ortools')}"


BACKEND = Backend(
    name="cp-sat",
    paradigm="constraint programming",
    solve=solve,
    requires=("ortools.sat.python.cp_model",),
    cure="pip install ortools",
    version=version,
    for_one="The search is the engine's own, where for all solutions it is fixed to the column "
    "with the fewest rows left.",
    idea="Say what a solution is: rows, sums and differences of column and row are all "
    "different. The engine propagates, learns from conflicts and branches on its own.",
    listing=("queens_model", "enumerate_solutions"),
)
