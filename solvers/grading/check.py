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
from solvers.grading.asking import asked, asked_again, from_sure, ignores_n, loaded_program
from solvers.grading.language import PROLOG
from solvers.grading.printed import LARGEST, number_alone, read_one_text, read_texts
from solvers.grading.proposal import proposed
from solvers.grading.result import CheckResult, ProgramVerdict, Reason, ReasonKind, SizeResult
from solvers.grading.returned import (
    SMALLEST_SURE,
    BoardAnswer,
    Format,
    Reading,
    count_in,
    is_empty_collection,
    packed_answers,
    read_values,
    stands_for_none,
)
from solvers.grading.sandbox.runner import Runner
from solvers.grading.session import Session
from solvers.grading.subject import Origin, Subject
from solvers.grading.submission import CheckOptions, Submission, Task
from solvers.install_hint import with_install_hint
from solvers.puzzle.packing import Fault, briefly
from solvers.puzzle.placements import is_valid
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
    """Check the program for these sizes, the smallest first; after a limit, no larger one.

    Every verdict but *right* is confirmed: the same calls are made in a freshly started program.
    """
    options, sizes = options or CheckOptions(), sorted(sizes)
    with loaded_program(submission, limits, sandbox, options) as program:
        if not sandbox.has(program.submission.language):
            return _without_language(program.submission, sandbox, options)
        if program.submission.language.is_model:
            return _of_model(program, sizes, options)
        loaded = program.load()
        subject, answers, others = asked(program, sizes, options)
        result = CheckResult(
            program.submission,
            sandbox,
            subject,
            ProgramVerdict.NOT_JUDGED,
            options.task,
            defines=loaded.definitions,
            not_looked_at=others,
            load_error="" if answers and subject.origin is Origin.PROGRAM else loaded.error,
        )
        judged = _judged(result, answers, options)
        if judged.verdict is not ProgramVerdict.RIGHT:
            judged = _confirmed(program, judged, answers, options)
        if judged.verdict is ProgramVerdict.NOT_JUDGED:
            judged = replace(judged, proposal=proposed(program, judged))
    if judged.verdict is ProgramVerdict.RIGHT or judged.submission.language is not PROLOG:
        return judged
    from solvers.grading.why import explained  # a right program needs none

    return replace(judged, why=explained(judged))


def _confirmed(
    program: Session,
    judged: CheckResult,
    answers: Mapping[int, Answer],
    options: CheckOptions,
) -> CheckResult:
    """The result after the calls that failed were made again, each in a freshly started program.

    If it is right now, a second fresh start has to agree, since a program that chooses at random
    can be right once by luck.
    """
    failed = [n for n in answers if n not in judged.sizes or not judged.sizes[n].passed]
    unjudged = replace(judged, reason=None, diagnosis=(), fingerprint="", remembers=True)
    for _ in range(2):
        if not (again := asked_again(program, judged.subject, answers, failed, options.task)):
            return judged
        limit = min((n for n in again if again[n].reached_limit), default=max(answers))
        asked_twice = {n: each for n, each in {**answers, **again}.items() if n <= limit}
        fresh = _judged(unjudged, asked_twice, options)
        if _passes(fresh) == _passes(judged):
            return judged
        if fresh.verdict is not ProgramVerdict.RIGHT:
            break
    return fresh


def _passes(result: CheckResult) -> tuple[ProgramVerdict, dict[int, bool]]:
    return result.verdict, {n: size.passed for n, size in result.sizes.items()}


def _of_model(program: Session, sizes: Sequence[int], options: CheckOptions) -> CheckResult:
    """The result for a model, whose subject is the variable that is the board."""
    from solvers.grading.models.asking import asked_model  # few submissions are models
    from solvers.grading.models.explaining import diagnosed

    asked = asked_model(program, sizes, options)
    result = CheckResult(
        program.submission,
        program.sandbox,
        asked.subject,
        ProgramVerdict.NOT_JUDGED,
        options.task,
        {n: SizeResult(answer) for n, answer in asked.answers.items()},
        is_for_one_size=not asked.takes_n,
    )
    if reason := asked.reason or _no_answers(asked.answers):
        return replace(result, reason=reason)
    if asked.reading is None:
        return _without_boards(result, asked.answers)
    read = _with_reading(result, asked.answers, asked.reading)
    result = _decided(read, asked.answers, options)
    if asked.board is None:
        return replace(result, format=None, diagnosis=())
    if result.verdict is not ProgramVerdict.WRONG:
        return result
    return replace(result, diagnosis=diagnosed(program, asked, result))


