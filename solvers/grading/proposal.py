"""A call that would make a program judgeable: it was made, in the sandbox, and gave boards."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from solvers.grading.answer import Answer
from solvers.grading.given import are_given, solutions_known
from solvers.grading.printed import LARGEST, read_one_text, read_texts
from solvers.grading.protocol import Definition
from solvers.grading.result import CheckResult, Proposal, ReasonKind
from solvers.grading.returned import SMALLEST_SURE, Reading, count_in, read_values
from solvers.grading.session import Session
from solvers.grading.subject import BOARD, SIZE, Origin, Subject, calls_of

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
    if result.reason is None or result.reason.kind not in NAMEABLE:
        return None
    subject = result.subject
    if subject.call and not subject.printed:
        answers = {n: size.answer for n, size in result.sizes.items() if n >= SMALLEST_SURE}
        printed = _of_texts(subject.call, answers)
        if printed and printed.boards == solutions_known(printed.n):
            return printed
    program.close()
    limits = replace(program.limits, seconds=min(program.limits.seconds, SECONDS))
    trial = Session(program.submission, limits, program.sandbox, program.packages)
    end = time.monotonic() + ALL_SECONDS
    with trial:
        language, definitions = result.submission.language, by_name(result.defines)
        calls = [call for definition in definitions for call, _ in calls_of(language, definition)]
        sizes = [n for n in result.sizes if are_given([n])] or SIZES
        if are_given(sizes):
            calls = [each for call in calls for each in (call.replace(SIZE, BOARD), call)]
        for call in [call for call in calls if call != subject.call][:MOST_TRIED]:
            if time.monotonic() > end:
                break
            if found := _tried(trial, call, sizes):
                return found
    return None


def by_name(definitions: tuple[Definition, ...]) -> list[Definition]:
    """The public definitions, those with telling names first."""
    public = [each for each in definitions if not each.name.rpartition(".")[2].startswith("_")]
    return sorted(public, key=lambda each: not TELLING.search(each.name))


def _tried(program: Session, call: str, sizes: Sequence[int]) -> Proposal | None:
    """The proposal of this call, if it gives boards."""
    answers: dict[int, Answer] = {}
    takes_n = SIZE in call or are_given(sizes)
    for n in sizes if takes_n else sizes[:1]:
        text = Subject(Origin.CALL, call).text(n, program.submission.language)
        answers[n] = program.ask(text, n)
        if not answers[n].is_complete:
            return None
    values = {n: each.values for n, each in answers.items()}
    if any(count_in(each) is not None for each in values.values()):
        return None
    if takes_n:
        return _proposal(call, read_values(values)) or _of_texts(call, answers)
    (given,) = values.values()
    readings = (read_values({n: given}) for n in range(SMALLEST_SURE, LARGEST + 1))
    return next(filter(None, (_proposal(call, reading) for reading in readings)), None)


def _of_texts(call: str, answers: Mapping[int, Answer]) -> Proposal | None:
    """The proposal to judge what the call prints."""
    texts = {n: each.printed for n, each in answers.items()}
    if SIZE in call or are_given(texts):
        return _proposal(call, read_texts(texts) if texts else None, printed=True)
    found = read_one_text(next(iter(texts.values()), ""))
    return _proposal(call, found[1] if found else None, printed=True)


def _proposal(call: str, reading: Reading | None, *, printed: bool = False) -> Proposal | None:
    if reading is None:
        return None
    given = {n: len(found or ()) for n, found in reading.found.items()}
    right = {n: reading.solutions(n) for n in given}
    is_right = all(given[n] == right[n] == solutions_known(n) for n in given)
    if is_right or (TELLING.search(call) and all(right.values())):
        n = max(given)
        return Proposal(call, n, given[n], printed=printed)
    return None
