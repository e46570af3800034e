"""What changes with density: the share of boards with a solution, and the median time of each."""

from __future__ import annotations

import math

from solvers.families.recipe import Blocked
from solvers.families.transition import Transition
from solvers.report.svg_figure import drawing, look, name_lines, plain_numbers
from solvers.report.words import duration


def transition_plot(
    transition: Transition, limit: float, title: str, *, salt: str = "transition"
) -> str:
    """The drawing: two panels over one axis of density, the lower one with a logarithmic scale.

    A median beyond the limit stands on it. The band is what nobody has found out.
    Raises ImportError where there is no Matplotlib. ``limit`` is in seconds.
    """
    steps = transition.steps
    densities = [one.density for one in steps]
    with drawing(f"From boards with solutions to boards without\n{title}", salt, (9, 7)) as drawn:
        shares, times = drawn.figure.subplots(
            2, 1, sharex=True, gridspec_kw={"height_ratios": [2, 3]}
        )
        surely = [one.with_solution / one.boards for one in steps]
        perhaps = [1 - one.without / one.boards for one in steps]
        shares.fill_between(densities, surely, perhaps, color="grey", alpha=0.3, linewidth=0)
        shares.plot(densities, surely, color="black", linewidth=1.2)
        for one, share in zip(steps, surely, strict=True):
            unknown = one.boards - one.with_solution - one.without
            shares.plot(
                [one.density],
                [share],
                "ko",
                markersize=5,
                gid=drawn.tip(
                    f"{one.density:g}: {one.with_solution} of {one.boards} boards have a solution"
                    + (f", of {unknown} it is not known" if unknown else "")
                ),
            )
        shares.set_ylabel("share with a solution")
        shares.set_ylim(-0.05, 1.05)
        names = list(steps[0].median_seconds)
        style, lines = look(names), {}
        for name in names:
            medians = [one.median_seconds[name] for one in steps]
            (lines[name],) = times.plot(
                densities,
                [min(seconds, limit) for seconds in medians],
                **style[name],
                markersize=4,
                linewidth=1.2,
                gid=drawn.tip(f"{name}: {', '.join(map(_words, medians))}"),
            )
        times.axhline(limit, color="grey", linewidth=0.8, linestyle=":")
        times.set_yscale("log")
        plain_numbers(times.yaxis)
        times.set_ylabel("median time, s (dotted: the limit)")
        kind = transition.kind
        times.set_xlabel("share of squares blocked" if kind is Blocked else "queens given")
        for axes in (shares, times):
            axes.grid(visible=True, which="major", linewidth=0.4, alpha=0.5)
        name_lines(times, lines)
    return drawn.text


def _words(seconds: float) -> str:
    return "beyond the limit" if math.isinf(seconds) else duration(seconds)
