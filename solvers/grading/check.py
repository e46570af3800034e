"""Check one program: ask it for each n that is tested, and judge it."""

from __future__ import annotations

import math
import re
import signal
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Status
from solvers.grading import fundamental
from solvers.grading.answers.answer_format import LOOKED_AT, Answers, Claim, unexplained
from solvers.grading.answers.number_lines import ALL
from solvers.grading.call_result import LIMITED, CallResult, for_board
from solvers.grading.calls import CallPlan, takes_a_size
from solvers.grading.finding import Fact, Finding, finding
from solvers.grading.own_run import COMPARED, OwnRun, doubts_of_others, read_claims
from solvers.grading.probe import LARGEST_COMPARED, TRIED_FOR, Gives, Probe, probe_program
from solvers.grading.result import (
    CheckResult,
    ProgramVerdict,
    does,
    judge,
    read_together,
)
from solvers.grading.sandbox import Runner
from solvers.grading.submission import CheckOptions, Submission, Task
from solvers.puzzle.packing import Fault
from solvers.puzzle.placements import is_valid
from solvers.puzzle.problem import KNOWN_COUNTS
from solvers.referee.verdict import Judgement, Verdict

MOST_READ = 6000
"""Reading so many answers takes as long as starting another process for the next size."""

REFUTED_SECONDS = 3.0
"""The time for a larger n of a program that gave wrong boards for all that are compared."""

RANDOM = re.compile(r"\brandom")
"""The word of a program that answers by chance."""

EVIDENCE_MIB = 16
"""Enough for every arrangement of up to LARGEST_COMPARED queens, of which 46,656 are the most."""


READING_SECONDS = 30.0
"""The processor time that a check may take for itself: a program's output is limited, and
reading the most takes a few seconds."""


class ReadingError(Exception):
    """A text took too long to read."""


