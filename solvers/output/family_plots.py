"""The plots of a family's runs, by the names of their files."""

from __future__ import annotations

from solvers.benchmark.outcome import Outcome
from solvers.benchmark.recipe import Blocked
from solvers.output.cactus_plot import cactus_plot
from solvers.output.family_words import title
from solvers.output.scatter_plot import scatter_plot
from solvers.output.transition_plot import transition_plot


def family_plots(outcome: Outcome, *, alone: bool = False) -> dict[str, str]:
    """SVG drawings: a cactus plot, the transition of each kind, a scatter plot of each pair.

    ``alone``: each stands in a file of its own.
    """
    told, runs, limit = title(outcome.family, outcome.limit), outcome.runs, outcome.limit
    plots = {"cactus": cactus_plot(runs, limit, told, alone=alone)}
    for found in outcome.transitions:
        name = f"transition-{'blocked' if found.kind is Blocked else 'given'}-{found.n}"
        plots[name] = transition_plot(found, limit, told, alone=alone)
    for one in outcome.ratios:
        pair = one.first, one.second
        plots[f"scatter-{one.first}-{one.second}"] = scatter_plot(
            runs, pair, limit, told, alone=alone
        )
    return plots
