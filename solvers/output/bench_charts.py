"""The charts of a batch run, by the names of their files."""

from __future__ import annotations

from solvers.benchmark.generator import Blocked
from solvers.benchmark.summary import Summary
from solvers.output.bench_text import title
from solvers.output.cactus_plot import cactus_plot
from solvers.output.scatter_plot import scatter_plot
from solvers.output.transition_plot import transition_plot


def bench_charts(summary: Summary, *, alone: bool = False) -> dict[str, str]:
    """SVG drawings: a cactus plot, the transition of each kind, a scatter plot of each pair.

    ``alone``: each stands in a file of its own.
    """
    told, runs, limit = title(summary.instances, summary.limit), summary.runs, summary.limit
    plots = {"cactus": cactus_plot(runs, limit, told, alone=alone)}
    for found in summary.transitions:
        name = f"transition-{'blocked' if found.kind is Blocked else 'given'}-{found.n}"
        plots[name] = transition_plot(found, limit, told, alone=alone)
    for one in summary.ratios:
        pair = one.first, one.second
        plots[f"scatter-{one.first}-{one.second}"] = scatter_plot(
            runs, pair, limit, told, alone=alone
        )
    return plots
