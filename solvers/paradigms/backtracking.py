"""COMP 333: explicit backtracking, all bookkeeping in the program's own state.

Source: the course project "N Queens Problem in Racket and Prolog", functions nc-1, nc and solve-h.
A state is (n, c, qp, nr, sv), under the names of the text:

    n   the size of the problem
    c   the current column
    qp  queen positions so far, newest column first
    nr  next row to try, newest column first: one entry more than qp
    sv  solution vector: the solutions so far, last found first

The text's lists are pairs here too, and its tail calls are the loop in ``solve``, so no size meets
a recursion limit.
"""

from __future__ import annotations

import sys
from itertools import repeat
from operator import length_hint

from solvers.interface import Backend, Counters, Emit, Placement
from solvers.pairs import Pair, iterate, push_all

State = tuple[int, int, Pair, Pair, Pair]


def nc_1(a: int, b: int, d: int) -> bool:
    """No conflict between rows a and b that are d columns apart: other row, other diagonal."""
    return a != b and a - b != d and b - a != d


def nc(v: int, p: Pair) -> bool:
    """No conflict between a queen in row v of the next column and any queen of the list p.

    The text's recursion over nc-h, as a loop; ``nc_1`` is written out in it because a call for
    every pair of queens doubles the time of the whole search.
    """
    d = 1
    while p:
        b, p = p
        if v == b or v - b == d or b - v == d:
            return False
        d += 1
    return True


def initial(n: int, prefix: Placement) -> State:
    """The queens of the prefix placed, row 0 the next to try, no solution yet.

    The text starts one step later, with row 0 of column 0 already taken.
    """
    tried = push_all((), (row + 1 for row in prefix))
    return n, len(prefix), push_all((), prefix), (0, tried), ()


def step(state: State, first_column: int = 0) -> State:
    """The next state, by the one of the text's five cases that applies; the end is a fixed point.

    Columns before first_column belong to the prefix and are not searched.
    """
    n, c, qp, nr, sv = state
    if c == n:  # found one solution: keep it, go back to its last column
        return n, c - 1, qp[1], nr[1], (qp, sv)
    row, rest = nr
    if row == n:
        if c == first_column:  # end of search: no row left and no column to go back to
            return state
        return n, c - 1, qp[1], rest, sv  # column exhausted: backtrack
    if nc(row, qp):  # row found: place the queen, go on to the next column
        return n, c + 1, (row, qp), (0, (row + 1, rest)), sv
    return n, c, qp, (row + 1, rest), sv  # conflict: try the next row of this column


def placement(qp: Pair) -> Placement:
    """Column 0 first."""
    return tuple(iterate(qp))[::-1]


def solve(n: int, prefix: Placement, emit: Emit) -> Counters:
    """Step until nothing changes any more, emitting whenever the solution vector has grown."""
    if len(prefix) == n:  # no column left to search
        emit(prefix)
        return {"row_tries": 0, "backtracks": 0}
    state, first_column, solutions = initial(n, prefix), len(prefix), 0
    # Counts the steps in C: an addition for each would slow the search by 6 %.
    step_counter = repeat(None, sys.maxsize)
    for _ in step_counter:
        following = step(state, first_column)
        if following is state:
            break
        if following[4] is not state[4]:
            solutions += 1
            emit(placement(following[4][0]))
        state = following
    # Every column entered tries its n rows and is left by one more step; a solution takes one.
    steps = sys.maxsize - length_hint(step_counter) - 1
    columns_entered = (steps - solutions + 1) // (n + 1)
    return {
        "row_tries": n * columns_entered,
        "backtracks": columns_entered - 1 + solutions,
    }


BACKEND = Backend(name="backtracking", paradigm="explicit backtracking", solve=solve)
