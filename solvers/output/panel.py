"""A part of a drawing with two scales: its grid, its lines, and their names at the end of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from solvers.output.appearance import Appearance, variables
from solvers.output.drawing import LETTER, LINE, SOFT, Drawing, apart
from solvers.output.printable import printable
from solvers.output.scale import Scale

ROW, LETTER_WIDTH = LETTER + 3, 7.2
NAME_ROOM = 40
"""From the end of a panel to the name of a line, with its leader and its mark."""

Place = tuple[float, float]


def room_for(names: Iterable[str]) -> float:
    """How much a panel needs to its right for the names of its lines."""
    return NAME_ROOM + LETTER_WIDTH * max((len(printable(name)) for name in names), default=0)


def stand_alone(drawing: Drawing) -> None:
    """Give a drawing what the page around it has: colours, and something to be drawn upon."""
    ET.SubElement(drawing.svg, "style").text = variables()
    drawing.svg.set("style", "background: var(--card)")


def head(drawing: Drawing, left: float, lines: Sequence[str]) -> None:
    """What the drawing is about, the first line the heaviest."""
    for number, line in enumerate(lines):
        style = f"fill: {SOFT}" if number else "font-weight: 600"
        drawing.words(line, left, LETTER + number * LETTER * 1.3, style=style)


@dataclass(frozen=True, slots=True)
class Panel:
    """Values lie by ``across`` from left to right, and by ``up`` from the foot to the top."""

    drawing: Drawing
    across: Scale
    up: Scale

    def at(self, x: float, y: float) -> Place:
        """Where a pair of values lies."""
        return self.across.place(x), self.up.place(y)

    def grid(self, columns: Mapping[float, str], rows: Mapping[float, str]) -> None:
        """A thin line at each of these values, with its words at the axis."""
        style = f"stroke: {LINE}; stroke-width: .8"
        for value, words in columns.items():
            x = self.across.place(value)
            self.drawing.line([(x, self.up.start), (x, self.up.end)], style=style)
            foot = self.up.start + LETTER
            self.drawing.words(words, x, foot, anchor="middle", style=f"fill: {SOFT}")
        for value, words in rows.items():
            y = self.up.place(value)
            self.drawing.line([(self.across.start, y), (self.across.end, y)], style=style)
            start = self.across.start - 6
            self.drawing.words(words, start, y, anchor="end", style=f"fill: {SOFT}")

    def axis_names(self, across: str, up: str) -> None:
        """What the axes are: one below the panel, the other above its upper left corner."""
        middle = (self.across.start + self.across.end) / 2
        below = self.up.start + 2.4 * LETTER
        self.drawing.words(across, middle, below, anchor="middle", style=f"fill: {SOFT}")
        self.drawing.words(up, self.across.start, self.up.end - LETTER, style=f"fill: {SOFT}")

    def bound(self, ends: Sequence[Place], words: str = "") -> None:
        """A dotted line between two pairs of values, with words at its second end."""
        points = [self.at(*end) for end in ends]
        self.drawing.line(points, style=f"stroke: {SOFT}; stroke-width: 1; stroke-dasharray: 2 3")
        x, y = points[-1]
        anchor, aside = ("end", -4) if x > self.across.start else ("start", 4)
        place = x + aside, y - LETTER / 2 - 2
        self.drawing.words(words, *place, anchor=anchor, style=f"fill: {SOFT}")

    def series(
        self, points: Sequence[Place], look: Appearance, tip: str, marked: Mapping[Place, str]
    ) -> ET.Element:
        """A line through pairs of values, with a mark and a tip at those that are ``marked``."""
        group = self.drawing.group("series")
        ET.SubElement(group, "title").text = printable(tip)
        style = f"stroke: {look.colour}; stroke-width: 1.8"
        self.drawing.line([self.at(*point) for point in points], into=group, style=style)
        for point, words in marked.items():
            self.drawing.mark(look, self.at(*point), words, into=group)
        return group

    def name_ends(self, ends: Mapping[str, tuple[ET.Element, Place, Appearance]]) -> None:
        """The name of each line beside its end, a little up or down where two ends are close."""
        right = self.across.end
        rows = {name: self.up.place(place[1]) for name, (_, place, _) in ends.items()}
        heights = apart(rows, ROW, self.up.end, self.up.start)
        for name, (group, place, look) in ends.items():
            y = heights[name]
            leader = [self.at(*place), (right + 12, y), (right + 16, y)]
            style = f"stroke: {look.colour}; stroke-width: .8"
            self.drawing.line(leader, into=group, style=style)
            self.drawing.mark(look, (right + 22, y), name, into=group)
            self.drawing.words(name, right + 32, y, into=group)
