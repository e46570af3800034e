"""Repeated comparisons: the one to show, and medians with their spread."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from solvers.execution.result import Run
from solvers.output.charts.comparison import Sampled
from solvers.output.messages import duration
from solvers.puzzle.problem import Problem
from solvers.referee.verdict import Agreement, Comparison


def by_problem(comparisons: Sequence[Comparison]) -> list[list[Comparison]]:
    """The comparisons grouped by problem: each group holds the repetitions of one."""
    groups: dict[Problem, list[Comparison]] = {}
    for comparison in comparisons:
        groups.setdefault(comparison.problem, []).append(comparison)
    return list(groups.values())


def repetition_to_show(repetitions: Sequence[Comparison]) -> Comparison:
    """The repetition to show: one that is ``different`` if there is any, else ``incomplete``."""
    order = Agreement.DIFFERENT, Agreement.INCOMPLETE, Agreement.IDENTICAL
    return min(repetitions, key=lambda comparison: order.index(comparison.agreement))


def runs_by_backend(repetitions: Sequence[Comparison]) -> list[list[Run]]:
    """For each backend, in the order of the table, its runs in all repetitions."""
    each = zip(*[comparison.judgements for comparison in repetitions], strict=True)
    return [[judgement.run for judgement in judgements] for judgements in each]


def sample(n: int, known_or_not: Sequence[float | None]) -> Sampled | None:
    """The median, least and greatest of the known values; None if none is known."""
    known = [value for value in known_or_not if value is not None]
    return Sampled(n, median(known), min(known), max(known)) if known else None


def median_times(runs: Sequence[Run]) -> dict[str, str]:
    """The median times of a backend, by column; ± is half their range, in percent of the median."""
    times = {}
    for column, seconds in (
        ("first", [run.first_solution_seconds for run in runs]),
        ("all", [run.seconds for run in runs]),
    ):
        times[column] = "-"
        if sampled := sample(0, seconds):
            spread = (sampled.greatest - sampled.least) / 2 / (sampled.value or 1)
            times[column] = duration(sampled.value) + (f" ± {spread:.0%}" if spread else "")
    return times
