r"""Logic programming on a coloured board: ``prolog/queens_coloured.pl``.

It is ``queens_domains.pl``, in which a queen is its row and its colour: V-Colour. Where ``nc/3`` of
the parent forbids a diagonal, it forbids that two queens of one colour stand, or touch:

    nc(_, [], _).
    nc(V-Colour, [H-Other|T], D) :-
        V =\= H,
        Colour =\= Other,
        abs(V-H)+D > 2,
        D1 is D+1,
        nc(V-Colour, T, D1).
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from solvers.adapters import prolog
from solvers.interface import Block, Problem
from solvers.paradigms.prolog import BACKEND as PARENT


def columns(problem: Problem) -> str:
    """The squares that each column allows, as Prolog writes them: ``[[0-2,1-2],[3-0]]``."""
    lists = (
        ",".join(f"{row}-{colours[row]}" for row in rows)
        for rows, colours in zip(problem.domains, problem.colours, strict=True)
    )
    return "[" + ",".join(f"[{squares}]" for squares in lists) + "]"


def solve(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """Yield the answers of solve/2, in lexicographic order."""
    for newest_first in prolog.answers(f"queens_coloured:solve({columns(problem)}, QP)", work):
        yield newest_first[:, ::-1]


def prepare() -> None:
    """Load the program before the clock starts."""
    prolog.load("queens_coloured")


BACKEND = replace(
    PARENT,
    solve=solve,
    prepare=prepare,
    idea="Define when a square has no conflict, and ask for a list of such squares. Prolog keeps "
    "the choice points and backtracks.",
    program="queens_coloured.pl",
    notation="",
)
