"""SICP exercise 2.42: all ways to place k queens, from all ways to place k - 1.

Source: Abelson and Sussman, *Structure and Interpretation of Computer Programs*, section 2.2.3,
exercise 2.42. ``queens`` is the book's procedure, written against a board representation it
knows nothing about; ``ROWS`` is one such representation. The book's sequences are Python's
iterators here, so a board is built when it is asked for and the first solution comes early.
Rows count from 1, as in the book, and are converted when a placement is read off a board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from typing import Any

from solvers.interface import Backend, Counters, Emit, Placement

Board = Any
"""A set of board positions; what it is made of is the representation's own business."""


@dataclass(frozen=True, slots=True)
class Representation:
    """What exercise 2.42 asks the reader to write, and how to read a placement off a board."""

    empty_board: Board
    adjoin_position: Callable[[int, int, Board], Board]
    is_safe: Callable[[int, Board], bool]
    placement: Callable[[Board], Placement]


def enumerate_interval(low: int, high: int) -> Iterable[int]:
    """The whole numbers from low to high, both included."""
    return range(low, high + 1)


def flatmap(proc: Callable[[Board], Iterable[Board]], seq: Iterable[Board]) -> Iterator[Board]:
    """Map proc over the sequence and join the sequences that it gives."""
    return chain.from_iterable(map(proc, seq))


def queens(
    board_size: int, board: Representation, start: Placement, work: list[int]
) -> Iterator[Board]:
    """The sequence of all ways to place board_size queens that begin with the rows of start.

    ``work[0]`` grows by the number of rows tried.
    """

    def place(rest_of_queens: Board, queen: tuple[int, int]) -> Board:
        k, row = queen
        return board.adjoin_position(row + 1, k, rest_of_queens)

    def in_each_row(k: int, rest_of_queens: Board) -> Iterable[Board]:
        work[0] += board_size
        return map(
            lambda new_row: board.adjoin_position(new_row, k, rest_of_queens),
            enumerate_interval(1, board_size),
        )

    def queen_cols(k: int) -> Iterator[Board]:
        if k == len(start):
            return iter([reduce(place, enumerate(start, 1), board.empty_board)])
        return filter(
            lambda positions: board.is_safe(k, positions),
            flatmap(lambda rest_of_queens: in_each_row(k, rest_of_queens), queen_cols(k - 1)),
        )

    return queen_cols(board_size)


# The representation: rows alone, newest first, as pairs (row, rest) that share their tails.


def adjoin_row(new_row: int, _k: int, rest_of_queens: Board) -> Board:
    """The board with one more queen at its head; its column is its place in the list."""
    return new_row, rest_of_queens


def is_safe(_k: int, positions: Board) -> bool:
    """Whether the newest queen is safe: compare each older row with it and its two diagonals."""
    new_row, rest = positions
    diagonal = anti_diagonal = new_row
    while rest:
        row, rest = rest
        diagonal -= 1
        anti_diagonal += 1
        # Not "in": a tuple for every pair of queens would cost a third of the search.
        if row == new_row or row == diagonal or row == anti_diagonal:  # noqa: PLR1714, SIM109
            return False
    return True


def placement(positions: Board) -> Placement:
    """Column 0 first, rows from 0."""
    rows = []
    while positions:
        row, positions = positions
        rows.append(row - 1)
    return tuple(reversed(rows))


ROWS = Representation(
    empty_board=(), adjoin_position=adjoin_row, is_safe=is_safe, placement=placement
)


def solve(n: int, prefix: Placement, emit: Emit) -> Counters:
    """Emit the solutions in lexicographic order, as the exercise prints them."""
    work = [0]
    for positions in queens(n, ROWS, prefix, work):
        emit(placement(positions))
    return {"row_tries": work[0]}


BACKEND = Backend(name="sicp", paradigm="functional recursion", solve=solve)
