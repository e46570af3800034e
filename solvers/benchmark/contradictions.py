"""Boards of which somebody says what is not so: an error of somebody, who is named."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from solvers.benchmark.result import Answer, Result
from solvers.puzzle.placements import Placement


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A board with a solution of which these backends say that there is none."""

    board: int
    wrong: tuple[str, ...]
    by: str
    placement: Placement


def contradictions(results: Iterable[Result]) -> list[Contradiction]:
    """All of them, in the order of the boards. A solution was looked at, so it proves itself."""
    none: dict[int, list[str]] = {}
    solutions: dict[int, Result] = {}
    for one in results:
        if one.answer is Answer.NONE:
            none.setdefault(one.board, []).append(one.backend)
        elif one.answer is Answer.SOLUTION:
            solutions.setdefault(one.board, one)
    return [
        Contradiction(board, tuple(none[board]), found.backend, found.placement)
        for board, found in sorted(solutions.items())
        if board in none and found.placement is not None
    ]


def corrected(results: Iterable[Result]) -> list[Result]:
    """The same runs, those that say that there is none where there is one as wrong ones."""
    results = list(results)
    have_one = {one.board for one in results if one.answer is Answer.SOLUTION}
    return [
        replace(one, answer=Answer.WRONG, seconds=None)
        if one.answer is Answer.NONE and one.board in have_one
        else one
        for one in results
    ]
