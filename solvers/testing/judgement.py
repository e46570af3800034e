"""What is wrong with what a backend yielded, told to its author."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from solvers.execution.ending import Cause, Ending
from solvers.execution.result import Run
from solvers.lazy import numpy as np
from solvers.output.boards import draw_board
from solvers.output.messages import explanation, title
from solvers.puzzle.diagram import closed_squares
from solvers.puzzle.placements import attacking_pair
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Judgement, Verdict
from solvers.testing.likeness import likenesses, right
from solvers.testing.recording import Recording

REFEREE = "the referee's own search"


def judged(recording: Recording) -> Judgement:
    """The recording as a run, held against what the referee finds by itself."""
    problem = recording.problem
    mine = Run(
        "it",
        "",
        Ending(Cause.DONE),
        recording.packer.placements(),
        tuple(recording.packer.rejected),
        recording.packer.rejected_counts,
    )
    known = sorted(right(problem))
    if problem.goal is Goal.FIRST:
        known = known[:1]
    block = np.array(known, np.uint8).reshape(len(known), problem.n)
    theirs = Run(REFEREE, "", Ending(Cause.DONE), block)
    return crosscheck(problem, [mine, theirs]).judgements[0]


def complaint(found: Sequence[Recording]) -> str:
    """What is wrong on the smallest of these problems, drawn, and what it looks like on all.

    "" where nothing is wrong.
    """
    wrong = [one for one in found if judged(one).verdict is not Verdict.CORRECT]
    if not wrong:
        return ""
    smallest = min(wrong, key=lambda one: (one.problem.n, len(one.problem.blocked)))
    lines = [f"on {_named(smallest.problem)}:"]
    judgement = judged(smallest)
    lines += [line for line, _ in explanation(judgement, smallest.problem)]
    if judgement.witness and judgement.witness.placement is not None:
        lines.append(_drawn(judgement.witness.placement, smallest.problem))
    alike = likenesses([(one.problem, one.placements) for one in found if _is_asked(one.problem)])
    if alike:
        lines.append("it looks like this: " + ", or ".join(alike))
    return "\n".join(lines)


def _is_asked(problem: Problem) -> bool:
    """Whether the backend is asked at all; the runner answers what needs no search."""
    return all(problem.domains) and len(problem.prefix) < problem.n


def _named(problem: Problem) -> str:
    blocked = ", ".join(f"{column}:{row}" for column, row in sorted(problem.blocked))
    return title(problem) + (f" ({blocked})" if blocked else "")


def _drawn(placement: tuple[int, ...], problem: Problem) -> str:
    console = Console(no_color=True, width=1000, highlight=False)
    board = draw_board(placement, attacking_pair(placement) or (), blocked=closed_squares(problem))
    with console.capture() as capture:
        console.print(board)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())
