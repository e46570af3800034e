"""Compiled backtracking in which a set of rows is one machine word.

Source: M. Richards, *Backtracking Algorithms in MCPL using Bit Patterns and Recursion*, University
of Cambridge, technical report UCAM-CL-TR-433 (1997). Three sets hold the rows of a column that are
taken, attacked along rising diagonals, and attacked along falling ones; the last two shift by one
row per column. numba compiles ``search`` once and keeps the result.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from solvers.interface import Backend, Block, Problem, VersionOf
from solvers.lazy import numpy as np

MOST_QUEENS = 62
"""The rows of a column have to fit in one word of 64 bits, with room to shift."""

BLOCK = 1 << 12
"""Solutions per block."""


def search(allowed: Any, queens: Any, stack: Any, block: Any) -> Any:
    """Fill the block repeatedly; yield the number of solutions in it and of queens placed for it.

    ``allowed`` holds the set of rows of each column, and ``queens`` gets the row that is taken in
    it. ``stack[:, c]`` are the free, taken, rising and falling rows of column c.
    """
    n, size = len(allowed), 1  # the first block has one solution, so that it arrives early
    column = taken = rising = falling = found = placed = 0
    free = allowed[0]
    while True:
        if free == 0:  # column exhausted: backtrack
            if column == 0:
                break
            column -= 1
            free, taken = stack[0, column], stack[1, column]
            rising, falling = stack[2, column], stack[3, column]
            continue
        queen = free & -free  # its lowest bit
        free ^= queen
        queens[column] = queen
        placed += 1
        if column == n - 1:  # a solution
            block[found] = queens
            found += 1
            if found == size:
                yield found, placed
                found, placed, size = 0, 0, len(block)
            continue
        stack[0, column], stack[1, column] = free, taken
        stack[2, column], stack[3, column] = rising, falling
        taken |= queen
        rising = (rising | queen) << 1
        falling = (falling | queen) >> 1
        column += 1
        free = allowed[column] & ~(taken | rising | falling)
    yield found, placed


@cache
def compiled() -> Any:
    """``search`` as machine code."""
    from numba import njit

    return njit(cache=True)(search)


def prepare() -> None:
    """Compile before the clock starts."""
    list(solve(Problem(4), Counter()))


def solve(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """Yield the solutions in lexicographic order, many at once."""
    allowed = np.array([sum(1 << row for row in rows) for rows in problem.domains])
    queens, stack = np.zeros(problem.n, np.int64), np.zeros((4, problem.n), np.int64)
    block = np.empty((BLOCK, problem.n), np.int64)
    for found, placed in compiled()(allowed, queens, stack, block):
        work["queens_placed"] += placed
        yield np.log2(block[:found]).astype(np.uint8)  # a set of one row is the word 2 ** row


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
    largest_n=MOST_QUEENS,
    idea="A set of rows is a machine word with one bit per row, and shifts give the attacked rows "
    "of the next column. A compiled loop takes the lowest free bit, and goes back when none is "
    "left.",
)
