"""The points of a checked program in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from solvers.execution.result import Status
from solvers.grading.call_result import LIMITED
from solvers.grading.points import EqualPoints, score, score_or_none, worth
from solvers.grading.result import CheckResult, ProgramVerdict
from solvers.output.messages import sizes_in_words


def scoring(checked: CheckResult, points: Mapping[int, float]) -> str:
    """A sentence about the points of a program that was judged only in part; else ""."""
    if checked.verdict is ProgramVerdict.NOT_JUDGED:
        return ""
    valued = worth(checked, points)
    if missing := valued.keys() - checked.judgements.keys():
        got, most = score(checked, points), sum(valued.values())
        return f"{got:g} of {most:g} points: {why_untested(checked, missing)}"
    if not isinstance(points, EqualPoints):
        return ""
    if checked.only_n:  # where it is right, the verdict says so
        return f"scored on n = {checked.only_n} only" if checked.failing_n else ""
    return f"scored from n = {checked.rejected_sizes[-1] + 1} on" if checked.rejected_sizes else ""


def why_untested(checked: CheckResult, untested: Collection[int]) -> str:
    """The reason why there is no judgement for these sizes."""
    if checked.only_n:
        return f"it could be judged only for n = {checked.only_n}"
    if {*untested} <= {*checked.rejected_sizes}:
        return f"it does not support {sizes_in_words(untested)}"
    last = max(checked.judgements, default=0)
    status = checked.judgements[last].run.status if last else Status.COMPLETE
    is_wrong = checked.verdict is ProgramVerdict.WRONG and checked.false_claim_n is None
    why = ", because its boards for smaller n are wrong" if is_wrong else ""
    why = why if status is Status.COMPLETE else f", because it did not finish for n = {last}"
    why = f", because it reached a limit at n = {last}" if status in LIMITED else why
    return f"{sizes_in_words(untested)} {'was' if len(untested) == 1 else 'were'} not tested{why}"


def points_had(checked: CheckResult, points: Mapping[int, float]) -> str:
    """The points in words; "" if the program was not judged, or the user gave no points."""
    points_of_it = score_or_none(checked, points)
    if points_of_it is None or isinstance(points, EqualPoints):
        return ""
    return f"{points_of_it:g} of {sum(points.values()):g} points"
