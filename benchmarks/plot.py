"""Time against n for all backends, on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.measure import Samples


def plot_growth(growth: Mapping[str, Sequence[Samples]], title: str, target: Path) -> None:
    """Write the plot as SVG."""
    import matplotlib as mpl  # noqa: PLC0415  # an extra

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "growth"  # the same data give the same file
    from matplotlib import pyplot  # noqa: PLC0415  # after the choice of what it draws with

    figure, axes = pyplot.subplots(figsize=(9, 6.5), layout="constrained")
    colours = pyplot.colormaps["tab20"].colors  # type: ignore[attr-defined]  # a listed one
    for number, (name, sizes) in enumerate(sorted(growth.items())):
        colour = colours[number % len(colours)]
        axes.plot(
            [one.n for one in sizes],
            [one.median for one in sizes],
            marker="osD^v"[number % 5],
            markersize=4,
            linewidth=1.2,
            color=colour,
            label=name,
        )
        axes.fill_between(
            [one.n for one in sizes],
            [min(one.seconds) for one in sizes],
            [max(one.seconds) for one in sizes],
            color=colour,
            alpha=0.2,
            linewidth=0,
        )
    axes.set_yscale("log")
    axes.set_xlabel("n")
    axes.set_ylabel("seconds for all solutions (median; the band is fastest to slowest)")
    axes.set_title(title, fontsize=10)
    axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
    axes.grid(visible=True, which="major", linewidth=0.4, alpha=0.5)
    axes.legend(fontsize=8, ncols=1, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    figure.savefig(target, metadata={"Date": None})
    pyplot.close(figure)
