"""Integer programming with SCIP: a sum for each line, and a cut for each solution found.

Source: the Queens example of SCIP's manual (C. Schwarz). A number from {0, 1} stands for each
decision, as in H. P. Williams, *Model Building in Mathematical Programming*. The cut that
excludes one solution is that of E. Balas and R. Jeroslow, *Canonical Cuts on the Unit Hypercube*
(1972); here it names the squares of the n queens alone. SCIP comes with OR-Tools.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from solvers.interface import Backend, Placement, Problem, VersionOf
from solvers.puzzle.problem import Square


def queens_model(problem: Problem) -> tuple[Any, dict[Square, Any]]:
    """The model and its variables: 1 where a queen stands."""
    from ortools.linear_solver import pywraplp

    model = pywraplp.Solver.CreateSolver("SCIP")
    lines: dict[tuple[str, int], list[Any]] = defaultdict(list)
    queen: dict[Square, Any] = {}
    for column, rows in enumerate(problem.domains):
        for row in rows:
            queen[column, row] = variable = model.BoolVar(f"queen {column} {row}")
            lines["column", column].append(variable)
            lines["row", row].append(variable)
            lines["sum", column + row].append(variable)
            lines["difference", column - row].append(variable)
    for (kind, _), variables in lines.items():
        total = model.Sum(variables)
        model.Add(total == 1 if kind in ("column", "row") else total <= 1)
    return model, queen


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Solve, yield and cut until there is no solution left; raise if SCIP stops earlier."""
    model, queen = queens_model(problem)
    while (status := model.Solve()) == model.OPTIMAL:
        work["nodes"] += model.nodes()
        # The values are floats, near 0 or 1.
        queens = [square for square, variable in queen.items() if variable.solution_value() > 0.5]
        yield tuple([row for _, row in queens])
        model.Add(model.Sum([queen[square] for square in queens]) <= problem.n - 1)
    work["nodes"] += model.nodes()  # of the last search, which finds none
    if status != model.INFEASIBLE:
        raise RuntimeError(f"SCIP stopped before the end: status {status}")


BACKEND = Backend(
    name="integer-programming",
    paradigm="integer programming",
    group="encoding",
    solve=solve,
    requires=("ortools.linear_solver.pywraplp",),
    install="pip install ortools",
    version=VersionOf("OR-Tools", "ortools"),
    practical_n=8,
    practical_n_first=50,
    idea="A number for each square, 0 or 1: each column and row adds up to 1, each diagonal to at "
    "most 1. The engine solves the linear relaxation (all numbers from 0 to 1), then branches.",
    searches="SCIP, by branch and bound",
    undoes="SCIP: it leaves the branch and takes another",
    knows="the best placement in fractions of queens",
)
