"""Check one program: find its subject, ask it for each n, read the answers and judge them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from solvers.execution.limits import Limits
from solvers.grading.answer import Answer
from solvers.grading.asking import SubjectAnswers, ask_subject, asked_again, loaded_program
from solvers.grading.given import are_given
from solvers.grading.judgement import judged_sizes
from solvers.grading.mistakes import Diagnosis, Mistake
from solvers.grading.proposal import packages_to_allow, proposed
from solvers.grading.reading import AnswersRead, read_answers
from solvers.grading.result import CheckResult, ProgramVerdict, Reason, ReasonKind
from solvers.grading.sandbox import Runner
from solvers.grading.session import Session
from solvers.grading.subject import Origin, Subject
from solvers.grading.submission import CheckOptions, Submission, Task
from solvers.grading.verdict import Case, verdict_on
from solvers.install_hint import with_install_hint

UNREAD = {ReasonKind.UNREADABLE, ReasonKind.OTHER_SIZE}
"""The reasons that answers kept from other calls can have."""


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
            return _checked_model(program, sizes, options)
        checked = _checked_calls(program, sizes, options)
    if checked.verdict is ProgramVerdict.RIGHT or not options.hints:
        return checked
    # Help costs no mark, whatever is wrong with it.
    with suppress(Exception):
        from solvers.grading.why import explained  # a right program needs none

        checked = replace(checked, why=explained(checked, limits))
    with suppress(Exception):
        checked = _with_changes(checked, sizes, limits, options)
    return checked


def _with_changes(
    checked: CheckResult, sizes: Sequence[int], limits: Limits, options: CheckOptions
) -> CheckResult:
    """The result with the changes that make the program right, if some are found."""
    from solvers.grading.repair.trials import changes_that_help  # a right program needs none

    without = replace(options, hints=False)
    sizes = [checked.only_n] if checked.only_n else sizes

    def is_right(answers: Mapping[int, Answer]) -> bool:
        return with_answers(checked, answers, without).verdict is ProgramVerdict.RIGHT

    def passes(changed: Submission, seconds: float) -> bool:
        within = replace(limits, total_seconds=min(seconds, limits.total_seconds))
        result = check_program(changed, sizes, within, checked.sandbox, without)
        return result.verdict is ProgramVerdict.RIGHT

    changes = changes_that_help(checked, limits, is_right, passes)
    return replace(checked, changes=changes, changed_sizes=tuple(sizes))


def _checked_calls(program: Session, sizes: Sequence[int], options: CheckOptions) -> CheckResult:
    """The result for a program whose subject is called, or started."""
    loaded = program.load()
    asked = ask_subject(program, sizes, options)
    is_told = asked.answers and asked.subject.origin is Origin.PROGRAM
    unjudged = CheckResult(
        program.submission,
        program.sandbox,
        asked.subject,
        ProgramVerdict.NOT_JUDGED,
        options.task,
        defines=loaded.definitions,
        not_looked_at=asked.not_looked_at,
        load_error="" if is_told else loaded.error,
        load_warnings=loaded.warnings,
    )
    checked = with_answers(unjudged, asked.answers, options)
    if checked.verdict is not ProgramVerdict.RIGHT:
        checked = _confirmed(program, checked, asked, options)
    if checked.verdict is ProgramVerdict.NOT_JUDGED:
        checked = replace(checked, proposal=proposed(program, checked))
        if "package" in {loaded.failure, *(each.failure for each in asked.answers.values())}:
            checked = replace(checked, packages=packages_to_allow(program, asked.subject))
    return checked


def _confirmed(
    program: Session, checked: CheckResult, asked: SubjectAnswers, options: CheckOptions
) -> CheckResult:
    """The result after the calls that failed were made again, each in a freshly started program.

    If it is right now, fresh starts for every size have to agree, since a program that chooses at
    random can be right once by luck.
    """
    answers = asked.answers
    failed = [n for n in answers if n not in checked.sizes or not checked.sizes[n].passed]
    for sizes, asks_all in ((failed, False), ([*answers], True)):
        if not (again := asked_again(program, asked, sizes, options.task, asks_all=asks_all)):
            return checked
        limit = min((n for n in again if again[n].reached_limit), default=max(answers))
        both = {
            n: answer for n, answer in {**answers, **again}.items() if n <= limit or are_given([n])
        }
        fresh = with_answers(checked, both, options)
        remembers = Diagnosis(Mistake.REMEMBERS), *fresh.diagnosis
        fresh = replace(fresh, diagnosis=remembers)
        if _passes(fresh) == _passes(checked):
            told = replace(asked, answers=again)
            is_unread = checked.reason and checked.reason.kind in UNREAD
            if is_unread and not asked_again(program, told, [*again], options.task, asks_all=True):
                return fresh  # it gives the same again, so nothing is left to chance
            return checked
        if fresh.verdict is not ProgramVerdict.RIGHT:
            break
    return fresh


def _passes(checked: CheckResult) -> tuple[ProgramVerdict, dict[int, bool]]:
    return checked.verdict, {n: size.passed for n, size in checked.sizes.items()}


def with_answers(
    result: CheckResult, answers: Mapping[int, Answer], options: CheckOptions
) -> CheckResult:
    """The result with the answers of its subject, read and judged."""
    language = result.submission.language
    if not answers:
        return _judged(result, AnswersRead({}), options)
    return _judged(result, read_answers(result.subject, language, answers, options.task), options)


def _judged(result: CheckResult, read: AnswersRead, options: CheckOptions) -> CheckResult:
    """The result with its verdict on what was read, and, if it is wrong, its diagnosis."""
    judged = replace(
        result,
        sizes=judged_sizes(read, options.task, result.submission.language),
        format=read.format,
        is_for_one_size=read.is_for_one_size,
        reason=None,
        diagnosis=(),
    )
    case = Case(judged, read, options)
    ruling = verdict_on(case)
    if isinstance(ruling, Reason):
        return replace(judged, verdict=ProgramVerdict.NOT_JUDGED, reason=ruling)
    judged = replace(judged, verdict=ruling)
    if ruling is not ProgramVerdict.WRONG or not case.failing:
        return judged
    from solvers.grading.diagnosis import diagnose  # a right program needs none

    if are_given(judged.sizes):  # a mistake is known by its boards for an empty one
        return judged
    return replace(judged, diagnosis=diagnose(judged, hints=options.hints))


def _checked_model(program: Session, sizes: Sequence[int], options: CheckOptions) -> CheckResult:
    """The result for a model, whose subject is the variable that is the board."""
    from solvers.grading.models.asking import ask_model  # few submissions are models
    from solvers.grading.models.explaining import diagnosed

    model = ask_model(program, sizes, options)
    unjudged = CheckResult(
        program.submission,
        program.sandbox,
        model.subject,
        ProgramVerdict.NOT_JUDGED,
        options.task,
        not_looked_at=model.board.views if model.board else (),
    )
    read = model.read
    if options.task is Task.COUNT and not read.unreadable:  # a model counts with its solutions
        numbers = {n: len(each.values) for n, each in read.answers.items() if each.is_complete}
        read = AnswersRead(read.answers, numbers=numbers, is_for_one_size=read.is_for_one_size)
    checked = _judged(unjudged, read, options)
    if checked.verdict is not ProgramVerdict.WRONG or are_given(sizes):
        return checked
    found = diagnosed(program, model, checked, hints=options.hints)
    shown = next((each.format for each in found if each.format), checked.format)
    return replace(checked, diagnosis=found, format=shown)


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
