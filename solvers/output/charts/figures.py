"""The figures of repeated comparisons, the charts that show them, and the files of these."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median

from solvers.atomic_file import FileKind, replacing
from solvers.errors import UsageError, printable
from solvers.execution.result import Run, Status
from solvers.output.charts.chart import MAKER
from solvers.output.charts.comparison import Cost, Sampled, difference_chart, growth_chart
from solvers.output.messages import duration
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.verdict import Agreement, Comparison
from solvers.tracing.films import Films, PackedFilm, filmed_comparison

CHART = FileKind("chart", lambda first: MAKER.encode() in first and first[:4] == b"<svg")
"""A chart that the suite has written."""


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


def growth(groups: Sequence[Sequence[Comparison]], *, standalone: bool = False) -> str:
    """The chart of the time against n as SVG; "" if no run is complete."""
    is_for_all = any(repetitions[0].problem.goal is Goal.ALL for repetitions in groups)
    heading = [f"Time to {'all solutions' if is_for_all else 'the end of the search'}"]
    lines: dict[str, list[Sampled]] = {}
    for repetitions in groups:
        for runs in runs_by_backend(repetitions):
            complete = (run for run in runs if run.status is Status.COMPLETE)
            values = [run.seconds or None for run in complete]  # a 0 is left out
            if sampled := sample(repetitions[0].problem.n, values):
                lines.setdefault(runs[0].backend, []).append(sampled)
    if not lines:
        return ""
    return growth_chart(lines, heading, "s", standalone=standalone)


def has_growth(groups: Sequence[Sequence[Comparison]]) -> bool:
    """Whether the comparisons are of several sizes."""
    return len({repetitions[0].problem.n for repetitions in groups}) > 1


def shown_group(groups: Sequence[Sequence[Comparison]]) -> Sequence[Comparison]:
    """The repetitions of the board whose searches are shown, or else of the last one."""
    chosen = filmed_comparison([repetition_to_show(group) for group in groups])
    return next((comparison for comparison in groups if chosen in comparison), groups[-1])


def costs(group: Sequence[Comparison], films: Films) -> list[Cost]:
    """The cost of each complete run; nodes are those of its film, if all solutions are asked."""
    problem, made = group[0].problem, []
    every = problem.goal is Goal.ALL
    for runs in runs_by_backend(group):
        seconds = sample(problem.n, [run.seconds for run in runs if run.status is Status.COMPLETE])
        if seconds:
            film = films.get(runs[0].backend)
            nodes = film.nodes if isinstance(film, PackedFilm) and every else None
            made.append(Cost(printable(runs[0].backend), nodes, seconds.value))
    return made


def check_chart(target: Path) -> None:
    """Raise UsageError if no chart can be written to such a file."""
    if target.suffix.lower() != ".svg":
        raise UsageError(f"{target} is not .svg; the page of --report saves its charts as PNG, too")


def write_chart(comparisons: Sequence[Comparison], films: Films, target: Path) -> bool:
    """Write the chart of these comparisons: time against n for several sizes, else nodes and time.

    False if no run has what it would show. Raises WriteError and UsageError.
    """
    groups = by_problem(comparisons)
    if has_growth(groups):
        drawn = growth(groups, standalone=True)
    else:
        group = shown_group(groups)
        made = costs(group, films)
        drawn = difference_chart(made, group[0].problem, standalone=True) if made else ""
    if drawn:
        with replacing(target, CHART) as file:
            file.write(drawn.encode())
    return bool(drawn)
