"""Satisfiability modulo theories with z3: rows are integers, attacks are arithmetic on them.

Source: the eight queens of the "Z3 API in Python" tutorial. A model found is forbidden, and the
solver is asked again.
"""

from __future__ import annotations

from importlib import metadata
from itertools import combinations

from solvers.interface import Backend, Counters, Emit, Problem


def solve(problem: Problem, emit: Emit) -> Counters:
    """Emit the models until there is none left; raise if z3 gives up."""
    import z3

    n = problem.n
    context = z3.Context()  # of its own: in a shared one, runs would change each other's order
    solver = z3.Solver(ctx=context)
    rows = [z3.Int(f"row_{column}", context) for column in range(n)]
    for variable in rows:
        solver.add(variable >= 0, variable < n)
    if n > 1:  # there is nothing else that one row could differ from
        solver.add(z3.Distinct(rows))
    for left, right in combinations(range(n), 2):
        difference, distance = rows[left] - rows[right], right - left
        solver.add(difference != distance, difference != -distance)
    for variable, row in zip(rows, problem.prefix, strict=False):
        solver.add(variable == row)
    for column, row in sorted(problem.blocked):
        solver.add(rows[column] != row)
    while (answer := solver.check()) == z3.sat:
        model = solver.model()
        placement = tuple([model[variable].as_long() for variable in rows])
        if emit(placement):
            break
        differs = [variable != row for variable, row in zip(rows, placement, strict=True)]
        solver.add(z3.Or(differs, context))
    if answer == z3.unknown:
        raise RuntimeError(f"z3 stopped before the end: {solver.reason_unknown()}")
    work = {str(key): value for key, value in solver.statistics()}
    return {name: int(work.get(name, 0)) for name in ("decisions", "conflicts")}


def version() -> str:
    """The version of z3."""
    return f"z3 {metadata.version('z3-solver')}"


BACKEND = Backend(
    name="smt",
    paradigm="satisfiability modulo theories",
    solve=solve,
    requires=("z3",),
    cure="pip install z3-solver",
    version=version,
    practical_n=10,
    idea="Rows are integers, and that no two queens attack each other is arithmetic on them. The "
    "solver finds a model, has it forbidden, and is asked again.",
    listing=("solve",),
)
