"""Check one program: run it for n = 1, 2, 3, ... up to the smallest n that fails, and judge it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from solvers.interface import Status
from solvers.problem import Problem
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Judgement, Verdict
from solvers.run.limits import Limits
from solvers.submissions.diagnosis import LARGEST_COMPARED, diagnose
from solvers.submissions.guard import Guard
from solvers.submissions.program import Outcome, run_program
from solvers.submissions.reading import choose
from solvers.submissions.submission import Submission


@dataclass(frozen=True, slots=True)
class Checked:
    """What came out: a judgement for each n that was run, and what is probably wrong."""

    submission: Submission
    guard: Guard
    largest: int
    outcomes: dict[int, Outcome]
    judgements: dict[int, Judgement]
    diagnosis: list[str] = field(default_factory=list)

    @property
    def failing(self) -> int | None:
        """The smallest n that fails; None where all are right."""
        return next((n for n, one in self.judgements.items() if not passes(one)), None)

    @property
    def interrupted(self) -> bool:
        """Whether somebody stopped it."""
        return any(one.run.status is Status.CANCELLED for one in self.outcomes.values())


def read_together(outcomes: Mapping[int, Outcome]) -> dict[int, Outcome]:
    """The outcomes with all their answers read in one way, that which fits them best together."""
    reading = choose({n: one.answers for n, one in outcomes.items()})
    return {n: one.read_as(reading) for n, one in outcomes.items()}


def judge(n: int, outcome: Outcome) -> Judgement:
    """What the referee says of the program's answers for n."""
    (judgement,) = crosscheck(Problem(n), [outcome.run]).judgements
    return judgement


def passes(judgement: Judgement) -> bool:
    """Whether a run is complete and right."""
    return judgement.verdict is Verdict.CORRECT


def check(
    submission: Submission,
    largest: int,
    limits: Limits,
    guard: Guard,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Checked:
    """Run the program for n = 1 to ``largest`` or to the smallest n that fails.

    Where answers are wrong, it runs for a few more n, since one small set of answers can have many
    causes and several rarely do; what is shown stays the smallest n. ``is_stopped`` says that
    nobody waits for the outcome any more.
    """
    outcomes: dict[int, Outcome] = {}
    judgements: dict[int, Judgement] = {}
    for n in range(1, largest + 1):
        outcomes[n] = run_program(submission, Problem(n), limits, guard)
        outcomes = read_together(outcomes)
        judgements = {n: judge(n, one) for n, one in outcomes.items()}
        if not all(map(passes, judgements.values())) or is_stopped():
            break
    checked = Checked(submission, guard, largest, outcomes, judgements)
    failing = checked.failing
    if failing is None or checked.interrupted or is_stopped():
        return checked
    evidence = dict(outcomes)
    if outcomes[failing].run.status is Status.COMPLETE:
        more = range(failing + 1, LARGEST_COMPARED + 1)
        with ThreadPoolExecutor(2) as pool:
            runs = pool.map(lambda n: run_program(submission, Problem(n), limits, guard), more)
            reading = outcomes[failing].reading
            evidence |= {n: one.read_as(reading) for n, one in zip(more, runs, strict=True)}
    checked.diagnosis.extend(diagnose(evidence, failing))
    return checked
