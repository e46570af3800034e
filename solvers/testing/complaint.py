"""Explain wrong solutions to a backend's author: the smallest board with a fault, drawn."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.execution.result import Cause, Ending, Run
from solvers.output.boards import draw_board
from solvers.output.messages import explanation
from solvers.puzzle.packing import Packer, pack
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.certificate import known_solutions
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Judgement, Verdict
from solvers.testing.recording import Recording, board_words

REFEREE = "the referee's own search"


def judged(problem: Problem, answers: Packer) -> Judgement:
    """The referee's judgement of the answers to a problem, against its own search."""
    known = sorted(known_solutions(problem))[: 1 if problem.goal is Goal.FIRST else None]
    mine, theirs = (
        Run(
            name,
            "",
            Ending(Cause.DONE),
            packer.placements(),
            tuple(packer.rejected),
            packer.rejected_counts,
        )
        for name, packer in (("it", answers), (REFEREE, pack(known, problem.n)))
    )
    return crosscheck(problem, [mine, theirs]).judgements[0]


def complaint(found: Sequence[Recording]) -> str:
    """The fault on the smallest of these problems, drawn; "" where nothing is wrong."""
    judgements = [(each.problem, judged(each.problem, each.packer)) for each in found]
    wrong = [each for each in judgements if each[1].verdict is not Verdict.CORRECT]
    if not wrong:
        return ""
    problem, judgement = min(wrong, key=lambda each: (each[0].n, len(each[0].blocked)))
    lines = [f"on {board_words(problem)}:"]
    lines += explanation(judgement, problem)
    if judgement.witness and (placement := judgement.witness.placement) is not None:
        attack = problem.attacking(enumerate(placement))
        lines.append(draw_board(placement, attack or (), problem=problem))
    return "\n".join(lines)
