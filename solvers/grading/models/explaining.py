"""The reason why a model is wrong: what was tested with the model itself, and nothing else.

Other runs of the same model, with a change, are the test: all atoms shown, no objective, or no
bounds of an auxiliary variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from solvers.grading.diagnosis import Found, placements_of
from solvers.grading.mistakes import MISTAKES, Diagnosis, Mistake, solutions_with
from solvers.grading.models.asking import AskedModel, question, solutions_in
from solvers.grading.models.board import Candidate
from solvers.grading.result import CheckResult
from solvers.grading.returned import SMALLEST_SURE, Shape
from solvers.grading.running_submission import RunningSubmission
from solvers.puzzle.packing import Fault, pack
from solvers.puzzle.placements import Placement
from solvers.puzzle.symmetry import closure

LARGEST_TRIED = 6
"""The largest n for which a changed model is run."""

MOST_RELAXED = 4
"""The most auxiliary variables whose bounds are taken away one after another."""

EITHER_WAY = {
    Mistake.NO_DIAGONALS,
    Mistake.NO_RISING_DIAGONAL,
    Mistake.NO_FALLING_DIAGONAL,
    Mistake.NO_TEST,
}
"""The mistakes of a model that are the same if rows and columns are exchanged."""

BY_COLUMNS = {
    *EITHER_WAY,
    *(Mistake.NO_ROWS, Mistake.NEIGHBOURS_ONLY, Mistake.ALL_BUT_NEIGHBOURS),
    *(Mistake.DIAGONALS_OF_NEIGHBOURS, Mistake.DISTANCE_FROM_0, Mistake.DISTANCE_FROM_2),
    *(Mistake.FIRST_QUEEN_SKIPPED, Mistake.FIRST_QUEEN_ONLY, Mistake.ROWS_FROM_0_AND_1),
    *(Mistake.DIAGONALS_OF_FIRST_QUEEN, Mistake.NO_DIAGONALS_OF_FIRST_QUEEN),
}
"""The mistakes of a model whose variables are the rows in each column."""


def diagnosed(
    program: RunningSubmission, asked: AskedModel, result: CheckResult
) -> tuple[Diagnosis, ...]:
    """The diagnosis of a wrong model; () if nothing that was tested explains it."""
    n, board = result.failing_n, asked.board
    judgement = result.sizes[n].judgement if n else None
    if n is None or board is None or judgement is None:
        return ()
    wrong = {fault for fault, number in judgement.faults.items() if number}
    if wrong == {Fault.DUPLICATE}:
        return _multiplied(program, asked, board, n)
    if wrong == {Fault.MISSING}:
        found = placements_of(result)
        optimises = _optimises(program, asked, board, found)
        return (
            optimises
            or _bounded(program, asked, board, found)
            or _symmetry(found)
            or _known(result)
        )
    return () if judgement.run.rejected else _known(result)


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
    program: RunningSubmission, asked: AskedModel, board: Candidate, n: int
) -> tuple[Diagnosis, ...]:
    """The diagnosis of boards that come several times: the variables that differ."""
    given = asked.answers[n]
    if program.submission.language.packages:  # only clingo hides atoms
        given = program.ask(question(n if asked.takes_n else None, hidden=True), n, is_last=True)
    copies: dict[Any, list[Mapping[str, Any]]] = {}
    solutions = solutions_in(given)
    placements = board.of(n, solutions).placements[n]
    for placement, solution in zip(placements, solutions, strict=True):
        copies.setdefault(placement, []).append(solution)
    names = dict.fromkeys(
        name
        for several in copies.values()
        for one in several
        for name in {**several[0], **one}
        if one.get(name) != several[0].get(name)
    )
    others = tuple(name for name in names if name not in board.parts)
    times = {len(several) for several in copies.values()}
    if max(times, default=1) == 1:
        return ()
    mistake = Mistake.MULTIPLIED if len(times) == 1 else Mistake.PARTLY_MULTIPLIED
    if names and not others:
        mistake = Mistake.UNORDERED
    return (Diagnosis(mistake, n, times=max(times), names=others),)


def _tried(
    program: RunningSubmission, asked: AskedModel, board: Candidate, **settings: Any
) -> Callable[[Found], bool]:
    """Whether a changed model gives exactly all boards for the sizes that can be tried."""

    def gives_all(found: Found) -> bool:
        sizes = [n for n in found if n <= LARGEST_TRIED or not asked.takes_n]
        for n in sizes:
            text = question(n if asked.takes_n else None, **settings)
            answer = program.ask(text, n)
            if not answer.ended_well:
                return False
            placements = board.of(n, solutions_in(answer)).placements[n]
            if {*placements} != solutions_with(n):
                return False
        return any(n >= SMALLEST_SURE for n in sizes)

    return gives_all


def _optimises(
    program: RunningSubmission, asked: AskedModel, board: Candidate, found: Found
) -> tuple[Diagnosis, ...]:
    """The diagnosis of a model in ASP that gives all boards without its objective."""
    if not program.submission.language.packages:  # MiniZinc refuses to give all
        return ()
    gives_all = _tried(program, asked, board, any_cost=True)
    return (Diagnosis(Mistake.OPTIMISES),) if gives_all(found) else ()


def _bounded(
    program: RunningSubmission, asked: AskedModel, board: Candidate, found: Found
) -> tuple[Diagnosis, ...]:
    """The diagnosis of auxiliary variables without whose bounds a model gives all boards."""
    solution = next((one for each in asked.answers.values() for one in solutions_in(each)), {})
    others = [name for name in solution if name not in board.parts]
    if program.submission.language.packages or not others:
        return ()
    if not _tried(program, asked, board, relaxed=others)(found):
        return ()
    for names in _fewer(others[:MOST_RELAXED]):
        if _tried(program, asked, board, relaxed=names)(found):
            return (Diagnosis(Mistake.BOUNDED, names=tuple(names)),)
    return (Diagnosis(Mistake.BOUNDED, names=tuple(others)),)


def _fewer(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """Each name, and then each two."""
    yield from ([name] for name in names)
    yield from map(list, combinations(names, 2))


def _symmetry(found: Found) -> tuple[Diagnosis, ...]:
    """The diagnosis of a model that gives one board in place of its images, for every n."""
    sure = [n for n in found if n >= SMALLEST_SURE]
    if max(sure, default=0) == SMALLEST_SURE:  # whose two boards are images of each other
        return ()
    is_broken = all(_with_images(n, found[n]) == solutions_with(n) for n in found)
    return (Diagnosis(Mistake.BREAKS_SYMMETRY),) if is_broken else ()


def _with_images(n: int, placements: Sequence[Placement]) -> set[Placement]:
    return {tuple(row) for row in closure(pack(placements, n).placements()).tolist()}
