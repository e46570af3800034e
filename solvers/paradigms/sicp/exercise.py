"""SICP exercise 2.42: all ways to place k queens, from all ways to place k - 1.

Source: Abelson and Sussman, *Structure and Interpretation of Computer Programs*, section 2.2.3,
exercise 2.42. ``queens`` is the book's procedure, written against a board representation it
knows nothing about; ``REPRESENTATION`` is one such, and the files beside this have others. The
book's sequences are Python's iterators here, so a board is built when it is asked for and the
first solution comes early. Rows and columns count from 1, as in the book, until a placement is
read off a board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from solvers.interface import Backend, Counters, Emit, Placement, Problem
from solvers.scheme_lists import Pair, iterate

Board = Any
"""A set of board positions; what it is made of is the representation's own business."""

QueenCols = Callable[[int], Iterable[Board]]
"""``queen_cols(k)``: the sequence of all ways to place queens in the first k columns."""


@dataclass(frozen=True, slots=True)
class Representation:
    """What exercise 2.42 asks the reader to write, and how to read a placement off a board.

    A board is a list as in ``solvers.scheme_lists``.
    """

    empty_board: Board
    adjoin_position: Callable[[int, int, Board], Board]
    is_safe: Callable[[int, Board], bool]
    placement: Callable[[Board], Placement]

    def board(self, placement: Placement) -> Board:
        """The board with these queens."""
        board = self.empty_board
        for column, row in enumerate(placement):
            board = self.adjoin_position(row + 1, column + 1, board)
        return board


def enumerate_interval(low: int, high: int) -> Iterable[int]:
    """The whole numbers from low to high, both included."""
    return range(low, high + 1)


def rows_of_each_column(problem: Problem) -> dict[int, Sequence[int]]:
    """By column the rows it may have, both from 1: the book has the whole interval for each."""
    return {k: [row + 1 for row in problem.rows(k - 1)] for k in enumerate_interval(1, problem.n)}


def flatmap(proc: Callable[[Any], Iterable[Board]], seq: Iterable[Any]) -> Iterator[Board]:
    """Map proc over the sequence and join the sequences that it gives."""
    return chain.from_iterable(map(proc, seq))


def untraced(queen_cols: QueenCols) -> QueenCols:
    """Leave queen_cols as it is; a trace wraps it, as Racket's ``trace`` does."""
    return queen_cols


def queens(
    problem: Problem,
    board: Representation,
    work: list[int],
    trace: Callable[[QueenCols], QueenCols] = untraced,
) -> Iterable[Board]:
    """The sequence of all boards of the problem; ``work[0]`` grows by the number of rows tried."""
    board_size, start, rows = problem.n, problem.prefix, rows_of_each_column(problem)

    def in_each_row(k: int, rest_of_queens: Board) -> Iterable[Board]:
        for new_row in rows[k]:
            work[0] += 1
            yield board.adjoin_position(new_row, k, rest_of_queens)

    @trace
    def queen_cols(k: int) -> Iterable[Board]:
        if k == len(start):
            return [board.board(start)]
        return filter(
            lambda positions: board.is_safe(k, positions),
            flatmap(lambda rest_of_queens: in_each_row(k, rest_of_queens), queen_cols(k - 1)),
        )

    return queen_cols(board_size)


def emit_all(board: Representation, problem: Problem, emit: Emit) -> Counters:
    """Emit the placements of all boards, or until one is enough, in the order of ``queens``."""
    work = [0]
    for positions in queens(problem, board, work):
        if emit(board.placement(positions)):
            break
    return {"row_tries": work[0]}


# The representation: rows alone, newest first, on boards that share their tails.


def adjoin_position(new_row: int, _k: int, rest_of_queens: Pair) -> Pair:
    """The board with one more queen at its head; its column is its place in the list."""
    return new_row, rest_of_queens


def is_safe(_k: int, positions: Pair) -> bool:
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


def placement(positions: Pair) -> Placement:
    """Column 0 first, rows from 0."""
    return tuple([row - 1 for row in iterate(positions)][::-1])


REPRESENTATION = Representation((), adjoin_position, is_safe, placement)


def solve(problem: Problem, emit: Emit) -> Counters:
    """Emit the solutions in lexicographic order, as the exercise prints them."""
    return emit_all(REPRESENTATION, problem, emit)


BACKEND = Backend(
    name="sicp",
    paradigm="functional recursion",
    solve=solve,
    idea="All ways to place k queens are all ways to place k - 1, each with a queen in every "
    "row of column k, filtered by whether the newest queen is safe. Nothing is undone, "
    "because nothing is changed: sequences are mapped, joined and filtered.",
    listing=("flatmap", "queens", "adjoin_position", "is_safe"),
)
