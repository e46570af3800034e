"""Run a submission for one problem: a fresh guarded process, its answers read as placements."""

from __future__ import annotations

from solvers.execution.ending import Cause, Ending
from solvers.execution.limits import Limits
from solvers.grading.guard import Guard
from solvers.grading.outcome import Outcome, without_run
from solvers.grading.setting import Setting
from solvers.grading.submission import Submission
from solvers.grading.trial import TRIED_FOR, try_program
from solvers.puzzle.problem import Problem


def run_program(
    submission: Submission,
    problem: Problem,
    limits: Limits,
    guard: Guard,
    setting: Setting | None = None,
) -> Outcome:
    """Run the program, which knows only n; its answers are filtered by what the board allows."""
    setting = setting or Setting()
    n = problem.n
    trial = try_program(submission, limits, guard, setting, min(n, TRIED_FOR), limits.seconds)
    with trial.program as program:
        if trial.alone not in {None, n}:
            ending = Ending(Cause.CANNOT_RUN, detail=f"it is made for n = {trial.alone} alone")
            return without_run(submission, n, guard, ending)
        if trial.is_over or trial.has_ended:
            return trial.outcome
        outcome = program.ask(trial.way, n, fresh=True, is_last=True)
    return outcome.read_as(outcome.reading, problem)
