"""Run a submission for one problem: a fresh guarded process, its answers read as placements."""

from __future__ import annotations

from solvers.board.problem import Problem
from solvers.run.ending import Cause, Ending
from solvers.run.limits import Limits
from solvers.submissions.guard import Guard
from solvers.submissions.outcome import Outcome, without_run
from solvers.submissions.setting import Setting
from solvers.submissions.submission import Submission
from solvers.submissions.trial import TRIED_FOR, try_program


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
