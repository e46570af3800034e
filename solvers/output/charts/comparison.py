"""The charts of comparisons: the differences of backends, and the growth of a figure with n."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solvers.output.charts.chart import (
    LETTER,
    LETTER_WIDTH,
    NAME_GAP,
    SOFT,
    Chart,
    Formatter,
    Panel,
    Scale,
    number_label,
    room_for,
    round_step,
    scale_for,
    seconds_label,
)
from solvers.output.colours import appearances
from solvers.output.messages import duration

WIDTH, TOP, AXIS, LINE_HEIGHT = 505, 30, 24, 21
FIGURE_WIDTH = 58
"""The space for a figure to the right of its mark."""

LABEL_WIDTH = 56
"""The space for a label at an axis."""

GAP = 14
"""The space between two panels."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a backend's search; None stands for an unknown value."""

    backend: str
    nodes: int | None
    seconds: float | None


def difference_chart(costs: Sequence[Cost], label: str, time: str) -> str:
    """The chart as an ``svg`` element: one row per backend, the fewest nodes first.

    If no backend reports its nodes, it shows the time alone; ``time`` names the time.
    """
    rows = sorted(costs, key=lambda cost: (cost.nodes is None, cost.nodes or 0, cost.seconds or 0))
    panels: list[tuple[str, Formatter, Figures]] = []
    if any(cost.nodes for cost in rows):
        nodes = {
            cost.backend: (cost.nodes, "not traced" if cost.nodes is None else f"{cost.nodes:,}")
            for cost in rows
        }
        panels.append(("nodes", number_label, nodes))
    seconds = {cost.backend: (cost.seconds, duration(cost.seconds)) for cost in rows}
    panels.append((time, seconds_label, seconds))

    left = 20 + LETTER_WIDTH * max(len(cost.backend) for cost in rows)
    chart = Chart(WIDTH, TOP + LINE_HEIGHT * len(rows) + AXIS, label)
    for row, cost in enumerate(rows):
        at = TOP + LINE_HEIGHT * (row + 0.5)
        chart.draw_text(cost.backend, left - 14, at, anchor="end")
    room = (WIDTH - left + GAP) / len(panels) - GAP
    for number, (title, of_tick, figures) in enumerate(panels):
        start = left + number * (room + GAP)
        chart.draw_text(title, start, TOP / 2, style="font-weight: 600")
        _column(chart, of_tick, (start, start + room), figures)
    return chart.to_svg()


Figures = Mapping[str, tuple[float | None, str]]
"""For each backend its value, or None, and the text to write."""


def _column(
    chart: Chart,
    label: Formatter,
    place: tuple[float, float],
    figures: Figures,
) -> None:
    """Draw the values of all backends on one scale, each with its text beside its mark.

    ``place`` is left and right.
    """
    left, right = place
    known = [value for value, _ in figures.values() if value]
    if not known:
        return
    on = scale_for(known, left + 8, right - FIGURE_WIDTH, logarithmic=True)
    panel = Panel(chart, on, Scale(len(figures), 0, TOP + LINE_HEIGHT * len(figures), TOP))
    ticks = on.ticks()
    room = max(on.end - on.start, 1)  # a name can be longer than the chart
    step = math.ceil(LABEL_WIDTH * (len(ticks) - 1) / room)
    panel.grid({tick: "" if n % step else label(tick) for n, tick in enumerate(ticks)}, {})
    looks = appearances(figures)
    for number, (name, (value, written)) in enumerate(figures.items()):
        row = number + 0.5
        if value:
            point = value, row
            panel.series(name, [(on.least, row), point], looks[name], {point: written})
            chart.draw_text(written, on.place(value) + 11, panel.up.place(row))
        else:
            chart.draw_text(written, on.start, panel.up.place(row), style=f"fill: {SOFT}")


GROWTH_WIDTH, LEFT, GROWTH_TOP, FOOT, LEAST_HEIGHT = 640, 76, 40, 44, 320
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
    title: str,
    unit: str,
    *,
    standalone: bool = False,
) -> str:
    """The chart as an ``svg`` element; the same data give the same text.

    The name of a series is its backend. The scale is logarithmic for seconds only. ``standalone``:
    the chart is for a file, so it contains its colours.
    """
    names = sorted(series)
    samples = [sample for name in names for sample in series[name]]
    sizes = range(min(sample.n for sample in samples), max(sample.n for sample in samples) + 1)
    values = [
        value for sample in samples for value in (sample.least, sample.value, sample.greatest)
    ]
    bottom = GROWTH_TOP + max(LEAST_HEIGHT, NAME_GAP * len(names))
    chart = Chart(GROWTH_WIDTH, bottom + FOOT, title, standalone=standalone)
    chart.heading(LEFT, title.splitlines())
    right = GROWTH_WIDTH - room_for(names)
    if not sizes[0] or sizes[-1] < WIDE * sizes[0]:  # 0 has no place on a logarithmic axis
        across = Scale(sizes[0] - 0.3, sizes[-1] + 0.3, LEFT, right)
        step = 1 if len(sizes) <= MOST_LABELS else int(round_step(len(sizes)))
        columns = {float(n): f"{n:,}" for n in sizes if n % step == 0}
    else:
        across = scale_for([sizes[0], sizes[-1]], LEFT, right, logarithmic=True)
        columns = {n: number_label(n) for n in across.ticks()}
    up = scale_for(values, bottom, GROWTH_TOP, logarithmic=unit == "s")
    panel = Panel(chart, across, up)
    label = seconds_label if unit == "s" else number_label
    panel.grid(columns, {value: label(value) for value in up.ticks()})
    below = bottom + 2.4 * LETTER
    chart.draw_text("n", (LEFT + right) / 2, below, anchor="middle", style=f"fill: {SOFT}")
    looks = appearances(names)
    for name in names:
        line = series[name]
        tips = {
            (float(point.n), point.value): f"{name}, n = {point.n}: {point.value:.3g} {unit}"
            for point in line
        }
        band = [(point.n, point.greatest) for point in line]
        band += [(point.n, point.least) for point in reversed(line)]
        panel.series(name, list(tips), looks[name], tips, band=band)
    panel.name_lines()
    return chart.to_svg()
