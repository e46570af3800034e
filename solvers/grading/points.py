"""The points of a checked program: the sum of the points of each n at which it is right."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from solvers.grading.result import CheckResult, ProgramVerdict, passes


class EqualPoints(dict[int, float]):
    """The default points, one for each n, if the user gave none."""


def sizes_of(points: Mapping[int, float]) -> Collection[int] | None:
    """The sizes to test; None if the user gave no points."""
    return None if isinstance(points, EqualPoints) else sorted(points)


def worth(checked: CheckResult, points: Mapping[int, float]) -> Mapping[int, float]:
    """The points of each n; with the default points, only sizes that the program accepts count."""
    if not isinstance(points, EqualPoints):
        return points
    if checked.only_n:
        return {checked.only_n: 1.0}
    taken = {n: value for n, value in points.items() if n not in checked.rejected_sizes}
    return taken or points  # a program that takes no board at all


def score(checked: CheckResult, points: Mapping[int, float]) -> float:
    """The sum of the points of every n at which the program is right."""
    points = worth(checked, points)
    right = [n for n, judgement in checked.judgements.items() if passes(judgement)]
    return sum((points[n] for n in right if n in points), 0.0)


def score_or_none(checked: CheckResult, points: Mapping[int, float]) -> float | None:
    """The score; None if the program was not judged."""
    return None if checked.verdict is ProgramVerdict.NOT_JUDGED else score(checked, points)
