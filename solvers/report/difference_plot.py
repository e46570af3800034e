"""How the paradigms differ, in one picture: nodes and time of each backend, on logarithmic scales."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solvers.report.appearance import Appearance, appearances
from solvers.report.drawing import LETTER, LINE, SOFT, Drawing
from solvers.report.scale import Scale, number_words, scale, second_words
from solvers.report.words import duration

WIDTH, TOP, BOTTOM, ROW, LETTER_WIDTH = 700, 34, 26, 22, 7.2
FIGURE_WIDTH = 66
"""The room for a figure behind a mark."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a backend's search took; None where nobody knows."""

    backend: str
    nodes: int | None
    seconds: float | None


def difference_plot(costs: Sequence[Cost], label: str) -> str:
    """The drawing as an ``svg`` element: a row for each backend, the fewest nodes first.

    Where no search tells its nodes there is only the time.
    """
    rows = sorted(costs, key=lambda one: (one.nodes is None, one.nodes or 0, one.seconds or 0))
    left = 20 + LETTER_WIDTH * max(len(one.backend) for one in rows)
    bottom = TOP + ROW * len(rows)
    drawing = Drawing(WIDTH, bottom + BOTTOM, label)
    looks = appearances(one.backend for one in rows)
    for number, one in enumerate(rows):
        drawing.words(one.backend, left - 14, TOP + ROW * (number + 0.5), anchor="end")
    with_nodes = any(one.nodes for one in rows)
    middle = (left + WIDTH) / 2 if with_nodes else left
    if with_nodes:
        drawing.words("nodes", left, TOP / 2, style="font-weight: 600")
        nodes = {one.backend: one.nodes for one in rows if one.nodes}
        on = scale(nodes.values(), left + 8, middle - FIGURE_WIDTH, logarithmic=True)
        _axis(drawing, on, bottom, [number_words(value) for value in on.ticks()])
        for number, one in enumerate(rows):
            place = TOP + ROW * (number + 0.5)
            words = f"{one.nodes:,}" if one.nodes is not None else "not told"
            _value(drawing, on, looks[one.backend], place, one.nodes, words)
    drawing.words("time to all solutions", middle, TOP / 2, style="font-weight: 600")
    seconds = [one.seconds for one in rows if one.seconds]
    if seconds:
        on = scale(seconds, middle + 8, WIDTH - FIGURE_WIDTH, logarithmic=True)
        _axis(drawing, on, bottom, [second_words(value) for value in on.ticks()])
        for number, one in enumerate(rows):
            place = TOP + ROW * (number + 0.5)
            _value(drawing, on, looks[one.backend], place, one.seconds, duration(one.seconds))
    return drawing.text()


def _axis(drawing: Drawing, on: Scale, bottom: float, names: Sequence[str]) -> None:
    """A line for each power of ten, and the names of those that have room."""
    ticks = on.ticks()
    step = 1 + len(ticks) // 5
    for number, (value, name) in enumerate(zip(ticks, names, strict=True)):
        x = on.place(value)
        drawing.line([(x, TOP), (x, bottom)], style=f"stroke: {LINE}; stroke-width: .8")
        if number % step == 0:
            style = f"fill: {SOFT}; font-size: {LETTER - 2}px"
            drawing.words(name, x, bottom + BOTTOM / 2, anchor="middle", style=style)


def _value(  # noqa: PLR0913  # a mark, and where and why it stands there
    drawing: Drawing, on: Scale, look: Appearance, y: float, value: float | None, words: str
) -> None:
    """The mark on its line from the axis, and the figure behind it."""
    if not value:
        drawing.words(words, on.start, y, style=f"fill: {SOFT}")
        return
    x = on.place(value)
    drawing.line([(on.start, y), (x, y)], style=f"stroke: {look.colour}; stroke-width: 1.8")
    drawing.mark(look, (x, y), words)
    drawing.words(words, x + 11, y)
