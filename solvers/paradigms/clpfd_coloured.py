r"""Constraint logic programming on a coloured board: ``prolog/queens_clpfd_coloured.pl``.

It is the parent's program, in which a queen is its row and its colour: V-Colour. A table of the
column's squares (``tuples_in``) relates the two. Other constraints replace those on the diagonals:

    no_attack(_, [], _).
    no_attack(V-Colour, [H-Other|T], D) :-
        H #\= V,
        Other #\= Colour,
        abs(V-H) #> 2-D,
        D1 is D+1,
        no_attack(V-Colour, T, D1).
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from solvers.adapters import prolog
from solvers.interface import Block, Problem
from solvers.paradigms.clpfd import BACKEND as PARENT


def solve(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """Yield the answers of solve/2, column 0 first."""
    squares = [
        [[row, colours[row]] for row in rows]
        for rows, colours in zip(problem.domains, problem.colours, strict=True)
    ]
    for newest_first in prolog.answers(f"queens_clpfd_coloured:solve({squares}, QP)", work):
        yield newest_first[:, ::-1]


def prepare() -> None:
    """Load the program before the clock starts."""
    prolog.load("queens_clpfd_coloured")


BACKEND = replace(
    PARENT,
    solve=solve,
    prepare=prepare,
    idea="State that no two queens share a row or a colour, or touch, then label the column with "
    "the fewest rows left; of equals, the last.",
    program="queens_clpfd_coloured.pl",
)
