"""Check one program: find its subject, ask it for each n, and judge the answers.

The verdict is about the subject alone. It is *right* if the answers for each n are exactly the
solutions. It is *wrong* if every answer was read and some are not the solutions. Everything else is
not judged, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run, Status
from solvers.grading.answer import Answer
from solvers.grading.asking import asked, from_sure, ignores_n, loaded_program
from solvers.grading.language import PROLOG
from solvers.grading.printed import LARGEST, read_one_text, read_texts
from solvers.grading.result import CheckResult, ProgramVerdict, Reason, ReasonKind, SizeResult
from solvers.grading.returned import (
    SMALLEST_SURE,
    Format,
    Reading,
    count_in,
    is_empty_collection,
    read_values,
    stands_for_none,
)
from solvers.grading.sandbox.runner import Runner
from solvers.grading.subject import Origin, Subject
from solvers.grading.submission import CheckOptions, Submission, Task
from solvers.install_hint import with_install_hint
from solvers.puzzle.packing import Fault, briefly, pack
from solvers.puzzle.placements import Placement, is_valid
from solvers.puzzle.problem import KNOWN_COUNTS, Problem
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Judgement, Verdict

MOST_SHOWN = 100
"""The most characters of a value that are shown."""


def check_program(
    submission: Submission,
    sizes: Iterable[int],
    limits: Limits,
    sandbox: Runner,
    options: CheckOptions | None = None,
) -> CheckResult:
    """Check the program for these sizes, the smallest first; none is asked after a limit."""
    options, sizes = options or CheckOptions(), sorted(sizes)
    with loaded_program(submission, limits, sandbox, options) as program:
        if not sandbox.has(program.submission.language):
            return _without_language(program.submission, sandbox, options)
        loaded = program.load()
        subject, answers, others = asked(program, sizes, options)
    result = CheckResult(
        program.submission,
        sandbox,
        subject,
        ProgramVerdict.NOT_JUDGED,
        options.task,
        {n: SizeResult(answer) for n, answer in answers.items()},
        defines=loaded.entries,
        not_looked_at=others,
        load_error="" if answers and subject.origin is Origin.PROGRAM else loaded.error,
    )
    result = _judged(result, answers, options)
    if result.verdict is ProgramVerdict.RIGHT or result.submission.language is not PROLOG:
        return result
    from solvers.grading.why import explained  # a right program needs none

    return replace(result, why=explained(result))


def _judged(
    result: CheckResult, answers: Mapping[int, Answer], options: CheckOptions
) -> CheckResult:
    """The result with its verdict, from the answers of the subject."""
    if not answers:
        return replace(result, reason=Reason(ReasonKind.CANNOT_LOAD, shown=result.load_error))
    if reason := _no_answers(answers):
        return replace(result, reason=reason)
    if result.subject.printed or not result.subject.has_value(result.submission.language):
        return _of_texts(result, answers, may_be_wrong=options.printed)
    return _of_values(result, answers)


def _no_answers(answers: Mapping[int, Answer]) -> Reason | None:
    """The reason why the answers count for nothing; None if they count."""
    for n, answer in answers.items():
        ending = answer.run.ending
        if answer.is_forged:
            return Reason(ReasonKind.FORGED, n, ending.detail)
        if not answer.begun and not answer.reached_limit:
            return Reason(ReasonKind.NOT_STARTED, n, ending.detail)
    return None


def _of_texts(
    result: CheckResult, answers: Mapping[int, Answer], *, may_be_wrong: bool
) -> CheckResult:
    """The result for the printed boards; without ``may_be_wrong``, they are right or not judged."""
    if larger := {n: answer for n, answer in answers.items() if n > 1}:
        answers = larger
        result = replace(result, sizes={n: result.sizes[n] for n in answers})
    is_program = result.subject.origin is Origin.PROGRAM
    if not result.subject.takes_n or (is_program and ignores_n(answers)):
        _, answer = max(answers.items())
        n, reading = read_one_text(answer.printed) or (0, None)
        answers = {n: replace(answer, n=n)} if reading else answers
        result = replace(result, is_for_one_size=reading is not None)
    else:
        reading = read_texts({n: answer.printed for n, answer in answers.items()})
    if reading is None:
        return _without_boards(result, answers)
    result = _with_reading(result, answers, reading)
    if any(answer.reached_limit for answer in answers.values()):
        return replace(result, verdict=ProgramVerdict.NOT_FINISHED)
    failing = [n for n, size in result.judged.items() if not size.passed]
    if not failing:
        return replace(result, verdict=ProgramVerdict.RIGHT)
    if other := _other_task(result):
        return replace(result, reason=other)
    if may_be_wrong and max(failing) >= SMALLEST_SURE:
        return _wrong(result)
    n = next((n for n in failing if n >= SMALLEST_SURE), failing[0])
    return replace(result, reason=_partly_right(n, reading.placements[n] or []))


def _partly_right(n: int, found: Sequence[Placement]) -> Reason:
    right = int(is_valid(pack(found, n).placements()).sum())
    known = KNOWN_COUNTS[n]
    return Reason(ReasonKind.PARTLY_RIGHT, n, given=len(found), right=right, known=known)


def _without_boards(result: CheckResult, answers: Mapping[int, Answer]) -> CheckResult:
    """The result for a subject that prints no boards."""
    if any(answer.reached_limit for answer in answers.values()):
        return replace(result, verdict=ProgramVerdict.NOT_FINISHED)
    for n, answer in answers.items():
        if answer.raised:
            return _after_error(result, n, answer)
    return replace(result, reason=Reason(ReasonKind.NO_BOARDS, next(iter(answers))))


def _of_values(result: CheckResult, answers: Mapping[int, Answer]) -> CheckResult:
    """The result for the returned values."""
    done = {n: answer for n, answer in answers.items() if answer.ended_well}
    if not result.subject.takes_n and done:
        return _of_fixed_value(result, next(iter(done.values())))
    values = {n: answer.values for n, answer in done.items()}
    sure = from_sure(done)
    counts = {n: count_in(values[n]) for n in sure}
    if counts and None not in counts.values():
        return _decided(_with_counts(result, done), answers)
    reading = read_values(values)
    if reading is None:
        return _unread(result, answers, done)
    if (misfit := next((n for n in sure if reading.placements[n] is None), None)) is not None:
        shown = _shown(reading.format.misfit(values[misfit], misfit))
        return replace(result, reason=Reason(ReasonKind.UNREADABLE, misfit, shown))
    return _decided(_with_reading(result, answers, reading), answers)


def _of_fixed_value(result: CheckResult, answer: Answer) -> CheckResult:
    """The result for the value of a call without n: its boards show the size."""
    readings = [
        (n, reading)
        for n in range(SMALLEST_SURE, LARGEST + 1)
        if (reading := read_values({n: answer.values}))
    ]
    if not readings:
        return _unread(result, {answer.n: answer}, {answer.n: answer})
    n, reading = max(readings, key=lambda each: each[1].worth)
    result = replace(result, is_for_one_size=True)
    answers = {n: replace(answer, n=n)}
    return _decided(_with_reading(result, answers, reading), answers)


def _with_reading(
    result: CheckResult, answers: Mapping[int, Answer], reading: Reading
) -> CheckResult:
    """The result with a judgement for each size that was read."""
    found = {
        n: placements for n, placements in reading.placements.items() if placements is not None
    }
    sizes = {
        n: _judged_size(answer, found[n], reading.format, result.task)
        if n in found
        else SizeResult(answer)
        for n, answer in answers.items()
    }
    return replace(result, sizes=sizes, format=reading.format)


def _with_counts(result: CheckResult, done: Mapping[int, Answer]) -> CheckResult:
    """The result with a judgement of each number."""
    sizes = dict(result.sizes)
    for n, answer in done.items():
        if (count := count_in(answer.values)) is None:
            continue
        passed = result.task is Task.COUNT and count == KNOWN_COUNTS[n]
        verdict = Verdict.CORRECT if passed else Verdict.WRONG
        judgement = Judgement(answer.run, verdict, dict.fromkeys(Fault, 0))
        sizes[n] = SizeResult(answer, judgement, count, passed)
    return replace(result, sizes=sizes)


def _decided(result: CheckResult, answers: Mapping[int, Answer]) -> CheckResult:
    """The result with its verdict, from the sizes that were read, errors and limits."""
    if result.scored and all(size.passed for size in result.scored.values()):
        return replace(result, verdict=ProgramVerdict.RIGHT)
    if other := _other_task(result):
        return replace(result, reason=other)
    failing = [n for n, size in result.judged.items() if not size.passed]
    if any(n >= SMALLEST_SURE for n in failing):
        return _wrong(result)
    if any(answer.reached_limit for answer in answers.values()):
        return replace(result, verdict=ProgramVerdict.NOT_FINISHED)
    if failing:
        return replace(result, reason=Reason(ReasonKind.ONLY_SMALL, failing[0]))
    raised = {n: answer for n, answer in answers.items() if answer.raised}
    return _after_error(result, *next(iter(from_sure(raised).items())))


def _unread(
    result: CheckResult, answers: Mapping[int, Answer], done: Mapping[int, Answer]
) -> CheckResult:
    """The result for values without a placement; ``done`` are the answers without an error."""
    if any(answer.reached_limit for answer in answers.values()):
        return replace(result, verdict=ProgramVerdict.NOT_FINISHED)
    for n, answer in from_sure(answers).items():
        if answer.raised:
            return _after_error(result, n, answer)
    values = {n: answer.values for n, answer in from_sure(done).items()}
    if all(given and all(map(is_empty_collection, given)) for given in values.values()):
        small = read_values({n: answer.values for n, answer in done.items() if n not in values})
        found = small.placements if small else {}
        whole = Reading(small.format if small else Format(), {n: found.get(n, []) for n in done})
        result = _with_reading(result, answers, whole)
        return _decided(result if small else replace(result, format=None), answers)
    n, given = next((each for each in values.items() if each[1]), (next(iter(values)), ()))
    return replace(result, reason=_unread_reason(n, given))


def _unread_reason(n: int, given: tuple[Any, ...]) -> Reason:
    """The reason why the values for n are not read: none, a sign of nothing, or no boards."""
    if not given:
        return Reason(ReasonKind.ONLY_FAILS, n)
    if all(map(stands_for_none, given)):
        return Reason(ReasonKind.NOTHING, n, _shown(given[0]))
    for columns in range(SMALLEST_SURE, LARGEST + 1):
        if columns != n and read_values({columns: given}):
            return Reason(ReasonKind.OTHER_SIZE, n, columns=columns)
    return Reason(ReasonKind.UNREADABLE, n, _shown(_first_unread(n, given)))


def _first_unread(n: int, given: tuple[Any, ...]) -> Any:
    """The first value that is not a board of n columns, in a collection with boards and others."""
    for items in (given, given[0] if isinstance(given[0], tuple) else ()):
        is_read = [bool(read_values({n: (item,)})) for item in items]
        if any(is_read) and not all(is_read):
            return items[is_read.index(False)]
    return given[0]


def _after_error(result: CheckResult, n: int, answer: Answer) -> CheckResult:
    """The result for an error: wrong if the user has named the call, else not judged.

    A call that cannot be evaluated, as one with a misspelt name, says nothing about the program.
    """
    is_named = result.subject.origin is Origin.CALL and answer.failure not in {"call", "syntax"}
    if is_named and n >= SMALLEST_SURE:
        return replace(result, verdict=ProgramVerdict.WRONG)
    return replace(result, reason=Reason(ReasonKind.ERROR, n, answer.error))


def _shown(value: object) -> str:
    shown = briefly(value)
    return shown if len(shown) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}..."


def _judged_size(
    answer: Answer, found: Sequence[Placement], answer_format: Format, task: Task
) -> SizeResult:
    """The answer for one n with the referee's judgement of its placements as a ``task``."""
    run = replace(
        answer.run,
        placements=pack(found, answer.n).placements(),
        by_lines=answer_format.by_lines,
    )
    if run.status is Status.CRASHED:  # the boards were read, and their judgement is asked for
        run = replace(run, ending=Ending(Cause.DONE))
    judgement = _judgement_of_all(answer.n, run)
    passed = fulfils(task, answer.n, judgement)
    if task is Task.ONE:
        missing = int(judgement.verdict is not Verdict.CORRECT and not len(run.placements))
        judgement = replace(judgement, faults={**judgement.faults, Fault.MISSING: missing})
        verdict = Verdict.CORRECT if passed else Verdict.WRONG
        judgement = replace(judgement, verdict=verdict)
    return SizeResult(answer, judgement, passed=passed)


