"""COMP 333's backtracking with tables: conflicts are looked up, not searched for in a list.

Source: the course project "N Queens Problem in Racket and Prolog", function solve-h, as in
``backtracking``. The tables are those of N. Wirth, *Program Development by Stepwise Refinement*
(1971). The program tries the same rows as ``backtracking``, in the same order, and counts the same
work:

    c                 the current column
    qp                queen positions so far, column 0 first
    nr                next row to try, column 0 first: per column, an iterator over the rows left
    row_taken         the rows of the queens in qp
    sum_taken         their diagonals, by row + column
    difference_taken  their other diagonals, by row - column + n, which is never negative
"""

from collections import Counter
from collections.abc import Iterator

from solvers.interface import Backend, Placement, Problem


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Take the next free row of the current column; end when column 0 has none left."""
    n, domains = problem.n, problem.domains
    row_tries = backtracks = 0
    row_taken, sum_taken, difference_taken = [False] * n, [False] * 2 * n, [False] * 2 * n
    qp: list[int] = []
    nr = [iter(domains[0])]
    try:
        while nr:
            c = len(qp)
            for row in nr[c]:
                row_tries += 1
                if not (row_taken[row] or sum_taken[row + c] or difference_taken[row - c + n]):
                    break  # row found
            else:  # column exhausted: backtrack
                nr.pop()
                if qp:
                    backtracks += 1
                    c, row = c - 1, qp.pop()
                    row_taken[row] = sum_taken[row + c] = difference_taken[row - c + n] = False
                continue
            if c == n - 1:  # found one solution: stay in its last column
                yield (*qp, row)
                backtracks += 1  # the queen is not kept, which counts as a backtrack
            else:  # place the queen, go on to the next column
                qp.append(row)
                row_taken[row] = sum_taken[row + c] = difference_taken[row - c + n] = True
                nr.append(iter(domains[c + 1]))
    finally:
        work.update(row_tries=row_tries, backtracks=backtracks)


BACKEND = Backend(
    name="backtracking-tables",
    paradigm="explicit backtracking",
    solve=solve,
    practical_n_first=25,
    variant_of="backtracking",
    difference="Looks up conflicts in tables of taken rows and diagonals; its parent goes through "
    "the list of queens.",
)
