"""A model in MiniZinc, the solvers' common language, given to whichever solver is installed.

Source: the n-queens model of the MiniZinc tutorial, section "Finite Domain Search", with its search
annotation: the column with the fewest rows left first. MiniZinc compiles the model and starts the
solver, Gecode by default, as programs of their own; that takes longer than solving n = 8.
"""

from __future__ import annotations

import asyncio
import warnings
from functools import cache
from typing import Any

from solvers.interface import Backend, Counters, Emit, Goal, Problem

MODEL = """
include "alldifferent.mzn";

int: n;
set of int: COLUMN = 0..n-1;
array[COLUMN] of set of int: allowed;
array[COLUMN] of var 0..n-1: rows;

constraint alldifferent(rows);
constraint alldifferent([rows[column] + column | column in COLUMN]);
constraint alldifferent([rows[column] - column | column in COLUMN]);
constraint forall(column in COLUMN)(rows[column] in allowed[column]);

solve :: int_search(rows, first_fail, indomain_min) satisfy;
"""

SOLVERS = ("gecode", "chuffed", "cp-sat")
"""Those that list all solutions, the default one first."""


@cache
def find_solver() -> Any:
    """The first of SOLVERS that MiniZinc has, which is asked once; raises LookupError for none."""
    from minizinc import Solver, default_driver

    if default_driver is None:
        raise LookupError("the package is here, but not MiniZinc itself")
    for name in SOLVERS:
        try:
            return Solver.lookup(name)
        except LookupError:
            continue
    raise LookupError(f"MiniZinc has none of the solvers {', '.join(SOLVERS)}")


def solve(problem: Problem, emit: Emit) -> Counters:
    """Emit the solutions as the solver prints them; raise if it stopped before the end."""
    from minizinc import Instance, Model
    from minizinc.result import Status

    n = problem.n
    if n == 0:  # MiniZinc refuses a variable without any possible value, be there none of them
        emit(())
        return {"nodes": 0, "failures": 0}
    model = Model()
    model.add_string(MODEL)
    instance = Instance(find_solver(), model)
    instance["n"] = n
    instance["allowed"] = [set(problem.rows(column)) for column in range(n)]

    async def emit_all() -> Counters:
        counters: dict[str, int] = {}
        wanted = {Status.ALL_SOLUTIONS, Status.UNSATISFIABLE}
        if problem.goal is Goal.FIRST:
            wanted.add(Status.SATISFIED)
        async for result in instance.solutions(all_solutions=problem.goal is Goal.ALL):
            if result.solution is not None:
                emit(tuple(result.solution.rows))
            for name in ("nodes", "failures"):
                counters[name] = result.statistics.get(name, counters.get(name, 0))
        if result.status not in wanted:
            raise RuntimeError(f"MiniZinc stopped before the end, with status {result.status}")
        return counters

    with warnings.catch_warnings():  # about MiniZinc's own library
        warnings.simplefilter("ignore")
        return asyncio.run(emit_all())


def version() -> str:
    """The versions of MiniZinc and of its solver."""
    from minizinc import default_driver

    solver = find_solver()
    number = ".".join(map(str, default_driver.parsed_version))
    return f"MiniZinc {number}, {solver.name} {solver.version}"


BACKEND = Backend(
    name="minizinc",
    paradigm="constraint modelling",
    solve=solve,
    requires=("minizinc",),
    cure="sudo apt-get install minizinc (macOS: brew install minizinc), then pip install minizinc",
    version=version,
    prepare=find_solver,
    practical_n=14,
    idea="One model in a language that many solvers share. It is compiled for the solver that "
    "is installed, which searches on its own.",
    listing=("MODEL",),
)
