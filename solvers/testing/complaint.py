"""Explain wrong solutions to a backend's author: the smallest board with a fault, drawn."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.execution.result import Cause, Ending, Run
from solvers.lazy import numpy as np
from solvers.output.boards import draw_board
from solvers.output.messages import explanation, title
from solvers.puzzle.placements import attacking_pair, row_type
from solvers.puzzle.problem import Goal, Problem, closed_squares, given_queens
from solvers.referee.certificate import known_solutions
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Judgement, Verdict
from solvers.testing.recording import Recording

REFEREE = "the referee's own search"


def judge_recording(recording: Recording) -> Judgement:
    """The referee's judgement of a recording, against the solutions of its own search."""
    problem = recording.problem
    mine = Run(
        "it",
        "",
        Ending(Cause.DONE),
        recording.packer.placements(),
        tuple(recording.packer.rejected),
        recording.packer.rejected_counts,
    )
    known = sorted(known_solutions(problem))
    if problem.goal is Goal.FIRST:
        known = known[:1]
    block = np.array(known, row_type(problem.n)).reshape(len(known), problem.n)
    theirs = Run(REFEREE, "", Ending(Cause.DONE), block)
    return crosscheck(problem, [mine, theirs]).judgements[0]


def complaint(found: Sequence[Recording]) -> str:
    """The fault on the smallest of these problems, drawn; "" where nothing is wrong."""
    wrong = [
        (recording.problem, judgement)
        for recording in found
        if (judgement := judge_recording(recording)).verdict is not Verdict.CORRECT
    ]
    if not wrong:
        return ""
    problem, judgement = min(wrong, key=lambda each: (each[0].n, len(each[0].blocked)))
    lines = [f"on {_named(problem)}:", *(line for line, _ in explanation(judgement, problem))]
    if judgement.witness and judgement.witness.placement is not None:
        lines.append(_drawn(judgement.witness.placement, problem))
    return "\n".join(lines)


def _named(problem: Problem) -> str:
    squares = {
        "given": sorted(given_queens(problem).items()),
        "blocked": sorted(closed_squares(problem)),
    }
    listed = [
        f"{name} {', '.join(f'{column}:{row}' for column, row in some)}"
        for name, some in squares.items()
        if some
    ]
    return title(problem) + (f" ({'; '.join(listed)})" if listed else "")


def _drawn(placement: tuple[int, ...], problem: Problem) -> str:
    board = draw_board(placement, attacking_pair(placement) or (), blocked=closed_squares(problem))
    return "\n".join(line.rstrip() for line in "".join(part for part, _ in board).splitlines())
