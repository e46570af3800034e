"""SICP exercise 2.42 with the sequence of boards as arrays, mapped and filtered many at a time.

Source: exercise 2.42 as in ``sicp``, in the style of array programming. Here ``rest_of_queens`` is
a sequence of boards, and each operation takes the whole sequence. Safe rows are found first, so
only safe boards are made; the book makes all boards and filters them. A sequence is four arrays;
board i has

    rows[i, c]             the row of its queen in column c (0 where there is none yet)
    taken[i]               the set of these rows, one bit per row
    rising[i], falling[i]  the rows that they attack along the two diagonals in the next column

For n = 4 and queens in rows 1 and 3, rows are 1 3 0 0. In the sets, bit 0 stands on the right:
taken 01010, rising 11000, falling 00100. No set has row 0, so the next queen may stand there.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from solvers.interface import Backend, Block, Problem, VersionOf
from solvers.lazy import numpy as np

CHUNK = 1 << 13
"""The most boards that are extended at once, so that memory stays small."""

Array = Any
"""An array of NumPy."""


class Boards(NamedTuple):
    """A sequence of boards, as explained above."""

    rows: Array
    taken: Array
    rising: Array
    falling: Array


def empty_board(n: int) -> Boards:
    """A sequence of one board, without queens."""
    none = np.zeros(1, np.uint32 if n < 32 else np.uint64)  # short words are faster
    return Boards(np.zeros((1, n), np.uint8), none, none, none)


def at(boards: Boards, places: Array) -> Boards:
    """The boards at these places of the sequence."""
    return Boards(*(array.take(places, axis=0) for array in boards))


def bits(rows: Array, boards: Boards) -> Array:
    """Each row as a set of one row, in words as long as those of the boards' own sets."""
    word = boards.taken.dtype.type
    return word(1) << rows.astype(word)


def is_safe(boards: Boards, rows: Array) -> Array:
    """Whether a queen is safe, for each board (first axis) and each row (second axis)."""
    attacked = boards.taken | boards.rising | boards.falling
    return (attacked[:, np.newaxis] & bits(rows, boards)) == 0


def adjoin_position(new_row: Array, k: int, rest_of_queens: Boards) -> Boards:
    """The same boards, each with a queen in row ``new_row[i]`` of the k-th column."""
    rows, taken, rising, falling = rest_of_queens
    queen = bits(new_row, rest_of_queens)
    rows = rows.copy()
    rows[:, k - 1] = new_row
    return Boards(rows, taken | queen, (rising | queen) << 1, (falling | queen) >> 1)


def chunks(sequence: Iterable[Boards]) -> Iterator[Boards]:
    """The same boards, at most CHUNK of them at once."""
    for boards in sequence:
        for first in range(0, len(boards.rows), CHUNK):
            yield Boards(*(array[first : first + CHUNK] for array in boards))


def queens(domains: Sequence[Sequence[int]], work: Counter[str]) -> Iterator[Boards]:
    """All boards, chunk by chunk; the book tries the rows 1 to board-size in each column."""

    def queen_cols(k: int) -> Iterator[Boards]:
        if k == 0:
            yield empty_board(len(domains))
            return
        each_row = np.array(domains[k - 1], np.uint8)
        for rest_of_queens in chunks(queen_cols(k - 1)):
            safe = is_safe(rest_of_queens, each_row)
            work["row_tries"] += safe.size
            # np.nonzero(safe), but faster: a place in the flat array stands for board and row.
            board, choice = np.divmod(np.flatnonzero(safe), len(each_row))
            yield adjoin_position(each_row[choice], k, at(rest_of_queens, board))

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
    difference="A few arrays hold many boards, and one operation maps or filters all of them.",
    requires=("numpy",),
    install="pip install numpy",
    version=VersionOf("NumPy", "numpy"),
    largest_n=62,  # a set of rows has to fit in one word of 64 bits, with room to shift
)
