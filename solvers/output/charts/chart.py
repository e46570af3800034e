"""The core of all charts: an SVG drawing, and panels with two axes, lines and marks.

It is our own: no kept library draws SVG whose colours follow the page, whose lines differ in their
marks and carry their names, with logarithmic scales both ways, and always in the same bytes.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from solvers.errors import printable
from solvers.output.colours import SHAPES, Appearance, without_variables
from solvers.output.messages import duration


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values from ``least`` to ``greatest`` to positions from ``start`` to ``end``, in px."""

    least: float
    greatest: float
    start: float
    end: float
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """The position of a value; 0 has none on a logarithmic scale."""
        low, high, at = (
            math.log10(number) if self.logarithmic else number
            for number in (self.least, self.greatest, value)
        )
        return self.start + (at - low) / (high - low) * (self.end - self.start)

    def powers(self) -> list[float]:
        """The powers of ten on it, which have a grid line on a logarithmic scale."""
        low, high = round(math.log10(self.least)), round(math.log10(self.greatest))
        return [10.0**power for power in range(low, high + 1)]


def logarithmic(values: Iterable[float], start: float, end: float) -> Scale:
    """A logarithmic scale between powers of ten that holds all these values."""
    known = list(values)
    low = math.floor(math.log10(min(known)))
    high = math.ceil(math.log10(max(known)))
    return Scale(10.0**low, 10.0 ** max(high, low + 1), start, end, logarithmic=True)


def number_label(value: float) -> str:
    """A round number, short enough for an axis."""
    return f"{value / 1e6:,g} million" if value >= 1e6 else f"{value:,g}"


def seconds_label(seconds: float) -> str:
    """A round time, short enough for an axis."""
    return duration(seconds).replace(".0 ", " ").replace(".00 ", " ")


def round_step(extent: float) -> float:
    """1, 2 or 5 times a power of ten, about a fifth of the extent."""
    power = 10.0 ** math.floor(math.log10(extent / 5))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= extent / 5)


INK, SOFT, LINE = "var(--ink)", "var(--soft)", "var(--line)"
LETTER, LETTER_WIDTH = 13, 7.2
"""The size of letters and their average width; they grow with the chart."""

FONTS = "system-ui, DejaVu Sans, Liberation Sans, Noto Sans, Arial, sans-serif"
"""The fonts, the first that is there; a program that draws a file may not know the system's."""

HEADING = 18
"""The height of a line above the panels."""

SLIDE = 1600
"""The width of a chart in a file, in pixels."""

MAKER = "solver-parity"
"""What a chart in a file names as its maker."""

Point = tuple[float, float]
"""A pair (x, y): of values in a panel, of pixels in the drawing, where y grows downwards."""


