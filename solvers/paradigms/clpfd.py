r"""Constraint logic programming: ``prolog/queens_clpfd.pl``, with SWI-Prolog's CLP(FD).

Source: M. Triska, library(clpfd) of SWI-Prolog, whose manual has the n-queens puzzle among its
examples. The program states the problem first, then searches with ``labeling([ff], QP)``: it takes
the column with the fewest rows left. Its lists have the newest column first. For each queen V and
the list of the queens before it, the nearest of which is D columns away, it states:

    no_attack(_, [], _).
    no_attack(V, [H|T], D) :-
        H #\= V,
        H #\= V+D,
        H #\= V-D,
        D1 is D+1,
        no_attack(V, T, D1).

Where this program has two constraints for the diagonals, the manual has one:
``abs(V-H) #\= D``.
"""

from collections import Counter
from collections.abc import Iterator

from solvers.adapters import prolog
from solvers.interface import Backend, Block, Problem


def solve(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """Yield the answers of solve/2, column 0 first."""
    goal = f"queens_clpfd:solve({problem.n}, QP)"
    if not problem.is_plain:  # the same program, with the rows that each column allows
        goal = f"queens_clpfd_domains:solve({[list(rows) for rows in problem.domains]}, QP)"
    for newest_first in prolog.answers(goal, work):
        yield newest_first[:, ::-1]


def prepare() -> None:
    """Load the program before the clock starts."""
    prolog.load("queens_clpfd", "queens_clpfd_domains")


BACKEND = Backend(
    name="clpfd",
    paradigm="constraint logic programming",
    group="constraint",
    solve=solve,
    requires=("pyswip",),
    install=prolog.INSTALL,
    version=prolog.version,
    prepare=prepare,
    practical_n=12,
    practical_n_first=100,
    idea="State that no two queens attack each other, then label the column with the fewest rows "
    "left; of equals, the last. Each queen removes, from the other columns, the rows it attacks.",
    searches="Prolog, by labeling",
    undoes="Prolog, together with the domains",
    knows="the rows left, and queens that are forced",
    program="queens_clpfd.pl",
    trace="solvers.tracing.tracers.clpfd:events",
    coloured="solvers.paradigms.clpfd_coloured",
)
