"""A model in MiniZinc, a language that many solvers understand.

Source: the n-queens model of the MiniZinc tutorial, section "Finite Domain Search", with its search
annotation: the column with the fewest rows left first. MiniZinc compiles the model and starts the
solver, Gecode by default, as separate programs; starting them takes longer than solving n = 8.

Debian's library for Gecode has no all-different of the name that this MiniZinc looks for, so Gecode
gets three inequalities for each two columns in its place.
"""

from collections import Counter
from collections.abc import Iterator

from solvers.adapters import minizinc_driver
from solvers.interface import Backend, Goal, Placement, Problem

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


def solve(
    problem: Problem, work: Counter[str], model: str = MODEL, **more: list[list[int]]
) -> Iterator[Placement]:
    """Yield the solutions as the solver prints them; ``more`` are other parameters of the model."""
    parameters = {"n": problem.n, "allowed": [set(rows) for rows in problem.domains], **more}
    all_solutions = problem.goal is Goal.ALL
    for result in minizinc_driver.results(model, parameters, all_solutions=all_solutions):
        for name in ("nodes", "failures"):  # Gecode reports them in its last result
            work[name] = result.statistics.get(name, work[name])
        if result.solution is not None:
            yield tuple(result.solution.rows)


BACKEND = Backend(
    name="minizinc",
    paradigm="constraint modelling",
    group="constraint",
    solve=solve,
    requires=("minizinc",),
    install=minizinc_driver.INSTALL,
    version=minizinc_driver.version,
    prepare=minizinc_driver.find_solver,
    practical_n=14,
    practical_n_first=300,
    idea="A model in a language that many solvers understand. It is compiled for the solver that "
    "is installed.",
    searches="the solver that MiniZinc starts",
    undoes="that solver",
    knows="the rows left in each column",
    untraced="MiniZinc reports solutions and totals, no decisions",
    coloured="solvers.paradigms.minizinc_coloured",
    reads="mzn",
    tool=("minizinc", "--solver", "gecode", "-a", "{file}"),
)
