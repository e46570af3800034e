"""The figures of repeated comparisons, the charts that show them, and the files of these."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from solvers.atomic_file import FileKind, replacing
from solvers.errors import UnavailableError, UsageError, printable
from solvers.execution.result import Run, Status
from solvers.install_hint import with_install_hint
from solvers.output.charts.chart import MAKER
from solvers.output.charts.comparison import Cost, Sampled, difference_chart, growth_chart
from solvers.output.messages import duration, title
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.verdict import Agreement, Comparison
from solvers.tracing.films import Films, PackedFilm, filmed_comparison

SUFFIXES = (".svg", ".png")
"""The kinds of files that a chart can be written to."""

INSTALL = "pip install resvg-py"

PNG_HEADER = 33
"""The bytes of a PNG file before its second chunk."""

CHART = FileKind(
    "chart", lambda first: MAKER.encode() in first and first[:4] in {b"<svg", b"\x89PNG"}
)
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


class Figure(NamedTuple):
    """A figure that grows with n: its title, its unit, and its value in a run."""

    title: str
    unit: str
    measure: Callable[[Run], float | None]


FIGURES: Mapping[str, Figure] = {
    "time": Figure("Time to {end}", "s", lambda run: run.seconds),
    "first": Figure("Time to the first solution", "s", lambda run: run.first_solution_seconds),
    "memory": Figure("Memory, in MiB", "MiB", lambda run: run.peak_memory_mib),
}
"""The figures that grow with n, by their names."""


def growth(
    groups: Sequence[Sequence[Comparison]],
    name: str,
    below: Sequence[str] = (),
    *,
    standalone: bool = False,
) -> str:
    """The chart of this figure against n as SVG; "" if no run has it.

    The lines ``below`` stand below its title.
    """
    figure = FIGURES[name]
    is_for_all = any(repetitions[0].problem.goal is Goal.ALL for repetitions in groups)
    text = figure.title.format(end="all solutions" if is_for_all else "the end of the search")
    lines: dict[str, list[Sampled]] = {}
    for repetitions in groups:
        for runs in runs_by_backend(repetitions):
            complete = (run for run in runs if run.status is Status.COMPLETE)
            values = [figure.measure(run) or None for run in complete]  # a 0 is left out
            if sampled := sample(repetitions[0].problem.n, values):
                lines.setdefault(runs[0].backend, []).append(sampled)
    if not lines:
        return ""
    return growth_chart(lines, [text, *below], figure.unit, standalone=standalone)


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
    """Raise UsageError or UnavailableError if no chart can be written to such a file."""
    if target.suffix.lower() not in SUFFIXES:
        raise UsageError(f"{target} is neither .svg nor .png; name a file with one of these ends")
    if target.suffix.lower() == ".png":
        try:
            import resvg_py  # noqa: F401  # few charts need it
        except ImportError:
            reason = "a chart as PNG needs resvg-py, which is not installed; .svg needs nothing"
            raise UnavailableError(with_install_hint(reason, INSTALL)) from None


def write_chart(comparisons: Sequence[Comparison], films: Films, target: Path) -> bool:
    """Write the chart of these comparisons: time against n for several sizes, else nodes and time.

    False if no run has what it would show. Raises WriteError and UsageError.
    """
    groups = by_problem(comparisons)
    if has_growth(groups):
        sizes = [group[0].problem.n for group in groups]
        below = f"{min(sizes)} to {max(sizes)} queens; the vertical scale is logarithmic"
        drawn = growth(groups, "time", [below], standalone=True)
    else:
        group = shown_group(groups)
        made = costs(group, films)
        heading = title(group[0].problem), "the scales are logarithmic"
        problem = group[0].problem
        drawn = difference_chart(made, problem, heading, standalone=True) if made else ""
    if drawn:
        is_png = target.suffix.lower() == ".png"
        with replacing(target, CHART) as file:
            file.write(_png(drawn) if is_png else drawn.encode())
    return bool(drawn)


def _png(svg: str) -> bytes:
    """The drawing as PNG, with a chunk of text after the header that names its maker."""
    import resvg_py  # few charts need it

    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=1))
    chunk = b"tEXtSoftware\0" + MAKER.encode()
    length, check = (struct.pack(">I", number) for number in (len(chunk) - 4, zlib.crc32(chunk)))
    return png[:PNG_HEADER] + length + chunk + check + png[PNG_HEADER:]
