"""The reason why a model is wrong, as far as it was tested with the model itself.

Other runs of the same model, with a change, are the test: all atoms shown, or no objective.
"""

from __future__ import annotations

from typing import Any

from solvers.grading.diagnosis import Found, placements_of
from solvers.grading.mistakes import Diagnosis, Mistake, solutions_with
from solvers.grading.models.asking import AskedModel, solutions_in
from solvers.grading.models.board import BoardVariable, Solution
from solvers.grading.result import CheckResult
from solvers.grading.returned import SMALLEST_SURE
from solvers.grading.session import Session
from solvers.puzzle.packing import Fault

LARGEST_TRIED = 6
"""The largest n for which a changed model is run."""


def diagnosed(program: Session, asked: AskedModel, result: CheckResult) -> tuple[Diagnosis, ...]:
    """The diagnosis of a wrong model: what was tested, or else what its answers show."""
    n, board = result.failing_n, asked.board
    judgement = result.sizes[n].judgement if n else None
    if n is None or board is None or judgement is None or judgement.run.rejected:
        return result.diagnosis
    wrong = {fault for fault, number in judgement.faults.items() if number}
    if wrong == {Fault.DUPLICATE}:
        return _multiplied(program, asked, board, n) or result.diagnosis
    if wrong == {Fault.MISSING} and _optimises(program, asked, board, placements_of(result)):
        return (Diagnosis(Mistake.OPTIMISES),)
    return result.diagnosis


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
    others = tuple(name for name in names if name not in board.parts)
    times = {len(several) for several in copies.values()} or {0}
    mistake = Mistake.MULTIPLIED if len(times) == 1 else Mistake.PARTLY_MULTIPLIED
    mistake = Mistake.UNORDERED if names and not others else mistake
    return (Diagnosis(mistake, n, times=max(times), names=others),) if max(times) > 1 else ()


def _optimises(program: Session, asked: AskedModel, board: BoardVariable, found: Found) -> bool:
    """Whether a model in ASP gives exactly all boards without its objective."""
    if not program.submission.language.packages:
        return False
    sizes = [n for n in found if n <= LARGEST_TRIED or asked.read.is_for_one_size]
    for n in sizes:
        answer = program.ask(asked.question(n, any_cost=True), n)
        given = board.placements(n, solutions_in(answer))
        if not answer.is_complete or {*given} != solutions_with(n):
            return False
    return max(sizes, default=0) >= SMALLEST_SURE
