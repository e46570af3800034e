"""Check one program: ask it for n = 1, 2, 3, ... up to the smallest n that fails, and judge it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from solvers.execution.ending import Cause, Status
from solvers.execution.limits import Limits
from solvers.grading.checked import Checked, Verdict, judge, passes, read_together
from solvers.grading.diagnosis import LARGEST_COMPARED, diagnose
from solvers.grading.guard import Guard
from solvers.grading.likeness import fingerprint
from solvers.grading.outcome import Outcome, for_board
from solvers.grading.setting import Setting
from solvers.grading.submission import Submission
from solvers.grading.task import Task, does
from solvers.grading.trial import TRIED_FOR, Gives, Trial, try_program
from solvers.grading.unjudged import why_not_judged

EVIDENCE_MIB = 16
"""Enough for every arrangement of up to LARGEST_COMPARED queens, of which 46,656 are the most."""


def check(  # noqa: PLR0913  # what to run and how, who sees it, who waits for it
    submission: Submission,
    largest: int,
    limits: Limits,
    guard: Guard,
    *,
    setting: Setting | None = None,
    hidden_from: int | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Checked:
    """Ask the program for n = 1 to ``largest`` or to the smallest n that fails.

    Where answers are wrong, it is asked for a few more n, since one small set of answers can have
    many causes and several rarely do; what is shown stays the smallest n. What is seen below
    ``hidden_from`` is explained by what is seen there. ``is_stopped`` says that nobody waits for
    the outcome any more.
    """
    setting = setting or Setting()
    tried_for = TRIED_FOR if hidden_from is None or hidden_from > TRIED_FOR else 1
    trial = try_program(submission, limits, guard, setting, tried_for)
    with trial.program:
        checked = Examination(trial, largest, setting, hidden_from, is_stopped, tried_for).result(
            guard
        )
    if not trial.way.size or checked.verdict is Verdict.RIGHT or checked.does_another_task:
        return checked
    # Not all that depends on the board's size may depend on that variable.
    trial = try_program(submission, limits, guard, setting, tried_for, as_it_is=True)
    with trial.program:
        other = Examination(trial, largest, setting, hidden_from, is_stopped, tried_for)
        as_it_is = other.result(guard)
    if trial.gives < Gives.SOLUTIONS or as_it_is.verdict is not Verdict.RIGHT:
        return as_it_is if as_it_is.does_another_task else checked
    otherwise = f"with {checked.way.size if checked.way else 'n'} set to another n"
    remark = f"{otherwise} it is {checked.verdict} at n = {checked.failing}"
    return replace(as_it_is, remarks=(*as_it_is.remarks, remark))


@dataclass(slots=True)
class Examination:
    """The program is asked for one n after another, until no task is left that it does."""

    trial: Trial
    largest: int
    setting: Setting
    hidden_from: int | None
    is_stopped: Callable[[], bool]
    tried_for: int
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    fresh: bool = False
    remembers: bool = False
    """Whether its answers depend on what it was asked before."""

    def result(self, guard: Guard) -> Checked:
        """All that is said of the program."""
        trial = self.trial
        self.fresh = self.setting.fresh
        boards = [trial.alone] if trial.alone else list(range(1, self.largest + 1))
        tasks = set(Task)
        wanted = self.setting.task or Task.ALL
        if trial.is_over:
            self.outcomes = {1: for_board(trial.outcome, 1)}
            tasks, boards = set(), []
        for n in boards:
            tasks = self._asked(n, tasks)
            if not tasks or self.is_stopped():
                break
        outcomes = self._read()
        judgements = {n: judge(n, one, wanted) for n, one in outcomes.items()}
        if wanted not in tasks:  # what it was asked for after it had failed is no test of it
            last = next((n for n, one in judgements.items() if not passes(one)), None)
            outcomes = {n: one for n, one in outcomes.items() if last is None or n <= last}
            judgements = {n: judgements[n] for n in outcomes}
        others = [task for task in (Task.ONE, Task.COUNT) if task in tasks and task is not wanted]
        if any(len(one.run.placements) > 1 for one in self.outcomes.values()):
            others = [task for task in others if task is Task.COUNT]  # it does not look for one
        checked = Checked(
            submission=trial.program.submission,
            guard=guard,
            largest=trial.alone or self.largest,
            outcomes=outcomes,
            judgements=judgements,
            hidden_from=self.hidden_from,
            task=self.setting.task,
            instead=others[0] if others and wanted not in tasks else None,
            alone=trial.alone,
            way=trial.way,
            remarks=self._remarks(),
            reason=why_not_judged(trial, outcomes),
        )
        failing = checked.failing
        if failing is None or checked.interrupted or self.is_stopped():
            return checked
        evidence = self._evidence(outcomes, failing)
        checked.diagnosis.extend(diagnose(evidence, failing))
        return replace(checked, fingerprint=fingerprint(evidence, checked.diagnosis))

    def _asked(self, n: int, tasks: set[Task]) -> set[Task]:
        """Ask for n; gives the tasks that are still done."""
        trial, is_last = self.trial, n == self.largest
        is_known = trial.outcome.run.status is Status.COMPLETE and not (self.fresh or is_last)
        is_first = not trial.program.times_asked
        if n == trial.alone:
            self.outcomes[n] = for_board(trial.outcome, n)
        elif n == self.tried_for and is_known:
            self.outcomes[n] = trial.outcome
        else:
            self.outcomes[n] = self._ask(n, is_last=is_last)
        left = self._done(n, tasks)
        wanted = self.setting.task or Task.ALL
        has_failed = (tasks and not left) or (wanted in tasks and wanted not in left)
        was_fresh = is_first or self.fresh or trial.way.needs_a_start
        if not has_failed or trial.alone or was_fresh:
            return left
        before = self.outcomes[n]
        # The process is kept: most fail again, and are asked for more n.
        self.outcomes[n] = trial.program.ask(trial.way, n, fresh=True, is_last=is_last)
        self.remembers = self.remembers or before.answers.values != self.outcomes[n].answers.values
        self.fresh = self._done(n, tasks) > left
        if self.fresh and not is_last:
            self.outcomes[n] = self._ask(n)
        return self._done(n, tasks)

    def _ask(self, n: int, *, is_last: bool = False) -> Outcome:
        """What it answers; of a process that answers for one n only, only when it is over."""
        fresh = self.fresh
        return self.trial.program.ask(self.trial.way, n, fresh=fresh, is_last=fresh or is_last)

    def _done(self, n: int, tasks: set[Task]) -> set[Task]:
        outcome = self._read()[n]
        judgement = judge(n, outcome)
        return {task for task in tasks if does(task, n, outcome, judgement)}

    def _read(self) -> dict[int, Outcome]:
        also = {} if self.trial.alone else {self.tried_for: self.trial.outcome}
        return read_together(self.outcomes, also)

    def _evidence(self, outcomes: Mapping[int, Outcome], failing: int) -> dict[int, Outcome]:
        """The outcomes for more n, as far as they are complete and may be seen."""
        evidence = dict(outcomes)
        if outcomes[failing].run.status is not Status.COMPLETE or self.trial.alone:
            return evidence
        last = LARGEST_COMPARED
        if self.hidden_from is not None and failing < self.hidden_from:
            last = min(last, self.hidden_from - 1)
        program, way, reading = self.trial.program, self.trial.way, outcomes[failing].reading
        limits = program.limits
        less = replace(limits, output_mib=min(limits.output_mib, EVIDENCE_MIB))
        fresh = self.fresh or self.remembers
        for n in range(failing + 1, last + 1):
            if self.is_stopped():
                break
            if (outcome := self.outcomes.get(n)) is None:
                outcome = program.ask(way, n, fresh=fresh, limits=less)
                if not fresh and self._depends_on_what_was_asked(n, outcome):
                    self.remembers = True
                    return self._evidence(outcomes, failing)  # each n in a process of its own
            evidence[n] = outcome.read_as(reading)
            if outcome.run.status is not Status.COMPLETE:
                break
        return evidence

    def _depends_on_what_was_asked(self, n: int, outcome: Outcome) -> bool:
        """Whether that is seen: it fails, or answers otherwise than when this n was asked first."""
        if outcome.run.ending.cause is Cause.FAILED:
            return True
        first = self.trial.outcome
        known = n == self.tried_for and first.run.status is Status.COMPLETE
        return known and first.answers.values != outcome.answers.values

    def _remarks(self) -> tuple[str, ...]:
        way = self.trial.way
        remarks = [] if way.is_usual or self.trial.is_over else [way.words]
        if self.fresh and not self.setting.fresh:
            remarks.append(
                "it keeps what an earlier call has left; each n had a process of its own"
            )
        for outcome in self.outcomes.values():
            remarks += outcome.remarks
        missing = self.trial.program.submission.missing
        remarks += [f"{name}, which it loads, is not there" for name in missing]
        return tuple(dict.fromkeys(remarks))
