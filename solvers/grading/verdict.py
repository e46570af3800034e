"""The verdict on a subject: the first rule of one list that applies to its answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from solvers.execution.result import CauseKind
from solvers.grading.asking import from_sure
from solvers.grading.given import solutions_known
from solvers.grading.judgement import fulfils_another
from solvers.grading.reading import AnswersRead
from solvers.grading.result import CheckResult, ProgramVerdict, Reason, ReasonKind
from solvers.grading.returned import SMALLEST_SURE
from solvers.grading.subject import Origin
from solvers.grading.submission import CheckOptions, Task

SAYS_NOTHING = {"call", "syntax"}
"""The failures of a named call that cannot be evaluated, as one with a misspelt name."""


Ruling = ProgramVerdict | Reason
"""A verdict, or the reason why nothing is judged."""


@dataclass(frozen=True, slots=True)
class Case:
    """All that a verdict rests on: a result without one, and what was read of the answers."""

    result: CheckResult
    read: AnswersRead
    options: CheckOptions

    @property
    def failing(self) -> list[int]:
        """The sizes whose answers were judged and are not the solutions."""
        judged = self.result.judged.items()
        return [n for n, size in judged if not (size.passed or size.answer.reached_limit)]


Rule = Callable[[Case], Ruling | None]


def verdict_on(case: Case) -> Ruling:
    """The verdict by the first of RULES that applies."""
    return next(ruling for rule in RULES if (ruling := rule(case)))


def nothing_ran(case: Case) -> Ruling | None:
    """Not judged: no call could be made, or no record counts."""
    if not (case.read.answers or case.read.unreadable):
        return Reason(ReasonKind.CANNOT_LOAD, shown=case.result.load_error)
    for n, answer in case.read.answers.items():
        if answer.run.ending.cause.kind is CauseKind.FORGED:  # no record counts
            return Reason(ReasonKind.FORGED, n, answer.error)
        if not answer.begun and not answer.reached_limit:
            return Reason(ReasonKind.NOT_STARTED, n, answer.error)
    return None


def all_right(case: Case) -> Ruling | None:
    """Right: exactly the solutions for each size; one below 4 that is not accepted is left out."""
    scored = case.result.scored
    if scored and all(size.passed for size in scored.values()):
        return ProgramVerdict.RIGHT
    return None


def some_value_unreadable(case: Case) -> Ruling | None:
    """Not judged: a value from n = 4 on is no answer to the task, or a model is refused."""
    return case.read.unreadable


def right_for_another_task(case: Case) -> Ruling | None:
    """Not judged: the answers are right for a task that was not asked for.

    One solution in a collection, or where the user chose ``--task all``, is a wrong answer to "all"
    and no answer to another task. A model's engine was asked for what the task is.
    """
    judged = case.result.judged
    is_sure = max(judged, default=0) >= SMALLEST_SURE
    if case.result.submission.language.is_model:
        return None
    has_raised = any(
        n >= SMALLEST_SURE and each.answer.raised for n, each in case.result.sizes.items()
    )
    if is_sure and not has_raised:
        task, answer_format = case.options.task, case.read.format
        is_collection = answer_format is not None and answer_format.in_collections
        is_for_all = task is Task.ALL and (is_collection or case.options.is_task_named)
        for other in (Task.ALL,) if is_for_all else (Task.ALL, Task.ONE):
            if other is not task and all(
                fulfils_another(other, n, size) for n, size in judged.items()
            ):
                return Reason(ReasonKind.OTHER_TASK, task=other)
    if case.options.task is Task.COUNT and case.read.format:
        return Reason(ReasonKind.NO_NUMBER, max(judged, default=0))
    return None


def wrong_answers(case: Case) -> Ruling | None:
    """Wrong: every value was read, and for some n from 4 on they are not the solutions."""
    # The user, or a usual name, has to say that these are the program's answers.
    is_named = case.options.printed or not case.result.subject.printed
    if is_named and any(n >= SMALLEST_SURE for n in case.failing):
        return ProgramVerdict.WRONG
    return None


def not_finished(case: Case) -> Ruling | None:
    """Not finished: the answer for some n was stopped at a limit."""
    if any(answer.reached_limit for answer in case.read.answers.values()):
        return ProgramVerdict.NOT_FINISHED
    return None


def not_wrong_enough(case: Case) -> Ruling | None:
    """Not judged: answers that are not the solutions, only below 4, or only in what is printed.

    If those from 4 on raise an error, ``error_raised`` decides.
    """
    raised = any(n >= SMALLEST_SURE for n, each in case.read.answers.items() if each.raised)
    if not (failing := case.failing) or (raised and max(failing) < SMALLEST_SURE):
        return None
    if not case.result.subject.printed:
        return Reason(ReasonKind.ONLY_SMALL, failing[0])
    boards, sure = case.read.boards, [n for n in failing if n >= SMALLEST_SURE] or failing
    n = next((n for n in sure if boards and boards.found[n]), sure[0])
    known = solutions_known(n)
    if boards is None:
        return Reason(ReasonKind.WRONG_NUMBER, n, str(case.result.sizes[n].count), known=known)
    given, right = len(boards.found[n] or ()), boards.solutions(n)
    return Reason(ReasonKind.PARTLY_RIGHT, n, given=given, right=right, known=known)


def error_raised(case: Case) -> Ruling | None:
    """Wrong if the user has named the call, and it raises an error from n = 4 on; not judged else.

    A call that cannot be evaluated says nothing about the program.
    """
    raised = from_sure({n: each for n, each in case.read.answers.items() if each.raised})
    if not raised or (case.read.absent and not raised.keys() & from_sure(case.read.answers).keys()):
        return None
    n, answer = next(iter(raised.items()))
    is_named = case.result.subject.origin is Origin.CALL and answer.failure not in SAYS_NOTHING
    if is_named and n >= SMALLEST_SURE:
        return ProgramVerdict.WRONG
    return Reason(ReasonKind.ERROR, n, answer.error)


def nothing_to_read(case: Case) -> Ruling | None:
    """Not judged: no board was returned or printed."""
    return case.read.absent or Reason(ReasonKind.NO_BOARDS, next(iter(case.read.answers)))


RULES: tuple[Rule, ...] = (
    nothing_ran,
    all_right,
    some_value_unreadable,
    right_for_another_task,
    wrong_answers,
    not_finished,
    not_wrong_enough,
    error_raised,
    nothing_to_read,
)
"""The rules of the contract, in order; the last one always applies."""
