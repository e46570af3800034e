"""Time against n for all backends, on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.measure import Samples
from solvers.output.charts.comparison import Sampled, growth_chart


def plot_growth(growth: Mapping[str, Sequence[Samples]], title: str, target: Path) -> None:
    """Write the plot as SVG: medians, with a band from the fastest to the slowest sample."""
    series = {
        name: [Sampled(one.n, one.median, min(one.seconds), max(one.seconds)) for one in sizes]
        for name, sizes in growth.items()
    }
    heading = "Seconds for all solutions: the median, in a band from fastest to slowest", title
    target.write_text(growth_chart(series, heading, "s", standalone=True) + "\n")
