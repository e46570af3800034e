"""Satisfiability modulo theories with z3: rows are integers, attacks are arithmetic on them.

Source: the eight queens of the "Z3 API in Python" tutorial. A constraint excludes each model found,
and z3 is called again.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from solvers.interface import Backend, Placement, Problem, VersionOf


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the models until there is none left; raise if z3 gives up."""
    import z3

    n, context = problem.n, z3.Context()  # in a shared context, order depends on earlier runs
    solver = z3.Solver(ctx=context)
    rows = [z3.Int(f"row_{column}", context) for column in range(n)]
    for variable, allowed in zip(rows, problem.domains, strict=True):  # the board
        solver.add(variable >= 0, variable < n)
        solver.add([variable != row for row in range(n) if row not in allowed])
    # The puzzle: all rows differ, and no two queens stand on a diagonal.
    solver.add(z3.Distinct(rows))
    for left, right in combinations(range(n), 2):
        difference, distance = rows[left] - rows[right], right - left
        solver.add(difference != distance, difference != -distance)
    try:
        while (answer := solver.check()) == z3.sat:
            model = solver.model()
            placement = tuple([model[variable].as_long() for variable in rows])
            yield placement
            differs = [variable != row for variable, row in zip(rows, placement, strict=True)]
            solver.add(z3.Or(differs, context))
        if answer == z3.unknown:
            raise RuntimeError(f"z3 stopped before the end: {solver.reason_unknown()}")
    finally:
        counts = {str(name): count for name, count in solver.statistics()}
        work.update({name: int(counts.get(name, 0)) for name in ("decisions", "conflicts")})


BACKEND = Backend(
    name="smt",
    paradigm="satisfiability modulo theories",
    group="encoding",
    solve=solve,
    requires=("z3",),
    install="pip install z3-solver",
    version=VersionOf("z3", "z3-solver"),
    practical_n=10,
    practical_n_first=30,
    idea="Rows are integers, and arithmetic says that no two queens attack each other. A further "
    "constraint excludes each solution found.",
    searches="z3",
    undoes="z3: it can jump back over several decisions",
    knows="what follows for differences of rows",
    untraced="z3 decides about differences of rows, such as row_1 - row_3 >= 2, not about squares",
)
