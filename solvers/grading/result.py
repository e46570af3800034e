"""The result of a check: the verdict on a program, and the judgement for each n."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from solvers.execution.result import Status
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
    """The verdict on a program as a whole."""

    RIGHT = "right"
    WRONG = "wrong"
    """The program gave a wrong set of answers, or one wrong answer."""
    NOT_FINISHED = "not finished"
    """The program ended before it had answered: at a limit, by an error or by an early exit."""
    NOT_JUDGED = "not judged"
    """The suite failed, or could not run or understand it, or the program does another task."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check: a judgement for each n that was run, and the probable mistakes."""

    submission: Submission
    sandbox: Runner
    largest: int
    """The largest n that was judged."""
    outcomes: Mapping[int, CallResult]
    judgements: Mapping[int, Judgement]
    diagnosis: tuple[Finding, ...] = ()
    task: Task | None = None
    """The task to grade; None: all solutions."""
    other_task: Task | None = None
    """Another task that the program does correctly."""
    only_n: int | None = None
    """The only n that the program is made for; None: any n."""
    plan: CallPlan | None = None
    rejected_sizes: tuple[int, ...] = ()
    """The smallest sizes, if the program rejects them."""
    remarks: tuple[Finding, ...] = ()
    """The assumptions of the check."""
    false_claim_n: int | None = None
    """The n of a false claim outside the judged answers; None: there is no such claim."""
    own_run_sizes: tuple[int, ...] = ()
    """The sizes that the program chose for its own run, and printed right answers for."""
    reason: Finding | None = None
    """The reason for no verdict; None: there is a verdict, or the program does another task."""
    fingerprint: str = ""
    """A digest that programs with the same answers share; "" if many programs give them."""

    @property
    def verdict(self) -> ProgramVerdict:
        """The verdict on the program: the smallest n that fails decides."""
        if self.reason:
            return ProgramVerdict.NOT_JUDGED
        if self.failing_n is None:
            return ProgramVerdict.RIGHT if self.judgements else ProgramVerdict.NOT_JUDGED
        if self.does_another_task:
            return ProgramVerdict.NOT_JUDGED
        judgement = self.judgements[self.failing_n]
        if judgement.run.status is Status.COMPLETE or any(judgement.faults.values()):
            return ProgramVerdict.WRONG
        if self.outcomes[self.failing_n].never_began or judgement.run.status is Status.UNAVAILABLE:
            return ProgramVerdict.NOT_JUDGED
        return ProgramVerdict.NOT_FINISHED

    @property
    def does_another_task(self) -> bool:
        """Whether no task was given, and the program does not find all solutions, but does another.

        Task ONE counts only if the program gives single solutions, not a collection.
        """
        if self.other_task is None or self.task is not None or self.failing_n is None:
            return False
        is_one = self.other_task is Task.ONE
        return not is_one or gives_single_solutions(self.outcomes[self.failing_n])

    @property
    def mistakes(self) -> list[Finding]:
        """The diagnosis to show; [] if the program is not judged or does another task.

        If its answers are right for another task, that comes first and replaces the findings that
        say the same.
        """
        if self.reason or self.does_another_task:
            return []
        if not self.other_task or not self.failing_n:
            return list(self.diagnosis)
        others = [each for each in self.diagnosis if each.fact not in {Fact.COUNTS, Fact.ONE_ONLY}]
        if self.other_task is Task.ONE:  # which says already that it gives one solution
            others = [
                replace(each, fact=Fact.ENDS_EARLY) if each.fact is Fact.FIRST_ONLY else each
                for each in others
            ]
        return [finding(Fact.WOULD_BE_RIGHT, task=self.other_task), *others]

    def not_judged(self, reason: Finding) -> CheckResult:
        """The result with this reason for no verdict."""
        return replace(self, reason=reason)

    @property
    def failing_n(self) -> int | None:
        """The smallest n that fails; None if all are right."""
        return next((n for n, judgement in self.judgements.items() if not passes(judgement)), None)


def read_together(
    outcomes: Mapping[int, CallResult], also: Mapping[int, CallResult] | None = None
) -> dict[int, CallResult]:
    """The outcomes, read in the one format that fits all answers together best.

    The outcomes in ``also`` help to choose the format, and are left out of the result.
    """
    answer_format = choose_format(
        {n: outcome.answers for n, outcome in sorted({**(also or {}), **outcomes}.items())}
    )
    return {
        n: outcome if outcome.answer_format == answer_format else outcome.read_as(answer_format)
        for n, outcome in outcomes.items()
    }


def judge_answers(n: int, outcome: CallResult, task: Task | None = None) -> Judgement:
    """The referee's judgement of the answers for n as answers to ``task``; None: all solutions."""
    (judgement,) = crosscheck(Problem(n), [outcome.run]).judgements
    if task in {None, Task.ALL}:
        return judgement
    if fulfils(task or Task.ALL, n, outcome, judgement):
        return replace(
            judgement, verdict=Verdict.CORRECT, faults=dict.fromkeys(Fault, 0), witness=None
        )
    is_count = task is Task.COUNT and outcome.count is not None
    if is_count and outcome.run.status is Status.COMPLETE:  # a number, as it was asked for
        faults = dict.fromkeys(Fault, 0)
        return replace(judgement, verdict=Verdict.WRONG, faults=faults, witness=None)
    if task is Task.ONE:  # any one solution would do
        missing = 0 if outcome.run.solutions else min(judgement.faults[Fault.MISSING], 1)
        judgement = replace(judgement, faults={**judgement.faults, Fault.MISSING: missing})
    lists_all = judgement.verdict is Verdict.CORRECT  # which is not the task
    return replace(judgement, verdict=Verdict.WRONG) if lists_all else judgement


def passes(judgement: Judgement) -> bool:
    """Whether a run is complete and right."""
    return judgement.verdict is Verdict.CORRECT


def fulfils(task: Task, n: int, outcome: CallResult, judgement: Judgement) -> bool:
    """Whether the answers for n fulfil the task."""
    if task is Task.ALL:
        return judgement.verdict is Verdict.CORRECT
    if outcome.run.status is not Status.COMPLETE:
        return False
    if task is Task.COUNT:
        lists_all = judgement.verdict is Verdict.CORRECT  # and so gives their number
        return lists_all or outcome.answers.count == KNOWN_COUNTS[n]
    wrong = {fault for fault, times in judgement.faults.items() if times} - {Fault.MISSING}
    return not wrong and bool(len(outcome.run.placements)) == bool(KNOWN_COUNTS[n])


def gives_single_solutions(outcome: CallResult) -> bool:
    """Whether the program gives single solutions, not a collection that should hold all."""
    answer_format = outcome.answer_format
    is_one = answer_format.delivery is Delivery.ONE or _is_of_one_value(outcome)
    return is_one or answer_format.is_printed or outcome.plan.is_query


def _is_of_one_value(outcome: CallResult) -> bool:
    """Whether the answer is one text, or one dictionary of squares.

    Numbered solutions arrive as a list.
    """
    values = outcome.answers.values if outcome.answers.single else ()
    if len(values) == 1 and isinstance(values[0], str):
        return True
    pairs = values[0] if len(values) == 1 and isinstance(values[0], tuple) else ()
    return bool(pairs) and all(isinstance(pair, DottedPair) for pair in pairs)