@contextmanager
def limited_reading(seconds: float = READING_SECONDS) -> Iterator[None]:
    """Raise ReadingError when this process has taken so much processor time, not its children.

    Only the main thread can be interrupted so; elsewhere nothing is limited.
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


def check_program(  # noqa: PLR0913  # what to run and how, who sees it, who waits for it
    submission: Submission,
    largest: int,
    limits: Limits,
    sandbox: Runner,
    *,
    options: CheckOptions | None = None,
    sizes: Collection[int] | None = None,
    hidden_from: int | None = None,
) -> CheckResult:
    """Ask the program for each of ``sizes``; None: for n = 1 to ``largest``.

    Each n has limits of its own, and a failure at one ends nothing; only where no sizes are given,
    a program that reached a limit, or gave wrong boards for each n that is compared, is not asked
    for larger n, which would take as long again. Where answers are wrong, it is asked for a few
    more n, since one small set of answers can have many causes and several rarely do.
    ``hidden_from`` changes the display alone.
    """
    options = options or CheckOptions()
    asked, are_given = tuple(sorted(sizes or range(1, largest + 1))), sizes is not None
    probe = probe_program(submission, limits, sandbox, options, TRIED_FOR)
    with probe.program:
        examination = Examination(probe, asked, options, are_given=are_given)
        checked = examination.result(sandbox)
        if examination.is_made_for_one:  # its list of variables fits no other board
            probe.alone = TRIED_FOR
            checked = Examination(probe, asked, options, are_given=are_given).result(sandbox)
    return replace(checked, hidden_from=hidden_from)


@dataclass(slots=True)
class Examination:
    """The program is asked for one n after another."""

    probe: Probe
    sizes: tuple[int, ...]
    """The sizes that are tested, in order."""
    options: CheckOptions
    are_given: bool
    """Whether somebody chose them."""
    outcomes: dict[int, CallResult] = field(default_factory=dict)
    fresh: bool = False
    refused: list[int] = field(default_factory=list)
    """The smallest n, which it says that it does not take."""
    cut: int = 0
    """The n for which it prints more than is looked at; 0: none."""
    remembers: bool = False
    """Whether its answers depend on earlier requests."""
    settled: int = 0
    """The first n that failed, when it was asked in a new process too; 0: there is none."""
    own_run: OwnRun = field(init=False)

    def __post_init__(self) -> None:
        self.own_run = OwnRun(self.probe, self.sizes[-1])

    def result(self, sandbox: Runner) -> CheckResult:
        """All that is said of the program."""
        with self.own_run:
            checked = self._result(sandbox)
            return self._refuted(checked) or checked

    def _result(self, sandbox: Runner) -> CheckResult:
        probe = self.probe
        self.fresh = self.options.fresh
        tasks = self._ask_for_all()
        outcomes = self._read()
        task = self.options.task or (Task.COUNT if _counts(outcomes) else None)
        wanted = task or Task.ALL
        judgements = {n: judge(n, outcome, wanted) for n, outcome in outcomes.items()}
        others = [task for task in self._meant(outcomes, tasks) if task is not wanted]
        forged = next((n for n, outcome in outcomes.items() if outcome.is_forged), None)
        reason = self._why_nothing() if forged is None else finding(Fact.FORGED)
        known_from = 0 if probe.is_over else probe.outcome.answers.n
        reason = reason or self._why_not_tested()
        checked = CheckResult(
            submission=probe.program.submission,
            sandbox=sandbox,
            largest=probe.alone or max(self.outcomes, default=0),
            outcomes=outcomes,
            judgements=judgements,
            task=task,
            instead=others[0] if others and wanted not in tasks else None,
            alone=probe.alone,
            plan=probe.plan,
            remarks=self._remarks(),
            reason=reason,
            reason_from=(forged or known_from) if reason else 0,
            refused=tuple(self.refused),
        )
        if checked.failing and (checked.reason or checked.does_another_task):
            from solvers.grading.diagnosis.explanations import diagnose  # noqa: PLC0415  # it fails

            checked.diagnosis.extend(diagnose(outcomes, checked.failing, self.options.task))
            return checked
        if checked.reason:
            return checked
        if checked.failing is not None:
            return self._explained(checked)
        if n := self._varies(checked.judgements):
            return checked.not_judged(finding(Fact.ANSWERS_VARY, n), n)
        if self.cut:  # nobody knows the rest
            return checked.not_judged(finding(Fact.OUTPUT_CUT, self.cut), self.cut)
        return self._doubted(checked)

    def _why_nothing(self) -> Finding | None:
        """The reason why nothing is said of a program that gives nothing."""
        if self.probe.gives > Gives.NOTHING or not self.outcomes:
            return None
        from solvers.grading.not_judged import why_not_judged  # noqa: PLC0415  # most give some

        return why_not_judged(self.probe)

    def _varies(self, judgements: Mapping[int, Judgement]) -> int:
        """The size for which a program that failed before, and is right, now fails; 0: none.

        It may keep state between calls, or answer by chance.
        """
        if not self.fresh or self.options.fresh:
            return 0
        wanted = self.options.task or Task.ALL
        for n in sorted(self.outcomes.keys() & judgements.keys() & {*COMPARED}):
            again = self._ask(n).read_as(self.outcomes[n].answer_format)
            if again.run.status is Status.COMPLETE and not does(wanted, n, again, judge(n, again)):
                return n
        return 0

    def _meant(self, outcomes: Mapping[int, CallResult], tasks: set[Task]) -> list[Task]:
        """The other tasks that it may have meant to do, of those that it does."""
        answers = [outcome.answers for outcome in outcomes.values()]
        found = [len(outcome.run.placements) for n, outcome in outcomes.items() if n > 1]
        # It does not look for one where it gives several, nor for their number where it gives any.
        one, count = max(found, default=0) < 2, not any(found)
        is_printed = all(outcome.answer_format.is_printed for outcome in outcomes.values())
        if not self.probe.plan.entry and is_printed and Task.ONE in tasks:
            # Its main part shows some of them: only its own words can promise all.
            count = any(each.parsed.totals for each in answers)
            promises = any(ALL.search(each.printed) for each in answers)
            one = not promises and (one or not count)
        known = fundamental.MAY_SAY_SO.search(self.probe.program.submission.text) is not None
        meant = ((Task.FUNDAMENTAL, known), (Task.ONE, one), (Task.COUNT, count))
        return [task for task, is_meant in meant if is_meant and task in tasks]

    @property
    def is_made_for_one(self) -> bool:
        """Whether it is right for the n that it was tried for, and gives nothing for any other."""
        others = [outcome for n, outcome in self.outcomes.items() if n != TRIED_FOR]
        return (
            self.probe.plan.call.startswith("length(")
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
            first = self.sizes[0]
            self.outcomes = {first: for_board(probe.outcome, first)}
            return set()
        tasks = set(Task)
        for n in [probe.alone] if probe.alone else self.sizes:
            is_enough = self._says_enough(n)
            if (is_enough or n == self.sizes[-1]) and self._depends_on_what_was_asked():
                self.remembers = True
                for before in [size for size in self.outcomes if size > self.settled]:
                    self.outcomes[before] = self._ask(before)
                is_enough = self._says_enough(n)
            if is_enough:
                break
            left = self._asked(n, tasks)
            if self.outcomes[n].answers.is_cut and len(self.outcomes) > 1:
                del self.outcomes[n]
                self.cut = n
                break
            if self.outcomes.keys() == {*self.refused, n} and self.outcomes[n].is_refusal:
                self.refused.append(n)
                continue
            tasks = left
            if self._reached_a_limit(n) and not self.are_given:
                break
        taken = {n: outcome for n, outcome in self.outcomes.items() if n not in self.refused}
        if all(outcome.run.ending.cause is Cause.FAILED for outcome in taken.values()):
            self.refused.clear()  # what fails for every n refuses none
        else:
            self.outcomes = taken
        return tasks

    def _reached_a_limit(self, n: int) -> bool:
        """Whether it reached one for n, and would for larger n: it did for TRIED_FOR, or n is."""
        if self.outcomes[n].run.ending.cause is Cause.TOO_MANY:
            return False  # it could go on
        stopped = (self.outcomes[n], self.outcomes[n] if n >= TRIED_FOR else self.probe.outcome)
        return all(each.run.status in LIMITED for each in stopped)

    def _why_not_tested(self) -> Finding | None:
        """The finding that the program takes one n alone, if another one was to be tested."""
        alone = self.probe.alone
        if not alone or not self.are_given or alone in self.sizes:
            return None
        return finding(Fact.SIZE_NOT_TESTED, alone)

    def _doubted(self, checked: CheckResult) -> CheckResult:
        """The result of a program whose answers are right: so must be all else that it claims."""
        judged = None if self.own_run.is_there else self.probe.alone
        claims = [claim for claim in self.own_run.claims if claim.n != judged]
        if self.fresh and not self.options.fresh:
            from solvers.grading.diagnosis.python_source import kept_default  # noqa: PLC0415  # rare

            if name := kept_default(self.probe.program.submission):
                return checked.not_judged(finding(Fact.KEPT_DEFAULT, name=name))
        own = () if self.own_run.was_given else {claim.n for claim in claims if claim.is_true}
        checked = replace(checked, own=tuple(sorted(own)))
        doubt = self._doubt(checked) or self._doubt_beside(claims)
        if doubt is None:
            return checked
        if not doubt.is_plain or doubt.n not in checked.judgements:
            return checked.not_judged(finding(Fact.RIGHT_BUT, doubt.n, says=doubt.says), doubt.n)
        judgement = checked.judgements[doubt.n]
        checked.judgements[doubt.n] = replace(judgement, verdict=Verdict.WRONG)
        checked.diagnosis.append(doubt.says)
        return replace(checked, refuted=doubt.n)

    def _refuted(self, checked: CheckResult) -> CheckResult | None:
        """The result of a program that nothing is judged of, but whose own run counts falsely.

        It tells more solutions than there are, or beside right numbers of other boards.
        """
        is_asked = self.probe.program.submission.entry
        if checked.verdict is not ProgramVerdict.NOT_JUDGED or is_asked:
            return None
        if checked.reason and checked.reason.fact in {Fact.FORGED, Fact.SIZE_NOT_TESTED}:
            return None
        claims = [
            claim
            for claim in self._own_claims()
            if claim.is_plain
            and claim.number is not None
            and (claim.is_true or not fundamental.is_number(claim.number, claim.n))
            and (claim.n in self.sizes or not self.are_given)
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
        outcome, refuted = self.probe.outcome, min(false)
        outcomes = {
            n: for_board(replace(outcome, answers=Answers((number,), n, single=True)), n)
            for n, number in sorted(told.items())
        }
        return replace(
            checked,
            largest=max(told),
            outcomes=outcomes,
            judgements={n: judge(n, each, Task.COUNT) for n, each in outcomes.items()},
            task=Task.COUNT,
            diagnosis=[finding(Fact.OWN_RUN, refuted, says=false[refuted].says)],
            plan=CallPlan(fixed=True),
            alone=refuted if len(told) == 1 else None,
            instead=None,
            remarks=(),
            refuted=refuted,
            reason=None,
        )

    def _own_claims(self) -> Iterator[Claim]:
        """The claims of its own run, which may have been asked for each n."""
        yield from self.own_run.claims
        for n, outcome in self.outcomes.items() if self.probe.plan.started else ():
            yield from read_claims(outcome.answers.printed, n)

    def _doubt_beside(self, claims: Sequence[Claim]) -> Claim | None:
        """The faults of its own run, or of a second solver; first, a false claim."""
        found = [
            replace(claim, says=finding(Fact.OWN_RUN, claim.n, says=claim.says))
            for claim in claims
            if not claim.is_true and not self._is_one_of_many(claim)
        ]
        if self.options.task is Task.FUNDAMENTAL:
            printed = self.own_run.printed + self.probe.loaded.printed
            if (number := fundamental.false_number(printed)) is not None:
                largest = max(self.outcomes)
                says = finding(Fact.REPORTS_CLASSES, largest, number=number)
                found.append(Claim(finding(Fact.OWN_RUN, largest, says=says)))
        if not found and self.own_run.cut:
            return Claim(finding(Fact.OWN_RUN_STOPPED, self.own_run.cut))
        if not found and self.options.task is None:
            found = list(doubts_of_others(self.probe, self.sizes[-1]))
        return min(found, key=lambda doubt: doubt.rank, default=None)

    def _is_one_of_many(self, claim: Claim) -> bool:
        """Whether it is the number of the solutions that were asked for."""
        if self.options.task is Task.FUNDAMENTAL:
            return fundamental.is_number(claim.number, claim.n)
        return self.options.task is Task.ONE and claim.number == 1

    def _explained(self, checked: CheckResult) -> CheckResult:
        """The result of a program that fails, with its probable mistake."""
        from solvers.grading.diagnosis.explanations import (  # noqa: PLC0415  # as above
            diagnose,
            fingerprint,
        )
        from solvers.grading.diagnosis.python_source import in_source  # noqa: PLC0415
        from solvers.grading.not_judged import why_not_convicted  # noqa: PLC0415

        assert checked.failing is not None  # noqa: S101  # the caller has asked
        evidence = self._evidence(checked.outcomes, checked.failing)
        checked = replace(checked, evidence=evidence)
        assert checked.failing is not None  # noqa: S101  # it has the same judgements
        checked.diagnosis.extend(diagnose(evidence, checked.failing, self.options.task))
        if reason := self._may_be_meant(checked):
            return checked.not_judged(reason, reason.n)
        doubt = self._doubt(checked)
        if checked.verdict is ProgramVerdict.WRONG and doubt and not doubt.is_plain:
            return checked.not_judged(doubt.says, checked.failing)
        plan, submission = self.probe.plan, self.probe.program.submission
        is_guess = checked.verdict is ProgramVerdict.WRONG or not plan.is_usual
        is_guess = is_guess or not takes_a_size(submission, self.probe.loaded, plan)
        if self.probe.is_over or not is_guess:
            return checked
        if reason := why_not_convicted(self.probe, evidence, checked.diagnosis):
            return checked.not_judged(reason, checked.failing)
        checked.diagnosis[:0] = in_source(submission, checked.diagnosis)
        return replace(checked, fingerprint=fingerprint(evidence, checked.diagnosis))

    def _may_be_meant(self, checked: CheckResult) -> Finding | None:
        """The reason why its answers may be meant as they are, although they are not all."""
        failing = checked.failing or 0
        if self._finds_some_of_each(checked):
            return finding(Fact.SAYS_ESSENTIAL)
        if not RANDOM.search(self.probe.program.submission.text):
            return None
        if n := self._missed_by_chance(checked):
            return finding(Fact.MISSED_BY_CHANCE, n)
        shows = _shows_its_way(checked.outcomes[failing])
        return finding(Fact.SHOWS_ITS_WAY, failing) if shows else None

    def _finds_some_of_each(self, checked: CheckResult) -> bool:
        """Whether nobody has said its task, its text does, and it gives nothing but solutions."""
        faults = [judgement.faults for judgement in checked.judgements.values()]
        wrong = {fault for each in faults for fault, times in each.items() if times}
        is_said = fundamental.SAYS_SO.search(self.probe.program.submission.text)
        some = any(outcome.run.solutions for outcome in checked.outcomes.values())
        return bool(self.options.task is None and is_said and wrong == {Fault.MISSING} and some)

    def _missed_by_chance(self, checked: CheckResult) -> int:
        """The smallest n for which a random search for one solution gives none; 0: it is none."""
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

    def _doubt(self, checked: CheckResult) -> Claim | None:
        """The claims beside its answers that are not right; first, a false one."""
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
        seen = (
            doubt
            for doubt in doubts
            if (failing is None or doubt.n <= failing)
            and not (task is Task.FUNDAMENTAL and fundamental.is_number(doubt.number, doubt.n))
        )
        return min(seen, key=lambda doubt: doubt.rank, default=None)

    def _asked(self, n: int, tasks: set[Task]) -> set[Task]:
        """Ask for n; gives the tasks that are still done."""
        probe, is_last = self.probe, n == self.sizes[-1]
        wanted = self.options.task or Task.ALL
        if is_last and wanted in tasks:
            self.own_run.start()  # it loads while this n is answered
        is_known = probe.outcome.run.status is Status.COMPLETE and not (self.fresh or is_last)
        is_first = not probe.program.times_asked
        if n == probe.alone:
            self.outcomes[n] = for_board(probe.outcome, n)
        elif n == TRIED_FOR and is_known:
            self.outcomes[n] = probe.outcome
        else:
            is_refuted = not tasks and wanted is Task.ALL and n > LARGEST_COMPARED
            most: float = max(LOOKED_AT if is_last else MOST_READ, KNOWN_COUNTS[n] + 1)
            most = most if is_refuted else math.inf
            limits = self.probe.program.limits
            if is_refuted and self._gives_wrong_boards():
                limits = replace(limits, seconds=min(limits.seconds, REFUTED_SECONDS))
            self.outcomes[n] = self._ask(n, is_last=is_last, most=most, limits=limits)
        left = self._done(n, tasks)
        has_failed = (tasks and not left) or (wanted in tasks and wanted not in left)
        was_fresh = is_first or self.fresh or probe.plan.needs_a_start
        if not has_failed or probe.alone or was_fresh or self.settled:
            return left
        before, self.settled = self.outcomes[n], n
        # The process is kept: most fail again, and are asked for more n.
        self.outcomes[n] = probe.program.ask(probe.plan, n, fresh=True, is_last=is_last)
        self.remembers = before.answers.values != self.outcomes[n].answers.values
        self.fresh = self._done(n, tasks) > left
        if self.fresh and not is_last:
            self.outcomes[n] = self._ask(n)
        return self._done(n, tasks)

    def _depends_on_what_was_asked(self) -> bool:
        """Whether, after the first n that failed, the process answers otherwise than before."""
        if not self.settled or self.fresh or self.remembers:
            return False
        known = {TRIED_FOR: self.probe.outcome, self.settled: self.outcomes[self.settled]}
        known = {n: outcome for n, outcome in known.items() if n >= self.settled}
        answered = {n: each for n, each in known.items() if each.run.status is Status.COMPLETE}
        later = [outcome for n, outcome in self.outcomes.items() if n > self.settled]
        again = {n: self._ask(n) for n in answered}
        return any(
            outcome.run.ending.cause is Cause.FAILED for outcome in (*later, *again.values())
        ) or any(answered[n].answers.values != again[n].answers.values for n in again)

    def _says_enough(self, n: int) -> bool:
        """Whether nobody chose the sizes, and its boards below n leave nothing to be seen at n."""
        is_larger = n > LARGEST_COMPARED and not (self.are_given or self.probe.alone)
        is_for_all = (self.options.task or Task.ALL) is Task.ALL
        return is_larger and is_for_all and self._gives_wrong_boards()

    def _gives_wrong_boards(self) -> bool:
        """Whether it has given a board that is no solution for each size that is compared."""
        outcomes = self._read()
        return all(
            n in outcomes and not is_valid(outcomes[n].run.placements).all()
            for n in range(TRIED_FOR, LARGEST_COMPARED + 1)
        )

    def _ask(
        self,
        n: int,
        *,
        is_last: bool = False,
        most: float = math.inf,
        limits: Limits | None = None,
    ) -> CallResult:
        """Its answers; of a process that answers for one n only, only when it is over."""
        fresh = self.fresh or self.remembers
        ask, plan = self.probe.program.ask, self.probe.plan
        return ask(plan, n, fresh=fresh, is_last=fresh or is_last, most=most, limits=limits)

    def _done(self, n: int, tasks: set[Task]) -> set[Task]:
        outcome = self._read()[n]
        judgement = judge(n, outcome)
        return {task for task in tasks if does(task, n, outcome, judgement)}

    def _read(self) -> dict[int, CallResult]:
        also = {} if self.probe.alone else {TRIED_FOR: self.probe.outcome}
        return read_together(self.outcomes, also)

    def _evidence(self, outcomes: Mapping[int, CallResult], failing: int) -> dict[int, CallResult]:
        """The outcomes for more n, as far as they are complete."""
        evidence = {n: outcome for n, outcome in outcomes.items() if n <= failing}
        if outcomes[failing].run.status is not Status.COMPLETE or self.probe.alone:
            return evidence
        program, answer_format = self.probe.program, outcomes[failing].answer_format
        limits = program.limits
        less = replace(limits, output_mib=min(limits.output_mib, EVIDENCE_MIB))
        for n in range(failing + 1, LARGEST_COMPARED + 1):
            outcome = self.outcomes.get(n) or program.ask(
                self.probe.plan, n, fresh=True, limits=less
            )
            evidence[n] = outcome.read_as(answer_format)
            if outcome.run.status is not Status.COMPLETE:
                break
        return evidence

    def _remarks(self) -> tuple[Finding, ...]:
        """The assumptions and actions for it, each once."""
        plan, remarks = self.probe.plan, list[Finding]()
        if not (plan.is_usual or self.probe.is_over):
            remarks.append(finding(Fact.CALLED, plan=plan))
        if constant := self.probe.constant:
            size = self.probe.alone or 0
            remarks.append(
                finding(Fact.IGNORES_ARGUMENT, entry=plan.entry, constant=constant, size=size)
            )
        if self.fresh and not self.options.fresh:
            remarks.append(finding(Fact.KEEPS_STATE, max(self.outcomes, default=0)))
        for n, outcome in sorted(self.outcomes.items()):  # each once, of the smallest n
            places = {each.details.get("place") for each in remarks}
            if (place := outcome.kept_in) and place not in places:
                remarks.append(finding(Fact.READ_FROM, n, place=place))
            if outcome.labelled and not any(each.fact is Fact.LABELLED for each in remarks):
                remarks.append(finding(Fact.LABELLED, n))
        if missing := self.probe.program.submission.missing:
            remarks.append(finding(Fact.FILES_MISSING, names=missing))
        return tuple(remarks)


def _shows_its_way(outcome: CallResult) -> bool:
    """Whether it prints several boards, only one of which is a solution."""
    placements = outcome.run.placements
    right = {bytes(each) for each in placements[is_valid(placements)]}
    return outcome.answer_format.is_printed and len(right) == 1 < len(placements)


def _counts(outcomes: Mapping[int, CallResult]) -> bool:
    """Whether it gives numbers, right ones for some n that tell it, and not for each."""
    complete = {n: each for n, each in outcomes.items() if each.run.status is Status.COMPLETE}
    given = [each.count if each.answers.values else None for each in complete.values()]
    right = [n for n, number in zip(complete, given, strict=True) if number == KNOWN_COUNTS[n]]
    is_telling = len(right) == len(complete) or max(right, default=0) >= TRIED_FOR
    return None not in given and 0 < len(right) < len(outcomes) and is_telling
