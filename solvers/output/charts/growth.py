"""A figure against n: one line per backend, with its name at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from solvers.output.charts.chart import ROW, Chart, Panel, room_for
from solvers.output.charts.scale import Scale, number_label, scale, seconds_label
from solvers.output.colours import appearances

WIDTH, LEFT, TOP, FOOT, LEAST_HEIGHT = 640, 76, 40, 44, 320
DASHES = ("none", "6 3", "2 3", "8 3 2 3")
"""Several lines of one backend differ in this."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """The value at n, with the least and the greatest sample where there are several."""

    n: int
    value: float
    least: float
    greatest: float


def growth_chart(
    series: Mapping[str, Sequence[Sampled]],
    title: str,
    unit: str,
    *,
    kind: Literal["log", "linear"] = "log",
    alone: bool = False,
) -> str:
    """The chart as an ``svg`` element; the same data give the same text.

    A series is named after its backend, or after that and a counter: "sicp, row tries". ``kind`` is
    the scale of the values. ``alone``: it is a file of its own, which needs colours.
    """
    names = sorted(series)
    samples = [sample for name in names for sample in series[name]]
    sizes = range(min(one.n for one in samples), max(one.n for one in samples) + 1)
    values = [value for one in samples for value in (one.least, one.value, one.greatest)]
    bottom = TOP + max(LEAST_HEIGHT, ROW * len(names))
    chart = Chart(WIDTH, bottom + FOOT, title, alone=alone)
    chart.heading(LEFT, title.splitlines())
    across = Scale(sizes[0] - 0.3, sizes[-1] + 0.3, LEFT, WIDTH - room_for(names))
    up = scale(values, bottom, TOP, logarithmic=kind == "log")
    panel = Panel(chart, across, up)
    label = seconds_label if unit == "s" else number_label
    panel.grid({n: str(n) for n in sizes}, {value: label(value) for value in up.ticks()})
    panel.axis_names("n", "")
    looks = appearances(map(_backend, names))
    lines = Counter[str]()
    for name in names:
        backend, found = _backend(name), series[name]
        tips = {
            (float(one.n), one.value): f"{name}, n = {one.n}: {one.value:.3g} {unit}"
            for one in found
        }
        band = [(one.n, one.greatest) for one in found]
        band += [(one.n, one.least) for one in reversed(found)]
        dashes = DASHES[lines[backend] % len(DASHES)]
        lines[backend] += 1
        panel.series(name, list(tips), looks[backend], tips, band=band, dashes=dashes)
    panel.name_lines()
    return chart.text()


def _backend(name: str) -> str:
    return name.partition(", ")[0]
