"""COMP 333's backtracking with tables: conflicts are looked up, not searched for in a list.

Source: the course project "N Queens Problem in Racket and Prolog", function solve-h, as in
``backtracking``. Tables hold the rows and diagonals that are taken, as in N. Wirth, *Program
Development by Stepwise Refinement* (1971). It visits the states of ``backtracking``, in its order.
"""

from collections import Counter
from collections.abc import Iterator

from solvers.interface import Backend, Placement, Problem


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Search by the cases of ``backtracking.step``; qp and nr have the newest column last here."""
    n, domains, row_tries, backtracks = problem.n, problem.domains, 0, 0
    row_taken, sum_taken = [False] * n, [False] * (2 * n)
    difference_taken = [False] * (2 * n)  # row - c may be negative, and counts from the end then
    c, nr = 0, [iter(domains[0])]
    qp: list[int] = []
    try:
        while True:
            for row in nr[c]:
                row_tries += 1
                if row_taken[row] or sum_taken[row + c] or difference_taken[row - c]:
                    continue  # conflict: try the next row of this column
                if c == n - 1:  # found one solution: back to its last column
                    yield (*qp, row)
                    backtracks += 1
                    continue
                qp.append(row)  # row found: place the queen, go on to the next column
                row_taken[row] = sum_taken[row + c] = difference_taken[row - c] = True
                c += 1
                nr.append(iter(domains[c]))
                break
            else:  # column exhausted: backtrack
                if c == 0:  # end of search: no column to go back to
                    return
                nr.pop()
                c -= 1
                backtracks += 1
                row = qp.pop()
                row_taken[row] = sum_taken[row + c] = difference_taken[row - c] = False
    finally:
        work.update(row_tries=row_tries, backtracks=backtracks)


BACKEND = Backend(
    name="backtracking-tables",
    paradigm="explicit backtracking",
    solve=solve,
    practical_n_first=25,
    variant_of="backtracking",
    difference="Looks up conflicts in tables of occupied rows and diagonals; its parent goes "
    "through the list of queens instead.",
)
