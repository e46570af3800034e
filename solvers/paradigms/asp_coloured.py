"""Answer set programming on a coloured board: a queen for each colour, and a rule for corners."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from solvers.interface import Placement, Problem
from solvers.paradigms import asp

PROGRAM = """
column(0..n-1).  row(0..n-1).  hue(0..n-1).

1 { queen(C, R) : row(R) } 1 :- column(C).                 % one queen in each column
1 { queen(C, R) : column(C) } 1 :- row(R).                 % and one in each row
1 { queen(C, R) : colour(C, R, H) } 1 :- hue(H).           % and one in each colour

:- queen(C, R), queen(C+1, S), |R-S| = 1.                  % no two touch at a corner

:- queen(C, R), not allowed(C, R).

#show queen/2.
"""


def program(problem: Problem) -> str:
    """The program with the squares that the problem allows, and the colours of all."""
    allowed = [f"allowed({c},{r})." for c, rows in enumerate(problem.domains) for r in rows]
    squares = product(range(problem.n), repeat=2)
    colours = [f"colour({c},{r},{problem.colours[c][r]})." for c, r in squares]
    return f"#const n={problem.n}.{PROGRAM}{''.join(allowed + colours)}"


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the stable models; raise if clingo stops before the last one."""
    return asp.solve(problem, work, program)


BACKEND = replace(
    asp.BACKEND,
    solve=solve,
    idea="Guess a queen in each column, row and colour, and forbid two that touch. Every stable "
    "model of the rules is a solution.",
)
