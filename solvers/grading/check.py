"""Check one program: ask it for each n that is tested, and judge it."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from solvers.execution.limits import Limits
from solvers.execution.result import Status
from solvers.grading.answers.answer_format import Answers, Claim, unexplained_claims
from solvers.grading.answers.number_lines import A_TOTAL, ALL, KNOWN_CLASSES
from solvers.grading.call_result import CallResult, for_board
from solvers.grading.calls import CallPlan, takes_a_size
from solvers.grading.finding import Fact, Finding, finding
from solvers.grading.own_run import OwnRun, claims_of_others, read_claims
from solvers.grading.result import (
    CheckResult,
    ProgramVerdict,
    judge_answers,
)
from solvers.grading.sandbox import Runner
from solvers.grading.size_runs import SizeRuns
from solvers.grading.submission import RANDOM, CheckOptions, Submission, Task
from solvers.grading.trial import TRIED_FOR, Quality, Trial, find_call
from solvers.puzzle.packing import Fault
from solvers.puzzle.placements import is_valid
from solvers.puzzle.problem import KNOWN_COUNTS
from solvers.referee.verdict import Verdict

NAMES_CLASSES = re.compile(
    r"fundamental|essentially[ _-]different|in-?equivalent|non-?equivalent|up to symmetr",
    re.IGNORECASE,
)
"""Matches the words of a program that looks for one solution of each symmetry class."""

READING_SECONDS = 30.0
"""The most processor time of the suite for one check, nearly all of it for reading output."""


class ReadingError(Exception):
    """A text took too long to read."""


@contextmanager
def limited_reading(seconds: float = READING_SECONDS) -> Iterator[None]:
    """Raise ReadingError when this process, not its children, has used that much processor time.

    It works in the main thread only; elsewhere it limits nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise ReadingError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def check_program(  # noqa: PLR0913  # the program, its limits and the options
    submission: Submission,
    largest: int,
    limits: Limits,
    sandbox: Runner,
    *,
    options: CheckOptions | None = None,
    sizes: Collection[int] | None = None,
) -> CheckResult:
    """Ask the program for each of ``sizes`` (None: 1 to ``largest``), and judge its answers.

    Each n has its own limits. Without ``sizes``, the check stops at a limit and, if all solutions
    are wanted, after wrong boards for each n from TRIED_FOR to LARGEST_COMPARED. After a wrong
    answer, it asks for more n up to LARGEST_COMPARED, because more answers leave fewer possible
    causes.
    """
    options = options or CheckOptions()
    asked, sizes_are_chosen = tuple(sorted(sizes or range(1, largest + 1))), sizes is not None
    trial = find_call(submission, limits, sandbox, options, TRIED_FOR)
    with trial.program:
        size_runs = SizeRuns(trial, asked, options, sizes_are_chosen=sizes_are_chosen)
        checked = Check(size_runs).result(sandbox)
        if size_runs.is_made_for_one_size:  # its list of variables fits no other board
            trial.only_n = TRIED_FOR
            size_runs = SizeRuns(trial, asked, options, sizes_are_chosen=sizes_are_chosen)
            checked = Check(size_runs).result(sandbox)
    return checked


