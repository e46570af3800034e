"""Bit-parallel backtracking: a set of rows is one machine word, and the search is compiled.

Source: M. Richards, *Backtracking Algorithms in MCPL using Bit Patterns and Recursion*, University
of Cambridge, technical report UCAM-CL-TR-433 (1997). Where Richards calls a function for the
next column, a record keeps the sets of each column here, so that the search can stop and go on:

    allowed           the rows that the board allows
    untried           the free rows not yet tried
    taken             the rows of all queens before
    rising, falling   the rows that these queens attack along the two diagonals

``queens`` has the row of each column's own queen, as a set of one row. From one column to the next,
the rows attacked along a diagonal shift by one.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, repeat
from typing import Any

from solvers.interface import Backend, Block, Problem, VersionOf
from solvers.lazy import numpy as np

BLOCK = 1 << 10
"""The number of solutions that are yielded together."""

SETS = "allowed", "untried", "taken", "rising", "falling"


def search(columns: Any, queens: Any, solutions: Any) -> tuple[int, int]:
    """Go on until ``solutions`` is full or no row is left; count solutions and queens placed."""
    found = placed = 0
    # Go on in the last column, where the solution before was found. In the first call, only column
    # 0 has untried rows, and the loop goes back to it.
    last = column = len(columns) - 1
    while column >= 0 and found < len(solutions):
        here = columns[column]
        free = here["untried"]
        if free == 0:  # no row is left: backtrack
            column -= 1
            continue
        queen = free & -free  # the lowest bit
        here["untried"] = free ^ queen
        queens[column] = queen
        placed += 1
        if column == last:
            solutions[found] = queens
            found += 1
        else:
            column += 1
            there = columns[column]
            there["taken"] = rows = here["taken"] | queen
            there["rising"] = up = (here["rising"] | queen) << 1
            there["falling"] = down = (here["falling"] | queen) >> 1
            there["untried"] = there["allowed"] & ~(rows | up | down)
    return found, placed


@cache
def compiled() -> Any:
    """``search`` as machine code."""
    from numba import njit

    return njit(cache=True)(search)


def prepare() -> None:
    """Compile before the clock starts."""
    list(solve(Problem(4), Counter()))


def row_numbers(queens: Any) -> Block:
    """The row of each queen: a set of one row is the word 2 ** row."""
    return (np.frexp(queens)[1] - 1).astype(np.uint8)


def solve(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """Yield the solutions in lexicographic order: the first one alone, then many at once."""
    n = problem.n
    columns, queens = np.zeros(n, [(name, np.int64) for name in SETS]), np.zeros(n, np.int64)
    columns["allowed"] = [sum(1 << row for row in rows) for rows in problem.domains]
    columns["untried"][0] = columns["allowed"][0]
    for size in chain([1], repeat(BLOCK)):
        solutions = np.empty((size, n), np.int64)
        found, placed = compiled()(columns, queens, solutions)
        work["queens_placed"] += placed
        yield row_numbers(solutions[:found])
        if found < size:
            return


BACKEND = Backend(
    name="bitset",
    paradigm="bit-parallel search",
    group="imperative",
    solve=solve,
    requires=("numba",),
    prepare=prepare,
    install="pip install numba",
    version=VersionOf("numba"),
    practical_n_first=30,
    largest_n=62,  # a set of rows has to fit in one word of 64 bits, with room to shift
    idea="A set of rows is a machine word. Shifts give the rows attacked in the next column, and "
    "the lowest free bit is the next row to try.",
    searches="the program, in a loop",
    undoes="the loop: it goes back a column",
    knows="the free rows of the next column",
)
