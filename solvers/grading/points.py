"""The points of a checked program: the sum of the points of each n at which it is right."""

from __future__ import annotations

from collections.abc import Mapping

from solvers.grading.result import CheckResult, ProgramVerdict


class EqualPoints(dict[int, float]):
    """The default points, one for each n, if the user gave none."""


def worth(checked: CheckResult, points: Mapping[int, float]) -> Mapping[int, float]:
    """The points of each n that the subject accepts; all points if it is not judged."""
    if checked.verdict is ProgramVerdict.NOT_JUDGED:
        return points
    scored = {n: value for n, value in points.items() if n not in checked.not_accepted}
    if not isinstance(points, EqualPoints):
        return scored
    if checked.only_n:
        return {checked.only_n: 1.0}
    if checked.subject.printed:  # the smallest sizes are not read
        scored = {n: value for n, value in scored.items() if n >= min(checked.sizes, default=n)}
    return scored


def score(checked: CheckResult, points: Mapping[int, float]) -> float:
    """The sum of the points of every n at which the program is right."""
    valued = worth(checked, points)
    return sum((valued.get(n, 0.0) for n, size in checked.sizes.items() if size.passed), 0.0)


def score_or_none(checked: CheckResult, points: Mapping[int, float]) -> float | None:
    """The score; None if the program was not judged."""
    return None if checked.verdict is ProgramVerdict.NOT_JUDGED else score(checked, points)
