"""How the paradigms differ, in one chart: nodes and time of each backend, on log scales."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solvers.output.charts.chart import LETTER_WIDTH, SOFT, Chart, Panel
from solvers.output.charts.scale import Label, Scale, number_label, scale, seconds_label
from solvers.output.colours import appearances
from solvers.output.messages import duration

WIDTH, TOP, FOOT, ROW = 540, 30, 24, 21
FIGURE_WIDTH = 58
"""The room for a figure behind its mark."""

LABEL_WIDTH = 56
"""The room for a label at an axis."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a backend's search; None where it is not known."""

    backend: str
    nodes: int | None
    seconds: float | None


def difference_chart(costs: Sequence[Cost], label: str, time: str) -> str:
    """The chart as an ``svg`` element: one row per backend, the fewest nodes first.

    If no backend reports its nodes, it shows the time alone; ``time`` names what was timed.
    """
    rows = sorted(costs, key=lambda cost: (cost.nodes is None, cost.nodes or 0, cost.seconds or 0))
    left = 20 + LETTER_WIDTH * max(len(cost.backend) for cost in rows)
    bottom = TOP + ROW * len(rows)
    chart = Chart(WIDTH, bottom + FOOT, label)
    for number, cost in enumerate(rows):
        chart.words(cost.backend, left - 14, TOP + ROW * (number + 0.5), anchor="end")
    middle = left
    if any(cost.nodes for cost in rows):
        middle = (left + WIDTH) / 2
        nodes = {
            cost.backend: (cost.nodes, "not told" if cost.nodes is None else f"{cost.nodes:,}")
            for cost in rows
        }
        _column(chart, ("nodes", number_label), (left, middle), nodes)
    seconds = {cost.backend: (cost.seconds, duration(cost.seconds)) for cost in rows}
    _column(chart, (time, seconds_label), (middle, WIDTH), seconds)
    return chart.text()


Figures = Mapping[str, tuple[float | None, str]]
"""The value of each backend, and how it is written."""


def _column(
    chart: Chart, head: tuple[str, Label], across: tuple[float, float], figures: Figures
) -> None:
    """The values of all backends on one scale, each written behind its mark."""
    (title, label), (left, right) = head, across
    chart.words(title, left, TOP / 2, style="font-weight: 600")
    known = [value for value, _ in figures.values() if value]
    if not known:
        return
    on = scale(known, left + 8, right - FIGURE_WIDTH, logarithmic=True)
    panel = Panel(chart, on, Scale(len(figures), 0, TOP + ROW * len(figures), TOP))
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
            chart.words(written, on.place(value) + 11, panel.up.place(row))
        else:
            chart.words(written, on.start, panel.up.place(row), style=f"fill: {SOFT}")
