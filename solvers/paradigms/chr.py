r"""Constraint handling rules: ``prolog/queens_chr.pl``, with SWI-Prolog's library(chr).

Source: T. Frühwirth, *Constraint Handling Rules* (2009), on finite domains and their labelling.
The constraint ``in(C, Rows)`` says that the queen of column C stands in one of these rows; at first
they are those that the board allows. A rule ``name @ Kept \ Removed <=> Guard | Added`` rewrites a
store of constraints. Here a queen in row R of column C removes from another column D the rows that
it attacks there:

    attack @ queen(C, R) \ in(D, Rows) <=>
                 exclude(attacks(C, R, D), Rows, Left), Left \== Rows
               | in(D, Left).

Another rule, ``no_row``, fails when a column has no row left. ``label(C)`` chooses a row for column
C; for another choice, Prolog goes back to ``member``:

    choose @ label(C), in(C, Rows) <=>
                 member(R, Rows),
                 queen(C, R),
                 D is C+1,
                 label(D).
"""

from collections import Counter
from collections.abc import Iterator

from solvers.adapters import prolog
from solvers.interface import Backend, Block, Problem


def solve(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """Yield the answers of queens/2, in lexicographic order."""
    domains = [list(rows) for rows in problem.domains]
    return prolog.answers(f"queens_chr:queens({domains}, QP)", work)


def prepare() -> None:
    """Load the program, whose rules are compiled, before the clock starts."""
    prolog.load("queens_chr")


BACKEND = Backend(
    name="chr",
    paradigm="constraint handling rules",
    group="logic",
    solve=solve,
    requires=("pyswip",),
    install=prolog.INSTALL,
    version=prolog.version,
    prepare=prepare,
    practical_n=12,
    practical_n_first=25,
    idea="Rules rewrite a store of constraints: a queen removes the rows that it attacks. When a "
    "column has none left, Prolog goes back to the last choice.",
    searches="Prolog; the rules remove rows",
    undoes="Prolog, together with the store of constraints",
    knows="the rows left in each column",
    program="queens_chr.pl",
)
