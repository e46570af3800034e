"""The usual Python answer: a recursive generator, with sets of the rows and diagonals taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from solvers.interface import Backend, Placement, Problem


def solve(problem: Problem, _work: Counter[str]) -> Iterator[Placement]:
    """Yield those solutions of the free board that this board allows."""
    n, prefix, blocked = problem.n, problem.prefix, problem.blocked
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

    for solution in place(0):
        if solution[: len(prefix)] == prefix and blocked.isdisjoint(enumerate(solution)):
            yield solution


BACKEND = Backend(name="recursive generator", paradigm="explicit backtracking", solve=solve)
