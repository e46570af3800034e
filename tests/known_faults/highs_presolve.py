"""HiGHS 1.16.0 with presolve calls a feasible part infeasible, so boards are lost through CPMpy.

It loses boards of n = 5 if the clause that excludes a board begins with its last
column. Versions 1.9.0 to 1.15.1, and ``presolve=off``, find all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from solvers.interface import Backend, Placement, Problem, VersionOf


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    import cpmpy as cp

    rows = [cp.intvar(min(allowed), max(allowed)) for allowed in problem.domains]
    model = cp.Model([row >= 0 for row in rows])
    for i, j in combinations(range(problem.n), 2):
        for distance in (0, j - i, i - j):
            model += rows[i] + distance != rows[j]
    for row, allowed in zip(rows, problem.domains, strict=True):
        model += [row != gap for gap in range(min(allowed), max(allowed)) if gap not in allowed]
    solver = cp.SolverLookup.get("highs", model)
    while solver.solve():
        found = tuple(int(row.value()) for row in rows)
        yield found
        pairs = zip(rows[::-1], found[::-1], strict=True)
        solver += cp.any([row != value for row, value in pairs])


BACKEND = Backend(
    name="highs-presolve",
    solve=solve,
    requires=("cpmpy", "highspy"),
    install="pip install cpmpy highspy==1.16.0",
    version=VersionOf("HiGHS", "highspy"),
    reads="lp",
)
