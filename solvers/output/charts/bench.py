"""The charts of a benchmark: a cactus plot and transitions."""

from __future__ import annotations

import math
from itertools import pairwise

from solvers.benchmark.generator import BoardKind
from solvers.benchmark.scores import ResultTable, Transition
from solvers.benchmark.summary import Summary
from solvers.output.bench_text import bench_title
from solvers.output.charts.chart import (
    NAME_GAP,
    Chart,
    Panel,
    Point,
    Scale,
    number_label,
    room_for,
    scale_for,
    seconds_label,
)
from solvers.output.colours import Appearance, appearances
from solvers.output.messages import counted, duration

WIDTH, LEFT, TOP, FOOT = 720, 60, 72, 44
LEAST_HEIGHT = 280
"""The least height of a panel with one line per backend."""

SHARES, BETWEEN = 110, 66
"""The height of the panel of shares, and the space below it."""

MARKS_PER_LINE = 12
"""The approximate number of marks on a line of the cactus plot."""

SHARE_LOOK = Appearance(5, 0, hollow=False)


def bench_charts(summary: Summary, *, standalone: bool = False) -> dict[str, str]:
    """SVG charts by the names of their files: a cactus plot and transitions.

    ``standalone``: each chart is for a file of its own, so it contains its colours.
    """
    under, limit = bench_title(summary.instances, summary.limit), summary.limit
    charts = {"cactus": cactus_plot(summary.runs, limit, under, standalone=standalone)}
    for transition in summary.transitions:
        drawn = transition_plot(transition, limit, under, standalone=standalone)
        charts[f"transition-{transition.kind}-{transition.n}"] = drawn
    return charts


def cactus_plot(runs: ResultTable, limit: float, under: str, *, standalone: bool) -> str:
    """A plot of the number of boards that each backend solves within a time, in seconds."""
    boards = len(next(iter(runs.values()), {}))
    times = {
        name: sorted(result.seconds for result in found.values() if result.seconds)
        for name, found in runs.items()
    }
    head = "Boards solved within a time"
    bottom = TOP + max(LEAST_HEIGHT, NAME_GAP * len(runs))
    chart = Chart(WIDTH, bottom + FOOT, f"{head}: {under}", standalone=standalone)
    chart.heading(LEFT, (head, under))
    known = [time for found in times.values() for time in found]
    across = scale_for([*known, limit], LEFT, WIDTH - room_for(runs), logarithmic=True)
    up = Scale(0, max(boards, 1) * 1.02, bottom, TOP)
    panel = Panel(chart, across, up)
    panel.grid(
        {value: seconds_label(value) for value in across.ticks()},
        {value: number_label(value) for value in up.ticks() if value == int(value)},
    )
    panel.axis_names("time for a board", f"boards solved, of {boards}")
    panel.dotted_line([(limit, max(boards, 1)), (limit, 0)], "the limit")
    looks = appearances(runs)
    for name, found in times.items():
        line, tips = _steps(found, limit, across.least)
        last = f", the last after {duration(found[-1])}" if found else ""
        tip = f"{name}: {len(found)} of {counted(boards, 'board')} solved{last}"
        panel.series(name, line, looks[name], tips, tip=tip)
    panel.name_lines()
    return chart.to_svg()


def _steps(found: list[float], limit: float, least: float) -> tuple[list[Point], dict[Point, str]]:
    """A line that rises by one at each of the times, and the tooltips at some of its steps."""
    steps = [(time, float(number)) for number, time in enumerate(found, 1)]
    corners = [(least, 0.0), *steps, (limit, float(len(found)))]
    line = corners[:1]
    for (_, before), (time, after) in pairwise(corners):
        line += [(time, before), (time, after)]
    every = max(1, len(steps) // MARKS_PER_LINE)
    return line, {
        (time, number): f"{number:g} within {duration(time)}"
        for time, number in steps[every - 1 :: every]
    }


def transition_plot(transition: Transition, limit: float, under: str, *, standalone: bool) -> str:
    """The share of boards with a solution, and the median times below it, against the density.

    A median beyond the limit is drawn at the limit. The shaded area shows the undecided boards.
    """
    steps = transition.steps
    kind = {
        BoardKind.BLOCKED: "share of squares blocked",
        BoardKind.GIVEN: "number of queens given",
    }[transition.kind]
    names = list(steps[0].median_seconds)
    middle = TOP + SHARES + BETWEEN
    bottom = middle + max(LEAST_HEIGHT, NAME_GAP * len(names))
    chart = Chart(WIDTH, bottom + FOOT, f"Time against the {kind}: {under}", standalone=standalone)
    chart.heading(LEFT, (f"Time against the {kind}", under))
    low, high = steps[0].density, steps[-1].density
    edge = (high - low) * 0.03
    across = Scale(low - edge, high + edge, LEFT, WIDTH - room_for(names))
    columns = {step.density: f"{step.density:g}" for step in steps}
    shares = Panel(chart, across, Scale(0, 1.02, TOP + SHARES, TOP))
    shares.grid(columns, {0: "0", 0.5: "½", 1: "1"})
    shares.axis_names("", "share of boards with a solution")
    tips, band = {}, []
    for step in steps:
        unknown = step.boards - step.with_solution - step.without
        more = f"; {counted(unknown, 'board')} not decided" if unknown else ""
        place = step.density, step.with_solution / step.boards
        share = f"{step.with_solution} of {step.boards} have a solution{more}"
        tips[place] = f"{step.density:g}: {share}"
        band.append((step.density, 1 - step.without / step.boards))
    outline = [*tips, *reversed(band)]
    shares.series("boards with a solution", list(tips), SHARE_LOOK, tips, band=outline)
    medians = [seconds for step in steps for seconds in step.median_seconds.values()]
    known = [seconds for seconds in medians if 0 < seconds < math.inf]
    times = Panel(chart, across, scale_for([*known, limit], bottom, middle, logarithmic=True))
    times.grid(columns, {value: seconds_label(value) for value in times.up.ticks()})
    times.axis_names(kind, "median time")
    times.dotted_line([(high + edge, limit), (low - edge, limit)], "the limit")
    looks = appearances(names)
    for name in names:
        tips = {}
        for step in steps:
            seconds = step.median_seconds[name]
            words = "beyond the limit" if math.isinf(seconds) else duration(seconds)
            tips[step.density, min(seconds, limit)] = f"{name}, {step.density:g}: {words}"
        times.series(name, list(tips), looks[name], tips)
    times.name_lines()
    return chart.to_svg()
