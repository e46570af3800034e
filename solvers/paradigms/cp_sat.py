"""Constraint programming with OR-Tools CP-SAT: three all-different constraints, and all solutions.

Source: the "N-queens" page of the OR-Tools guide.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from solvers.adapters import callbacks
from solvers.interface import Backend, Goal, Placement, Problem, VersionOf

WORKERS = 1  # with more, enumerate_all_solutions loses solutions and still reports OPTIMAL


def queens_model(problem: Problem) -> tuple[Any, list[Any]]:
    """The model and its variables: ``rows[column]`` is the row of that column's queen."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    domains = [cp_model.Domain.from_values(allowed) for allowed in problem.domains]
    rows = [model.new_int_var_from_domain(domain, f"row {c}") for c, domain in enumerate(domains)]
    model.add_all_different(rows)
    model.add_all_different(row + column for column, row in enumerate(rows))
    model.add_all_different(row - column for column, row in enumerate(rows))
    return model, rows


def branch_on_fewest_rows(model: Any, rows: list[Any], parameters: Any) -> None:
    """Branch on the column with the fewest rows left, and take its lowest row.

    The linear relaxation takes more time than it saves here.
    """
    from ortools.sat.python import cp_model

    model.add_decision_strategy(rows, cp_model.CHOOSE_MIN_DOMAIN_SIZE, cp_model.SELECT_MIN_VALUE)
    parameters.search_branching = cp_model.FIXED_SEARCH
    parameters.linearization_level = 0


def solve(
    problem: Problem,
    work: Counter[str],
    stated: Callable[[Problem], tuple[Any, list[Any]]] = queens_model,
) -> Iterator[Placement]:
    """Yield every solution that the engine reports; raise if it stopped before the end."""
    from ortools.sat.python import cp_model

    model, rows = stated(problem)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = WORKERS
    solver.parameters.catch_sigint_signal = False  # or Ctrl-C looks like an ordinary stop
    if problem.goal is Goal.ALL:
        solver.parameters.enumerate_all_solutions = True
        branch_on_fewest_rows(model, rows, solver.parameters)

    def search(found: Callable[[Placement], None]) -> None:  # CP-SAT can only call back
        status = solver.solve(model, callbacks.cp_sat_callback(rows, found))
        work.update(branches=solver.num_branches, conflicts=solver.num_conflicts)
        if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):  # all found, or none exist
            raise RuntimeError(f"CP-SAT stopped before the end: {solver.status_name(status)}")

    yield from callbacks.iterate(search, stop=solver.stop_search)


def prepare() -> None:
    """Solve one board before the clock starts, because OR-Tools then loads more modules."""
    list(solve(Problem(1), Counter()))


BACKEND = Backend(
    name="cp-sat",
    paradigm="constraint programming",
    group="constraint",
    solve=solve,
    requires=("ortools.sat.python.cp_model",),
    prepare=prepare,
    install="pip install ortools",
    version=VersionOf("OR-Tools", "ortools"),
    practical_n_first=200,
    idea="All rows differ, and so do all sums and all differences of column and row. The engine "
    "propagates, branches, and learns from conflicts.",
    searches="CP-SAT",
    undoes="CP-SAT: it can jump back over several decisions",
    knows="the rows left, and learned clauses",
    untraced="OR-Tools reports no decisions, only their number",
    coloured="solvers.paradigms.cp_sat_coloured",
)
