"""How many boards each backend has solved after how much time: a cactus plot."""

from __future__ import annotations

from itertools import pairwise

from solvers.benchmark.scores import ResultTable
from solvers.output.appearance import appearances
from solvers.output.drawing import Drawing
from solvers.output.panel import ROW, Panel, Place, head, room_for, stand_alone
from solvers.output.scale import Scale, number_words, scale, second_words
from solvers.output.words import counted, duration

WIDTH, LEFT, TOP, FOOT, LEAST_HEIGHT = 720, 50, 72, 44, 280
MARKS = 12
"""About how many marks a line has."""


def cactus_plot(runs: ResultTable, limit: float, title: str, *, alone: bool = False) -> str:
    """The drawing: time to the right on a logarithmic scale, boards solved up.

    ``limit`` is in seconds. ``alone``: it stands in a file of its own, which needs colours.
    """
    boards = len(next(iter(runs.values()), {}))
    times = {
        name: sorted(one.seconds for one in found.values() if one.seconds)
        for name, found in runs.items()
    }
    bottom = TOP + max(LEAST_HEIGHT, ROW * len(runs))
    drawing = Drawing(WIDTH, bottom + FOOT, f"Boards solved within a time: {title}")
    if alone:
        stand_alone(drawing)
    head(drawing, LEFT, ("Boards solved within a time", title))
    known = [time for found in times.values() for time in found]
    across = scale([*known, limit], LEFT, WIDTH - room_for(runs), logarithmic=True)
    up = Scale(0, max(boards, 1) * 1.02, bottom, TOP, logarithmic=False)
    panel = Panel(drawing, across, up)
    panel.grid(
        {value: second_words(value) for value in across.ticks()},
        {value: number_words(value) for value in up.ticks() if value == int(value)},
    )
    panel.axis_names("time for a board", f"boards solved, of {boards}")
    panel.bound([(limit, max(boards, 1)), (limit, 0)], "the limit")
    looks, ends = appearances(runs), {}
    for name, found in times.items():
        points, marked = _steps(found, limit, across.least)
        tip = f"{name}: {len(found)} of {counted(boards, 'board')} solved"
        if found:
            tip += f", the last after {duration(found[-1])}"
        group = panel.series(points, looks[name], tip, marked)
        ends[name] = group, points[-1], looks[name]
    panel.name_ends(ends)
    return drawing.text()


def _steps(found: list[float], limit: float, least: float) -> tuple[list[Place], dict[Place, str]]:
    """A line that goes one up at each of the times, and some of the places where it does."""
    climbed = [(time, float(number)) for number, time in enumerate(found, 1)]
    corners = [(least, 0.0), *climbed, (limit, float(len(found)))]
    line = [point for (_, before), (time, _) in pairwise(corners) for point in [(time, before)]]
    points = [corners[0]]
    for corner, point in zip(line, corners[1:], strict=True):
        points += [corner, point]
    every = max(1, len(climbed) // MARKS)
    return points, {
        (time, number): f"{number:g} within {duration(time)}"
        for time, number in climbed[every - 1 :: every]
    }
