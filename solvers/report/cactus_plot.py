"""How many boards each backend has solved after how much time: a cactus plot."""

from __future__ import annotations

from solvers.families.scores import Table
from solvers.report.svg_figure import drawing, look, name_lines, plain_numbers
from solvers.report.words import duration


def cactus_plot(runs: Table, limit: float, title: str, *, salt: str = "cactus") -> str:
    """The drawing: time to right on a logarithmic scale, boards solved up, a step for each board.

    Raises ImportError where there is no Matplotlib. ``limit`` is in seconds.
    """
    times = {
        name: sorted(one.seconds for one in found.values() if one.seconds)
        for name, found in runs.items()
    }
    least = min((found[0] for found in times.values() if found), default=limit / 10)
    with drawing(f"Boards solved within a time\n{title}", salt) as drawn:
        axes = drawn.figure.subplots()
        style, lines = look(list(runs)), {}
        for name in sorted(times, key=lambda name: (-len(times[name]), sum(times[name]))):
            found = times[name]
            (lines[name],) = axes.step(
                [least / 2, *found, limit],
                [0, *range(1, len(found) + 1), len(found)],
                where="post",
                **style[name],
                markevery=range(1, len(found) + 1),
                markersize=4,
                linewidth=1.2,
                gid=drawn.tip(
                    f"{name}: {len(found)} of {len(runs[name])} solved"
                    + (f", the last after {duration(found[-1])}" if found else "")
                ),
            )
        boards = len(next(iter(runs.values()), {}))
        axes.axhline(boards, color="grey", linewidth=0.8, linestyle=":")
        axes.set_xscale("log")
        plain_numbers(axes.xaxis)
        axes.set_xlim(least / 2, limit)
        axes.set_ylim(0, boards * 1.04 or 1)
        axes.set_xlabel("time for a board, s")
        axes.set_ylabel("boards solved within that time")
        axes.grid(visible=True, which="major", linewidth=0.4, alpha=0.5)
        name_lines(axes, lines)
    return drawn.text
