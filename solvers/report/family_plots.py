"""The plots of a family's runs, by the names of their files."""

from __future__ import annotations

from solvers.families.outcome import Outcome
from solvers.families.recipe import Blocked
from solvers.report.cactus_plot import cactus_plot
from solvers.report.family_words import title
from solvers.report.scatter_plot import scatter_plot
from solvers.report.transition_plot import transition_plot


def family_plots(outcome: Outcome) -> dict[str, str]:
    """SVG drawings: a cactus plot, the transition of each kind, a scatter plot of each pair.

    Raises ImportError where there is no Matplotlib.
    """
    told, runs, limit = title(outcome.family, outcome.limit), outcome.runs, outcome.limit
    plots = {"cactus": cactus_plot(runs, limit, told)}
    for found in outcome.transitions:
        name = f"transition-{'blocked' if found.kind is Blocked else 'given'}-{found.n}"
        plots[name] = transition_plot(found, limit, told, salt=name)
    for one in outcome.ratios:
        name = f"scatter-{one.first}-{one.second}"
        plots[name] = scatter_plot(runs, (one.first, one.second), limit, told, salt=name)
    return plots
