"""SICP exercise 2.42 with the sequence of boards as arrays: flatmap and filter all at once.

Source: exercise 2.42 as in ``sicp``, in the manner of array programming. ``rest_of_queens`` is not
one board here but a sequence of them. A board is its newest row and the place of its other queens
in the sequence before, so boards share their tails as in ``sicp``. Beside that, each has three
sets of rows, one bit a row: taken, and attacked along either kind of diagonal. A sequence is a
chunk of all boards with k queens, so that memory stays flat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.interface import Backend, Counters, Emit, Problem
from solvers.puzzle.placements import Packed

MOST_QUEENS = 62
"""The rows of a column have to fit in a word of 64 bits, with room to shift."""

CHUNK = 1 << 13
"""How many boards flatmap extends at once."""

Words = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Boards:
    """A sequence of boards with k queens. ``rest_of_queens[i]`` is a place in ``before``."""

    taken: Words
    up: Words
    down: Words
    new_row: Words
    rest_of_queens: Words
    before: Boards | None = None


def empty_board(n: int) -> Boards:
    """The sequence of the one board without queens; short words are faster."""
    none = np.zeros(1, np.uint32 if n < 32 else np.uint64)
    return Boards(none, none, none, none, none)


def adjoin_position(new_row: Words, rest_of_queens: Words, before: Boards) -> Boards:
    """The sequence with a queen in ``new_row[i]`` put before board ``rest_of_queens[i]``."""
    queen = bits(new_row, before.taken.dtype)
    return Boards(
        taken=before.taken[rest_of_queens] | queen,
        up=(before.up[rest_of_queens] | queen) << 1,
        down=(before.down[rest_of_queens] | queen) >> 1,
        new_row=new_row,
        rest_of_queens=rest_of_queens,
        before=before,
    )


def bits(rows: Words, word: np.dtype[Any]) -> Words:
    """Each row as a set of its own."""
    return np.left_shift(1, rows, dtype=word, casting="unsafe")


def is_safe(boards: Boards, chunk: slice, rows: Words) -> NDArray[np.bool_]:
    """For each board of the chunk and each of these rows whether a queen is safe there."""
    attacked = boards.taken[chunk] | boards.up[chunk] | boards.down[chunk]
    safe: NDArray[np.bool_] = (attacked[:, None] & rows) == 0
    return safe


def queens(problem: Problem, work: list[int]) -> Iterator[Boards]:
    """All boards of the problem, chunk by chunk; ``work[0]`` counts the rows tried."""
    n, start = problem.n, problem.prefix
    start_boards = empty_board(n)
    for row in start:
        start_boards = adjoin_position(np.array([row]), np.array([0]), start_boards)
    # The book has the rows 1 to n in every column; here they are those that the board allows.
    rows = [np.array(problem.rows(column), np.intp) for column in range(n)]
    each_row = [bits(one, start_boards.taken.dtype) for one in rows]

    def queen_cols(k: int) -> Iterator[Boards]:
        if k == len(start):
            yield start_boards
            return
        for boards in queen_cols(k - 1):
            for first in range(0, len(boards.taken), CHUNK):
                chunk = slice(first, first + CHUNK)
                # flatmap pairs every board with every row, filter keeps the places that are safe.
                safe = is_safe(boards, chunk, each_row[k - 1])
                work[0] += safe.size
                rest_of_queens, new_row = np.divmod(np.flatnonzero(safe), len(rows[k - 1]))
                if len(rows[k - 1]) < n:  # it is then the number of the row among the allowed
                    new_row = rows[k - 1][new_row]
                yield adjoin_position(new_row, rest_of_queens + first, boards)

    return queen_cols(n)


def placements(boards: Boards, n: int) -> Packed:
    """The boards as placements: read each from its newest queen back to its first."""
    packed = np.empty((len(boards.taken), n), np.uint8)
    place: Any = slice(None)
    for column in range(n - 1, -1, -1):
        packed[:, column] = boards.new_row[place]
        place = boards.rest_of_queens[place]
        boards = boards.before or boards
    return packed


def solve(problem: Problem, emit: Emit) -> Counters:
    """Emit the solutions in lexicographic order, many at once."""
    n = problem.n
    if n > MOST_QUEENS:
        raise ValueError(f"a column of {n} rows does not fit in a word; at most {MOST_QUEENS} do")
    work = [0]
    for boards in queens(problem, work):
        found = placements(boards, n)
        if len(found) and emit(found):
            break
    return {"row_tries": work[0]}


def version() -> str:
    """The version of NumPy."""
    return f"NumPy {np.__version__}"


BACKEND = Backend(
    name="sicp-array",
    paradigm="array programming",
    solve=solve,
    variant_of="sicp",
    difference="Array programming is a style of its own, but the procedure is the exercise's: what "
    "differs is that a sequence of boards is a few arrays, mapped and filtered as a whole.",
    version=version,
    largest_n=MOST_QUEENS,
    idea="Exercise 2.42 with all boards of k queens as arrays. flatmap and filter become one "
    "operation on a whole sequence of boards at a time.",
    listing=("adjoin_position", "is_safe", "queens"),
)
