"""A student's program that is compared with the backends: a run for each board, from its check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, CauseKind, Ending, Run, Status
from solvers.grading.check import check_program
from solvers.grading.judgement import packed_answers
from solvers.grading.result import CheckResult, ReasonKind
from solvers.grading.returned import SMALLEST_SURE, BoardAnswer, NoPlacement, read_values
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import Submission
from solvers.puzzle.placements import empty, is_valid
from solvers.puzzle.problem import Problem

LARGEST_BELOW = 8
"""The largest of the other sizes that are asked, too: they show how the answers are read."""


@dataclass(frozen=True)
class ComparedProgram:
    """A submission and its sandbox. It is checked once for each n, and all media tell that check.

    ``name`` is its name in tables and pages. ``words`` say why the answers of a check are not read.
    """

    submission: Submission
    sandbox: Sandbox
    name: str
    words: Callable[[CheckResult], str] = lambda _: "its answers are not read"
    _checks: dict[int, CheckResult] = field(default_factory=dict, compare=False)

    @property
    def paradigm(self) -> str:
        """The paradigm to show in a table: "submission" and the language."""
        return self.submission.paradigm

    @property
    def last(self) -> CheckResult | None:
        """The check for the largest n that was made; None if there is none."""
        return self._checks[max(self._checks)] if self._checks else None

    def checked(self, n: int, limits: Limits) -> CheckResult:
        """The check for n, the sizes below it and SMALLEST_SURE; it is made once."""
        if n not in self._checks:
            sizes = {*range(1, min(max(n, SMALLEST_SURE), LARGEST_BELOW) + 1), n}
            self._checks[n] = check_program(self.submission, sizes, limits, self.sandbox)
        return self._checks[n]

    def run(self, problem: Problem, limits: Limits) -> Run:
        """The run for this board.

        The program does not know the prefix or the blocked squares: solutions that the board does
        not allow are left out, since an attack is wrong on any board. After a limit, the solutions
        that had arrived are kept, each once.
        """
        n = problem.n
        try:
            checked = self.checked(n, limits)
        except KeyboardInterrupt:
            return Run(self.name, self.paradigm, Ending(Cause.INTERRUPTED), empty(n))
        run = self._run(checked, n)
        if checked.format:
            run = replace(run, axes=checked.format.axes)
            run = _by_columns(run, n) if checked.format.by_lines else run
        if not problem.is_plain:
            packed = run.placements
            run = replace(run, placements=packed[problem.allows(packed) | ~is_valid(packed)])
        return replace(run, backend=self.name)

    def _run(self, checked: CheckResult, n: int) -> Run:
        """The run for n; of a program that was not asked for n, the ending of its last size."""
        subject, size = checked.subject, checked.sizes.get(n)
        if size is None:
            return self._not_asked(checked, n)
        run, stopped = size.answer.run, size.answer.reached_limit
        first = next(iter(checked.sizes.values())).answer.run
        run = replace(run, startup_seconds=first.startup_seconds)
        if not (run.status is Status.COMPLETE or stopped):
            return run
        is_model = checked.submission.language.is_model
        unnamed = "the model" if is_model else "the boards that it prints"
        told = f"subject: {subject.shown or unnamed}"
        if stopped:
            boards = self._arrived(checked, n)
            told = f"{len(boards):,} of its answers had arrived; {told}"
            packed = packed_answers(dict.fromkeys(boards), n).placements()
            run = replace(run, placements=packed[is_valid(packed)])
        elif size.judgement is None or ((subject.printed or n == 0) and not size.passed):
            return self._unread(run, checked)
        else:
            read = size.judgement.run
            run = replace(read, startup_seconds=first.startup_seconds)
        return replace(run, remarks=(told, *run.remarks))

    def _not_asked(self, checked: CheckResult, n: int) -> Run:
        """The run of a program that was not asked for n."""
        ending = Ending(Cause.DONE)
        if checked.reason and checked.reason.kind is ReasonKind.NO_LANGUAGE:
            ending = Ending(Cause.CANNOT_RUN, detail=checked.reason.shown)
        elif checked.sizes:
            ending = [*checked.sizes.values()][-1].answer.run.ending
        is_told = ending.cause.kind in {CauseKind.LIMIT, CauseKind.NOT_RUN}
        ending = ending if is_told else Ending(Cause.DONE)
        where = f"sandbox: {self.sandbox}"
        run = Run(self.name, self.paradigm, ending, empty(n), remarks=(where,))
        return run if is_told else self._unread(run, checked)

    def _unread(self, run: Run, checked: CheckResult) -> Run:
        """The run of a program whose answers are no boards, as far as anybody can tell."""
        return replace(run, unread=True, remarks=(self.words(checked), *run.remarks))

    def _arrived(self, checked: CheckResult, n: int) -> list[BoardAnswer]:
        """The boards that had arrived at a limit."""
        size = checked.sizes[n]
        if size.judgement:  # they were printed
            return [tuple(row) for row in size.judgement.run.placements.tolist()]
        arrived = size.answer.arrived
        if checked.format:
            return checked.format.solutions(arrived, n) or []
        reading = read_values({n: arrived})
        return (reading.found[n] or []) if reading else []


def _by_columns(run: Run, n: int) -> Run:
    """The run of drawn boards, whose lines are rows, with the row of each column's queen."""
    packed = packed_answers(map(exchanged, map(tuple, run.placements.tolist())), n)
    return replace(
        run,
        placements=packed.placements(),
        rejected=(*run.rejected, *packed.rejected),
        rejected_counts=Counter(run.rejected_counts) + Counter(packed.rejected_counts),
    )


def exchanged(answer: tuple[int, ...]) -> BoardAnswer:
    """The answer with rows and columns exchanged; no placement if two queens share a row of it."""
    size = range(len(answer))
    if {*answer} == {*size}:
        return tuple(map(answer.index, size))
    lines = tuple(tuple("Q" if row == queen else "." for row in size) for queen in answer)
    return NoPlacement(lines, drawn=True)
