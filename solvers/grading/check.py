"""Check one program: ask it for n = 1, 2, 3, ... up to the smallest n that fails, and judge it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from solvers.execution.ending import Cause, Status
from solvers.execution.limits import Limits
from solvers.grading.answers.answer_format import Doubt, unexplained
from solvers.grading.call_result import CallResult, for_board
from solvers.grading.calls import READS, CallPlan
from solvers.grading.diagnosis.explanations import LARGEST_COMPARED, diagnose, fingerprint
from solvers.grading.not_judged import is_refusal, why_not_convicted, why_not_judged
from solvers.grading.probe import TRIAL_SECONDS, TRIED_FOR, Gives, Probe, probe_program
from solvers.grading.result import CheckResult, Verdict, does, judge, passes, read_together
from solvers.grading.runner import Program
from solvers.grading.sandbox import Runner
from solvers.grading.submission import CheckOptions, Submission, Task, missing_words
from solvers.puzzle.problem import KNOWN_COUNTS
from solvers.referee.verdict import Verdict as RunVerdict

STARTED = CallPlan(started=True)
"""How a program is run that reads n by itself."""

EVIDENCE_MIB = 16
"""Enough for every arrangement of up to LARGEST_COMPARED queens, of which 46,656 are the most."""


def check(  # noqa: PLR0913  # what to run and how, who sees it, who waits for it
    submission: Submission,
    largest: int,
    limits: Limits,
    sandbox: Runner,
    *,
    options: CheckOptions | None = None,
    hidden_from: int | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> CheckResult:
    """Ask the program for n = 1 to ``largest`` or to the smallest n that fails.

    Where answers are wrong, it is asked for a few more n, since one small set of answers can have
    many causes and several rarely do; what is shown stays the smallest n. What is seen below
    ``hidden_from`` is explained by what is seen there. ``is_stopped`` says that nobody waits for
    the outcome any more.
    """
    options = options or CheckOptions()
    tried_for = TRIED_FOR if hidden_from is None or hidden_from > TRIED_FOR else 1
    probe = probe_program(submission, limits, sandbox, options, tried_for)
    with probe.program:
        examination = Examination(probe, largest, options, hidden_from, is_stopped, tried_for)
        checked = examination.result(sandbox)
        if examination.is_made_for_one:  # its list of variables fits no other board
            probe.alone = tried_for
            alone = Examination(probe, largest, options, hidden_from, is_stopped, tried_for)
            checked = alone.result(sandbox)
    if not probe.plan.size or checked.verdict is Verdict.RIGHT or checked.does_another_task:
        return checked
    # Not all that depends on the board's size may depend on that variable.
    probe = probe_program(submission, limits, sandbox, options, tried_for, as_it_is=True)
    with probe.program:
        other = Examination(probe, largest, options, hidden_from, is_stopped, tried_for)
        as_it_is = other.result(sandbox)
    size = checked.plan.size if checked.plan else "n"
    if probe.gives < Gives.SOLUTIONS or as_it_is.verdict is not Verdict.RIGHT:
        if as_it_is.does_another_task:
            return as_it_is
        # It may be made for larger boards, since the smallest have no solution.
        n = checked.failing or 0
        is_wrong = [each.verdict is Verdict.WRONG for each in (checked, as_it_is)]
        if is_wrong == [True, False] and n and not KNOWN_COUNTS[n]:
            reason = (
                f"its answers for n = {n} are wrong, but it may be meant only for larger boards"
            )
            return replace(checked, reason=reason, told_by={**checked.told_by, reason: n})
        return checked
    otherwise = f"with {size} set to another n"
    remark = f"{otherwise}, it is {checked.verdict} at n = {checked.failing}"
    told_by = {**as_it_is.told_by, remark: checked.failing or 0}
    return replace(as_it_is, remarks=(*as_it_is.remarks, remark), told_by=told_by)


@dataclass(slots=True)
class Examination:
    """The program is asked for one n after another, until no task is left that it does."""

    probe: Probe
    largest: int
    options: CheckOptions
    hidden_from: int | None
    is_stopped: Callable[[], bool]
    tried_for: int
    outcomes: dict[int, CallResult] = field(default_factory=dict)
    fresh: bool = False
    refused: list[int] = field(default_factory=list)
    """The smallest n, which it says that it does not take."""
    cut: int = 0
    """The n for which it prints more than is looked at; 0: none."""
    remembers: bool = False
    """Whether its answers depend on what it was asked before."""
    own_run: Program = field(init=False)
    """The program as it is run by itself, if a function of it is called and it reads input."""

    def __post_init__(self) -> None:
        program = self.probe.program
        self.own_run = Program(program.submission, program.limits, program.sandbox, program.options)

    def result(self, sandbox: Runner) -> CheckResult:
        """All that is said of the program."""
        with self.own_run:
            return self._result(sandbox)

    def _result(self, sandbox: Runner) -> CheckResult:
        probe, wanted = self.probe, self.options.task or Task.ALL
        self.fresh = self.options.fresh
        tasks = self._ask_for_all()
        outcomes = self._read()
        judgements = {n: judge(n, outcome, wanted) for n, outcome in outcomes.items()}
        if wanted not in tasks:  # what it was asked for after it had failed is no test of it
            last = next((n for n, judgement in judgements.items() if not passes(judgement)), None)
            outcomes = {n: outcome for n, outcome in outcomes.items() if last is None or n <= last}
            judgements = {n: judgements[n] for n in outcomes}
        found = [len(outcome.run.placements) for n, outcome in self._read().items() if n > 1]
        # It does not look for one where it gives several, nor for their number where it gives any.
        meant = [Task.ONE] * (max(found, default=0) < 2) + [Task.COUNT] * (not any(found))
        others = [task for task in meant if task in tasks and task is not wanted]
        reason = why_not_judged(probe, outcomes)
        remarks = {remark: n for remark, n in self._remarks().items() if remark not in reason}
        checked = CheckResult(
            submission=probe.program.submission,
            sandbox=sandbox,
            largest=probe.alone or (self.cut - 1 if self.cut else self.largest),
            outcomes=outcomes,
            judgements=judgements,
            hidden_from=self.hidden_from,
            task=self.options.task,
            instead=others[0] if others and wanted not in tasks else None,
            alone=probe.alone,
            plan=probe.plan,
            remarks=tuple(remarks),
            told_by=remarks,
            reason=reason,
            refused=tuple(self.refused),
        )
        if checked.failing and (checked.reason or checked.does_another_task):
            checked.diagnosis.extend(diagnose(outcomes, checked.failing, self.options.task))
            return checked
        if checked.reason or checked.interrupted or self.is_stopped():
            return checked
        return self._doubted(checked) if checked.failing is None else self._explained(checked)

    @property
    def is_made_for_one(self) -> bool:
        """Whether it is right for the n that it was tried for, and gives nothing for any other."""
        others = [outcome for n, outcome in self.outcomes.items() if n != self.tried_for]
        return (
            "vars" in self.probe.plan.arguments
            and not self.probe.alone
            and self.probe.gives is Gives.ALL
            and not any(
                outcome.run.solutions or outcome.answers.printed.strip() for outcome in others
            )
        )

    def _ask_for_all(self) -> set[Task]:
        """Ask for one n after another; gives the tasks that are done for all of them."""
        probe = self.probe
        if probe.is_over:
            self.outcomes = {1: for_board(probe.outcome, 1)}
            return set()
        tasks = set(Task)
        for n in [probe.alone] if probe.alone else range(1, self.largest + 1):
            left = self._asked(n, tasks)
            if self.outcomes[n].answers.is_cut and len(self.outcomes) > 1:
                del self.outcomes[n]
                self.cut = n
                break
            if n == len(self.refused) + 1 and is_refusal(self.outcomes[n]):
                self.refused.append(n)
                continue
            tasks = left
            if not tasks or self.is_stopped():
                break
        taken = {n: outcome for n, outcome in self.outcomes.items() if n not in self.refused}
        if all(outcome.run.ending.cause is Cause.FAILED for outcome in taken.values()):
            self.refused.clear()  # what fails for every n refuses none
        else:
            self.outcomes = taken
        return tasks

    def _doubted(self, checked: CheckResult) -> CheckResult:
        """The result of a program whose answers are right: so must be all else that it claims."""
        doubt = self._doubt(checked) or self._doubt_of_its_run()
        if doubt and not doubt.refuted:
            reason = f"its answers are right, but {doubt.text}"
            return replace(checked, reason=reason, told_by={**checked.told_by, reason: doubt.n})
        if doubt:
            judgement = checked.judgements[doubt.n]
            checked.judgements[doubt.n] = replace(judgement, verdict=RunVerdict.WRONG)
            checked.diagnosis.append(doubt.text)
            return replace(checked, refuted=doubt.n)
        return checked

    def _explained(self, checked: CheckResult) -> CheckResult:
        """The result of a program that fails, with what is probably wrong."""
        assert checked.failing is not None  # noqa: S101  # the caller has asked
        evidence = self._evidence(checked.outcomes, checked.failing)
        checked.diagnosis.extend(diagnose(evidence, checked.failing, self.options.task))
        doubt = self._doubt(checked)
        if checked.verdict is Verdict.WRONG and doubt and not doubt.refuted:
            told_by = {**checked.told_by, doubt.text: checked.failing}
            return replace(checked, reason=doubt.text, told_by=told_by)
        is_guess = checked.verdict is Verdict.WRONG or not self.probe.plan.is_usual
        if self.probe.is_over or not is_guess:
            return checked
        if reason := why_not_convicted(self.probe, evidence, checked.diagnosis):
            told_by = {**checked.told_by, reason: checked.failing}
            return replace(checked, reason=reason, told_by=told_by)
        return replace(checked, fingerprint=fingerprint(evidence, checked.diagnosis))

    def _doubt(self, checked: CheckResult) -> Doubt | None:
        """What the program claims beside its answers and is not right; first, a false claim."""
        task, failing = self.options.task or Task.ALL, checked.failing
        complete = {
            n: outcome.answers
            for n, outcome in checked.outcomes.items()
            if outcome.run.status is Status.COMPLETE
        }
        if task is Task.COUNT or not complete:
            return None
        how = next(iter(checked.outcomes.values())).answer_format
        doubts = unexplained(complete, how, task)
        seen = (doubt for doubt in doubts if failing is None or doubt.n <= failing)
        return min(seen, key=lambda doubt: (not doubt.refuted, doubt.n), default=None)

    def _doubt_of_its_run(self) -> Doubt | None:
        """That it prints wrong placements when it is run, where a function of it was called."""
        n, program = self.tried_for, self.own_run
        if not self._has_own_run:
            return None
        limits = replace(program.limits, seconds=min(program.limits.seconds, TRIAL_SECONDS))
        outcome = program.ask(STARTED, n, is_last=True, limits=limits)
        score = outcome.answers.score(outcome.answer_format)
        if (
            not outcome.answer_format.is_printed
            or not score.items == score.fitting == score.on_board
        ):
            return None
        if score.right == score.items <= KNOWN_COUNTS[n]:
            return None
        return Doubt(
            n, f"when run as a program, it prints placements for n = {n} that are not solutions"
        )

    @property
    def _has_own_run(self) -> bool:
        plan, text = self.probe.plan, self.probe.program.submission.text
        is_called = plan.entry and not plan.needs_a_start and self.options.task is not Task.COUNT
        return bool(is_called and self.tried_for > 1 and READS.search(text))

    def _asked(self, n: int, tasks: set[Task]) -> set[Task]:
        """Ask for n; gives the tasks that are still done."""
        probe, is_last = self.probe, n == self.largest
        if is_last and self._has_own_run:
            self.own_run.start(STARTED, self.tried_for)  # it loads while this n is answered
        is_known = probe.outcome.run.status is Status.COMPLETE and not (self.fresh or is_last)
        is_first = not probe.program.times_asked
        if n == probe.alone:
            self.outcomes[n] = for_board(probe.outcome, n)
        elif n == self.tried_for and is_known:
            self.outcomes[n] = probe.outcome
        else:
            self.outcomes[n] = self._ask(n, is_last=is_last)
        left = self._done(n, tasks)
        wanted = self.options.task or Task.ALL
        has_failed = (tasks and not left) or (wanted in tasks and wanted not in left)
        was_fresh = is_first or self.fresh or probe.plan.needs_a_start
        if not has_failed or probe.alone or was_fresh:
            return left
        before = self.outcomes[n]
        # The process is kept: most fail again, and are asked for more n.
        self.outcomes[n] = probe.program.ask(probe.plan, n, fresh=True, is_last=is_last)
        self.remembers = self.remembers or before.answers.values != self.outcomes[n].answers.values
        self.fresh = self._done(n, tasks) > left
        if self.fresh and not is_last:
            self.outcomes[n] = self._ask(n)
        return self._done(n, tasks)

    def _ask(self, n: int, *, is_last: bool = False) -> CallResult:
        """What it answers; of a process that answers for one n only, only when it is over."""
        fresh = self.fresh
        return self.probe.program.ask(self.probe.plan, n, fresh=fresh, is_last=fresh or is_last)

    def _done(self, n: int, tasks: set[Task]) -> set[Task]:
        outcome = self._read()[n]
        judgement = judge(n, outcome)
        return {task for task in tasks if does(task, n, outcome, judgement)}

    def _read(self) -> dict[int, CallResult]:
        also = {} if self.probe.alone else {self.tried_for: self.probe.outcome}
        return read_together(self.outcomes, also)

    def _evidence(self, outcomes: Mapping[int, CallResult], failing: int) -> dict[int, CallResult]:
        """The outcomes for more n, as far as they are complete and may be seen."""
        evidence = dict(outcomes)
        if outcomes[failing].run.status is not Status.COMPLETE or self.probe.alone:
            return evidence
        last = LARGEST_COMPARED
        if self.hidden_from is not None and failing < self.hidden_from:
            last = min(last, self.hidden_from - 1)
        program, plan, answer_format = (
            self.probe.program,
            self.probe.plan,
            outcomes[failing].answer_format,
        )
        limits = program.limits
        less = replace(limits, output_mib=min(limits.output_mib, EVIDENCE_MIB))
        fresh = self.fresh or self.remembers
        for n in range(failing + 1, last + 1):
            if self.is_stopped():
                break
            if (outcome := self.outcomes.get(n)) is None:
                outcome = program.ask(plan, n, fresh=fresh, limits=less)
                if not fresh and self._depends_on_what_was_asked(n, outcome):
                    self.remembers = True
                    return self._evidence(outcomes, failing)  # each n in a process of its own
            evidence[n] = outcome.read_as(answer_format)
            if outcome.run.status is not Status.COMPLETE:
                break
        return evidence

    def _depends_on_what_was_asked(self, n: int, outcome: CallResult) -> bool:
        """Whether that is seen: it fails, or answers otherwise than when this n was asked first."""
        if outcome.run.ending.cause is Cause.FAILED:
            return True
        first = self.probe.outcome
        known = n == self.tried_for and first.run.status is Status.COMPLETE
        return known and first.answers.values != outcome.answers.values

    def _remarks(self) -> dict[str, int]:
        """What was assumed or done for it, each with the n that it is known from; 0: from any."""
        plan = self.probe.plan
        remarks = {} if plan.is_usual or self.probe.is_over else {plan.words: 0}
        if self.fresh and not self.options.fresh:
            kept = "it keeps state between calls, so each n ran in a new process"
            remarks[kept] = max(self.outcomes, default=0)
        if self.cut:
            long = f"it prints more than 4 MiB for n = {self.cut}, so larger boards are not judged"
            remarks[long] = self.cut
        for n, outcome in self.outcomes.items():
            for remark in outcome.remarks:
                remarks.setdefault(remark, n)
        for name in self.probe.program.submission.missing:
            remarks[missing_words(name)] = 0
        return remarks
