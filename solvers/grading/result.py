"""The statements about a program as a whole, and of its answers for each n."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from solvers.execution.result import Status
from solvers.grading import fundamental
from solvers.grading.answers.answer_format import Delivery, choose_format
from solvers.grading.call_result import CallResult
from solvers.grading.calls import CallPlan
from solvers.grading.finding import Fact, Finding, finding
from solvers.grading.protocol import DottedPair
from solvers.grading.sandbox import Runner
from solvers.grading.submission import Submission, Task
from solvers.puzzle.packing import Fault
from solvers.puzzle.problem import KNOWN_COUNTS, Problem
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Judgement, Verdict


class ProgramVerdict(StrEnum):
    """The statements about a program as a whole."""

    RIGHT = "right"
    WRONG = "wrong"
    """The program gave a wrong set of answers, or one wrong answer."""
    NOT_FINISHED = "not finished"
    """It stopped, or was stopped, before it had answered: a limit, an error, an early exit."""
    NOT_JUDGED = "not judged"
    """Nothing can be said of it: it is not run, its language is not here, or we failed."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result: a judgement for each n that was run, and the probable mistakes.

    ``task`` is the task to grade, ``instead`` another task that the program does correctly.
    ``alone`` is the one n that it is made for. ``remarks`` are the assumptions made for it, and
    ``reason`` why nothing is said of it. ``largest`` is the largest n that was judged.
    ``hidden_from`` is the first n of which a student sees nothing; None where all is seen.
    """

    submission: Submission
    sandbox: Runner
    largest: int
    outcomes: dict[int, CallResult]
    judgements: dict[int, Judgement]
    diagnosis: list[Finding] = field(default_factory=list)
    evidence: Mapping[int, CallResult] = field(default_factory=dict)
    """The outcomes that the diagnosis comes from, where these are more than it is judged by."""
    hidden_from: int | None = None
    task: Task | None = None
    instead: Task | None = None
    alone: int | None = None
    plan: CallPlan | None = None
    refused: tuple[int, ...] = ()
    """The smallest n, which the program does not accept."""
    remarks: tuple[Finding, ...] = ()
    refuted: int | None = None
    """The n for which it claims something wrong beside right answers."""
    own: tuple[int, ...] = ()
    """The n, chosen by itself, whose right answers it prints when it runs by itself."""
    reason: Finding | None = None
    reason_from: int = 0
    """The n from which the reason is known; 0: from any."""
    fingerprint: str = ""
    """The features that show that two are alike; none where they would say nothing."""

    @property
    def verdict(self) -> ProgramVerdict:
        """The verdict on the program, which is that on the smallest n that fails."""
        if self.reason:
            return ProgramVerdict.NOT_JUDGED
        if self.failing is None:
            return ProgramVerdict.RIGHT if self.judgements else ProgramVerdict.NOT_JUDGED
        if self.does_another_task:
            return ProgramVerdict.NOT_JUDGED
        judgement = self.judgements[self.failing]
        if judgement.run.status is Status.COMPLETE or any(judgement.faults.values()):
            return ProgramVerdict.WRONG
        if self.outcomes[self.failing].ended_by_us or judgement.run.status is Status.UNAVAILABLE:
            return ProgramVerdict.NOT_JUDGED
        return ProgramVerdict.NOT_FINISHED

    @property
    def does_another_task(self) -> bool:
        """Whether it does another task rightly, where nobody has named the task."""
        if self.instead is None or self.task is not None or self.failing is None:
            return False
        is_one = self.instead is Task.ONE
        return not is_one or holds_one(self.outcomes[self.failing])

    @property
    def visible(self) -> CheckResult:
        """The part that a student sees: nothing from ``hidden_from`` on, or caused by that.

        The words about each n that is not hidden are the same as where nothing is hidden.
        """
        first = self.hidden_from
        known_from = max(
            [self.largest, self.reason_from, *self.own, *(remark.n for remark in self.remarks)]
        )
        if first is None or first > known_from:
            return replace(self, hidden_from=None)
        judgements = {n: judgement for n, judgement in self.judgements.items() if n < first}
        seen = replace(
            self,
            largest=max(judgements, default=0),
            outcomes={n: outcome for n, outcome in self.outcomes.items() if n < first},
            judgements=judgements,
            alone=self.alone if self.alone and self.alone < first else None,
            remarks=tuple(remark for remark in self.remarks if remark.n < first),
            reason=self._reason_below(first),
            own=tuple(n for n in self.own if n < first),
            diagnosis=self._diagnosis_below(first),
        )
        is_judged = self.verdict is not ProgramVerdict.NOT_JUDGED
        if is_judged or (
            seen.verdict is ProgramVerdict.NOT_JUDGED and (seen.reason or seen.judgements)
        ):
            return seen
        return replace(seen, reason=finding(Fact.HIDDEN), reason_from=0)

    def not_judged(self, reason: Finding, n: int = 0) -> CheckResult:
        """The result with this reason for judging nothing, which is known from n on."""
        return replace(self, reason=reason, reason_from=n)

    def _reason_below(self, first: int) -> Finding | None:
        """The reason why nothing is judged, as a student can see it: no hidden answer is right."""
        if self.reason is None or self.reason_from >= first:
            return None
        is_of_all = self.reason.fact is Fact.RIGHT_BUT and self.largest >= first
        return replace(self.reason, fact=Fact.SAID) if is_of_all else self.reason

    def _diagnosis_below(self, first: int) -> list[Finding]:
        """The faults that a student can see."""
        if not self.failing or self.failing >= first:
            return []
        if self.refuted is not None or max(self.evidence, default=0) < first:
            return self.diagnosis
        from solvers.grading.diagnosis.explanations import diagnose  # noqa: PLC0415  # it fails

        seen = {n: outcome for n, outcome in self.evidence.items() if n < first}
        return diagnose(seen, self.failing, self.task)

    @property
    def failing(self) -> int | None:
        """The smallest n that fails; None where all are right."""
        return next((n for n, judgement in self.judgements.items() if not passes(judgement)), None)


def read_together(
    outcomes: Mapping[int, CallResult], also: Mapping[int, CallResult] | None = None
) -> dict[int, CallResult]:
    """The outcomes with all their answers read in one way, that which fits them best together.

    ``also`` are outcomes that are looked at for that.
    """
    answer_format = choose_format(
        {n: outcome.answers for n, outcome in sorted({**(also or {}), **outcomes}.items())}
    )
    return {
        n: outcome if outcome.answer_format == answer_format else outcome.read_as(answer_format)
        for n, outcome in outcomes.items()
    }


def judge(n: int, outcome: CallResult, task: Task | None = None) -> Judgement:
    """The referee's judgement of the program's answers for n, where this is its task."""
    (judgement,) = crosscheck(Problem(n), [outcome.run]).judgements
    if task in {None, Task.ALL}:
        return judgement
    if does(task or Task.ALL, n, outcome, judgement):
        return replace(
            judgement, verdict=Verdict.CORRECT, faults=dict.fromkeys(Fault, 0), witness=None
        )
    is_count = task is Task.COUNT and outcome.count is not None
    if is_count and outcome.run.status is Status.COMPLETE:  # a number, as it was asked for
        faults = dict.fromkeys(Fault, 0)
        return replace(judgement, verdict=Verdict.WRONG, faults=faults, witness=None)
    if task is Task.FUNDAMENTAL:
        judgement = fundamental.judgement_with_faults(n, judgement)
    if task is Task.ONE:  # any one solution would do
        missing = 0 if outcome.run.solutions else min(judgement.faults[Fault.MISSING], 1)
        judgement = replace(judgement, faults={**judgement.faults, Fault.MISSING: missing})
    wrong = judgement.verdict is Verdict.CORRECT
    return replace(judgement, verdict=Verdict.WRONG) if wrong else judgement


def passes(judgement: Judgement) -> bool:
    """Whether a run is complete and right."""
    return judgement.verdict is Verdict.CORRECT


def does(task: Task, n: int, outcome: CallResult, judgement: Judgement) -> bool:
    """Whether the program, which was asked for n, has done this task."""
    if task is Task.ALL:
        return judgement.verdict is Verdict.CORRECT
    if outcome.run.status is not Status.COMPLETE:
        return False
    if task is Task.COUNT:
        lists_all = judgement.verdict is Verdict.CORRECT  # and so says how many there are
        return lists_all or outcome.answers.count == KNOWN_COUNTS[n]
    wrong = {fault for fault, times in judgement.faults.items() if times} - {Fault.MISSING}
    if task is Task.FUNDAMENTAL:
        return not wrong and fundamental.finds_each_once(n, outcome.run.placements)
    return not wrong and bool(len(outcome.run.placements)) == bool(KNOWN_COUNTS[n])


def holds_one(outcome: CallResult) -> bool:
    """Whether the program gives one solution, and not a collection that should hold all."""
    answer_format = outcome.answer_format
    is_one = answer_format.delivery is Delivery.ONE or _is_dictionary(outcome)
    return is_one or answer_format.is_printed or outcome.plan.is_query


def _is_dictionary(outcome: CallResult) -> bool:
    """Whether it gives one dictionary of squares; one of numbered solutions is read as a list."""
    values = outcome.answers.values if outcome.answers.single else ()
    pairs = values[0] if len(values) == 1 and isinstance(values[0], tuple) else ()
    return bool(pairs) and all(isinstance(pair, DottedPair) for pair in pairs)
