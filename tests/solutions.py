"""All solutions, found without the suite, of a board, and those that a backend yields."""

from __future__ import annotations

from functools import cache

from solvers.interface import Backend
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import Packed, Placement
from solvers.puzzle.problem import Problem
from solvers.testing.recording import record


@cache
def all_solutions(n: int) -> frozenset[Placement]:
    """All solutions, by trying every row of every column and looking square by square."""
    boards: list[Placement] = [()]
    for _ in range(n):
        tried = ((*board, row) for board in boards for row in range(n))
        boards = [board for board in tried if not naive_attack(board, n)]
    return frozenset(boards)


def naive_attack(placement: tuple[int, ...], n: int = 0) -> bool:
    """Whether two queens attack each other: walk every line of a board of n rows from every queen.

    Without n, the board has as many rows as queens.
    """
    n = n or len(placement)
    queens = set(enumerate(placement))
    for column, row in queens:
        for step_column, step_row in ((1, 0), (0, 1), (1, 1), (1, -1)):
            square = column + step_column, row + step_row
            while 0 <= square[0] < n and 0 <= square[1] < n:
                if square in queens:
                    return True
                square = square[0] + step_column, square[1] + step_row
    return False


def solutions_of_backend(backend: Backend, n: int) -> list[Placement]:
    """The solutions that the backend yields, in its own order."""
    return record(backend, Problem(n)).placements


def packed_solutions(n: int) -> Packed:
    """All solutions as the suite packs them, in lexicographic order."""
    return pack(sorted(all_solutions(n)), n).placements()


def solutions_of(problem: Problem) -> set[Placement]:
    """The right solutions, chosen from all solutions of the free board."""
    begins = len(problem.prefix)
    return {
        one
        for one in all_solutions(problem.n)
        if one[:begins] == problem.prefix and problem.blocked.isdisjoint(enumerate(one))
    }


def no_certificate(_: Problem) -> None:
    """Make no certificate, so that the referee judges without a proof."""
