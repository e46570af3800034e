"""COMP 333: explicit backtracking, all bookkeeping in the program's own state.

Source: the course project "N Queens Problem in Racket and Prolog", functions nc-1, nc and solve-h.
A state is (n, c, qp, nr, sv), under the names of the text:

    n   the size of the problem
    c   the current column
    qp  queen positions so far, newest column first
    nr  next row to try, newest column first: one entry more than qp
    sv  solution vector: the solutions so far, last found first

``step`` is the text's function, on the text's lists as pairs; traces follow it. Its tail calls are
the loop in ``solve``, so no size meets a recursion limit.
"""

from __future__ import annotations

from solvers.interface import Backend, Counters, Emit, Placement
from solvers.scheme_lists import Pair, iterate, push_all

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
    """Search by the cases of ``step``, emitting each solution; the same states, four times as fast.

    qp and nr grow at their ends here, and nc is looked up: which rows, sums row + column and
    differences row - column are taken is kept with qp, so that no list has to be walked.
    """
    first_column = c = len(prefix)
    if c == n:  # no column left to search
        emit(prefix)
        return {"row_tries": 0, "backtracks": 0}
    row_taken, sum_taken, difference_taken = [False] * n, [False] * 2 * n, [False] * 2 * n
    for column, row in enumerate(prefix):
        row_taken[row] = sum_taken[row + column] = difference_taken[row - column] = True
    qp, nr = list(prefix), [0]
    columns_entered, solutions = 1, 0
    while True:
        for row in range(nr[-1], n):  # conflict: try the next row of this column
            if not (row_taken[row] or sum_taken[row + c] or difference_taken[row - c]):
                break
        else:
            if c == first_column:  # end of search: no row left and no column to go back to
                break
            nr.pop()  # column exhausted: backtrack
            c -= 1
            row = qp.pop()
            row_taken[row] = sum_taken[row + c] = difference_taken[row - c] = False
            continue
        nr[-1] = row + 1
        if c == n - 1:  # found one solution: emit it, go on in its last column
            solutions += 1
            emit((*qp, row))
            continue
        qp.append(row)  # row found: place the queen, go on to the next column
        row_taken[row] = sum_taken[row + c] = difference_taken[row - c] = True
        nr.append(0)
        c += 1
        columns_entered += 1
    return {
        "row_tries": n * columns_entered,  # every column entered tries all of its rows
        "backtracks": columns_entered - 1 + solutions,
    }


BACKEND = Backend(
    name="backtracking",
    paradigm="explicit backtracking",
    solve=solve,
    idea="A queen a column, the first row that has no conflict, and back to the column before "
    "when no row is left. All that the search knows is in the program's own state: the "
    "queens so far, and the next row to try in each column.",
    listing=("step", "nc", "solve"),
)
