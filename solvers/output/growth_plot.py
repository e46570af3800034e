"""A figure against n, a line for each backend with its name at the end, as an SVG drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from xml.etree import ElementTree as ET

from solvers.output.appearance import Appearance, appearances, variables
from solvers.output.drawing import LETTER, LINE, SOFT, Drawing, apart
from solvers.output.scale import WORDS, Scale, number_words, scale

WIDTH, LEFT, TOP, BOTTOM = 640, 76, 40, 40
LEAST_HEIGHT, ROW, LETTER_WIDTH = 360, LETTER + 3, 7.2
DASHES = ("", "6 3", "2 3", "8 3 2 3")
"""Where a backend has several lines, they differ in this."""


@dataclass(frozen=True, slots=True)
class Point:
    """A value at n, with the least and the greatest sample where there are several."""

    n: int
    value: float
    least: float
    greatest: float


def growth_plot(
    series: Mapping[str, Sequence[Point]],
    title: str,
    unit: str,
    *,
    kind: Literal["log", "linear"] = "log",
    alone: bool = False,
) -> str:
    """The drawing as an ``svg`` element; the same data give the same text.

    A series has the name of its backend, or that and what was counted: "sicp, row tries". ``kind``
    is that of the scale of values. ``alone``: it stands in a file of its own, which needs colours.
    """
    names = sorted(series)
    right = WIDTH - 44 - LETTER_WIDTH * max(map(len, names), default=0)
    bottom = max(LEAST_HEIGHT, ROW * len(names) + TOP)
    points = [point for one in series.values() for point in one]
    sizes = range(min(one.n for one in points), max(one.n for one in points) + 1)
    across = Scale(sizes[0] - 0.3, sizes[-1] + 0.3, LEFT, right, logarithmic=False)
    values = [value for one in points for value in (one.least, one.value, one.greatest)]
    up = scale(values, bottom, TOP, logarithmic=kind == "log")
    drawing = Drawing(WIDTH, bottom + BOTTOM, title)
    if alone:
        ET.SubElement(drawing.svg, "style").text = variables()
        drawing.svg.set("style", "background: var(--card)")
    _axes(drawing, (across, up), sizes, title, unit)
    ends = apart({name: up.place(series[name][-1].value) for name in names}, ROW, TOP, bottom)
    looks = appearances(map(_backend, names))
    lines: dict[str, int] = {}
    for name in names:
        dash = lines[_backend(name)] = lines.get(_backend(name), -1) + 1
        group = drawing.group("series")
        look = looks[_backend(name)]
        _line(drawing, group, series[name], (across, up), (look, DASHES[dash % len(DASHES)]))
        for one in series[name]:
            at = across.place(one.n), up.place(one.value)
            drawing.mark(look, at, f"{name}, n = {one.n}: {one.value:.3g} {unit}", into=group)
        last = across.place(series[name][-1].n) + 8, up.place(series[name][-1].value)
        leader = [last, (right + 6, ends[name]), (right + 12, ends[name])]
        drawing.line(leader, into=group, style=f"stroke: {look.colour}; stroke-width: .8")
        drawing.mark(look, (right + 20, ends[name]), name, into=group)
        drawing.words(name, right + 30, ends[name], into=group)
    return drawing.text()


def _backend(name: str) -> str:
    return name.partition(", ")[0]


def _axes(
    drawing: Drawing, scales: tuple[Scale, Scale], sizes: Sequence[int], title: str, unit: str
) -> None:
    across, up = scales
    for number, line in enumerate(title.splitlines()):
        style = f"fill: {SOFT}" if number else "font-weight: 600"
        drawing.words(line, LEFT, TOP / 3 + number * LETTER * 1.2, style=style)
    for value in up.ticks():
        y = up.place(value)
        drawing.line([(LEFT, y), (across.end, y)], style=f"stroke: {LINE}; stroke-width: .8")
        words = WORDS[unit](value) if unit in WORDS else f"{number_words(value)}"
        drawing.words(words, LEFT - 6, y, anchor="end", style=f"fill: {SOFT}")
    foot = up.start + BOTTOM / 2
    for n in sizes:
        drawing.words(str(n), across.place(n), foot, anchor="middle", style=f"fill: {SOFT}")
    drawing.words("n", across.end + 8, foot, style=f"fill: {SOFT}; font-style: italic")


def _line(
    drawing: Drawing,
    group: ET.Element,
    points: Sequence[Point],
    scales: tuple[Scale, Scale],
    look: tuple[Appearance, str],
) -> None:
    """The line through the medians, in a band from the least to the greatest sample."""
    (across, up), (appearance, dash) = scales, look
    band = [(across.place(one.n), up.place(one.greatest)) for one in points]
    band += [(across.place(one.n), up.place(one.least)) for one in reversed(points)]
    drawing.area(band, group, f"fill: {appearance.colour}; opacity: .2")
    style = f"stroke: {appearance.colour}; stroke-width: 1.8; stroke-dasharray: {dash or 'none'}"
    middle = [(across.place(one.n), up.place(one.value)) for one in points]
    drawing.line(middle, into=group, style=style)
