"""How the paradigms differ, in one picture: nodes and time of each backend, on log scales."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solvers.output.appearance import Appearance, appearances
from solvers.output.drawing import LETTER, LINE, SOFT, Drawing
from solvers.output.scale import Scale, Words, number_words, scale, second_words
from solvers.output.words import duration

WIDTH, TOP, BOTTOM, ROW, LETTER_WIDTH = 540, 30, 24, 21, 7.2
FIGURE_WIDTH = 58
"""The room for a figure behind a mark."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a backend's search took; None where nobody knows."""

    backend: str
    nodes: int | None
    seconds: float | None


def difference_plot(costs: Sequence[Cost], label: str, time: str) -> str:
    """The drawing as an ``svg`` element: a row for each backend, the fewest nodes first.

    Where no search tells its nodes there is only the time; ``time`` says until when.
    """
    rows = sorted(costs, key=lambda one: (one.nodes is None, one.nodes or 0, one.seconds or 0))
    left = 20 + LETTER_WIDTH * max(len(one.backend) for one in rows)
    bottom = TOP + ROW * len(rows)
    drawing = Drawing(WIDTH, bottom + BOTTOM, label)
    looks = appearances(one.backend for one in rows)
    marks = [looks[one.backend] for one in rows]
    for number, one in enumerate(rows):
        drawing.words(one.backend, left - 14, TOP + ROW * (number + 0.5), anchor="end")
    middle = left
    if any(one.nodes for one in rows):
        middle = (left + WIDTH) / 2
        nodes = [(one.nodes, "not told" if one.nodes is None else f"{one.nodes:,}") for one in rows]
        _column(drawing, "nodes", (left, middle), zip(marks, nodes, strict=True), number_words)
    seconds = [(one.seconds, duration(one.seconds)) for one in rows]
    across = middle, WIDTH
    _column(drawing, time, across, zip(marks, seconds, strict=True), second_words)
    return drawing.text()


Figure = tuple[float | None, str]
"""A value, if it is known, and how it is written."""


def _column(
    drawing: Drawing,
    title: str,
    across: tuple[float, float],
    rows: Iterable[tuple[Appearance, Figure]],
    words: Words,
) -> None:
    """The values of all backends on one scale, each with its figure behind its mark."""
    (left, right), told = across, list(rows)
    drawing.words(title, left, TOP / 2, style="font-weight: 600")
    known = [value for _, (value, _) in told if value]
    if not known:
        return
    on = scale(known, left + 8, right - FIGURE_WIDTH, logarithmic=True)
    _axis(drawing, on, TOP + ROW * len(told), words)
    for number, (look, (value, figure)) in enumerate(told):
        y = TOP + ROW * (number + 0.5)
        if value:
            x = on.place(value)
            drawing.line([(on.start, y), (x, y)], style=f"stroke: {look.colour}; stroke-width: 1.8")
            drawing.mark(look, (x, y), figure)
            drawing.words(figure, x + 11, y)
        else:
            drawing.words(figure, on.start, y, style=f"fill: {SOFT}")


def _axis(drawing: Drawing, on: Scale, bottom: float, words: Words) -> None:
    """A line for each power of ten, and the names of those that have room."""
    ticks = on.ticks()
    step = 1 + len(ticks) // 4
    for number, value in enumerate(ticks):
        x = on.place(value)
        drawing.line([(x, TOP), (x, bottom)], style=f"stroke: {LINE}; stroke-width: .8")
        if number % step == 0:
            style = f"fill: {SOFT}; font-size: {LETTER - 2}px"
            drawing.words(words(value), x, bottom + BOTTOM / 2, anchor="middle", style=style)
