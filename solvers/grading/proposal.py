"""A call that would make a program judgeable: it was made, in the sandbox, and gave boards."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from solvers.grading.answer import Answer
from solvers.grading.given import are_given, solutions_known
from solvers.grading.language import Language, packages_named
from solvers.grading.protocol import Definition
from solvers.grading.reading import read_answers
from solvers.grading.result import CheckResult, Proposal, ReasonKind
from solvers.grading.returned import SMALLEST_SURE
from solvers.grading.session import Session
from solvers.grading.subject import BOARD, SIZE, Origin, Subject, calls_of
from solvers.grading.submission import Task
from solvers.lazy import metadata

TELLING = re.compile("queen|solve|solution|board", re.IGNORECASE)
"""Matches the names of functions that are likely to be the search."""

MOST_TRIED = 8
"""The most calls that are tried."""

SECONDS = 2.0
"""The limit for each of them."""

ALL_SECONDS = 5.0
"""The time after which no further call is tried."""

SIZES = (4, 5, 6)
"""The sizes for which a call is tried."""

NAMEABLE = {
    *(ReasonKind.NO_BOARDS, ReasonKind.NOTHING, ReasonKind.ONLY_FAILS, ReasonKind.ERROR),
    *(ReasonKind.UNREADABLE, ReasonKind.OTHER_SIZE, ReasonKind.NUMBER, ReasonKind.EMPTY),
}
"""The reasons after which another call may be judgeable."""


def proposed(program: Session, result: CheckResult) -> Proposal | None:
    """The first call that gives boards; None without one.

    A call with a telling name has to give a solution for each size; any other, exactly all of them:
    a helper that gives all permutations gives solutions, too.
    """
    subject, language = result.subject, result.submission.language
    kind = result.reason.kind if result.reason else None
    prints_some = kind is ReasonKind.OTHER_TASK and subject.origin is Origin.PROGRAM
    if kind not in NAMEABLE and not (prints_some and not subject.is_named):
        return None
    if subject.call and not subject.printed:
        answers = {n: size.answer for n, size in result.sizes.items() if n >= SMALLEST_SURE}
        printed = _proposal(replace(subject, printed=True), language, answers)
        if printed and printed.boards == solutions_known(printed.n):
            return printed
    program.close()
    limits = replace(program.limits, seconds=min(program.limits.seconds, SECONDS))
    end = time.monotonic() + ALL_SECONDS
    with Session(program.submission, limits, program.sandbox, program.packages) as trial:
        definitions = by_name(result.defines)
        calls = [call for definition in definitions for call, _ in calls_of(language, definition)]
        sizes = [n for n in result.sizes if are_given([n])] or SIZES
        if are_given(sizes):
            calls = [each for call in calls for each in (call.replace(SIZE, BOARD), call)]
        for call in [call for call in calls if call != subject.call][:MOST_TRIED]:
            if time.monotonic() > end:
                break
            called = Subject(Origin.CALL, call, has_boards=are_given(sizes))
            answers = _answers(trial, called, sizes)
            for each in (called, replace(called, printed=True)):
                if found := _proposal(each, language, answers):
                    return found
    return None


def packages_to_allow(program: Session, subject: Subject) -> tuple[str, ...]:
    """The installed packages that the program imports, if its subject answers with them; or ()."""
    submission, installed = program.submission, metadata.packages_distributions()
    named = {Path(file).stem for file, *_ in submission.language.files_loaded(submission.text)}
    names = tuple(sorted(named & installed.keys() - program.packages.keys() - {"solvers"}))
    if not names:
        return ()
    program.close()
    packages = {**program.packages, **packages_named(names)}
    with Session(submission, program.limits, program.sandbox, packages) as trial:
        question = subject.text(SIZES[0], submission.language)
        answer = trial.ask(question, SIZES[0]) if subject.call else trial.run(SIZES[0])
        return names if answer.is_complete else ()


def _answers(trial: Session, subject: Subject, sizes: Sequence[int]) -> dict[int, Answer]:
    """The answers of the subject; {} if a call has failed or reached a limit."""
    answers: dict[int, Answer] = {}
    for n in sizes if subject.takes_n else sizes[:1]:
        answers[n] = trial.ask(subject.text(n, trial.submission.language), n)
        if not answers[n].is_complete:
            return {}
    return answers


def by_name(definitions: tuple[Definition, ...]) -> list[Definition]:
    """The public definitions: telling names first, and then those that take one argument."""
    public = [each for each in definitions if not each.name.rpartition(".")[2].startswith("_")]
    return sorted(public, key=lambda each: (not TELLING.search(each.name), not each.takes(1)))


def _proposal(
    subject: Subject, language: Language, answers: Mapping[int, Answer]
) -> Proposal | None:
    """The proposal of a subject that has these answers, if they are boards."""
    read = read_answers(subject, language, answers, Task.ALL) if answers else None
    if read is None or read.boards is None:
        return None
    given = {n: len(found or ()) for n, found in read.boards.found.items()}
    right = {n: read.boards.solutions(n) for n in given}
    is_right = all(given[n] == right[n] == solutions_known(n) for n in given)
    if is_right or (TELLING.search(subject.call) and all(right.values())):
        n = max(given)
        return Proposal(subject.call, n, given[n], printed=subject.printed)
    return None