def _judged(
    result: CheckResult, answers: Mapping[int, Answer], options: CheckOptions
) -> CheckResult:
    """The result with its verdict, from the answers of the subject."""
    sizes = {n: SizeResult(answer) for n, answer in answers.items()}
    result = replace(result, sizes=sizes, verdict=ProgramVerdict.NOT_JUDGED, format=None)
    if not answers:
        return replace(result, reason=Reason(ReasonKind.CANNOT_LOAD, shown=result.load_error))
    if reason := _no_answers(answers):
        return replace(result, reason=reason)
    if result.subject.printed or not result.subject.has_value(result.submission.language):
        return _of_texts(result, answers, options)
    return _of_values(result, answers, options)


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
    result: CheckResult, answers: Mapping[int, Answer], options: CheckOptions
) -> CheckResult:
    """The result for the printed boards; they are wrong only if the user asks for them."""
    if larger := {n: answer for n, answer in answers.items() if n > 1}:
        answers = larger
        result = replace(result, sizes={n: result.sizes[n] for n in answers})
    if options.task is Task.COUNT:
        return _of_printed_numbers(result, answers, options)
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
    return _of_printed_boards(_with_reading(result, answers, reading), reading, options)


def _of_printed_boards(result: CheckResult, reading: Reading, options: CheckOptions) -> CheckResult:
    """The result for printed boards that were read and judged."""
    if any(size.answer.reached_limit for size in result.sizes.values()):
        return replace(result, verdict=ProgramVerdict.NOT_FINISHED)
    failing = [n for n, size in result.judged.items() if not size.passed]
    if not failing:
        return replace(result, verdict=ProgramVerdict.RIGHT)
    if other := _other_task(result, options):
        return replace(result, reason=other)
    if options.printed and max(failing) >= SMALLEST_SURE:
        return _wrong(result)
    n = next((n for n in failing if n >= SMALLEST_SURE), failing[0])
    given, right = len(reading.found[n] or ()), reading.solutions(n)
    reason = Reason(ReasonKind.PARTLY_RIGHT, n, given=given, right=right, known=KNOWN_COUNTS[n])
    return replace(result, reason=reason)


def _of_printed_numbers(
    result: CheckResult, answers: Mapping[int, Answer], options: CheckOptions
) -> CheckResult:
    """The result for the numbers of solutions that are printed, each alone on a line."""
    counts = {n: number_alone(answer.printed) for n, answer in answers.items()}
    counts |= {n: None for n, answer in answers.items() if answer.reached_limit}
    result = _with_counts(result, counts)
    if any(answer.reached_limit for answer in answers.values()):
        return replace(result, verdict=ProgramVerdict.NOT_FINISHED)
    unread = next((n for n in from_sure(answers) if counts[n] is None), None)
    if unread is not None:
        if answers[unread].raised:
            return _after_error(result, unread, answers[unread])
        return replace(result, reason=Reason(ReasonKind.NO_NUMBER, unread))
    wrong = [n for n, size in result.judged.items() if not size.passed]
    if options.printed or not wrong:
        return _decided(result, answers, options)
    n = next((n for n in wrong if n >= SMALLEST_SURE), wrong[0])
    reason = Reason(ReasonKind.WRONG_NUMBER, n, str(counts[n]), known=KNOWN_COUNTS[n])
    return replace(result, reason=reason)


def _without_boards(result: CheckResult, answers: Mapping[int, Answer]) -> CheckResult:
    """The result for a subject that prints no boards."""
    if any(answer.reached_limit for answer in answers.values()):
        return replace(result, verdict=ProgramVerdict.NOT_FINISHED)
    for n, answer in answers.items():
        if answer.raised:
            return _after_error(result, n, answer)
    return replace(result, reason=Reason(ReasonKind.NO_BOARDS, next(iter(answers))))


