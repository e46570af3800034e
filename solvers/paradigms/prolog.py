r"""Logic programming: ``prolog/queens.pl``, run by SWI-Prolog through pyswip.

Source: the course project "N Queens Problem in Racket and Prolog" (COMP 333). Its lists have the
newest column first: QPT is the board so far, and QP a solution that extends it to N queens.
``nc/3`` holds if row V has no conflict with a list of queens, the first of which is D columns away.
If it fails, Prolog goes back to ``between/3``, which gives the next row:

    solve(N, QPT, QP) :-
        length(QPT, N),
        !,
        QP = QPT.
    solve(N, QPT, QP) :-
        NM1 is N-1,
        between(0, NM1, V),
        nc(V, QPT, 1),
        QPT1 = [V|QPT],
        solve(N, QPT1, QP).

    nc(_, [], _).
    nc(V, [H|T], D) :-
        V =\= H,
        abs(V-H) =\= D,
        D1 is D+1,
        nc(V, T, D1).
"""

from collections import Counter
from collections.abc import Iterator

from solvers.adapters import prolog
from solvers.interface import Backend, Block, Problem


def answers(module: str, problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """Yield the answers of the module's solve/3, column 0 first.

    On a board with blocked squares, ``queens_domains.pl`` answers instead of the module's program.
    """
    goal = f"{module}:solve({problem.n}, {list(problem.prefix[::-1])}, QP)"
    if problem.blocked:
        goal = f"queens_domains:solve({[list(rows) for rows in problem.domains]}, [], QP)"
    for newest_first in prolog.answers(goal, work):
        yield newest_first[:, ::-1]


def solve(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """Yield the answers of solve/3, in lexicographic order."""
    return answers("queens", problem, work)


def prepare() -> None:
    """Load the program before the clock starts."""
    prolog.load("queens", "queens_domains")


BACKEND = Backend(
    name="prolog",
    paradigm="logic programming",
    group="logic",
    solve=solve,
    requires=("pyswip",),
    install=prolog.INSTALL,
    version=prolog.version,
    prepare=prepare,
    practical_n_first=25,
    idea="Define when a row has no conflict, and ask for a list of such rows. Prolog keeps the "
    "choice points and backtracks.",
    searches="Prolog, depth first",
    undoes="Prolog: it goes back to the newest choice point",
    knows="the queens on the board",
    program="queens.pl",
    trace="solvers.tracing.tracers.prolog:events",
    notation="solvers.tracing.course_texts:prolog_lists",
    coloured="solvers.paradigms.prolog_coloured",
)
