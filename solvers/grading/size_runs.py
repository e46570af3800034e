"""Ask a program for one n after another, and again in a new process where it fails."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Status
from solvers.grading.answers.answer_format import MOST_FITTED
from solvers.grading.call_result import LIMITED, CallResult, for_board
from solvers.grading.own_run import SECOND_SOLVER_SIZES, OwnRun
from solvers.grading.result import fulfils, judge_answers, read_together
from solvers.grading.submission import CheckOptions, Task
from solvers.grading.trial import LARGEST_COMPARED, TRIED_FOR, Quality, Trial
from solvers.puzzle.placements import is_valid
from solvers.puzzle.problem import KNOWN_COUNTS
from solvers.referee.verdict import Judgement, Verdict

MOST_READ = 6000
"""The most answers that are read for one n of a refuted program, unless n has more solutions.

Reading more takes as long as starting a process.
"""

REFUTED_SECONDS = 3.0
"""The time limit for a larger n.

It holds after a program failed for every n from TRIED_FOR to LARGEST_COMPARED."""

EVIDENCE_MIB = 16
"""The output limit of an answer for the diagnosis: room for all 6**6 = 46,656 arrangements of
LARGEST_COMPARED queens."""


@dataclass(slots=True)
class SizeRuns:
    """A program that is asked for one n after another, and its answers so far."""

    trial: Trial
    sizes: tuple[int, ...]
    """The sizes that are tested, in order."""
    options: CheckOptions
    sizes_are_chosen: bool
    """Whether the user chose the sizes."""
    own_run: OwnRun = field(init=False)
    outcomes: dict[int, CallResult] = field(default_factory=dict)
    fresh: bool = field(init=False)
    """Whether each n is asked in a new process."""
    rejected_sizes: list[int] = field(default_factory=list)
    """The smallest sizes, if the program rejects them."""
    first_cut: int = 0
    """The first n for which its output was too long to read completely; 0: none."""
    remembers: bool = False
    """Whether its answers depend on earlier requests."""
    first_retried: int = 0
    """The first n that failed and was asked again in a new process; 0: none."""

    def __post_init__(self) -> None:
        self.own_run = OwnRun(self.trial, self.sizes[-1])
        self.fresh = self.options.fresh

    def ask_each_size(self) -> set[Task]:
        """Ask for one n after another, and return the tasks that its answers for all n fulfil."""
        trial = self.trial
        if trial.cannot_be_asked:
            first = self.sizes[0]
            self.outcomes = {first: for_board(trial.outcome, first)}
            return set()
        tasks = set(Task)
        for n in [trial.only_n] if trial.only_n else self.sizes:
            leaves_out = self._can_leave_out(n)
            if (leaves_out or n == self.sizes[-1]) and self._depends_on_earlier_requests():
                self.remembers = True
                for before in [size for size in self.outcomes if size > self.first_retried]:
                    self.outcomes[before] = self._ask(before)
                leaves_out = self._can_leave_out(n)
            if leaves_out:
                break
            left = self._ask_and_keep_tasks(n, tasks)
            if self.outcomes[n].answers.is_cut and len(self.outcomes) > 1:
                del self.outcomes[n]
                self.first_cut = self.first_cut or n
            elif self.outcomes.keys() == {*self.rejected_sizes, n} and self.outcomes[n].is_refusal:
                self.rejected_sizes.append(n)
            else:
                tasks = left
            if not self.sizes_are_chosen and (self.first_cut or self._reached_a_limit(n)):
                break
        taken = {n: outcome for n, outcome in self.outcomes.items() if n not in self.rejected_sizes}
        if all(outcome.run.ending.cause is Cause.FAILED for outcome in taken.values()):
            self.rejected_sizes.clear()  # a program that fails for every n refuses none
        else:
            self.outcomes = taken
        return tasks

    def read(self) -> dict[int, CallResult]:
        """The answers for all n so far, read in one format."""
        also = {} if self.trial.only_n else {TRIED_FOR: self.trial.outcome}
        return read_together(self.outcomes, also)

    @property
    def is_made_for_one_size(self) -> bool:
        """Whether the program answers TRIED_FOR rightly and gives nothing for any other n.

        Only a predicate that is called with a list of n variables counts.
        """
        others = [outcome for n, outcome in self.outcomes.items() if n != TRIED_FOR]
        return (
            self.trial.plan.call.startswith("length(")
            and not self.trial.only_n
            and self.trial.quality is Quality.ALL
            and not any(
                outcome.run.solutions or outcome.answers.printed.strip() for outcome in others
            )
        )

    def first_varying_n(self, judgements: Mapping[int, Judgement]) -> int:
        """The first n that one process answered rightly and a new one answers wrongly; 0: none.

        Such a program may keep state between calls, or answer by chance.
        """
        if not self.fresh or self.options.fresh:
            return 0
        wanted = self.options.task or Task.ALL
        for n in sorted(self.outcomes.keys() & judgements.keys() & {*SECOND_SOLVER_SIZES}):
            again = self._ask(n).read_as(self.outcomes[n].answer_format)
            if again.run.status is Status.COMPLETE and not fulfils(
                wanted, n, again, judge_answers(n, again)
            ):
                return n
        return 0

    def outcomes_to_diagnose(
        self, outcomes: Mapping[int, CallResult], failing_n: int
    ) -> dict[int, CallResult]:
        """The outcomes up to ``failing_n``; if it is complete, also up to LARGEST_COMPARED.

        They end with the first incomplete one.
        """
        compared = {n: outcome for n, outcome in outcomes.items() if n <= failing_n}
        if outcomes[failing_n].run.status is not Status.COMPLETE or self.trial.only_n:
            return compared
        program, answer_format = self.trial.program, outcomes[failing_n].answer_format
        limits = program.limits
        less = replace(limits, output_mib=min(limits.output_mib, EVIDENCE_MIB))
        for n in range(failing_n + 1, LARGEST_COMPARED + 1):
            outcome = self.outcomes.get(n) or program.ask(
                self.trial.plan, n, fresh=True, limits=less
            )
            compared[n] = outcome.read_as(answer_format)
            if outcome.run.status is not Status.COMPLETE:
                break
        return compared

    def _ask_and_keep_tasks(self, n: int, tasks: set[Task]) -> set[Task]:
        """Ask for n, and return the tasks that its answers still fulfil."""
        trial, is_last = self.trial, n == self.sizes[-1]
        wanted = self.options.task or Task.ALL
        if is_last and wanted in tasks:
            self.own_run.start()  # it loads while this n is answered
        is_known = trial.outcome.run.status is Status.COMPLETE and not (self.fresh or is_last)
        is_first = not trial.program.times_asked
        if n == trial.only_n:
            self.outcomes[n] = for_board(trial.outcome, n)
        elif n == TRIED_FOR and is_known:
            self.outcomes[n] = trial.outcome
        else:
            is_refuted = not tasks and wanted is Task.ALL and n > LARGEST_COMPARED
            most: float = max(MOST_FITTED if is_last else MOST_READ, KNOWN_COUNTS[n] + 1)
            most = most if is_refuted else math.inf
            limits = self.trial.program.limits
            if is_refuted and self._is_hopeless():
                limits = replace(limits, seconds=min(limits.seconds, REFUTED_SECONDS))
            self.outcomes[n] = self._ask(n, is_last=is_last, most=most, limits=limits)
        left = self._tasks_done(n, tasks)
        has_failed = (tasks and not left) or (wanted in tasks and wanted not in left)
        was_fresh = is_first or self.fresh or trial.plan.needs_new_process
        if not has_failed or trial.only_n or was_fresh or self.first_retried:
            return left
        before, self.first_retried = self.outcomes[n], n
        # Keep this process: most programs fail again, and are then asked for more n.
        self.outcomes[n] = trial.program.ask(trial.plan, n, fresh=True, is_last=is_last)
        self.remembers = before.answers.values != self.outcomes[n].answers.values
        self.fresh = self._tasks_done(n, tasks) > left
        if self.fresh and not is_last:
            self.outcomes[n] = self._ask(n)
        return self._tasks_done(n, tasks)

    def _tasks_done(self, n: int, tasks: set[Task]) -> set[Task]:
        outcome = self.read()[n]
        if (self.options.task or Task.ALL) not in tasks and outcome.run.status in LIMITED:
            return tasks  # nobody knows whether it would have fulfilled them
        judgement = judge_answers(n, outcome)
        return {task for task in tasks if fulfils(task, n, outcome, judgement)}

    def _reached_a_limit(self, n: int) -> bool:
        """Whether it reached a limit at n, and so would at every larger n.

        For n below TRIED_FOR, it must have reached one at TRIED_FOR, too.
        """
        if self.outcomes[n].run.ending.cause is Cause.TOO_MANY:
            return False  # it could go on
        stopped = (self.outcomes[n], self.outcomes[n] if n >= TRIED_FOR else self.trial.outcome)
        return all(each.run.status in LIMITED for each in stopped)

    def _depends_on_earlier_requests(self) -> bool:
        """Whether the process answers differently since the first n that failed."""
        if self.first_retried not in self.outcomes or self.fresh or self.remembers:
            return False
        known = {
            TRIED_FOR: self.trial.outcome,
            self.first_retried: self.outcomes[self.first_retried],
        }
        known = {n: outcome for n, outcome in known.items() if n >= self.first_retried}
        answered = {n: each for n, each in known.items() if each.run.status is Status.COMPLETE}
        later = [outcome for n, outcome in self.outcomes.items() if n > self.first_retried]
        again = {n: self._ask(n) for n in answered}
        return any(
            outcome.run.ending.cause is Cause.FAILED for outcome in (*later, *again.values())
        ) or any(answered[n].answers.values != again[n].answers.values for n in again)

    def _can_leave_out(self, n: int) -> bool:
        """Whether to leave n out: no user chose it, and all compared sizes had wrong boards."""
        is_larger = n > LARGEST_COMPARED and not (self.sizes_are_chosen or self.trial.only_n)
        is_for_all = (self.options.task or Task.ALL) is Task.ALL
        return is_larger and is_for_all and self._gives_wrong_boards()

    def _is_hopeless(self) -> bool:
        """Whether its answers are wrong for each size that is compared.

        Where somebody chose the sizes, each with its own points, only wrong boards count.
        """
        if self.sizes_are_chosen:
            return self._gives_wrong_boards()
        outcomes = self.read()
        return all(
            n in outcomes and judge_answers(n, outcomes[n]).verdict is Verdict.WRONG
            for n in range(TRIED_FOR, LARGEST_COMPARED + 1)
        )

    def _gives_wrong_boards(self) -> bool:
        """Whether it has given a board that is no solution for each size that is compared."""
        outcomes = self.read()
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
        """Ask for n and return the answers; a process of this n alone has then ended."""
        fresh = self.fresh or self.remembers
        ask, plan = self.trial.program.ask, self.trial.plan
        return ask(plan, n, fresh=fresh, is_last=fresh or is_last, most=most, limits=limits)
