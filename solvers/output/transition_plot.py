"""What changes with density: the share of boards with a solution, and the median time of each."""

from __future__ import annotations

import math
from collections.abc import Sequence

from solvers.benchmark.generator import Blocked
from solvers.benchmark.transition import DensityStep, Transition
from solvers.output.appearance import Appearance, appearances
from solvers.output.drawing import Drawing
from solvers.output.panel import ROW, Panel, head, room_for, stand_alone
from solvers.output.scale import Scale, scale, second_words
from solvers.output.words import counted, duration

WIDTH, LEFT, TOP, FOOT, BETWEEN = 720, 60, 72, 44, 66
SHARES, LEAST_TIMES = 110, 260
"""The heights of the upper and, at least, of the lower panel."""

SHARE_LOOK = Appearance(5, 0, hollow=False)


def transition_plot(
    transition: Transition, limit: float, title: str, *, alone: bool = False
) -> str:
    """The drawing: two panels over one axis of density, the lower one with a logarithmic scale.

    A median beyond the limit stands on it. The shade in the upper one is what nobody has found out.
    ``limit`` is in seconds. ``alone``: it stands in a file of its own, which needs colours.
    """
    steps = transition.steps
    kind = "share of squares blocked" if transition.kind is Blocked else "number of queens given"
    names = list(steps[0].median_seconds)
    middle = TOP + SHARES + BETWEEN
    bottom = middle + max(LEAST_TIMES, ROW * len(names))
    drawing = Drawing(WIDTH, bottom + FOOT, f"Time against the {kind}: {title}")
    if alone:
        stand_alone(drawing)
    head(drawing, LEFT, (f"Time against the {kind}", title))
    low, high = steps[0].density, steps[-1].density
    edge = (high - low) * 0.03
    across = Scale(low - edge, high + edge, LEFT, WIDTH - room_for(names), logarithmic=False)
    columns = {one.density: f"{one.density:g}" for one in steps}
    share = Panel(drawing, across, Scale(0, 1.02, TOP + SHARES, TOP, logarithmic=False))
    share.grid(columns, {0: "0", 0.5: "½", 1: "1"})
    share.axis_names("", "share of boards with a solution")
    _shares(share, steps)
    known = [
        seconds
        for one in steps
        for seconds in one.median_seconds.values()
        if 0 < seconds < math.inf
    ]
    times = Panel(drawing, across, scale([*known, limit], bottom, middle, logarithmic=True))
    times.grid(columns, {value: second_words(value) for value in times.up.ticks()})
    times.axis_names(kind, "median time")
    times.bound([(high + edge, limit), (low - edge, limit)], "the limit")
    looks, ends = appearances(names), {}
    for name in names:
        medians = {one.density: one.median_seconds[name] for one in steps}
        marked = {
            (density, min(seconds, limit)): f"{name}, {density:g}: {_words(seconds)}"
            for density, seconds in medians.items()
        }
        group = times.series(list(marked), looks[name], name, marked)
        ends[name] = group, list(marked)[-1], looks[name]
    times.name_ends(ends)
    return drawing.text()


def _shares(panel: Panel, steps: Sequence[DensityStep]) -> None:
    """What share of the boards has a solution, and between which bounds it lies."""
    surely = [(one.density, one.with_solution / one.boards) for one in steps]
    perhaps = [(one.density, 1 - one.without / one.boards) for one in steps]
    group = panel.drawing.group("unknown")
    area = [panel.at(*place) for place in (*surely, *reversed(perhaps))]
    panel.drawing.area(area, group, f"fill: {SHARE_LOOK.colour}; opacity: .2")
    marked = {}
    for place, one in zip(surely, steps, strict=True):
        unknown = one.boards - one.with_solution - one.without
        marked[place] = f"{one.density:g}: {one.with_solution} of {one.boards} have a solution" + (
            f", of {counted(unknown, 'board')} it is not known" if unknown else ""
        )
    panel.series(surely, SHARE_LOOK, "boards with a solution", marked)


def _words(seconds: float) -> str:
    return "beyond the limit" if math.isinf(seconds) else duration(seconds)
