"""COMP 333's backtracking with look-up tables: no list is walked to find a conflict.

Source: the course project "N Queens Problem in Racket and Prolog", function solve-h, as in
``backtracking``. Tables hold the rows and diagonals that are taken, as in N. Wirth, *Program
Development by Stepwise Refinement* (1971). Both visit the same states in the same order.
"""

from collections import Counter
from collections.abc import Iterator

from solvers.interface import Backend, Placement, Problem


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Search by the cases of ``backtracking.step``; qp and nr grow at their ends here."""
    n, domains, row_tries, backtracks = problem.n, problem.domains, 0, 0
    row_taken, sum_taken, difference_taken = [False] * n, [False] * 2 * n, [False] * 2 * n
    c, nr = 0, [iter(domains[0])]
    qp: list[int] = []
    try:
        while True:
            for row in nr[c]:
                row_tries += 1
                if not (row_taken[row] or sum_taken[row + c] or difference_taken[row - c]):
                    break
            else:
                if c == 0:  # end of search: no row left and no column to go back to
                    return
                nr.pop()  # column exhausted: backtrack
                c -= 1
                backtracks += 1
                row = qp.pop()
                row_taken[row] = sum_taken[row + c] = difference_taken[row - c] = False
                continue
            if c == n - 1:  # found one solution: back to its last column
                yield (*qp, row)
                backtracks += 1
                continue
            qp.append(row)  # row found: place the queen, go on to the next column
            row_taken[row] = sum_taken[row + c] = difference_taken[row - c] = True
            c += 1
            nr.append(iter(domains[c]))
    finally:
        work.update(row_tries=row_tries, backtracks=backtracks)


BACKEND = Backend(
    name="backtracking-tables",
    paradigm="explicit backtracking",
    solve=solve,
    variant_of="backtracking",
    difference="Looks up a conflict in tables of the rows and diagonals taken, where the text "
    "walks the list of queens.",
    idea="The search of backtracking, state by state, with a table that says of each row and of "
    "each diagonal whether it is taken.",
)
