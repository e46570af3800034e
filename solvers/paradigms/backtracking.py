"""COMP 333: explicit backtracking, all bookkeeping in the program's own state.

Source: the course project "N Queens Problem in Racket and Prolog", functions nc-1, nc-h, nc and
solve-h.
A state is (n, c, qp, nr, sv), under the names of the text:

    n   the size of the problem
    c   the current column
    qp  queen positions so far, newest column first
    nr  next row to try, newest column first: one entry more than qp
    sv  solution vector: the solutions so far, last found first

``step`` is one call of solve-h, on the text's lists as pairs; traces follow it. Its tail calls are
the loop in ``solve``, so no size meets a recursion limit.
"""

from __future__ import annotations

from solvers.interface import Backend, Counters, Emit, Placement, Problem
from solvers.scheme_lists import Pair, iterate, push_all

State = tuple[int, int, Pair, Pair, Pair]

NextRow = list[list[int]]
"""``next_row[c][row]`` is the row of column c to try after this one, n when none is left."""

START = -1
"""The row before the first."""


def nc_1(a: int, b: int, d: int) -> bool:
    """No conflict between rows a and b that are d columns apart: other row, other diagonal."""
    return a != b and a - b != d and b - a != d


def nc_h(v: int, p: Pair, d: int) -> bool:
    """No conflict between row v and the queens of p, the first of them d columns away."""
    return not p or (nc_1(v, p[0], d) and nc_h(v, p[1], d + 1))


def nc(v: int, p: Pair) -> bool:
    """No conflict between a queen in row v of the next column and any queen of the list p."""
    return nc_h(v, p, 1)


def next_rows(problem: Problem) -> NextRow:
    """The rows that the board allows, as ``step`` asks for them.

    The text adds 1 to the row, since on its board every square is free.
    """
    n, table = problem.n, []
    for column in range(n + 1):  # a full board has row 0 of the next column to try
        allowed, following = frozenset(problem.rows(column)), [n] * (n + 1)
        for row in reversed(range(n)):
            following[row - 1] = row if row in allowed else following[row]
        table.append(following)
    return table


def initial(problem: Problem, next_row: NextRow) -> State:
    """The queens of the prefix placed, the first row the next to try, no solution yet.

    The text starts one step later, with row 0 of column 0 already taken.
    """
    prefix, c = problem.prefix, len(problem.prefix)
    tried = push_all((), (row + 1 for row in prefix))
    return problem.n, c, push_all((), prefix), (next_row[c][START], tried), ()


def step(state: State, next_row: NextRow, first_column: int = 0) -> State:
    """The next state, by the one of the text's five cases that applies; the end is a fixed point.

    ``next_row`` is what ``next_rows`` gives. Columns before first_column belong to the prefix and
    are not searched.
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
        return n, c + 1, (row, qp), (next_row[c + 1][START], (next_row[c][row], rest)), sv
    return n, c, qp, (next_row[c][row], rest), sv  # conflict: try the next row of this column


def placement(qp: Pair) -> Placement:
    """Column 0 first."""
    return tuple(iterate(qp))[::-1]


def solve(problem: Problem, emit: Emit) -> Counters:
    """Step from state to state until the end of the search, emitting each solution when found."""
    n, first_column, next_row = problem.n, len(problem.prefix), next_rows(problem)
    if first_column == n:  # no column left to search
        emit(problem.prefix)
        return {"row_tries": 0, "backtracks": 0}
    row_tries = backtracks = 0
    state = initial(problem, next_row)
    column = first_column
    while (following := step(state, next_row, first_column)) is not state:
        if (c := following[1]) < column:
            backtracks += 1
        else:
            row_tries += 1
            if c == n and emit(placement(following[2])):
                break
        state, column = following, c
    return {"row_tries": row_tries, "backtracks": backtracks}


BACKEND = Backend(
    name="backtracking",
    paradigm="explicit backtracking",
    solve=solve,
    idea="A queen a column, the first row that has no conflict, and back to the column before "
    "when no row is left. All that the search knows is in the program's own state: the "
    "queens so far, and the next row to try in each column.",
    listing=("nc_1", "nc_h", "nc", "step"),
)
