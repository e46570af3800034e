"""Explicit backtracking on a coloured board: the conflict test differs, and nothing else.

One queen in each column, row and colour, and no two that touch: two queens in different rows touch
if they are one column and one row apart. ``nc``, ``nc_h`` and ``nc_1`` are named as in the text;
here they know the colours, and the column of each queen.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from solvers.interface import Colours, Placement, Problem
from solvers.paradigms import backtracking
from solvers.puzzle.scheme_lists import Pair, elements


def nc_1(a: int, b: int, d: int) -> bool:
    """No conflict between rows a and b that are d columns apart: other row, and no touch."""
    return a != b and abs(a - b) + d > 2


def nc_h(colours: Colours, c: int, v: int, p: Pair, d: int) -> bool:
    """No conflict between row v of column c and the queens of p, the first of which is d away."""
    return not p or (
        nc_1(v, p[0], d)
        and colours[c][v] != colours[c - d][p[0]]
        and nc_h(colours, c, v, p[1], d + 1)
    )


def nc(colours: Colours, v: int, p: Pair) -> bool:
    """No conflict between a queen in row v of the next column and any queen of the list p."""
    return nc_h(colours, len([*elements(p)]), v, p, 1)


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Step from state to state until the end of the search."""
    return backtracking.solve(problem, work, partial(nc, problem.colours))


BACKEND = replace(
    backtracking.BACKEND,
    solve=solve,
    idea="Take the first row without a conflict; when no row is left, go back a column. A conflict "
    "is a queen in the same row or of the same colour, or one that touches.",
    notation="",
)
