"""CPMpy after its n-queens example: three AllDifferent, solveAll with its default solver."""

from __future__ import annotations

from importlib import metadata

from solvers.interface import Backend, Counters, Emit, Problem


def solve(problem: Problem, emit: Emit) -> Counters:
    """Emit from the callback that ``solveAll`` has for showing solutions."""
    import cpmpy

    n = problem.n
    queens = cpmpy.intvar(0, n - 1, shape=n)
    model = cpmpy.Model(
        cpmpy.AllDifferent(queens),
        cpmpy.AllDifferent([queens[i] + i for i in range(n)]),
        cpmpy.AllDifferent([queens[i] - i for i in range(n)]),
    )
    for queen, row in zip(queens, problem.prefix, strict=False):
        model += queen == row
    for column, row in problem.blocked:
        model += queens[column] != row
    model.solveAll(display=lambda: emit(tuple(int(row) for row in queens.value())))
    return {}


def version() -> str:
    """The version of CPMpy."""
    return f"CPMpy {metadata.version('cpmpy')}"


BACKEND = Backend(
    name="CPMpy, solveAll",
    paradigm="constraint modelling",
    solve=solve,
    requires=("cpmpy",),
    cure="pip install cpmpy",
    version=version,
)
