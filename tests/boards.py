"""The contract's boards, and their right solutions by a method of the tests' own."""

from __future__ import annotations

from solutions import all_solutions

from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.testing.boards import BOARDS, DRAWN, board, random_boards

__all__ = ["BOARDS", "DRAWN", "board", "no_certificate", "random_boards", "solutions_of"]


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
