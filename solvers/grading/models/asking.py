"""Ask a model for all its solutions, one n after another, and find its board in them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from solvers.grading.answer import Answer
from solvers.grading.asking import from_sure
from solvers.grading.given import GivenBoard, are_given
from solvers.grading.models.board import BoardVariable, Solution, board_of, read_like
from solvers.grading.printed import LARGEST
from solvers.grading.reading import AnswersRead
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

ENOUGH = 2
"""The number of sizes whose solutions show that no variable has the shape of a board."""


@dataclass(frozen=True, slots=True)
class AskedModel:
    """The subject of a model, what was read of its answers, and the variable that is its board."""

    subject: Subject
    read: AnswersRead
    board: BoardVariable | None = None

    def question(self, n: int, **settings: Any) -> str:
        """The text of another question for n, or for the only size of the model."""
        return question(None if self.read.is_for_one_size else n, **settings)


def solutions_in(answer: Answer) -> list[Solution]:
    """The solutions of the model that an answer holds."""
    return [dict(values) for values in answer.values]


def question(n: int | None, **settings: Any) -> str:
    """The text of a question for n, or for the size that the model itself has."""
    return json.dumps({"n": n, **settings})


def ask_model(program: Session, sizes: Sequence[int], options: CheckOptions) -> AskedModel:
    """Ask the model for the sizes, the smallest first; after a limit, no larger one."""
    name = program.submission.function or options.call
    subject = Subject(Origin.CALL if name else Origin.SHAPE, name)

    def refused(kind: ReasonKind, shown: str = "") -> AskedModel:
        return AskedModel(subject, AnswersRead({}, unreadable=Reason(kind, shown=shown)))

    if options.printed:
        return refused(ReasonKind.NO_OUTPUT)
    loaded = program.load()
    if loaded.error or loaded.failure in REFUSALS:
        return refused(REFUSALS.get(loaded.failure, ReasonKind.CANNOT_LOAD), loaded.error)
    answers: dict[int, Answer] = {}
    settings = {"first": True} if options.task is Task.ONE else {}
    for n in sizes:
        answers[n] = answer = program.ask(question(n, **settings), n, is_last=n == sizes[-1])
        if answer.failure in REFUSALS:
            return refused(REFUSALS[answer.failure], answer.error)
        if answer.failure == NO_SIZE or answer.reached_limit or not answer.begun:
            break
        if options.task is Task.ALL and _has_no_board(subject, answers):
            break
    model = _with_board(subject, answers)
    if options.task is Task.ONE and model.board is None and not model.read.unreadable:
        model = _with_board_of_all(program, model)
    has_failed = all(answer.raised for answer in from_sure(answers).values())
    if (model.board is None and not model.read.unreadable) or has_failed:
        return _for_its_own_size(program, model, sizes, settings)
    return model


def _with_board(subject: Subject, answers: dict[int, Answer]) -> AskedModel:
    """The board in the answers."""
    solutions = {n: solutions_in(each) for n, each in answers.items() if each.is_complete}
    board = board_of(solutions, subject.call)
    if isinstance(board, BoardVariable):
        read = AnswersRead(answers, board.boards, format=board.boards.format)
        return AskedModel(Subject(subject.origin, board.name), read, board)
    if board:
        reason = Reason(ReasonKind.SEVERAL_BOARDS, shown=", ".join(board), names=board)
        return AskedModel(subject, AnswersRead(answers, unreadable=reason))
    sure = [found for n, found in solutions.items() if n >= SMALLEST_SURE]
    has_no_solution = bool(sure) and not any(sure)
    boards = Reading(Format(), {n: [] for n in solutions}) if has_no_solution else None
    return AskedModel(subject, AnswersRead(answers, boards))


def _has_no_board(subject: Subject, answers: dict[int, Answer]) -> bool:
    """Whether the solutions for two sizes have no variable with the shape of a board."""
    sure = {n: solutions_in(each) for n, each in answers.items() if n >= SMALLEST_SURE}
    is_known = len(sure) == ENOUGH and all(sure.values()) and not are_given(sure)
    return is_known and board_of(sure, subject.call) == ()


def _with_board_of_all(program: Session, model: AskedModel) -> AskedModel:
    """The model whose first answers do not show its board, because it is empty in them.

    All answers for one size show it.
    """
    answers = model.read.answers
    found = {n: solutions_in(each) for n, each in answers.items() if each.is_complete}
    if not (n := next((n for n in found if n >= SMALLEST_SURE and found[n]), None)):
        return model
    board = board_of({n: solutions_in(program.ask(question(n), n))}, model.subject.call)
    if not isinstance(board, BoardVariable):
        return model
    board = read_like(board, found)
    read = AnswersRead(answers, board.boards, format=board.boards.format)
    return AskedModel(Subject(model.subject.origin, board.name), read, board)


def _for_its_own_size(
    program: Session, model: AskedModel, sizes: Sequence[int], settings: dict[str, Any]
) -> AskedModel:
    """The board of a model with a size of its own, if that has one; else ``model`` as it is."""
    answers = model.read.answers
    is_sized = any(answer.failure == NO_SIZE for answer in answers.values())
    if not is_sized and any(answer.reached_limit for answer in answers.values()):
        return model
    answer = program.ask(question(None, **settings), 0, is_last=True)
    given_boards = [n for n in sizes if isinstance(n, GivenBoard)]
    if not answer.is_complete:
        return AskedModel(model.subject, AnswersRead({0: answer})) if is_sized else model
    given = solutions_in(answer)
    boards = [
        (n, board)
        for n in given_boards or range(SMALLEST_SURE, LARGEST + 1)
        if isinstance(board := board_of({n: given}, model.subject.call), BoardVariable)
    ]
    if not boards:
        refused = AnswersRead(answers, unreadable=Reason(ReasonKind.NO_BOARDS))
        return AskedModel(model.subject, refused) if is_sized else model
    n, board = max(boards, key=lambda sized: sized[1].worth)
    read = AnswersRead(
        {n: replace(answer, n=n)}, board.boards, is_for_one_size=True, format=board.boards.format
    )
    return AskedModel(Subject(model.subject.origin, board.name), read, board)
