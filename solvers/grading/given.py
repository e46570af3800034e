"""Given boards: each stands in the place of an n, and has solutions of its own.

This is the only module of a check that knows the puzzle for an n.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from solvers.puzzle.diagram import read_diagram
from solvers.puzzle.placements import Packed
from solvers.puzzle.problem import KNOWN_COUNTS, Problem
from solvers.referee.certificate import known_solutions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.lazy import numpy as np


class GivenBoard(int):
    """The number of columns of a given board, which knows the board, and the name of its file.

    Two boards with one number of columns are different; a number alone is equal to both.
    """

    name: str
    problem: Problem
    lines: tuple[str, ...]
    """The lines of the file, from the top, without spaces."""

    def __eq__(self, other: object) -> bool:
        """Whether it is the same board, or its number of columns."""
        return int(self) == other and self.name == getattr(other, "name", self.name)

    def __ne__(self, other: object) -> bool:
        """Whether it is another board, or not its number of columns."""
        return not self == other

    __hash__ = int.__hash__


def read_given(name: str, text: str) -> GivenBoard:
    """The board that the text draws; raises ProblemError."""
    problem = read_diagram(text)
    board = GivenBoard(problem.n)
    board.name, board.problem = name, problem
    board.lines = tuple(filter(None, ("".join(line.split()) for line in text.splitlines())))
    return board


def name_of(n: int) -> str:
    """The name of a given board; "" for a number."""
    return n.name if isinstance(n, GivenBoard) else ""


def are_given(sizes: Iterable[int]) -> bool:
    """Whether the sizes are given boards."""
    return any(map(name_of, sizes))


def problem_of(n: int) -> Problem:
    """The puzzle for n: the given board, or the empty one."""
    return n.problem if isinstance(n, GivenBoard) else Problem(n)


def solutions_known(n: int) -> int:
    """The number of solutions for n."""
    return len(known_solutions(n.problem)) if isinstance(n, GivenBoard) else KNOWN_COUNTS[n]


def are_solutions(packed: Packed, n: int) -> NDArray[np.bool_]:
    """For each placement, whether it is a solution for n."""
    problem = problem_of(n)
    return problem.peaceful(packed) & problem.allows(packed)
