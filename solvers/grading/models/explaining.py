"""The reason why a model is wrong, as far as it was tested with the model itself.

Other runs of the same model, with a change, are the test: all atoms shown, or without one
constraint.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from solvers.grading.diagnosis import placements_of
from solvers.grading.mistakes import Diagnosis, Mistake, solutions_with
from solvers.grading.models.asking import AskedModel, solutions_in
from solvers.grading.models.board import BoardVariable, Solution, board_of, parts_of
from solvers.grading.protocol import has_form
from solvers.grading.result import CheckResult
from solvers.grading.returned import Shape
from solvers.grading.session import Session
from solvers.puzzle.packing import Fault
from solvers.puzzle.placements import Placement, attacking_pair

SECONDS = 5.0
"""The time in which each constraint, or each rule, is left out once."""

MOST_TRIED = 16
MOST_LINES = 8
"""The most lines of constraints that are told."""

LARGEST_EXCLUDED = 5
"""The largest n for which a board is looked for among all answers of a changed model."""


def diagnosed(
    program: Session, asked: AskedModel, result: CheckResult, *, hints: bool = True
) -> tuple[Diagnosis, ...]:
    """The diagnosis of a wrong model: what was tested, or else what its answers show."""
    found, n = result.diagnosis, result.failing_n
    judgement = result.sizes[n].judgement if n else None
    if n is None or judgement is None:
        return found
    wrong = {fault for fault, number in judgement.faults.items() if number}
    if wrong == {Fault.DUPLICATE} and asked.board and not judgement.run.rejected:
        found = _multiplied(program, asked, asked.board, n) or found
    given = placements_of(result)[n]
    return (*found, *_by_lines(program, asked, n, given, wrong)) if hints else found


def _by_lines(
    program: Session, asked: AskedModel, n: int, given: Sequence[Placement], faults: set[Fault]
) -> tuple[Diagnosis, ...]:
    """The line that alone excludes a solution, and those that a wrong board satisfies."""
    told = solutions_in(program.ask(asked.question(n, lines=True), n))
    lines = told[0] if len(told) == 1 else {}
    tried, hard = (
        [*lines[name]] if has_form(lines.get(name), [int]) else []
        for name in ("tried", "constraints")
    )
    missing = min(solutions_with(n) - {*given}, default=None)
    wrong = next(filter(attacking_pair, given), None)
    found = []
    if missing is not None and Fault.MISSING in faults and len(tried) <= MOST_TRIED:
        found = _excluded(program, asked, n, missing, tried)
    if wrong is not None and asked.board and 0 < len({*hard}) <= MOST_LINES:
        shown = _shown(asked.board, wrong)
        found.append(Diagnosis(Mistake.ALL_HOLD, n, lines=tuple(sorted({*hard})), board=shown))
    return tuple(found)


def _shown(board: BoardVariable, placement: Placement) -> tuple[int, ...]:
    """The rows as the model counts them; () if it draws the board."""
    base = board.boards.format.base
    is_drawn = board.boards.format.shape is Shape.BOARD
    return () if is_drawn else tuple(row + base for row in placement)


def _excluded(
    program: Session, asked: AskedModel, n: int, missing: Placement, lines: list[int]
) -> list[Diagnosis]:
    """The line without which the missing board is an answer, if there is exactly one."""
    fixed = _fixed(asked.board, missing) if asked.board else ""
    if not fixed and n > LARGEST_EXCLUDED:
        return []
    deadline, found = time.monotonic() + SECONDS, []
    for number, line in enumerate(lines):
        if time.monotonic() > deadline:
            return []
        settings = {"without": number, "fixed": fixed, "first": bool(fixed)}
        answer = program.ask(asked.question(n, **settings), n)
        is_asp = bool(program.submission.language.packages)  # without an atom it has an error
        if answer.reached_limit or (answer.failure and not is_asp):
            return []
        solutions = solutions_in(answer)
        named = asked.subject.call
        board = asked.board or (board_of({n: solutions}, named) if solutions else ())
        if isinstance(board, BoardVariable) and missing in board.placements(n, solutions):
            found.append((line, board))
    if len(found) != 1:
        return []
    line, board = found[0]
    shown, counted = _shown(board, missing), None if asked.board else board.boards.format
    return [Diagnosis(Mistake.EXCLUDED, n, lines=(line,), board=shown, format=counted)]


def _fixed(board: BoardVariable, placement: Placement) -> str:
    """The text that makes this the only board of the model; "" if that is not known."""
    form, (name, *others) = board.boards.format, parts_of(board.name)
    rows = [row + form.base for row in placement]
    if others:
        return ""
    if form.shape is Shape.ROWS and "/" not in name:
        return f"constraint array1d({name}) = {rows};"
    if form.shape is Shape.SQUARES and name.endswith("/2"):
        squares = [(column + form.base, row) for column, row in enumerate(rows)]
        turned = squares if form.column == 0 else [square[::-1] for square in squares]
        return "".join(f":- not {name[:-2]}{square}." for square in turned)
    return ""


def _multiplied(
    program: Session, asked: AskedModel, board: BoardVariable, n: int
) -> tuple[Diagnosis, ...]:
    """The diagnosis of boards that come several times: the variables that differ."""
    given = asked.read.answers[n]
    if program.submission.language.packages:  # only clingo hides atoms
        given = program.ask(asked.question(n, hidden=True), n, is_last=True)
    solutions, copies = solutions_in(given), dict[Any, list[Solution]]()
    for placement, one in zip(board.placements(n, solutions), solutions, strict=True):
        copies.setdefault(placement, []).append(one)
    pairs = [(first, one) for first, *others in copies.values() for one in others]
    names = dict.fromkeys(
        name for a, b in pairs for name in {**a, **b} if a.get(name) != b.get(name)
    )
    others = tuple(name for name in names if name not in parts_of(board.name))
    times = max(map(len, copies.values()), default=0)
    mistake = Mistake.UNORDERED if names and not others else Mistake.MULTIPLIED
    return (Diagnosis(mistake, n, times=times, names=others),) if times > 1 else ()