def _of_values(
    result: CheckResult, answers: Mapping[int, Answer], options: CheckOptions
) -> CheckResult:
    """The result for the returned values."""
    done = {n: answer for n, answer in answers.items() if answer.ended_well}
    if not result.subject.takes_n and done:
        return _of_fixed_value(result, next(iter(done.values())), options)
    values = {n: answer.values for n, answer in done.items()}
    counts = {n: count_in(given) for n, given in values.items()}
    numbers = [counts[n] for n in from_sure(done)]
    if numbers and None not in numbers:
        if options.task is Task.COUNT:
            return _decided(_with_counts(result, counts), answers, options)
        return replace(result, reason=_number_reason(done, counts))
    if (reading := read_values(values)) is None:
        return _unread(result, answers, done, options)
    if reason := _misfit_reason(reading, values):
        return replace(result, reason=reason)
    return _decided(_with_reading(result, answers, reading), answers, options)


def _misfit_reason(reading: Reading, values: Mapping[int, tuple[Any, ...]]) -> Reason | None:
    """The reason if a value from n = 4 on does not fit the format; None if all fit."""
    sure = [n for n in values if n >= SMALLEST_SURE] or [*values]
    if reading.is_doubtful:
        return _unread_reason(sure[0], values[sure[0]])
    if (misfit := next((n for n in sure if reading.found[n] is None), None)) is None:
        return None
    shown = _shown(reading.format.misfit(values[misfit], misfit))
    return Reason(ReasonKind.UNREADABLE, misfit, shown)


def _number_reason(done: Mapping[int, Answer], counts: Mapping[int, int | None]) -> Reason:
    """The reason if the values are numbers where boards are asked for."""
    is_right = all(counts[n] in {KNOWN_COUNTS[n], None} for n in done)
    if is_right and max(done) >= SMALLEST_SURE:
        return Reason(ReasonKind.OTHER_TASK, task=Task.COUNT)
    n = next(iter(from_sure(done)))
    return Reason(ReasonKind.NUMBER, n, str(counts[n]))


def _of_fixed_value(result: CheckResult, answer: Answer, options: CheckOptions) -> CheckResult:
    """The result for the value of a call without n: its boards show the size."""
    readings = [
        (n, reading)
        for n in range(SMALLEST_SURE, LARGEST + 1)
        if (reading := read_values({n: answer.values})) and not reading.is_doubtful
    ]
    if not readings:
        return _unread(result, {answer.n: answer}, {answer.n: answer}, options)
    n, reading = max(readings, key=lambda each: each[1].worth)
    result = replace(result, is_for_one_size=True)
    answers = {n: replace(answer, n=n)}
    return _decided(_with_reading(result, answers, reading), answers, options)


def _with_reading(
    result: CheckResult, answers: Mapping[int, Answer], reading: Reading
) -> CheckResult:
    """The result with a judgement for each size that was read."""
    found = {n: each for n, each in reading.found.items() if each is not None}
    sizes = {
        n: _judged_size(answer, found[n], reading.format, result.task)
        if n in found
        else SizeResult(answer)
        for n, answer in answers.items()
    }
    return replace(result, sizes=sizes, format=reading.format)


def _with_counts(result: CheckResult, counts: Mapping[int, int | None]) -> CheckResult:
    """The result with a judgement of each number."""
    sizes = dict(result.sizes)
    for n, count in counts.items():
        if count is not None:
            passed = count == KNOWN_COUNTS[n]
            verdict = Verdict.CORRECT if passed else Verdict.WRONG
            judgement = Judgement(sizes[n].answer.run, verdict, dict.fromkeys(Fault, 0))
            sizes[n] = SizeResult(sizes[n].answer, judgement, count, passed)
    return replace(result, sizes=sizes)