def _judgement_of_all(n: int, run: Run) -> Judgement:
    """The referee's judgement of a run that should give all solutions for n."""
    (judgement,) = crosscheck(Problem(n), [run]).judgements
    return judgement


def fulfils(task: Task, n: int, judgement: Judgement) -> bool:
    """Whether the placements of a complete run for n are an answer to the task."""
    if task is not Task.ONE:  # all solutions show their number, too
        return judgement.verdict is Verdict.CORRECT
    if judgement.run.status is not Status.COMPLETE:
        return False
    found = judgement.run.placements
    return len(found) == min(1, KNOWN_COUNTS[n]) and bool(is_valid(found).all())


def _other_task(result: CheckResult) -> Reason | None:
    """The reason if the answers that were read are right for another task."""
    judged = result.judged
    errors = any(n >= SMALLEST_SURE and size.answer.raised for n, size in result.sizes.items())
    if max(judged, default=0) < SMALLEST_SURE or errors:
        return None
    if all(size.is_right_count(n) for n, size in judged.items()):
        return Reason(ReasonKind.OTHER_TASK, task=Task.COUNT)
    for task in (Task.ALL, Task.ONE):
        if task is not result.task and all(
            size.judgement and fulfils(task, n, _judgement_of_all(n, size.judgement.run))
            for n, size in judged.items()
        ):
            return Reason(ReasonKind.OTHER_TASK, task=task)
    return None


def _wrong(result: CheckResult) -> CheckResult:
    """The result with the verdict *wrong* and the probable mistake."""
    from solvers.grading.diagnosis import diagnose, fingerprint  # a right program needs none

    result = replace(result, verdict=ProgramVerdict.WRONG)
    diagnosis = diagnose(result)
    return replace(result, diagnosis=diagnosis, fingerprint=fingerprint(result, diagnosis))


def _without_language(
    submission: Submission, sandbox: Runner, options: CheckOptions
) -> CheckResult:
    language = submission.language
    hint = with_install_hint(f"{language.name} is not installed", language.install)
    return CheckResult(
        submission,
        sandbox,
        Subject(Origin.PROGRAM, printed=True),
        ProgramVerdict.NOT_JUDGED,
        options.task,
        reason=Reason(ReasonKind.NO_LANGUAGE, shown=hint),
    )
