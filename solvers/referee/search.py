"""The referee's own search, column by column over whole arrays: apart from every backend.

It is for what has to be known without asking anybody, such as the solutions of a few shards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from solvers.lazy import numpy as np
from solvers.puzzle.placements import CHUNK, Packed
from solvers.puzzle.problem import Problem

if TYPE_CHECKING:
    from numpy.typing import NDArray

LARGEST_N = 64
"""The rows of a column are the bits of a word."""

Words: TypeAlias = "NDArray[np.uint64]"


class Frontier(NamedTuple):
    """Placements of the first columns, and the rows of the next that their queens attack."""

    placements: Packed
    taken: Words
    up: Words
    down: Words

    def select(self, which: Any) -> Frontier:
        """Some of them, by an index of NumPy's."""
        return Frontier(*(array[which] for array in self))

    def placed(self, row: int) -> Frontier:
        """Those that can have a queen on this row of the next column, with it."""
        queen = np.uint64(1 << row)
        standing = self.select(((self.taken | self.up | self.down) & queen) == 0)
        queens = np.full((len(standing.taken), 1), row, np.uint8)
        return Frontier(
            np.hstack([standing.placements, queens]),
            standing.taken | queen,
            (standing.up | queen) << np.uint64(1),
            (standing.down | queen) >> np.uint64(1),
        )


def solutions(problem: Problem) -> Iterator[Packed]:
    """All solutions of a board with n <= 64, in blocks and in no order."""
    return beginnings(problem, problem.n)


def beginnings(problem: Problem, columns: int) -> Iterator[Packed]:
    """All placements of the first columns in which no queens attack each other, in blocks."""
    frontier = Frontier(np.empty((1, 0), np.uint8), *np.zeros((3, 1), np.uint64))
    yield from _below(frontier, problem, columns)


def _below(frontier: Frontier, problem: Problem, columns: int) -> Iterator[Packed]:
    count, placed = frontier.placements.shape
    if placed == columns:
        yield frontier.placements
    elif count > CHUNK:  # one half after the other, so that memory stays flat
        yield from _below(frontier.select(slice(count // 2)), problem, columns)
        yield from _below(frontier.select(slice(count // 2, None)), problem, columns)
    elif count:
        longer = [frontier.placed(row) for row in problem.rows(placed)]
        if longer:
            yield from _below(_joined(longer), problem, columns)


def _joined(frontiers: Sequence[Frontier]) -> Frontier:
    return Frontier(*map(np.concatenate, zip(*frontiers, strict=True)))
