"""The usual Python answer: a recursive generator, with sets of the rows and diagonals taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from solvers.interface import Backend, Placement, Problem


def solve(problem: Problem, _work: Counter[str]) -> Iterator[Placement]:
    """Yield the solutions as they are found."""
    n = problem.n
    rows: set[int] = set()
    up: set[int] = set()
    down: set[int] = set()
    placed: list[int] = []

    def place(column: int) -> Iterator[tuple[int, ...]]:
        if column == n:
            yield tuple(placed)
            return
        for row in range(n):
            if row not in rows and row + column not in up and row - column not in down:
                rows.add(row)
                up.add(row + column)
                down.add(row - column)
                placed.append(row)
                yield from place(column + 1)
                placed.pop()
                rows.remove(row)
                up.remove(row + column)
                down.remove(row - column)

    return place(0)


BACKEND = Backend(name="recursive generator", paradigm="explicit backtracking", solve=solve)
