"""COMP 333's backtracking with look-up tables: nothing is walked to find a conflict.

Source: the course project "N Queens Problem in Racket and Prolog", functions nc and solve-h, as in
``backtracking``; which rows and diagonals are taken is kept in tables, as in N. Wirth, *Program
Development by Stepwise Refinement* (1971). Both go through the same states in the same order.
"""

from __future__ import annotations

from solvers.interface import Backend, Counters, Emit, Problem


def solve(problem: Problem, emit: Emit) -> Counters:
    """Search by the cases of ``backtracking.step``, emitting each solution.

    qp and nr grow at their ends here, and nr has for each column what is left of the rows that the
    board allows. Which rows, sums row + column and differences row - column are taken is kept with
    qp, so that a conflict is looked up.
    """
    n, prefix = problem.n, problem.prefix
    rows = [problem.rows(column) for column in range(n)]
    first_column = c = len(prefix)
    row_tries = backtracks = 0
    if c == n:  # no column left to search
        emit(prefix)
        return {"row_tries": row_tries, "backtracks": backtracks}
    row_taken, sum_taken, difference_taken = [False] * n, [False] * 2 * n, [False] * 2 * n
    for column, row in enumerate(prefix):
        row_taken[row] = sum_taken[row + column] = difference_taken[row - column] = True
    qp, nr = list(prefix), [iter(rows[c])]
    while True:
        for row in nr[-1]:
            row_tries += 1
            if not (row_taken[row] or sum_taken[row + c] or difference_taken[row - c]):
                break
        else:
            if c == first_column:  # end of search: no row left and no column to go back to
                break
            backtracks += 1  # column exhausted: backtrack
            nr.pop()
            c -= 1
            row = qp.pop()
            row_taken[row] = sum_taken[row + c] = difference_taken[row - c] = False
            continue
        if c == n - 1:  # found one solution: emit it, and back to its last column
            if emit((*qp, row)):
                break
            backtracks += 1
            continue
        qp.append(row)  # row found: place the queen, go on to the next column
        row_taken[row] = sum_taken[row + c] = difference_taken[row - c] = True
        c += 1
        nr.append(iter(rows[c]))
    return {"row_tries": row_tries, "backtracks": backtracks}


BACKEND = Backend(
    name="backtracking-tables",
    paradigm="explicit backtracking",
    solve=solve,
    variant_of="backtracking",
    difference="A conflict is looked up in tables of the rows and diagonals taken, where the text "
    "walks the list of queens.",
    idea="The search of backtracking, state by state, with a table that says of each row and of "
    "each diagonal whether it is taken.",
    listing=("solve",),
)
