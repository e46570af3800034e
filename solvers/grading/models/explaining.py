"""The reason why a model is wrong, as far as it was tested with the model itself.

Other runs of the same model, with a change, are the test: all atoms shown, no objective, or no
bounds of an auxiliary variable.
"""

from __future__ import annotations

from typing import Any

from solvers.grading.diagnosis import Found, placements_of
from solvers.grading.mistakes import MISTAKES, Diagnosis, Mistake, solutions_with
from solvers.grading.models.asking import AskedModel, solutions_in
from solvers.grading.models.board import BoardVariable, Solution
from solvers.grading.result import CheckResult
from solvers.grading.returned import SMALLEST_SURE, Shape
from solvers.grading.session import Session
from solvers.puzzle.packing import Fault, pack
from solvers.puzzle.symmetry import closure

LARGEST_TRIED = 6
"""The largest n for which a changed model is run."""

EITHER_WAY = {
    *(Mistake.NO_DIAGONALS, Mistake.NO_RISING_DIAGONAL),
    *(Mistake.NO_FALLING_DIAGONAL, Mistake.NO_TEST),
}
"""The mistakes of a model that are the same if rows and columns are exchanged."""

BY_COLUMNS = {*EITHER_WAY, Mistake.NO_ROWS, Mistake.NEIGHBOURS_ONLY}
"""The mistakes of a model whose variables are the rows in each column."""


def diagnosed(program: Session, asked: AskedModel, result: CheckResult) -> tuple[Diagnosis, ...]:
    """The diagnosis of a wrong model; () if nothing that was tested explains it."""
    n, board = result.failing_n, asked.board
    judgement = result.sizes[n].judgement if n else None
    if n is None or board is None or judgement is None or judgement.run.rejected:
        return ()
    wrong = {fault for fault, number in judgement.faults.items() if number}
    if wrong == {Fault.DUPLICATE}:
        return _multiplied(program, asked, board, n)
    if wrong == {Fault.MISSING}:
        loosened = _Loosened(program, asked, board, placements_of(result))
        if found := loosened.optimises() or loosened.bounded() or _broken(loosened.found):
            return found
    return _known(result)


def _known(result: CheckResult) -> tuple[Diagnosis, ...]:
    """The only mistake that has exactly these answers, if a model can make it."""
    is_by_columns = result.format is not None and result.format.shape is Shape.ROWS
    found = {n: {*each} for n, each in placements_of(result).items() if n <= LARGEST_TRIED}
    fitting = [
        mistake
        for mistake in (BY_COLUMNS if is_by_columns else EITHER_WAY)
        if all(MISTAKES[mistake](n) == each for n, each in found.items())
    ]
    is_sure = len(fitting) == 1 and max(found, default=0) >= SMALLEST_SURE
    return (Diagnosis(fitting[0]),) if is_sure else ()


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


class _Loosened:
    """A model that has ``found`` too few boards, and is run with fewer constraints."""

    def __init__(
        self, program: Session, asked: AskedModel, board: BoardVariable, found: Found
    ) -> None:
        self.program, self.asked, self.board, self.found = program, asked, board, found
        self.is_asp = bool(program.submission.language.packages)

    def gives_all(self, **settings: Any) -> bool:
        """Whether it then gives exactly all boards for the sizes that can be tried."""
        sizes = [n for n in self.found if n <= LARGEST_TRIED or self.asked.read.is_for_one_size]
        for n in sizes:
            answer = self.program.ask(self.asked.question(n, **settings), n)
            given = self.board.placements(n, solutions_in(answer))
            if not answer.is_complete or {*given} != solutions_with(n):
                return False
        return max(sizes, default=0) >= SMALLEST_SURE

    def optimises(self) -> tuple[Diagnosis, ...]:
        """The diagnosis of a model in ASP that gives all boards without its objective."""
        return (
            (Diagnosis(Mistake.OPTIMISES),) if self.is_asp and self.gives_all(any_cost=True) else ()
        )

    def bounded(self) -> tuple[Diagnosis, ...]:
        """The diagnosis of auxiliary variables without whose bounds it gives all boards."""
        answers = self.asked.read.answers.values()
        solution = next((one for each in answers for one in solutions_in(each)), {})
        others = [name for name in solution if name not in self.board.parts]
        if self.is_asp or not others or not self.gives_all(relaxed=others):
            return ()
        needed = [
            name
            for name in others
            if len(others) > 1
            and not self.gives_all(relaxed=[other for other in others if other != name])
        ]
        return (Diagnosis(Mistake.BOUNDED, names=tuple(needed or others)),)


def _broken(found: Found) -> tuple[Diagnosis, ...]:
    """The diagnosis of a model that gives one board in place of its images, for every n."""
    if max(found, default=0) <= SMALLEST_SURE:  # its two boards are images of each other
        return ()
    for n, placements in found.items():
        images = closure(pack(placements, n).placements()).tolist()
        if {*map(tuple, images)} != solutions_with(n):
            return ()
    return (Diagnosis(Mistake.BREAKS_SYMMETRY),)
