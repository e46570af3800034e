"""Exercise 2.42 carried over to Python line by line: boards are lists, copied for every row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from solvers.interface import Backend, Placement, Problem

Board = list[int]


def flatmap(proc: Callable[[Any], Iterable[Board]], seq: Iterable[Any]) -> list[Board]:
    """Map and append."""
    return [board for boards in map(proc, seq) for board in boards]


def enumerate_interval(low: int, high: int) -> list[int]:
    """From low to high."""
    return list(range(low, high + 1))


def adjoin_position(new_row: int, rest_of_queens: Board) -> Board:
    """A copy with one more."""
    return [*rest_of_queens, new_row]


def is_safe(k: int, positions: Board) -> bool:
    """Whether the queen in column k is safe with respect to the others."""
    new_row = positions[k - 1]
    for column, row in enumerate(positions[: k - 1], 1):
        if row == new_row or abs(row - new_row) == k - column:
            return False
    return True


def queens(board_size: int) -> list[Board]:
    """The book's procedure."""

    def queen_cols(k: int) -> list[Board]:
        if k == 0:
            return [[]]
        return list(
            filter(
                lambda positions: is_safe(k, positions),
                flatmap(
                    lambda rest_of_queens: map(
                        lambda new_row: adjoin_position(new_row, rest_of_queens),
                        enumerate_interval(1, board_size),
                    ),
                    queen_cols(k - 1),
                ),
            )
        )

    return queen_cols(board_size)


def solve(problem: Problem, _work: Counter[str]) -> Iterator[Placement]:
    """Yield the solutions, when all are there."""
    for board in queens(problem.n):
        yield tuple(row - 1 for row in board)


BACKEND = Backend(name="2.42 with lists", paradigm="functional recursion", solve=solve)
