"""Ask a program: load it, find its subject, and put the question for one n after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from solvers.execution.limits import Limits
from solvers.execution.result import CauseKind, Status
from solvers.grading.answer import Answer
from solvers.grading.given import are_given
from solvers.grading.language import packages_named
from solvers.grading.printed import read_one_text
from solvers.grading.returned import SMALLEST_SURE
from solvers.grading.sandbox import Runner
from solvers.grading.session import Session
from solvers.grading.subject import Origin, Subject, is_usual, usual_calls
from solvers.grading.submission import CheckOptions, Submission, Task

NEXT_LANGUAGE = {"syntax", "unbound", "package"}
"""The failures of loading after which the next language of the file is tried."""

ENOUGH_AGAIN = 2
"""The number of sizes that are asked again in a fresh process before the others are believed."""

CANNOT_RUN = {"syntax", "package"}
"""The failures of loading for which no size is asked: the program would fail for each."""


def loaded_program(
    submission: Submission, limits: Limits, sandbox: Runner, options: CheckOptions
) -> Session:
    """The program in the first language that loads it, or else in the first that is installed."""
    possible = submission.language, *submission.others
    languages = [each for each in possible if sandbox.has(each)]
    programs = [
        Session(
            replace(submission, language=each),
            limits,
            sandbox,
            {**options.packages, **(packages_named(each.packages) if languages else {})},
        )
        for each in languages or [submission.language]
    ]
    for program in programs if len(programs) > 1 else []:
        if program.load().failure not in NEXT_LANGUAGE:
            return program
        program.close()
    return programs[0]


@dataclass(frozen=True, slots=True)
class SubjectAnswers:
    """The subject, its answer for each n, and the calls of other functions with usual names."""

    subject: Subject
    answers: dict[int, Answer] = field(default_factory=dict)
    not_looked_at: tuple[str, ...] = ()


def ask_subject(program: Session, sizes: Sequence[int], options: CheckOptions) -> SubjectAnswers:
    """Find the subject, and ask it for the sizes.

    A function with a usual name is the subject if it can be called with n alone: a call that raises
    an error for every size from SMALLEST_SURE on shows that it cannot.
    """
    submission, loaded = program.submission, program.load()
    language, function = submission.language, submission.function
    named = options.call.rstrip(" .") if language.has_goals else options.call
    if call := language.call_of(function) if function else named:
        subject = Subject(Origin.CALL, call, has_boards=are_given(sizes))
        if loaded.error and not loaded.definitions:  # nothing can be called
            return SubjectAnswers(subject)
        answers = answers_of(program, subject, sizes, options.task)
        printed = options.printed or _gives_nothing(subject, submission, answers)
        return SubjectAnswers(replace(subject, printed=printed), answers)
    calls = [] if options.printed else usual_calls(language, loaded.definitions)
    has_no_end = loaded.ending is not None and loaded.ending.cause.kind is CauseKind.LIMIT
    if has_no_end and not options.printed and language.defines:
        names = (match[1] for match in language.defines.finditer(submission.text))
        calls = [language.call_of(name) for name in names if is_usual(name)][:1]
    failed = None
    for call in calls:
        subject = Subject(Origin.USUAL_NAME, call)
        answers = answers_of(program, subject, sizes, options.task)
        others = tuple(other for other in calls if other != call)
        if not all(answer.raised for answer in from_sure(answers).values()):
            printed = _gives_nothing(subject, submission, answers)
            return SubjectAnswers(replace(subject, printed=printed), answers, others)
        failed = failed or SubjectAnswers(subject, answers, others)
    subject = Subject(Origin.PROGRAM, printed=True, is_named=options.printed)
    if loaded.failure in CANNOT_RUN:
        return failed or SubjectAnswers(subject)
    larger = [n for n in sizes if n > 1] or sizes
    answers = answers_of(program, subject, larger, options.task)
    has_boards = any(read_one_text(answer.printed) for answer in answers.values())
    if failed and not has_boards:
        return failed
    return SubjectAnswers(subject, answers, tuple(calls))


def answers_of(
    program: Session, subject: Subject, sizes: Sequence[int], task: Task
) -> dict[int, Answer]:
    """The answers of the subject for the sizes; none after a limit, and only one without n.

    A limit below SMALLEST_SURE, where nothing is scored, costs only the other small sizes.
    """
    answers: dict[int, Answer] = {}
    for n in sizes:
        if n < SMALLEST_SURE and any(answer.reached_limit for answer in answers.values()):
            continue
        if subject.origin is Origin.PROGRAM:
            answers[n] = program.run(n)
        else:
            question = _question(program.submission, subject, n, task)
            is_last = n == sizes[-1] or not subject.takes_n
            answers[n] = program.ask(question, n, is_last=is_last)
        last = answers[n]
        is_over = last.reached_limit and n >= SMALLEST_SURE and not are_given([n])
        if is_over or not (last.begun or last.reached_limit) or not subject.takes_n:
            break
        is_second = n > SMALLEST_SURE and len(from_sure(answers)) == 2
        if subject.origin is Origin.PROGRAM and is_second and ignores_n(answers):
            break
    return answers


def asked_again(
    program: Session,
    asked: SubjectAnswers,
    sizes: Sequence[int],
    task: Task,
    *,
    asks_all: bool = False,
) -> dict[int, Answer]:
    """The answers for these sizes, each in a freshly started program; {} if all are the same.

    Unless it ``asks_all``, no n is asked again whose answer was the first in its process, and if
    the answers for the first ENOUGH_AGAIN sizes are the same, so are those for the others.
    """
    subject, answers = asked.subject, asked.answers

    def said(answer: Answer) -> tuple[object, str, Status]:
        given = answer.printed if subject.printed else answer.values
        return given, answer.failure, answer.run.status

    again: dict[int, Answer] = {}
    for n in sorted(sizes, key=lambda n: (n < SMALLEST_SURE, n)):
        if answers[n].is_first and not asks_all:
            continue
        is_enough = len(again) == ENOUGH_AGAIN and not asks_all
        if is_enough and all(said(answers[n]) == said(again[n]) for n in again):
            break
        program.close()
        again[n] = program.ask(_question(program.submission, subject, n, task), n, is_last=True)
        if again[n].reached_limit:
            break
    return {} if all(said(answers[n]) == said(again[n]) for n in again) else again


def _question(submission: Submission, subject: Subject, n: int, task: Task) -> str:
    """The call for n; of a goal of Prolog, only the first answer counts where one is asked for."""
    text = subject.text(n, submission.language)
    is_goal = submission.language.has_goals
    return f"once(({text}))" if is_goal and task is Task.ONE else text


def ignores_n(answers: Mapping[int, Answer]) -> bool:
    """Whether a started program prints boards of the same size, or nothing, for two sizes."""
    if are_given(answers):
        return False
    first = [answers[n].printed for n in sorted(answers) if n >= SMALLEST_SURE][:2]
    sizes = [found[0] for text in first if (found := read_one_text(text))]
    return not any(first) or (len(sizes) > 1 and sizes[0] == sizes[1])


def _gives_nothing(subject: Subject, submission: Submission, answers: Mapping[int, Answer]) -> bool:
    """Whether the call has no value for any n, and prints something."""
    counted = from_sure(answers)
    is_void = not subject.has_value(submission.language)
    return any(answer.printed.strip() for answer in counted.values()) and all(
        is_void or answer.values == (None,) or not answer.is_complete for answer in counted.values()
    )


def from_sure(answers: Mapping[int, Answer]) -> dict[int, Answer]:
    """The answers for the sizes from SMALLEST_SURE on; all if there are no others."""
    return {n: each for n, each in answers.items() if n >= SMALLEST_SURE} or {**answers}
