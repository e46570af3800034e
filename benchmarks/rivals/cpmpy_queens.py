"""CPMpy after its n-queens example: three AllDifferent, solveAll with its default solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from solvers.adapters import callbacks
from solvers.interface import Backend, Placement, Problem, VersionOf


def solve(problem: Problem, _work: Counter[str]) -> Iterator[Placement]:
    """Yield the solutions from the callback with which ``solveAll`` shows them."""
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

    def search(found: Callable[[Placement], None]) -> None:
        model.solveAll(display=lambda: found(tuple(int(row) for row in queens.value())))

    return callbacks.iterate(search, stop=bool)  # solveAll cannot be stopped


BACKEND = Backend(
    name="CPMpy, solveAll",
    paradigm="constraint modelling",
    solve=solve,
    requires=("cpmpy",),
    install="pip install cpmpy",
    version=VersionOf("CPMpy", "cpmpy"),
)