class Chart:
    """An ``svg`` element that scales with its place; ``label`` describes it to a screen reader.

    ``width`` and ``height`` are in pixels, without the lines of the ``heading``, of which the first
    is bold. ``standalone``: the chart is for a file of its own, as wide as a slide, on white.
    """

    def __init__(
        self,
        width: float,
        height: float,
        label: str,
        heading: Sequence[str] = (),
        *,
        standalone: bool = False,
    ) -> None:
        most = int(width / LETTER_WIDTH / 1.2)  # a bold letter is that much wider
        wrapped = [textwrap.wrap(line, most) for line in heading]
        lines = [(part, at) for at, parts in enumerate(wrapped) for part in parts]
        above, self.standalone = HEADING * len(lines), standalone
        height += above
        size = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width:g} {height:g}"}
        letters = {"font-family": FONTS, "font-size": str(LETTER)}
        named = {"role": "img", "aria-label": printable(label)}
        self.svg = ET.Element("svg", {**size, **named, **letters})
        if standalone:
            slide = {"width": str(SLIDE), "height": f"{SLIDE * height / width:.0f}"}
            self.svg.attrib |= {"data-made-by": MAKER, **slide}
            ET.SubElement(self.svg, "rect", width="100%", height="100%", fill="var(--card)")
        for number, (line, at) in enumerate(lines):
            style = f"fill: {SOFT}" if at else "font-weight: 600"
            self.draw_text(line, LETTER, HEADING * (number + 0.6), style=style, into=self.svg)
        self.body = ET.SubElement(self.svg, "g", transform=f"translate(0 {above})")

    def line(self, points: Iterable[Point], style: str, into: ET.Element | None = None) -> None:
        """Draw a line through the points."""
        place = {"points": _path(points), "style": f"fill: none; {style}"}
        ET.SubElement(self.body if into is None else into, "polyline", place)

    def draw_text(  # noqa: PLR0913  # a text has that many properties
        self,
        text: str,
        x: float,
        y: float,
        *,
        anchor: str = "start",
        style: str = "",
        into: ET.Element | None = None,
    ) -> None:
        """Draw a line of text; its vertical middle is at ``y``."""
        place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "dy": "0.35em", "text-anchor": anchor}
        style = f"fill: {INK}; {style}".strip()
        parent = self.body if into is None else into
        ET.SubElement(parent, "text", {**place, "style": style}).text = printable(text)

    def mark(self, look: Appearance, at: Point, tip: str, into: ET.Element) -> None:
        """Draw a backend's mark, with a tooltip."""
        fill = "var(--card)" if look.hollow else look.colour
        place = {
            "d": SHAPES[look.shape],
            "transform": f"translate({at[0]:.1f} {at[1]:.1f})",
            "style": f"fill: {fill}; stroke: {look.colour}; stroke-width: 1.8",
        }
        mark = ET.SubElement(into, "path", place)
        ET.SubElement(mark, "title").text = printable(tip)

    def to_svg(self) -> str:
        """The chart as text."""
        text = ET.tostring(self.svg, encoding="unicode")
        return without_variables(text) if self.standalone else text


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a chart: values run along ``across`` to the right and along ``up`` to the top."""

    chart: Chart
    across: Scale
    up: Scale

    def at(self, x: float, y: float) -> Point:
        """The position of a pair of values in the drawing."""
        return self.across.place(x), self.up.place(y)

    def grid(self, columns: Mapping[float, str], rows: Mapping[float, str]) -> None:
        """Draw a thin line at each of these values, with its label at the axis."""
        thin, soft = f"stroke: {LINE}; stroke-width: .8", f"fill: {SOFT}"
        for value, label in columns.items():
            x = self.across.place(value)
            self.chart.line([(x, self.up.start), (x, self.up.end)], thin)
            self.chart.draw_text(label, x, self.up.start + LETTER, anchor="middle", style=soft)
        for value, label in rows.items():
            y = self.up.place(value)
            self.chart.line([(self.across.start, y), (self.across.end, y)], thin)
            self.chart.draw_text(label, self.across.start - 6, y, anchor="end", style=soft)

    def series(
        self,
        name: str,
        points: Sequence[Point],
        look: Appearance,
        tips: Mapping[Point, str],
        band: Sequence[Point] = (),
    ) -> ET.Element:
        """Draw a line through pairs of values, with marks and tooltips at the pairs in ``tips``.

        ``band`` is the outline of a light area around the line. Returns the element of the line.
        """
        group = ET.SubElement(self.chart.body, "g", {"class": "series"})
        ET.SubElement(group, "title").text = printable(name)
        if band:
            area = _path(self.at(*point) for point in band)
            light = f"fill: {look.colour}; opacity: .2"
            ET.SubElement(group, "polygon", {"points": area, "style": light})
        style = f"stroke: {look.colour}; stroke-width: 1.8"
        self.chart.line((self.at(*point) for point in points), style, group)
        for point, words in tips.items():
            self.chart.mark(look, self.at(*point), words, group)
        return group


def _path(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
