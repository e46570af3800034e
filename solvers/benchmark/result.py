"""What one backend did with one board of a family: a line of the runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from solvers.execution.ending import Status
from solvers.execution.result import Run
from solvers.interface import Counters
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Verdict


class Answer(StrEnum):
    """What a run says of a board."""

    SOLUTION = "solution"
    """Here is one; the referee has looked at it, and it is right."""
    NONE = "none"
    """There is none, by the word of a search that came to its end."""
    WRONG = "wrong"
    """Here is one, and it is none."""
    NOTHING = "nothing"
    """It did not come so far."""


@dataclass(frozen=True, slots=True)
class Result:
    """One run. ``board`` is the number of the board in its family, from 1.

    ``seconds`` is the time from the call of ``solve`` to the answer; None where there is none.
    ``placement`` is the solution.
    """

    board: int
    backend: str
    status: Status
    answer: Answer
    seconds: float | None
    placement: Placement | None = None
    startup_seconds: float | None = None
    peak_memory_mib: float | None = None
    counters: Counters = field(default_factory=dict)
    version: str = ""
    note: str = ""

    @property
    def solved(self) -> bool:
        """Whether it has answered, and nobody can see by itself that it is wrong."""
        return self.answer in {Answer.SOLUTION, Answer.NONE}


def result_of(board: int, run: Run, problem: Problem, note: str = "") -> Result:
    """What came of a run on the board of that number; ``note`` says how it ended, in words."""
    answer = _answer(run, problem)
    return Result(
        board=board,
        backend=run.backend,
        status=run.status,
        answer=answer,
        seconds={
            Answer.SOLUTION: run.first_solution_seconds,
            Answer.NONE: run.seconds,
        }.get(answer),
        placement=tuple(run.placements[0].tolist()) if answer is Answer.SOLUTION else None,
        startup_seconds=run.startup_seconds,
        peak_memory_mib=run.peak_memory_mib,
        counters=dict(run.counters),
        version=run.version,
        note=note,
    )


def _answer(run: Run, problem: Problem) -> Answer:
    """What it says, the referee having looked at the run by itself."""
    (judgement,) = crosscheck(problem, [run]).judgements
    if run.solutions:
        return Answer.WRONG if judgement.verdict is Verdict.WRONG else Answer.SOLUTION
    return Answer.NONE if run.status is Status.COMPLETE else Answer.NOTHING
