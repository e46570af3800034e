"""The points of a checked program in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from solvers.grading.points import EqualPoints, score_or_none, worth
from solvers.grading.result import CheckResult
from solvers.output.messages import sizes_in_words


def points_words(checked: CheckResult, points: Mapping[int, float]) -> str:
    """The points, and the sizes that were not tested; "" if there is nothing to say.

    Without points of the user, only a program that was tested in part has a line.
    """
    got = score_or_none(checked, points)
    valued = worth(checked, points)
    untested = valued.keys() - checked.sizes.keys()
    if got is None or (isinstance(points, EqualPoints) and not untested):
        return ""
    why = f": {untested_words(checked, untested)}" if untested else ""
    return f"{got:g} of {sum(valued.values()):g} points{why}"


def untested_words(checked: CheckResult, untested: Collection[int]) -> str:
    """The sentence about sizes that were not tested."""
    if checked.only_n:
        return f"its answers are for n = {checked.only_n} only"
    return f"{sizes_in_words(untested)} {'was' if len(untested) == 1 else 'were'} not tested"