@dataclass(slots=True)
class Check:
    """One check: the program is asked for each n, and judged."""

    size_runs: SizeRuns

    @property
    def trial(self) -> Trial:
        """The trial that found the call of the program."""
        return self.size_runs.trial

    @property
    def options(self) -> CheckOptions:
        """The options of the check."""
        return self.size_runs.options

    @property
    def own_run(self) -> OwnRun:
        """The run of the program's main part."""
        return self.size_runs.own_run

    def result(self, sandbox: Runner) -> CheckResult:
        """The result of the check."""
        with self.own_run:
            checked = self._result(sandbox)
            return self._result_from_false_counts(checked) or checked

    def _result(self, sandbox: Runner) -> CheckResult:
        """Ask for each size, judge the answers, and explain a failure."""
        trial = self.trial
        tasks = self.size_runs.ask_each_size()
        outcomes = self.size_runs.read()
        task = self.options.task or (Task.COUNT if _counts(outcomes) else None)
        wanted = task or Task.ALL
        judgements = {n: judge_answers(n, outcome, wanted) for n, outcome in outcomes.items()}
        others = [task for task in self._other_tasks_done(outcomes, tasks) if task is not wanted]
        forged = next((n for n, outcome in outcomes.items() if outcome.is_forged), None)
        reason = self._reason_without_answers() if forged is None else finding(Fact.FORGED)
        reason = reason or self._why_not_tested()
        checked = CheckResult(
            submission=trial.program.submission,
            sandbox=sandbox,
            largest=trial.only_n or max(self.size_runs.outcomes, default=0),
            outcomes=outcomes,
            judgements=judgements,
            task=task,
            other_task=others[0] if others and wanted not in tasks else None,
            only_n=trial.only_n,
            plan=trial.plan,
            remarks=self._remarks(),
            reason=reason,
            rejected_sizes=tuple(self.size_runs.rejected_sizes),
        )
        if checked.failing_n and (checked.reason or checked.does_another_task):
            from solvers.grading.diagnosis.explanations import diagnose

            found = diagnose(checked.submission, outcomes, checked.failing_n, self.options.task)
            return replace(checked, diagnosis=tuple(found))
        if checked.reason:
            return checked
        if checked.failing_n is not None:
            return self._convicted_or_not_judged(checked)
        if n := self.size_runs.first_varying_n(checked.judgements):
            return checked.not_judged(finding(Fact.ANSWERS_VARY, n))
        if self.size_runs.first_cut:  # nobody knows the rest
            return checked.not_judged(finding(Fact.OUTPUT_CUT, self.size_runs.first_cut))
        return self._with_claims_checked(checked)

    def _reason_without_answers(self) -> Finding | None:
        """The reason to judge nothing, for a program without answers."""
        if self.trial.quality > Quality.NOTHING or not self.size_runs.outcomes:
            return None
        from solvers.grading.not_judged import why_not_judged

        return why_not_judged(self.trial)

    def _other_tasks_done(self, outcomes: Mapping[int, CallResult], tasks: set[Task]) -> list[Task]:
        """The fulfilled tasks that the author may have meant."""
        answers = [outcome.answers for outcome in outcomes.values()]
        found = [len(outcome.run.placements) for n, outcome in outcomes.items() if n > 1]
        # A program that gives several boards does not look for one. A program that gives boards
        # does not count them.
        may_mean_one, may_mean_count = max(found, default=0) < 2, not any(found)
        is_printed = all(outcome.answer_format.is_printed for outcome in outcomes.values())
        if not self.trial.plan.entry and is_printed and Task.ONE in tasks:
            # The main part shows some solutions. Only the program's words can promise all.
            may_mean_count = any(each.parsed.totals for each in answers)
            promises = any(ALL.search(each.printed) for each in answers) or (
                Task.COUNT not in tasks and any(A_TOTAL.search(each.printed) for each in answers)
            )
            may_mean_one = not promises and (may_mean_one or not may_mean_count)
        meant = (
            (Task.ONE, may_mean_one),
            (Task.COUNT, may_mean_count),
        )
        return [task for task, is_meant in meant if is_meant and task in tasks]

    def _why_not_tested(self) -> Finding | None:
        """The finding that the program takes only one n, if the user chose other sizes."""
        alone = self.trial.only_n
        if not alone or not self.size_runs.sizes_are_chosen or alone in self.size_runs.sizes:
            return None
        return finding(Fact.SIZE_NOT_TESTED, alone)

    def _with_claims_checked(self, checked: CheckResult) -> CheckResult:
        """The result of a program whose answers are right, after its other claims are checked."""
        judged = None if self.own_run.needs_own_run else self.trial.only_n
        claims = [claim for claim in self.own_run.claims if claim.n != judged]
        if self.size_runs.fresh and not self.options.fresh:
            from solvers.grading.diagnosis.python_source import kept_default

            if name := kept_default(self.trial.program.submission):
                return checked.not_judged(finding(Fact.KEPT_DEFAULT, name=name))
        own = () if self.own_run.read_n else {claim.n for claim in claims if claim.is_true}
        checked = replace(checked, own_run_sizes=tuple(sorted(own)))
        claim = self._unexplained_claim(checked) or self._most_serious_claim(claims)
        if claim is None:
            return checked
        if not claim.is_unambiguous or claim.n not in checked.judgements:
            return checked.not_judged(finding(Fact.RIGHT_BUT, claim.n, says=claim.finding))
        judgement = checked.judgements[claim.n]
        refuted = {claim.n: replace(judgement, verdict=Verdict.WRONG)}
        return replace(
            checked,
            judgements={**checked.judgements, **refuted},
            diagnosis=(claim.finding,),
            false_claim_n=claim.n,
        )

    def _result_from_false_counts(self, checked: CheckResult) -> CheckResult | None:
        """The result of a program that cannot be judged, but whose own run prints a false count.

        The run claims more solutions than exist, or a wrong number beside right ones for other n.
        None if there is no such count.
        """
        is_asked = self.trial.program.submission.entry
        if checked.verdict is not ProgramVerdict.NOT_JUDGED or is_asked:
            return None
        if checked.reason and checked.reason.fact in {Fact.FORGED, Fact.SIZE_NOT_TESTED}:
            return None
        claims = [
            claim
            for claim in self._own_claims()
            if claim.is_unambiguous
            and claim.number is not None
            and (claim.is_true or claim.number not in KNOWN_CLASSES[claim.n : claim.n + 1])
            and (claim.n in self.size_runs.sizes or not self.size_runs.sizes_are_chosen)
        ]
        is_known = any(claim.is_true and claim.n >= TRIED_FOR for claim in claims)
        false = {
            claim.n: claim
            for claim in claims
            if not claim.is_true and (is_known or (claim.number or 0) > KNOWN_COUNTS[claim.n])
        }
        if not false:
            return None
        told = {claim.n: claim.number for claim in claims if claim.is_true}
        told |= {n: claim.number for n, claim in false.items()}
        outcome, refuted = self.trial.outcome, min(false)
        outcomes = {
            n: for_board(replace(outcome, answers=Answers((number,), n, single=True)), n)
            for n, number in sorted(told.items())
        }
        return replace(
            checked,
            largest=max(told),
            outcomes=outcomes,
            judgements={n: judge_answers(n, each, Task.COUNT) for n, each in outcomes.items()},
            task=Task.COUNT,
            diagnosis=(finding(Fact.OWN_RUN, refuted, says=false[refuted].finding),),
            plan=CallPlan(without_n=True),
            only_n=refuted if len(told) == 1 else None,
            other_task=None,
            remarks=(),
            false_claim_n=refuted,
            reason=None,
        )

    def _own_claims(self) -> Iterator[Claim]:
        """Yield the claims of its own run and, if it reads n, those in its output for each n."""
        yield from self.own_run.claims
        for n, outcome in self.size_runs.outcomes.items() if self.trial.plan.reads_n else ():
            yield from read_claims(outcome.answers.printed, n)

    def _most_serious_claim(self, claims: Sequence[Claim]) -> Claim | None:
        """The most serious false or unexplained claim of its own run, or of a second solver."""
        found = [
            replace(claim, finding=finding(Fact.OWN_RUN, claim.n, says=claim.finding))
            for claim in claims
            if not claim.is_true and not self._fits_task(claim)
        ]
        if not found and self.own_run.stopped_at:
            return Claim(finding(Fact.OWN_RUN_STOPPED, self.own_run.stopped_at))
        if not found and self.options.task is None:
            found = list(claims_of_others(self.trial, self.size_runs.sizes[-1]))
        return min(found, key=lambda claim: claim.rank, default=None)

    def _fits_task(self, claim: Claim) -> bool:
        """Whether the claimed number fits the task: one solution."""
        return self.options.task is Task.ONE and claim.number == 1

    def _convicted_or_not_judged(self, checked: CheckResult) -> CheckResult:
        """The result of a program that fails: wrong with its probable mistakes, or not judged."""
        from solvers.grading.diagnosis.explanations import (
            diagnose,
            fingerprint,
        )
        from solvers.grading.diagnosis.python_source import in_source
        from solvers.grading.not_judged import why_not_convicted

        assert checked.failing_n is not None  # noqa: S101  # the caller has asked
        compared = self.size_runs.outcomes_to_diagnose(checked.outcomes, checked.failing_n)
        found = diagnose(checked.submission, compared, checked.failing_n, self.options.task)
        checked = replace(checked, diagnosis=tuple(found))
        assert checked.failing_n is not None  # noqa: S101  # it has the same judgements
        if reason := self._excuse(checked):
            return checked.not_judged(reason)
        claim = self._unexplained_claim(checked)
        if checked.verdict is ProgramVerdict.WRONG and claim and not claim.is_unambiguous:
            return checked.not_judged(claim.finding)
        plan, submission = self.trial.plan, self.trial.program.submission
        needs_conviction = checked.verdict is ProgramVerdict.WRONG or not plan.is_obvious
        needs_conviction = needs_conviction or not takes_a_size(submission, self.trial.loaded, plan)
        if self.trial.cannot_be_asked or not needs_conviction:
            return checked
        if reason := why_not_convicted(self.trial, compared, checked.diagnosis):
            return checked.not_judged(reason)
        mistakes = (*in_source(submission, found), *found)
        return replace(checked, diagnosis=mistakes, fingerprint=fingerprint(compared, mistakes))

    def _excuse(self, checked: CheckResult) -> Finding | None:
        """A reason for no verdict despite wrong answers: another aim, chance, or shown steps."""
        failing_n = checked.failing_n or 0
        if self._may_mean_classes(checked):
            return finding(Fact.SAYS_ESSENTIAL)
        if not RANDOM.search(self.trial.program.submission.text):
            return None
        if n := self._missed_by_chance(checked):
            return finding(Fact.MISSED_BY_CHANCE, n)
        shows = _shows_search(checked.outcomes[failing_n])
        return finding(Fact.SHOWS_ITS_WAY, failing_n) if shows else None

    def _may_mean_classes(self, checked: CheckResult) -> bool:
        """Whether it may look for one solution per symmetry class: it says so, and lacks some."""
        faults = [judgement.faults for judgement in checked.judgements.values()]
        wrong = {fault for each in faults for fault, times in each.items() if times}
        is_said = NAMES_CLASSES.search(self.trial.program.submission.text)
        some = any(outcome.run.solutions for outcome in checked.outcomes.values())
        return bool(self.options.task is None and is_said and wrong == {Fault.MISSING} and some)

    def _missed_by_chance(self, checked: CheckResult) -> int:
        """The smallest n for which a random search for one fails; 0: none, or no such search."""
        if self.options.task:
            return 0
        found = {n: outcome.run for n, outcome in checked.outcomes.items() if n >= TRIED_FOR}
        is_for_one = all(
            run.solutions <= 1 and not run.rejected and is_valid(run.placements).all()
            for run in found.values()
        )
        none = [
            n for n, run in found.items() if not run.solutions and run.status is Status.COMPLETE
        ]
        return min(none, default=0) if is_for_one and len(none) < len(found) else 0

    def _unexplained_claim(self, checked: CheckResult) -> Claim | None:
        """The most serious false or unexplained claim beside its answers."""
        task, failing_n = self.options.task or Task.ALL, checked.failing_n
        complete = {
            n: outcome.answers
            for n, outcome in checked.outcomes.items()
            if outcome.run.status is Status.COMPLETE
        }
        if task is Task.COUNT or not complete:
            return None
        answer_format = next(iter(checked.outcomes.values())).answer_format
        claims_left = unexplained_claims(complete, answer_format, task)
        seen = (claim for claim in claims_left if failing_n is None or claim.n <= failing_n)
        return min(seen, key=lambda claim: claim.rank, default=None)

    def _remarks(self) -> tuple[Finding, ...]:
        """The remarks: the assumptions that the check made, each once."""
        plan, remarks = self.trial.plan, list[Finding]()
        if not (plan.is_obvious or self.trial.cannot_be_asked):
            remarks.append(finding(Fact.CALLED, plan=plan))
        if constant := self.trial.constant:
            size = self.trial.only_n or 0
            remarks.append(
                finding(Fact.IGNORES_ARGUMENT, entry=plan.entry, constant=constant, size=size)
            )
        if self.size_runs.fresh and not self.options.fresh:
            remarks.append(finding(Fact.KEEPS_STATE, max(self.size_runs.outcomes, default=0)))
        for n, outcome in sorted(self.size_runs.outcomes.items()):  # each once, of the smallest n
            places = {each.details.get("place") for each in remarks}
            if (place := outcome.kept_in) and place not in places:
                remarks.append(finding(Fact.READ_FROM, n, place=place))
            if outcome.labelled and not any(each.fact is Fact.LABELLED for each in remarks):
                remarks.append(finding(Fact.LABELLED, n))
        if missing := self.trial.program.submission.missing:
            remarks.append(finding(Fact.FILES_MISSING, names=missing))
        return tuple(remarks)


def _shows_search(outcome: CallResult) -> bool:
    """Whether it prints several boards, only one of which is a solution."""
    placements = outcome.run.placements
    right = {bytes(each) for each in placements[is_valid(placements)]}
    return outcome.answer_format.is_printed and len(right) == 1 < len(placements)


def _counts(outcomes: Mapping[int, CallResult]) -> bool:
    """Whether the program returns counts that are right for some n and not for all.

    The right ones must include one n from TRIED_FOR on, or be all that are complete.
    """
    complete = {n: each for n, each in outcomes.items() if each.run.status is Status.COMPLETE}
    given = [each.count if each.answers.values else None for each in complete.values()]
    right = [n for n, number in zip(complete, given, strict=True) if number == KNOWN_COUNTS[n]]
    is_telling = len(right) == len(complete) or max(right, default=0) >= TRIED_FOR
    return None not in given and 0 < len(right) < len(outcomes) and is_telling
