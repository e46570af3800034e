"""The charts of comparisons: the differences of backends, and the growth of a figure with n."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from solvers.errors import printable
from solvers.output.charts.chart import (
    LETTER,
    LETTER_WIDTH,
    SOFT,
    Chart,
    Panel,
    Scale,
    logarithmic,
    number_label,
    round_step,
    seconds_label,
)
from solvers.output.colours import appearances
from solvers.output.messages import duration, title
from solvers.puzzle.problem import Goal, Problem

WIDTH, TOP, LINE_HEIGHT = 505, 30, 21
FIGURE_WIDTH, GAP = 58, 14
"""The space for a figure to the right of its mark, and between two panels."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a backend's search; None stands for an unknown value."""

    backend: str
    nodes: int | None
    seconds: float | None


def difference_chart(costs: Sequence[Cost], problem: Problem, *, standalone: bool = False) -> str:
    """The chart of nodes and time as SVG: one row per backend, the fewest nodes first.

    If no backend reports its nodes, it shows the time alone.
    """
    rows = sorted(costs, key=lambda cost: (cost.nodes is None, cost.nodes or 0, cost.seconds or 0))
    panels: dict[str, Figures] = {}
    if any(cost.nodes for cost in rows):
        panels["nodes"] = {
            cost.backend: (cost.nodes, "not traced" if cost.nodes is None else f"{cost.nodes:,}")
            for cost in rows
        }
    seconds = {cost.backend: (cost.seconds, duration(cost.seconds)) for cost in rows}
    panels[f"time to {'all solutions' if problem.goal is Goal.ALL else 'one solution'}"] = seconds
    what = "Nodes and time" if len(panels) > 1 else "Time"
    heading = f"{what} for {title(problem)}", "The scales are logarithmic."
    left = 20 + LETTER_WIDTH * max(len(cost.backend) for cost in rows)
    height = TOP + LINE_HEIGHT * (len(rows) + 0.5)
    chart = Chart(WIDTH, height, " ".join(heading), heading, standalone=standalone)
    for row, cost in enumerate(rows):
        at = TOP + LINE_HEIGHT * (row + 0.5)
        chart.draw_text(cost.backend, left - 14, at, anchor="end")
    room = (WIDTH - left + GAP) / len(panels) - GAP
    for number, (name, figures) in enumerate(panels.items()):
        start = left + number * (room + GAP)
        chart.draw_text(name, start, TOP / 2, style="font-weight: 600")
        _column(chart, start, start + room, figures)
    return chart.to_svg()


Figures = Mapping[str, tuple[float | None, str]]
"""For each backend its value, or None, and the text to write."""


def _column(chart: Chart, left: float, right: float, figures: Figures) -> None:
    """Draw the values of all backends on one scale, each with its text beside its mark."""
    known = [value for value, _ in figures.values() if value]
    if not known:
        return
    on = logarithmic(known, left + 8, right - FIGURE_WIDTH)
    panel = Panel(chart, on, Scale(len(figures), 0, TOP + LINE_HEIGHT * len(figures), TOP))
    panel.grid({on.least: ""}, {})
    looks = appearances(figures)
    for number, (name, (value, written)) in enumerate(figures.items()):
        row = number + 0.5
        if value:
            point = value, row
            panel.series(name, [(on.least, row), point], looks[name], {point: written})
            chart.draw_text(written, on.place(value) + 11, panel.up.place(row))
        else:
            chart.draw_text(written, on.start, panel.up.place(row), style=f"fill: {SOFT}")


GROWTH_WIDTH, LEFT, GROWTH_TOP, FOOT, LEAST_HEIGHT = 640, 76, 16, 44, 320
NAME_GAP, NAME_ROOM = LETTER + 3, 40
"""The least distance between two names, and the space for a line and a mark before each."""

WIDE = 100
"""From this ratio of the largest n to the smallest on, the axis of n is logarithmic."""

