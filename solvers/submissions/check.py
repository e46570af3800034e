"""Check one program: run it for n = 1, 2, 3, ... up to the smallest n that fails, and judge it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from enum import StrEnum

from solvers.board.problem import Problem
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Judgement
from solvers.referee.verdict import Verdict as RunVerdict
from solvers.run.ending import Status
from solvers.run.limits import Limits
from solvers.submissions.diagnosis import LARGEST_COMPARED, diagnose
from solvers.submissions.guard import Guard
from solvers.submissions.program import Outcome, run_program
from solvers.submissions.reading import choose
from solvers.submissions.submission import Submission


class Verdict(StrEnum):
    """What is said of a program as a whole."""

    CORRECT = "correct"
    WRONG = "wrong"
    """It gave a wrong set of answers, or one wrong answer."""
    NOT_FINISHED = "not finished"
    """It stopped, or was stopped, before it had answered: a limit, an error, an early exit."""
    NOT_JUDGED = "not judged"
    """Nothing can be said of it: it is not run, its language is not here, or we failed."""


EVIDENCE_MIB = 16
"""Enough for every arrangement of up to LARGEST_COMPARED queens, of which 46,656 are the most."""

NOT_RUN = (Status.UNAVAILABLE, Status.CANCELLED)
"""How a run ends that says nothing of the program."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What came out: a judgement for each n that was run, and what is probably wrong.

    ``hidden_from`` is the first n of which a student sees nothing; None where all is seen.
    """

    submission: Submission
    guard: Guard
    largest: int
    outcomes: dict[int, Outcome]
    judgements: dict[int, Judgement]
    diagnosis: list[str] = field(default_factory=list)
    hidden_from: int | None = None

    @property
    def verdict(self) -> Verdict:
        """The verdict on the program, which is that on the smallest n that fails."""
        if self.failing is None:
            return Verdict.CORRECT if self.judgements else Verdict.NOT_JUDGED
        judgement = self.judgements[self.failing]
        if judgement.run.status is Status.COMPLETE or any(judgement.faults.values()):
            return Verdict.WRONG
        if self.outcomes[self.failing].ended_by_us or judgement.run.status in NOT_RUN:
            return Verdict.NOT_JUDGED
        return Verdict.NOT_FINISHED

    @property
    def visible(self) -> Checked:
        """What a student sees of it: nothing from ``hidden_from`` on, or caused by that."""
        first = self.hidden_from
        if first is None or first > self.largest:
            return self
        # Read by themselves, since how all are read tells of those that are hidden.
        outcomes = read_together({n: one for n, one in self.outcomes.items() if n < first})
        return replace(
            self,
            largest=first - 1,
            outcomes=outcomes,
            judgements={n: judge(n, one) for n, one in outcomes.items()},
            diagnosis=self.diagnosis if self.failing and self.failing < first else [],
        )

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
    return judgement.verdict is RunVerdict.CORRECT


def check(  # noqa: PLR0913  # what to run and how, who sees it, who waits for it
    submission: Submission,
    largest: int,
    limits: Limits,
    guard: Guard,
    *,
    hidden_from: int | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Checked:
    """Run the program for n = 1 to ``largest`` or to the smallest n that fails.

    Where answers are wrong, it runs for a few more n, since one small set of answers can have many
    causes and several rarely do; what is shown stays the smallest n. What is seen below
    ``hidden_from`` is explained by what is seen there. ``is_stopped`` says that nobody waits for
    the outcome any more.
    """
    outcomes: dict[int, Outcome] = {}
    judgements: dict[int, Judgement] = {}
    for n in range(1, largest + 1):
        outcomes[n] = run_program(submission, Problem(n), limits, guard)
        outcomes = read_together(outcomes)
        judgements = {n: judge(n, one) for n, one in outcomes.items()}
        if not all(map(passes, judgements.values())) or is_stopped():
            break
    checked = Checked(submission, guard, largest, outcomes, judgements, hidden_from=hidden_from)
    failing = checked.failing
    if failing is None or checked.interrupted or is_stopped():
        return checked
    evidence = dict(outcomes)
    if outcomes[failing].run.status is Status.COMPLETE:
        last = LARGEST_COMPARED
        if hidden_from is not None and failing < hidden_from:
            last = min(last, hidden_from - 1)
        more, less = range(failing + 1, last + 1), _for_evidence(limits)
        with ThreadPoolExecutor(2) as pool:
            runs = pool.map(lambda n: run_program(submission, Problem(n), less, guard), more)
            reading = outcomes[failing].reading
            evidence |= {n: one.read_as(reading) for n, one in zip(more, runs, strict=True)}
    checked.diagnosis.extend(diagnose(evidence, failing))
    return checked


def _for_evidence(limits: Limits) -> Limits:
    """The limits of runs that only explain: their answers are all kept at the same time."""
    return replace(limits, output_mib=min(limits.output_mib, EVIDENCE_MIB))
