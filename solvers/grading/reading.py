"""What was read of a subject's answers: boards in one format, numbers, or the reason for neither.

Returned values, printed text and the variables of a model are three sources of the same reading.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from solvers.grading.answer import Answer
from solvers.grading.asking import from_sure, ignores_n
from solvers.grading.given import solutions_known
from solvers.grading.language import Language
from solvers.grading.printed import LARGEST, number_alone, read_one_text, read_texts
from solvers.grading.result import Reason, ReasonKind
from solvers.grading.returned import (
    SMALLEST_SURE,
    BoardAnswer,
    Format,
    NoPlacement,
    Reading,
    count_in,
    is_empty_collection,
    read_values,
    stands_for_none,
)
from solvers.grading.subject import Origin, Subject
from solvers.grading.submission import Task


@dataclass(frozen=True, slots=True)
class AnswersRead:
    """The ``answers`` that count, and what they are.

    They are ``boards``, or ``numbers`` (None for an n without one). ``unreadable`` is the reason if
    a value is no answer to the task, or a model is refused, ``absent`` if there is nothing to read.
    With ``is_for_one_size``, n changes nothing, and the only answer has the n of its boards.
    """

    answers: Mapping[int, Answer]
    boards: Reading | None = None
    numbers: Mapping[int, int | None] = field(default_factory=dict)
    unreadable: Reason | None = None
    absent: Reason | None = None
    is_for_one_size: bool = False
    format: Format | None = None
    """The format of the boards; None if there are none, or if nothing shows their format."""


def read_answers(
    subject: Subject, language: Language, answers: Mapping[int, Answer], task: Task
) -> AnswersRead:
    """Read the values, or the text if the subject is what is printed."""
    if subject.printed or not subject.has_value(language):
        return _read_texts(subject, answers, task)
    return _read_values(subject, answers, task)


def _read_texts(subject: Subject, answers: Mapping[int, Answer], task: Task) -> AnswersRead:
    """The printed boards; a number alone is no board, so n = 1 is left out."""
    answers = {n: answer for n, answer in answers.items() if n > 1} or answers
    if task is Task.COUNT:
        numbers = {
            n: None if answer.reached_limit else number_alone(answer.printed)
            for n, answer in answers.items()
        }
        unread = next((n for n in from_sure(answers) if numbers[n] is None), None)
        absent = Reason(ReasonKind.NO_NUMBER, unread) if unread is not None else None
        return AnswersRead(answers, numbers=numbers, absent=absent)
    if not subject.takes_n or (subject.origin is Origin.PROGRAM and ignores_n(answers)):
        _, answer = max(answers.items())
        if found := read_one_text(answer.printed):
            return _for_one_size(answer, *found)
    elif read := read_texts({n: answer.printed for n, answer in answers.items()}):
        return AnswersRead(answers, read, format=read.format)
    return AnswersRead(answers, absent=Reason(ReasonKind.NO_BOARDS, next(iter(answers))))


def _for_one_size(answer: Answer, n: int, boards: Reading) -> AnswersRead:
    answers = {n: replace(answer, n=n)}
    return AnswersRead(answers, boards, is_for_one_size=True, format=boards.format)


def _read_values(subject: Subject, answers: Mapping[int, Answer], task: Task) -> AnswersRead:
    """The values of the calls that ended without an error."""
    finished = {n: answer for n, answer in answers.items() if answer.is_complete}
    if not finished:
        return AnswersRead(answers)
    if not subject.takes_n:
        return _read_fixed_value(next(iter(finished.values())))
    values = {n: answer.values for n, answer in finished.items()}
    numbers = {n: count_in(given) for n, given in values.items()}
    if all(numbers[n] is not None for n in from_sure(finished)):
        reason = None if task is Task.COUNT else _reason_for_numbers(numbers)
        return AnswersRead(answers, numbers={} if reason else numbers, unreadable=reason)
    if (boards := read_values(values)) is None:
        return _without_boards(subject, answers, finished, task)
    if misfit := _misfit(boards, values):
        return AnswersRead(answers, unreadable=misfit)
    return AnswersRead(answers, boards, format=boards.format)


def _read_fixed_value(answer: Answer) -> AnswersRead:
    """The value of a call without n, whose boards show the size."""
    readings = {
        n: boards
        for n in range(SMALLEST_SURE, LARGEST + 1)
        if (boards := read_values({n: answer.values})) and not boards.is_doubtful
    }
    if not readings:
        return AnswersRead({answer.n: answer}, absent=_unread(answer.n, answer.values))
    n = max(readings, key=lambda n: readings[n].worth)
    return _for_one_size(answer, n, readings[n])


def _reason_for_numbers(numbers: Mapping[int, int | None]) -> Reason:
    """The reason if the values are numbers where boards are asked for."""
    is_right = all(number in {solutions_known(n), None} for n, number in numbers.items())
    if is_right and max(numbers) >= SMALLEST_SURE:
        return Reason(ReasonKind.OTHER_TASK, task=Task.COUNT)
    n = min((n for n in numbers if n >= SMALLEST_SURE), default=min(numbers))
    return Reason(ReasonKind.NUMBER, n, str(numbers[n]))


def _misfit(boards: Reading, values: Mapping[int, tuple[Any, ...]]) -> Reason | None:
    """The reason if a value from n = 4 on does not fit the format; None if all fit."""
    sure = [n for n in values if n >= SMALLEST_SURE] or [*values]
    if boards.is_doubtful:
        odd = next(n for n in sure if len(boards.placements(n)) < len(boards.found[n] or ()))
        return _unread(odd, values[odd])
    if (n := next((n for n in sure if boards.found[n] is None), None)) is None:
        return None
    return _unreadable(n, values[n], boards.format.misfit(values[n], n))


def _without_boards(
    subject: Subject, answers: Mapping[int, Answer], finished: Mapping[int, Answer], task: Task
) -> AnswersRead:
    """Values without a board: collections with nothing in them, or nothing that can be read."""
    sure = from_sure(finished)
    small = read_values({n: answer.values for n, answer in finished.items() if n not in sure})
    has_answered = small is not None and any(map(small.placements, small.found))

    def is_empty(given: tuple[Any, ...]) -> bool:
        if task is Task.ONE:  # then nothing is an answer, too
            return all(map(stands_for_none, given))
        # A goal that has never answered may fail because its arguments are in another order.
        return all(map(is_empty_collection, given)) if given else has_answered

    if subject.takes_n and all(is_empty(answer.values) for answer in sure.values()):
        printed = read_texts({n: answer.printed for n, answer in sure.items()})
        if printed and printed.worth[0]:
            return AnswersRead(answers, absent=Reason(ReasonKind.EMPTY, next(iter(sure))))
        found = small.found if small else {}
        empty_format = small.format if small else Format()
        # Of an otherwise empty collection, each item is a board without queens.
        items = {
            n: given[0] if len(given := answer.values) == 1 and isinstance(given[0], tuple) else ()
            for n, answer in finished.items()
        }
        empty: dict[int, list[BoardAnswer]] = {n: [NoPlacement(())] * len(items[n]) for n in items}
        boards = Reading(empty_format, empty | {n: found[n] for n in found if found[n]})
        return AnswersRead(answers, boards, format=small.format if small else None)
    n = next((n for n, answer in sure.items() if answer.values), next(iter(sure)))
    return AnswersRead(answers, absent=_unread(n, sure[n].values))


def _unread(n: int, given: tuple[Any, ...]) -> Reason:
    """The reason why the values for n are not read: none, a sign of nothing, or no boards."""
    if not given:
        return Reason(ReasonKind.ONLY_FAILS, n, known=solutions_known(n))
    if all(map(stands_for_none, given)):
        return Reason(ReasonKind.NOTHING, n, values=given[:1])
    for columns in range(SMALLEST_SURE, LARGEST + 1):
        boards = read_values({columns: given}) if columns != n else None
        if boards and boards.solutions(columns):
            return Reason(ReasonKind.OTHER_SIZE, n, columns=columns)
    return _unreadable(n, given, _first_unread(n, given))


def _unreadable(n: int, given: tuple[Any, ...], part: Any) -> Reason:
    """The reason with the value as it was returned, and the ``part`` of it that is no board."""
    if any(part is each for each in given):  # to compare deep values would take a stack
        return Reason(ReasonKind.UNREADABLE, n, values=(part,))
    whole = (each for each in given if isinstance(each, tuple) and id(part) in map(id, each))
    return Reason(ReasonKind.UNREADABLE, n, values=(next(whole, given[0]), part))


def _first_unread(n: int, given: tuple[Any, ...]) -> Any:
    """The first value that is not a board of n columns, in a collection with boards and others."""
    for items in (given, given[0] if isinstance(given[0], tuple) else ()):
        is_read = [bool(read_values({n: (item,)})) for item in items]
        if any(is_read) and not all(is_read):
            return items[is_read.index(False)]
    return given[0]
