"""Given boards: each stands in the place of an n, and has solutions of its own."""

from __future__ import annotations

from collections.abc import Iterable

from solvers.puzzle.diagram import lines_of, read_diagram
from solvers.puzzle.placements import Packed, Placement
from solvers.puzzle.problem import KNOWN_COUNTS, Problem


class GivenBoard(int):
    """The number of columns of a given board, which knows its file's name, and its lines.

    Two boards with one number of columns are different; a number alone is equal to both.
    """

    name: str
    problem: Problem
    lines: tuple[str, ...]

    def __eq__(self, other: object) -> bool:
        """Whether it is the same board, or its number of columns."""
        return int(self) == other and self.name == getattr(other, "name", self.name)

    __ne__ = object.__ne__  # the opposite of the above
    __hash__ = int.__hash__


def read_given(name: str, text: str) -> GivenBoard:
    """The board that the text draws; raises ProblemError."""
    problem = read_diagram(text)
    board = GivenBoard(problem.n)
    board.name, board.problem = name, problem
    board.lines = tuple(lines_of(text))
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
    return len(solutions_of(n)) if isinstance(n, GivenBoard) else KNOWN_COUNTS[n]


def solutions_of(n: int) -> frozenset[Placement]:
    """All solutions for n, by the referee's own search."""
    from solvers.referee.certificate import known_solutions  # an empty board needs none

    return known_solutions(problem_of(n))


def solutions_among(packed: Packed, n: int) -> int:
    """The number of these placements that are solutions for n."""
    problem = problem_of(n)
    return int((problem.peaceful(packed) & problem.allows(packed)).sum())