def _decided(
    result: CheckResult, answers: Mapping[int, Answer], options: CheckOptions
) -> CheckResult:
    """The result with its verdict, from the sizes that were read, errors and limits."""
    if result.scored and all(size.passed for size in result.scored.values()):
        return replace(result, verdict=ProgramVerdict.RIGHT)
    if other := _other_task(result, options):
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
    result: CheckResult,
    answers: Mapping[int, Answer],
    done: Mapping[int, Answer],
    options: CheckOptions,
) -> CheckResult:
    """The result for values without a board; ``done`` are the answers without an error."""
    if any(answer.reached_limit for answer in answers.values()):
        return replace(result, verdict=ProgramVerdict.NOT_FINISHED)
    for n, answer in from_sure(answers).items():
        if answer.raised:
            return _after_error(result, n, answer)
    sure = from_sure(done)
    small = read_values({n: answer.values for n, answer in done.items() if n not in sure})
    answered = small is not None and any(map(small.placements, small.found))
    if result.subject.takes_n and all(_is_empty(each.values, answered) for each in sure.values()):
        printed = read_texts({n: answer.printed for n, answer in sure.items()})
        if printed and printed.worth[0]:
            return replace(result, reason=Reason(ReasonKind.EMPTY, next(iter(sure))))
        found = small.found if small else {}
        whole = Reading(small.format if small else Format(), {n: found.get(n, []) for n in done})
        result = _with_reading(result, answers, whole)
        return _decided(result if small else replace(result, format=None), answers, options)
    values = {n: answer.values for n, answer in sure.items()}
    n, given = next((each for each in values.items() if each[1]), (next(iter(values)), ()))
    return replace(result, reason=_unread_reason(n, given))


def _is_empty(given: tuple[Any, ...], answered: bool) -> bool:  # noqa: FBT001  # a fact, not a switch
    """Whether the values say that there is no solution: empty collections, or a goal that fails.

    A goal that has never ``answered`` may fail since its arguments are in another order.
    """
    return all(map(is_empty_collection, given)) if given else answered


def _unread_reason(n: int, given: tuple[Any, ...]) -> Reason:
    """The reason why the values for n are not read: none, a sign of nothing, or no boards."""
    if not given:
        return Reason(ReasonKind.ONLY_FAILS, n)
    if all(map(stands_for_none, given)):
        return Reason(ReasonKind.NOTHING, n, _shown(given[0]))
    for columns in range(SMALLEST_SURE, LARGEST + 1):
        reading = read_values({columns: given}) if columns != n else None
        if reading and reading.solutions(columns):
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
    answer: Answer, found: Sequence[BoardAnswer], answer_format: Format, task: Task
) -> SizeResult:
    """The answer for one n, the referee's judgement, and whether it fulfils the ``task``."""
    packed = packed_answers(found, answer.n)
    run = replace(
        answer.run,
        placements=packed.placements(),
        rejected=tuple(packed.rejected),
        rejected_counts=packed.rejected_counts,
        by_lines=answer_format.by_lines,
    )
    if answer.raised:  # the boards were read, and their judgement is asked for
        run = replace(run, ending=Ending(Cause.DONE))
    judgement = _judgement_of_all(answer.n, run)
    passed = fulfils(task, answer.n, judgement)
    if task is Task.ONE:
        missing = int(judgement.verdict is not Verdict.CORRECT and not run.solutions)
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
    if task is Task.COUNT:  # boards are no number
        return False
    if task is Task.ALL:
        return judgement.verdict is Verdict.CORRECT
    if judgement.run.status is not Status.COMPLETE:
        return False
    found = judgement.run.placements
    is_one = judgement.run.solutions == len(found) == min(1, KNOWN_COUNTS[n])
    return is_one and bool(is_valid(found).all())


def _other_task(result: CheckResult, options: CheckOptions) -> Reason | None:
    """The reason if the answers that were read are right for another task.

    One solution in a collection, or where the user chose ``--task all``, is a wrong answer to "all"
    and no answer to another task.
    """
    judged = result.judged
    if result.submission.language.is_model:  # the engine was asked for what the task is
        return None
    errors = any(n >= SMALLEST_SURE and size.answer.raised for n, size in result.sizes.items())
    is_no_number = options.task is Task.COUNT and result.format is not None
    no_number = Reason(ReasonKind.NO_NUMBER, max(judged)) if is_no_number else None
    if max(judged, default=0) < SMALLEST_SURE or errors:
        return no_number
    is_collection = result.format is not None and result.format.in_collections
    is_for_all = options.task is Task.ALL and (is_collection or options.is_task_named)
    for task in (Task.ALL,) if is_for_all else (Task.ALL, Task.ONE):
        if task is not result.task and all(
            size.judgement and fulfils(task, n, _judgement_of_all(n, size.judgement.run))
            for n, size in judged.items()
        ):
            return Reason(ReasonKind.OTHER_TASK, task=task)
    return no_number


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
