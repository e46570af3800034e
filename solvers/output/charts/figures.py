"""The charts of comparisons: which figures they show, and the files that hold them."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from solvers.atomic_file import FileKind, replacing
from solvers.errors import UnavailableError, UsageError, printable
from solvers.execution.result import Run, Status
from solvers.install_hint import with_install_hint
from solvers.output.charts.comparison import Cost, Sampled, difference_chart, growth_chart
from solvers.output.colours import WORDS, without_variables
from solvers.output.html.repetitions import by_problem, repetition_to_show, runs_by_backend, sample
from solvers.output.messages import title
from solvers.puzzle.problem import Goal
from solvers.referee.verdict import Comparison
from solvers.tracing.films import Films, PackedFilm, filmed_comparison

SUFFIXES = (".svg", ".png")
"""The kinds of files that a chart can be written to."""

INSTALL = "pip install resvg-py"

FONTS = "DejaVu Sans, Liberation Sans, Noto Sans, Arial, Helvetica, Segoe UI, sans-serif"
"""The fonts of a chart in a file, the first that is installed; a page has the system's own."""

SLIDE = 1600
"""The width of a chart in a file, in pixels."""

LINE = 18
"""The height of a line above the chart in a file."""

VIEW = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')

PNG_HEADER = 33
"""The bytes of a PNG file before its second chunk."""

MAKER = b"solver-parity"
SVG_BEGIN = f'<svg data-made-by="{MAKER.decode()}" '

CHART = FileKind("chart", lambda first: MAKER in first and first[:4] in {b"<svg", b"\x89PNG"})
"""A chart that the suite has written."""


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


def growth(groups: Sequence[Sequence[Comparison]], name: str) -> str:
    """The chart of this figure against n as SVG; "" if no run has it."""
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
    return growth_chart(lines, text, figure.unit)


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


def difference(group: Sequence[Comparison], made: Sequence[Cost]) -> str:
    """The chart of nodes and time as SVG."""
    problem = group[0].problem
    what = "nodes and time" if any(cost.nodes for cost in made) else "time"
    label = f"{what} of each backend for {title(problem)}, on a logarithmic scale"
    time = f"time to {'all solutions' if problem.goal is Goal.ALL else 'one solution'}"
    return difference_chart(made, label, time)


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
        drawn = growth(groups, "time")
        sizes = [group[0].problem.n for group in groups]
        heading = f"{min(sizes)} to {max(sizes)} queens", "the vertical scale is logarithmic"
    else:
        group = shown_group(groups)
        made = costs(group, films)
        drawn = difference(group, made) if made else ""
        heading = title(group[0].problem), "the scales are logarithmic"
    if drawn:
        svg = _as_slide(without_variables(_headed(drawn, heading), with_ground=True))
        svg = svg.replace("system-ui, sans-serif", FONTS, 1)
        with replacing(target, CHART) as file:
            is_png = target.suffix.lower() == ".png"
            file.write(
                _marked(_png(svg)) if is_png else svg.replace("<svg ", SVG_BEGIN, 1).encode()
            )
    return bool(drawn)


def _headed(drawn: str, lines: Sequence[str]) -> str:
    """The drawing below these lines."""
    width, height = map(float, VIEW.findall(drawn)[0])
    head, body = drawn.removesuffix("</svg>").split(">", 1)
    above = LINE * (len(lines) + 0.5)
    texts = "".join(
        f'<text x="{LINE}" y="{LINE * (at + 1):g}" fill="{WORDS["soft" if at else "ink"][0]}"'
        f' font-weight="{400 if at else 600}">{escape(line)}</text>'
        for at, line in enumerate(lines)
    )
    head = VIEW.sub(f'viewBox="0 0 {width:g} {height + above:g}"', head)
    return f'{head}>{texts}<g transform="translate(0 {above:g})">{body}</g></svg>'


def _as_slide(svg: str) -> str:
    """The drawing, as wide as a slide."""
    width, height = map(float, VIEW.findall(svg)[0])
    size = f'width="{width:g}" height="{height:g}"'
    slide = f'width="{SLIDE}" height="{SLIDE * height / width:.0f}"'
    return svg.replace(size, slide, 1)


def _marked(png: bytes) -> bytes:
    """The PNG with a chunk of text that names its maker, after the header."""
    chunk = b"tEXtSoftware\0" + MAKER
    length, check = (struct.pack(">I", number) for number in (len(chunk) - 4, zlib.crc32(chunk)))
    return png[:PNG_HEADER] + length + chunk + check + png[PNG_HEADER:]


def _png(svg: str) -> bytes:
    import resvg_py  # few charts need it

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=1))
