"""A formula instead of a search: the rows of one solution are written down.

Source: E. Pauls, *Das Maximalproblem der Damen auf dem Schachbrette* (Deutsche Schachzeitung 29,
1874), who proved that there is a solution for every n but 2 and 3, in the short form of
B. Bernhardsson, *Explicit Solutions to the N-Queens Problem for All N* (ACM SIGART Bulletin 2,
1991). There, columns and rows count from 1, and the queens of an even n stand, for j = 1 to n/2, at

    (j, 2j) and (n/2 + j, 2j - 1)               if n is 6k or 6k + 4    (stairs)
    (j, m) and (n + 1 - j, n + 1 - m), where
        m = 1 + (n/2 - 1 + 2(j - 1)) mod n      if n is 6k + 2          (shifted_stairs)

Here columns and rows are one less, since they count from 0. The formula knows empty boards only.
"""

from collections import Counter
from collections.abc import Iterator

from solvers.interface import Backend, Placement, Problem


def stairs(n: int) -> list[int]:
    """Knight's moves over the odd rows, counted from 0, then over the even ones."""
    return [*range(1, n, 2), *range(0, n, 2)]


def shifted_stairs(n: int) -> list[int]:
    """Knight's moves from the middle row, and the same after half a turn of the board."""
    left = [(n // 2 - 1 + 2 * column) % n for column in range(n // 2)]
    return left + [n - 1 - row for row in reversed(left)]


def queens(n: int) -> list[int]:
    """The rows of n queens; if n is odd, those of n - 1 and a queen in the corner.

    Its diagonal is free: none of the others stands on a square whose row equals its column.
    """
    if n % 2 == 1:
        return [*queens(n - 1), n - 1]
    return shifted_stairs(n) if n % 6 == 2 else stairs(n)


def solve(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Yield the one solution of the formula."""
    if problem.n not in (2, 3):
        work["queens_placed"] += problem.n
        yield tuple(queens(problem.n))


BACKEND = Backend(
    name="construction",
    paradigm="explicit formula",
    group="heuristic",
    solve=solve,
    enumerates=False,
    empty_boards_only=True,
    idea="No search: queens climb in knight's moves, first over the odd rows, then over the even "
    "ones. For some n, they begin at another row.",
    searches="nobody: a formula gives the rows",
    undoes="nobody: there is no choice",
    knows="the whole solution",
)
