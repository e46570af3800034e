"""The first Python answer of many: a recursive generator, each row held against all queens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from solvers.interface import Backend, Placement, Problem


def queens(n: int, placed: Placement) -> Iterator[Placement]:
    """All solutions that begin with the queens placed."""
    column = len(placed)
    if column == n:
        yield placed
        return
    for row in range(n):
        if all(
            row != other and abs(row - other) != column - left for left, other in enumerate(placed)
        ):
            yield from queens(n, (*placed, row))


def solve(problem: Problem, _work: Counter[str]) -> Iterator[Placement]:
    """Yield the solutions as they are found."""
    return queens(problem.n, ())


BACKEND = Backend(name="recursive, pair by pair", paradigm="explicit backtracking", solve=solve)
