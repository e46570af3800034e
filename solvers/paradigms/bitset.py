"""Backtracking on sets of rows that are bits of a word, compiled: what the machine can do.

Source: M. Richards, *Backtracking Algorithms in MCPL using Bit Patterns and Recursion*, University
of Cambridge, technical report UCAM-CL-TR-433 (1997). Three sets say which rows of a column are
taken, and which are attacked along either kind of diagonal; the latter two shift by a row from
column to column. numba compiles ``search`` once and keeps what it compiled.
"""

from __future__ import annotations

from functools import cache
from importlib import metadata
from typing import Any

import numpy as np

from solvers.interface import Backend, Block, Counters, Emit, Goal, Problem

MOST_QUEENS = 62
"""The rows of a column have to fit in a word of 64 bits, with room to shift."""

BLOCK = 1 << 12
"""How many solutions are handed over at once."""

ROW_OF_BIT = np.zeros(67, np.uint8)
"""The row of a bit, by its rest modulo 67: no two powers of 2 below 2 ** 66 have the same."""
for _row in range(MOST_QUEENS):
    ROW_OF_BIT[(1 << _row) % 67] = _row


def search(n: Any, first: Any, board: Any, column: Any, block: Any) -> Any:
    """Search on from ``column`` until the block is full or the columns from ``first`` are done.

    ``board`` has six words a column: its queen, the rows still to try, the rows taken, those
    attacked along the diagonals that go up and down, and those that are not blocked. All words are
    unsigned, or numba would test each index for being negative. Returns solutions in the block,
    column, queens placed.
    """
    queens, free, taken, up, down, allowed = board
    one = np.uint64(1)
    n, first, column = np.uint64(n), np.uint64(first), np.uint64(column)
    count = placed = np.uint64(0)
    while True:
        rows = free[column]
        if rows == 0:  # column exhausted: backtrack
            if column == first:
                break
            column -= one
            continue
        queen = rows & (~rows + one)  # its lowest bit
        free[column] = rows ^ queen
        queens[column] = queen
        placed += one
        if column == n - one:  # a solution
            for each in range(n):
                block[count, each] = ROW_OF_BIT[queens[each] % np.uint64(67)]
            count += one
            if count == np.uint64(len(block)):
                break
            continue
        rows_taken = taken[column] | queen
        going_up = (up[column] | queen) << one
        going_down = (down[column] | queen) >> one
        column += one
        taken[column], up[column], down[column] = rows_taken, going_up, going_down
        free[column] = allowed[column] & ~(rows_taken | going_up | going_down)
    return count, column, placed


@cache
def compiled() -> Any:
    """``search`` as machine code; numba has kept it since the first time."""
    from numba import njit

    return njit(cache=True, error_model="numpy")(search)


def prepare() -> None:
    """Compile before the clock starts."""
    solve(Problem(4), lambda _: None)


def board_of(problem: Problem) -> Block:
    """The six words of each column, with the queens of the prefix placed."""
    n, prefix, taken, up, down = problem.n, problem.prefix, 0, 0, 0
    every_row = (1 << n) - 1
    board = np.zeros((6, n), np.uint64)
    board[5] = [sum(1 << row for row in problem.rows(column)) for column in range(n)]
    for column, row in enumerate(prefix):
        queen = 1 << row
        board[0, column] = queen
        taken, up, down = taken | queen, (up | queen) << 1 & every_row, (down | queen) >> 1
    column = len(prefix)
    board[1:5, column] = int(board[5, column]) & ~(taken | up | down), taken, up, down
    return board


def solve(problem: Problem, emit: Emit) -> Counters:
    """Emit the solutions in lexicographic order, many at once."""
    n, prefix = problem.n, problem.prefix
    if len(prefix) == n:  # no column left to search
        emit(prefix)
        return {"queens_placed": 0}
    if n > MOST_QUEENS:
        raise ValueError(f"a column of {n} rows does not fit in a word; at most {MOST_QUEENS} do")
    board, first, column, queens_placed = board_of(problem), len(prefix), len(prefix), 0
    block = np.empty((1 if problem.goal is Goal.FIRST else BLOCK, n), np.uint8)
    found = len(block)
    while found == len(block):
        found, column, placed = compiled()(n, first, board, column, block)
        queens_placed += placed
        if found and emit(block[:found]):
            break
    return {"queens_placed": int(queens_placed)}


def version() -> str:
    """The version of numba."""
    return f"numba {metadata.version('numba')}"


BACKEND = Backend(
    name="bitset",
    paradigm="bit-parallel search",
    solve=solve,
    requires=("numba",),
    prepare=prepare,
    cure="pip install numba",
    version=version,
    largest_n=MOST_QUEENS,
    idea="A set of rows is a word, one bit a row; what is attacked in the next column is a "
    "shift. A compiled loop takes the lowest free bit, and goes back when none is left.",
    listing=("search",),
)
