"""SICP exercise 2.42 on a coloured board: ``is_safe`` differs, and nothing else.

One queen in each column, row and colour, and no two that touch. The newest queen can touch only the
queen of the column before.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from solvers.interface import Colours, Placement, Problem
from solvers.paradigms.sicp.exercise import BACKEND as PARENT
from solvers.paradigms.sicp.exercise import REPRESENTATION, placement, queens
from solvers.puzzle.scheme_lists import Pair


def is_safe(colours: Colours, k: int, positions: Pair) -> bool:
    """Whether the newest queen, in column k, is safe; rows and columns count from 1."""
    new_row, rest = positions
    new_colour = colours[k - 1][new_row - 1]
    if rest and abs(rest[0] - new_row) == 1:
        return False
    while rest:
        row, rest = rest
        k -= 1
        if row == new_row or colours[k - 1][row - 1] == new_colour:
            return False
    return True


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the solutions in lexicographic order."""
    safe = partial(is_safe, problem.colours)
    representation = replace(REPRESENTATION, is_safe=safe)
    return map(placement, queens(problem.domains, representation, work))


BACKEND = replace(
    PARENT,
    solve=solve,
    idea="Take all ways to place k - 1 queens, add a queen in each row of column k, and keep the "
    "safe boards: the newest queen shares no row and no colour, and touches no other queen.",
    trace="solvers.tracing.tracers.sicp:coloured_events",
)
