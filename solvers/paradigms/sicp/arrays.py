"""SICP exercise 2.42 with the sequence of boards as arrays: flatmap and filter all at once.

Source: exercise 2.42 as in ``sicp``, in the style of array programming. ``rest_of_queens`` is not
one board here but a sequence of them: a chunk of all boards with k - 1 queens, so that memory
stays small. Besides the rows of its queens, each board has three sets of rows, one bit per row:
those taken, and those attacked along the two diagonals in the next column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from solvers.interface import Backend, Block, Problem, VersionOf
from solvers.lazy import numpy as np

MOST_QUEENS = 62
"""The rows of a column have to fit in one word of 64 bits, with room to shift."""

CHUNK = 1 << 13
"""The number of boards flatmap extends at once."""

Array = Any
"""An array of NumPy, with one entry per board."""


class Boards(NamedTuple):
    """A sequence of boards: ``rows[i]`` are the queens of board i, the rest are sets of rows."""

    rows: Array
    taken: Array
    rising: Array
    falling: Array

    def at(self, places: Any) -> Boards:
        """The boards at these places of the sequence."""
        return Boards(*(array.take(places, axis=0) for array in self))


def empty_board(n: int) -> Boards:
    """A sequence of one board, without queens; short words are faster."""
    none = np.zeros(1, np.uint32 if n < 32 else np.uint64)
    return Boards(np.zeros((1, n), np.uint8), none, none, none)


def bits(rows: Array, boards: Boards) -> Array:
    """Each row as a set of one row, in the boards' word size."""
    word = boards.taken.dtype.type
    return word(1) << rows.astype(word)


def is_safe(boards: Boards, rows: Array) -> Array:
    """Whether a queen is safe, per board and row."""
    attacked = boards.taken | boards.rising | boards.falling
    return (attacked[:, None] & bits(rows, boards)) == 0


def adjoin_position(new_row: Array, k: int, rest_of_queens: Boards) -> Boards:
    """The same boards, each with a queen in row ``new_row[i]`` of column k."""
    rows, taken, rising, falling = rest_of_queens
    queen = bits(new_row, rest_of_queens)
    rows[:, k - 1] = new_row  # in a copy of ours, which at() has made
    return Boards(rows, taken | queen, (rising | queen) << 1, (falling | queen) >> 1)


def chunks(sequence: Iterable[Boards]) -> Iterator[Boards]:
    """The same boards, at most CHUNK of them at once."""
    for boards in sequence:
        for first in range(0, len(boards.taken), CHUNK):
            yield Boards(*(array[first : first + CHUNK] for array in boards))


def queens(domains: Sequence[Sequence[int]], work: Counter[str]) -> Iterator[Boards]:
    """All boards, chunk by chunk; the book tries the rows 1 to board-size in each column."""

    def queen_cols(k: int) -> Iterator[Boards]:
        if k == 0:
            yield empty_board(len(domains))
            return
        each_row = np.array(domains[k - 1])
        for rest_of_queens in chunks(queen_cols(k - 1)):
            safe = is_safe(rest_of_queens, each_row)  # filter, for every board and every row
            work["row_tries"] += safe.size
            board, row = np.divmod(np.flatnonzero(safe), len(each_row))
            yield adjoin_position(each_row[row], k, rest_of_queens.at(board))

    return queen_cols(len(domains))


def solve(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """Yield the solutions in lexicographic order, many at once."""
    for boards in queens(problem.domains, work):
        yield boards.rows


BACKEND = Backend(
    name="sicp-array",
    paradigm="array programming",
    solve=solve,
    practical_n_first=30,
    variant_of="sicp",
    difference="The same procedure, but many boards are stored in a few arrays, and one operation "
    "maps or filters all of them.",
    requires=("numpy",),
    install="pip install numpy",
    version=VersionOf("NumPy", "numpy"),
    largest_n=MOST_QUEENS,
)
