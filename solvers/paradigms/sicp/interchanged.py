"""SICP exercise 2.43: exercise 2.42 with the nested mappings interchanged, which is slow.

Source: Abelson and Sussman, *Structure and Interpretation of Computer Programs*, exercise 2.43.
With the rows on the outside, ``queen_cols(k - 1)`` stands inside the mapping over them and is
computed again for each: board_size times in every column, so board_size to the power board_size
times in all, where exercise 2.42 computes it once a column. The boards are those of ``sicp``.
"""

from __future__ import annotations

from collections.abc import Iterable

from solvers.interface import Backend, Counters, Emit, Problem
from solvers.paradigms.sicp.exercise import REPRESENTATION as ROWS
from solvers.paradigms.sicp.exercise import Board, flatmap, rows_of_each_column


def queens_interchanged(problem: Problem, work: list[int]) -> Iterable[Board]:
    """The sequence of all boards of the problem; ``work[0]`` grows by the number of rows tried."""
    board_size, start, rows = problem.n, problem.prefix, rows_of_each_column(problem)

    def with_row(new_row: int, k: int) -> Iterable[Board]:
        for rest_of_queens in queen_cols(k - 1):
            work[0] += 1
            yield ROWS.adjoin_position(new_row, k, rest_of_queens)

    def queen_cols(k: int) -> Iterable[Board]:
        if k == len(start):
            return [ROWS.board(start)]
        return filter(
            lambda positions: ROWS.is_safe(k, positions),
            flatmap(lambda new_row: with_row(new_row, k), rows[k]),
        )

    return queen_cols(board_size)


def solve(problem: Problem, emit: Emit) -> Counters:
    """Emit the solutions, ordered by the row of the last column first."""
    work = [0]
    for positions in queens_interchanged(problem, work):
        if emit(ROWS.placement(positions)):
            break
    return {"row_tries": work[0]}


BACKEND = Backend(
    name="sicp-interchanged",
    paradigm="functional recursion",
    solve=solve,
    variant_of="sicp",
    difference="The two mappings are interchanged, as in exercise 2.43, so that the "
    "recursion runs once for every row.",
    practical_n=7,
    idea="Exercise 2.43: the two loops of 2.42 interchanged. The recursion then runs once for "
    "every row, and the same boards are computed again and again.",
    listing=("queens_interchanged",),
)
