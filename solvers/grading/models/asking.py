"""Ask a model for all its solutions, one n after another, and find its board in them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from solvers.grading.answer import Answer
from solvers.grading.asking import from_sure
from solvers.grading.models.board import Candidate, Solution, Solutions, board_of
from solvers.grading.printed import LARGEST
from solvers.grading.result import Reason, ReasonKind
from solvers.grading.returned import SMALLEST_SURE, Format, Reading
from solvers.grading.session import Session
from solvers.grading.subject import Origin, Subject
from solvers.grading.submission import CheckOptions, Task

REFUSALS = {
    "parameters": ReasonKind.PARAMETERS,
    "optimises": ReasonKind.OPTIMISES,
    "script": ReasonKind.SCRIPT,
    "include": ReasonKind.INCLUDE,
}
"""The failures for which a model is not judged, for any n."""

NO_SIZE = "size"
"""The failure of a model without a parameter that takes n."""


@dataclass(frozen=True, slots=True)
class AskedModel:
    """The answers of a model and the board in them, or the reason why there is none.

    The model has other solutions for each n if ``takes_n``.
    """

    subject: Subject
    answers: dict[int, Answer] = field(default_factory=dict)
    board: Candidate | None = None
    reading: Reading | None = None
    reason: Reason | None = None
    takes_n: bool = True


def solutions_in(answer: Answer) -> list[Solution]:
    """The solutions of the model that an answer holds."""
    return [{pair.first: pair.second for pair in values} for values in answer.values]


def question(n: int | None, **settings: Any) -> str:
    """The text of a question for n, or for the size that the model itself has."""
    return json.dumps({"n": n, **settings})


def asked_model(program: Session, sizes: Sequence[int], options: CheckOptions) -> AskedModel:
    """Ask the model for the sizes, the smallest first; after a limit, no larger one."""
    function = program.submission.function
    name = function or options.call
    subject = Subject(Origin.CALL if name else Origin.SHAPE, name)
    if options.printed:
        return AskedModel(subject, reason=Reason(ReasonKind.NO_OUTPUT))
    loaded = program.load()
    if kind := REFUSALS.get(loaded.failure):
        return AskedModel(subject, reason=Reason(kind, shown=loaded.error))
    if loaded.error:
        return AskedModel(subject, reason=Reason(ReasonKind.CANNOT_LOAD, shown=loaded.error))
    answers: dict[int, Answer] = {}
    settings = {"first": True} if options.task is Task.ONE else {}
    for n in sizes:
        answers[n] = program.ask(question(n, **settings), n, is_last=n == sizes[-1])
        if kind := REFUSALS.get(answers[n].failure):
            return AskedModel(subject, reason=Reason(kind, shown=answers[n].error))
        if answers[n].failure == NO_SIZE or answers[n].reached_limit or not answers[n].begun:
            break
    found = _with_board(subject, answers)
    has_failed = all(answer.raised for answer in from_sure(answers).values())
    if (found.board is None and not found.reason) or has_failed:
        return _for_its_own_size(program, found, settings)
    return found


def _with_board(subject: Subject, answers: dict[int, Answer]) -> AskedModel:
    """The board in the answers."""
    solutions = {n: solutions_in(each) for n, each in answers.items() if each.ended_well}
    found = board_of(solutions, subject.call)
    if isinstance(found, Candidate):
        subject = Subject(subject.origin, found.name)
        return AskedModel(subject, answers, found, found.reading())
    if found:
        reason = Reason(ReasonKind.SEVERAL_BOARDS, shown=", ".join(found))
        return AskedModel(subject, answers, reason=reason)
    if _has_none(solutions):
        return AskedModel(subject, answers, reading=Reading(Format(), {n: [] for n in solutions}))
    return AskedModel(subject, answers)


def _has_none(solutions: Solutions) -> bool:
    """Whether the model has no solution for any of the sizes from SMALLEST_SURE on."""
    sure = [found for n, found in solutions.items() if n >= SMALLEST_SURE]
    return bool(sure) and not any(sure)


def _for_its_own_size(program: Session, found: AskedModel, settings: dict[str, Any]) -> AskedModel:
    """The board of a model with a size of its own, if that has one; else ``found`` as it is."""
    answers = found.answers
    is_sized = any(answer.failure == NO_SIZE for answer in answers.values())
    if not is_sized and any(answer.reached_limit for answer in answers.values()):
        return found
    answer = program.ask(question(None, **settings), 0, is_last=True)
    if not answer.ended_well:
        return AskedModel(found.subject, {0: answer}) if is_sized else found
    given = solutions_in(answer)
    boards = [
        (n, board)
        for n in range(SMALLEST_SURE, LARGEST + 1)
        if isinstance(board := board_of({n: given}, found.subject.call), Candidate)
    ]
    if not boards:
        nothing = AskedModel(found.subject, answers, reason=Reason(ReasonKind.NO_BOARDS))
        return nothing if is_sized else found
    n, board = max(boards, key=lambda each: (each[1].solutions, each[1].placed))
    subject = Subject(found.subject.origin, board.name)
    own = {n: replace(answer, n=n)}
    return AskedModel(subject, own, board, board.reading(), takes_n=False)