MOST_LABELS = 16
"""The most sizes of which each has a label; of more, round numbers do."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """The median of a figure at n, with the least and the greatest of its samples."""

    n: int
    value: float
    least: float
    greatest: float


def growth_chart(
    series: Mapping[str, Sequence[Sampled]],
    heading: Sequence[str],
    unit: str,
    *,
    standalone: bool = False,
    has_growth: bool = True,
) -> str:
    """The chart as an ``svg`` element; the same data give the same text.

    The name of a series is its backend. The last lines of the heading name sizes and scales, and
    with ``has_growth`` say how seconds grow. ``standalone``: the chart is for a file.
    """
    names, is_time = sorted(series), unit == "s"
    samples = [sample for name in names for sample in series[name]]
    sizes = range(min(sample.n for sample in samples), max(sample.n for sample in samples) + 1)
    values = [value for each in samples for value in (each.least, each.value, each.greatest)]
    bottom = GROWTH_TOP + max(LEAST_HEIGHT, NAME_GAP * len(names))
    is_wide = bool(sizes[0]) and sizes[-1] >= WIDE * sizes[0]  # 0 has no place on such an axis
    scales = "both scales are" if is_wide else "the vertical scale is"
    told = [*heading, f"n = {sizes[0]:,} to {sizes[-1]:,}; {scales} logarithmic."]
    told += [growth_words(series)] if is_time and has_growth else []
    chart = Chart(GROWTH_WIDTH, bottom + FOOT, heading[0], told, standalone=standalone)
    right = GROWTH_WIDTH - NAME_ROOM - LETTER_WIDTH * max(len(printable(name)) for name in names)
    if not is_wide:
        across = Scale(sizes[0] - 0.3, sizes[-1] + 0.3, LEFT, right)
        step = 1 if len(sizes) <= MOST_LABELS else int(round_step(len(sizes)))
        columns = {float(n): f"{n:,}" for n in sizes if n % step == 0}
    else:
        across = logarithmic([sizes[0], sizes[-1]], LEFT, right)
        columns = {n: number_label(n) for n in across.powers()}
    up = logarithmic(values, bottom, GROWTH_TOP)
    panel = Panel(chart, across, up)
    label = seconds_label if is_time else number_label
    panel.grid(columns, {value: label(value) for value in up.powers()})
    below = bottom + 2.4 * LETTER
    chart.draw_text("n", (LEFT + right) / 2, below, anchor="middle", style=f"fill: {SOFT}")
    looks = appearances(names)
    heights = spread_out({name: up.place(series[name][-1].value) for name in names}, up)
    for name in names:
        line, look, y = series[name], looks[name], heights[name]
        tips = {
            (float(point.n), point.value): f"{name}, n = {point.n}: {point.value:.3g} {unit}"
            for point in line
        }
        band = [(point.n, point.greatest) for point in line]
        band += [(point.n, point.least) for point in reversed(line)]
        group = panel.series(name, list(tips), look, tips, band)
        leader = [panel.at(line[-1].n, line[-1].value), (right + 12, y), (right + 16, y)]
        chart.line(leader, f"stroke: {look.colour}; stroke-width: .8", group)
        chart.mark(look, (right + 22, y), name, group)
        chart.draw_text(name, right + 32, y, into=group)
    return chart.to_svg()


def spread_out(wanted: Mapping[str, float], scale: Scale) -> dict[str, float]:
    """Positions near the wanted ones, in the same order, each at least NAME_GAP from the next.

    They stay on the scale, which runs upwards, if there is room for all.
    """
    places: dict[str, float] = {}
    names = sorted(wanted, key=lambda name: wanted[name])
    at = scale.end - NAME_GAP
    for name in names:
        places[name] = at = max(wanted[name], at + NAME_GAP)
    limit = scale.start + NAME_GAP
    for name in reversed(names):
        places[name] = limit = min(places[name], limit - NAME_GAP)
    return places


STEADY = 1.5
"""The most by which the growth per queen may differ from step to step."""

LEAST_GROWTH = 1.2
"""A slower growth per queen is not told: the sizes are too far apart, or it is noise."""


def growth_words(series: Mapping[str, Sequence[Sampled]]) -> str:
    """How the medians grow per further queen, the slowest and the fastest; "" if none is steady.

    A series grows steadily if its last three sizes or more have similar ratios.
    """
    found: list[tuple[float, int, str]] = []
    for name, samples in series.items():
        sizes = {sample.n: sample.value for sample in samples}
        line = sorted(sizes.items())
        steps = [(then / now) ** (1 / (m - n)) for (n, now), (m, then) in pairwise(line)]
        tails = (at for at in range(len(steps) - 1) if max(steps[at:]) <= STEADY * min(steps[at:]))
        at = next(tails, len(steps))
        if median(steps[at:] or [0]) >= LEAST_GROWTH:
            found.append((median(steps[at:]), line[at][0], name))
    ends = dict.fromkeys(sorted(found)[:1] + sorted(found)[-1:])
    told = (f"{name} takes {times:.1f} times as long (from n = {n} on)" for times, n, name in ends)
    return f"Per further queen, {', '.join(told)}." if found else ""
