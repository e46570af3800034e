"""What is true of wrong answers: the mistake whose set of placements they are.

The source is not read. A mistake is named only if it alone explains the answers for every n, and
nothing simpler does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from solvers.grading.mistakes import MISTAKES, Diagnosis, Mistake, solutions_with
from solvers.grading.returned import SMALLEST_SURE, Shape
from solvers.grading.submission import Task
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import KNOWN_COUNTS

if TYPE_CHECKING:
    from solvers.grading.result import CheckResult

LARGEST_COMPARED = 6
"""The largest n for which the answers are compared with those of each mistake."""

Found = Mapping[int, Sequence[Placement]]


def diagnose(result: CheckResult, *, hints: bool = True) -> tuple[Diagnosis, ...]:
    """The diagnosis of wrong answers; () if none fits. Without ``hints``, no mistake is named."""
    counts = tuple(
        (n, size.count, KNOWN_COUNTS[n])
        for n, size in result.judged.items()
        if size.count is not None
    )
    if counts:
        return (Diagnosis(Mistake.WRONG_COUNTS, counts=counts),)
    found = placements_of(result)
    if same := _all_the_same(result, found):
        return same
    if any(size.judgement and size.judgement.run.rejected for size in result.judged.values()):
        return ()
    if result.task is not Task.ALL or not any(n >= SMALLEST_SURE for n in found):
        return ()
    mistaken = _mistaken(result, found) if hints else ()
    return _simple(found) or mistaken or _incomplete(result, found)


def _all_the_same(result: CheckResult, found: Found) -> tuple[Diagnosis, ...]:
    """The diagnosis of answers that are the same wherever several came; () for others."""
    runs = {n: size.judgement.run for n, size in result.judged.items() if size.judgement}
    several = {n: run for n, run in runs.items() if run.solutions > 1}
    given = {n: [*found[n], *(each.shown for each in several[n].rejected)] for n in several}
    if any(len({*answers}) > 1 for answers in given.values()):
        return ()
    whole = (n for n in several if len(given[n]) == several[n].solutions)  # else some were kept
    is_one = all(result.sizes[n].answer.is_one_list for n in several)
    same = (Diagnosis(Mistake.ALL_THE_SAME, n, times=len(given[n]), one_list=is_one) for n in whole)
    return tuple(same)[:1]


def placements_of(result: CheckResult) -> Found:
    """The placements that were read for each n, in the order of the answers."""
    return {
        n: [tuple(row) for row in size.judgement.run.placements.tolist()]
        for n, size in result.judged.items()
        if size.judgement
    }


def _simple(found: Found) -> tuple[Diagnosis, ...]:
    """The explanations that need no mistake in a test of two queens."""
    if not any(found.values()):
        return (Diagnosis(Mistake.NONE_FOUND),)
    if all({*placements} == solutions_with(n) for n, placements in found.items()):
        times = {n: max(Counter(placements).values(), default=1) for n, placements in found.items()}
        n = next(n for n in times if times[n] > 1)
        return (Diagnosis(Mistake.DUPLICATES, n, times=times[n]),)
    return ()


def _mistaken(result: CheckResult, found: Found) -> tuple[Diagnosis, ...]:
    """The only mistake that gives exactly these placements for each n."""
    small = {n: {*placements} for n, placements in found.items() if n <= LARGEST_COMPARED}
    if not any(n >= SMALLEST_SURE for n in small):
        return ()
    fitting = [
        mistake
        for mistake in MISTAKES
        if all(placements == MISTAKES[mistake](n) for n, placements in small.items())
    ]
    by_lines = result.format is not None and result.format.shape is Shape.BOARD
    return (Diagnosis(fitting[0], by_lines=by_lines),) if len(fitting) == 1 else ()


def _incomplete(result: CheckResult, found: Found) -> tuple[Diagnosis, ...]:
    """The diagnosis of answers that are solutions, but not all; () for other answers."""
    if not all({*placements} <= solutions_with(n) for n, placements in found.items()):
        return ()
    short = {n: {*each} for n, each in found.items() if {*each} != solutions_with(n)}
    judged = [result.judged[n].judgement for n in short]
    is_symmetric = any(each.pattern for each in judged if each)
    if is_symmetric:
        from solvers.puzzle.symmetry import closure  # few programs leave solutions out

        images = {n: closure(pack(sorted(each), n).placements()) for n, each in short.items()}
        if all(len(images[n]) == len(solutions_with(n)) for n in short):
            return (Diagnosis(Mistake.SYMMETRIC_MISSING),)
    n = min(short)
    return (Diagnosis(Mistake.SOME_MISSING, n, found=len(short[n]), known=len(solutions_with(n))),)
