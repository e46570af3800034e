"""A drawing in SVG, built up from marks, lines and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET

from solvers.output.appearance import SHAPES, Appearance
from solvers.output.printable import printable

INK, SOFT, LINE = "var(--ink, #1d1b18)", "var(--soft, #5c564d)", "var(--line, #cfc8bc)"
LETTER = 13
"""The size of letters; a drawing is as wide as the page shows it, so they grow with it."""


class Drawing:
    """An ``svg`` element that scales with its place; what it shows is told by ``label``."""

    def __init__(self, width: float, height: float, label: str) -> None:
        self.svg = ET.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {width:g} {height:g}",
                "role": "img",
                "aria-label": printable(label),
                "font-family": "system-ui, sans-serif",
                "font-size": str(LETTER),
            },
        )

    def group(self, name: str) -> ET.Element:
        """A group of a class, in which further things are drawn."""
        return ET.SubElement(self.svg, "g", {"class": name})

    def line(
        self, points: Sequence[tuple[float, float]], *, into: ET.Element | None = None, style: str
    ) -> None:
        """A line through the points, with this style."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        ET.SubElement(
            self.svg if into is None else into,
            "polyline",
            {"points": path, "style": f"fill: none; {style}"},
        )

    def words(  # noqa: PLR0913  # a text has that many properties
        self,
        text: str,
        x: float,
        y: float,
        *,
        anchor: str = "start",
        into: ET.Element | None = None,
        style: str = "",
    ) -> None:
        """A line of text whose middle is at this height."""
        place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "dy": "0.35em", "text-anchor": anchor}
        style = f"fill: {INK}; {style}".strip()
        parent = self.svg if into is None else into
        ET.SubElement(parent, "text", {**place, "style": style}).text = printable(text)

    def mark(
        self, look: Appearance, at: tuple[float, float], tip: str, *, into: ET.Element | None = None
    ) -> None:
        """A backend's mark; its tip is shown when it is pointed at."""
        x, y = at
        fill = "var(--card, #ffffff)" if look.hollow else look.colour
        style = f"fill: {fill}; stroke: {look.colour}; stroke-width: 1.8"
        parent = self.svg if into is None else into
        mark = ET.SubElement(
            parent,
            "path",
            {"d": SHAPES[look.shape], "transform": f"translate({x:.1f} {y:.1f})", "style": style},
        )
        ET.SubElement(mark, "title").text = printable(tip)

    def area(self, points: Sequence[tuple[float, float]], into: ET.Element, style: str) -> None:
        """The area within the points."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        ET.SubElement(into, "polygon", {"points": path, "style": style})

    def text(self) -> str:
        """The drawing as text."""
        return ET.tostring(self.svg, encoding="unicode")


def apart(
    wanted: Mapping[str, float], gap: float, least: float, greatest: float
) -> dict[str, float]:
    """Places near the wanted ones, each at least ``gap`` from the next, in the same order.

    They stay between ``least`` and ``greatest`` where there is room for all.
    """
    places: dict[str, float] = {}
    names = sorted(wanted, key=lambda name: wanted[name])
    at = least - gap
    for name in names:
        places[name] = at = max(wanted[name], at + gap)
    limit = greatest + gap
    for name in reversed(names):
        places[name] = limit = min(places[name], limit - gap)
    return places
