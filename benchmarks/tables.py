"""Results as Markdown tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from benchmarks.contests import Held
from benchmarks.measure import Samples
from solvers.output.run_table import seconds_ratio


def table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int) -> list[str]:
    """A Markdown table whose last columns, that many, are numbers."""
    texts = len(head) - numbers
    rules = ["---"] * texts + ["---:"] * numbers
    return [f"| {' | '.join(row)} |" for row in (head, rules, *rows)]


def contest_table(held: Iterable[Held]) -> list[str]:
    """Ours beside the rival: medians with their spread, the ratio, and what is promised for it."""
    rows = [
        (
            ours.name,
            rival.name,
            str(ours.n),
            _seconds(ours),
            _seconds(rival),
            f"{rival.median / ours.median:.2f}",
            f"{contest.at_least:.2f}" if contest.at_least and ours.n == contest.n else "",
        )
        for contest, ours, rival in held
    ]
    return table(("ours", "rival", "n", "ours, s", "rival, s", "ratio", "at least"), rows, 5)


def growth_table(growth: Mapping[str, Sequence[Samples]], parents: Mapping[str, str]) -> list[str]:
    """For each backend its largest size, the time there, and the factor from one n to the next.

    A variant, which ``parents`` gives its parent, also has their ratio at the largest common size.
    """
    rows = []
    for name, sizes in growth.items():
        last = sizes[-1]
        factors = [
            after.median / before.median
            for before, after in pairwise(sizes)
            if before.median > 0.002  # below that, what is measured is mostly the call
        ][-3:]
        shown = ", ".join(f"{factor:.1f}" for factor in factors)
        parent = growth.get(parents.get(name, ""))
        rows.append(
            (
                f"↳ {name}" if parent else name,
                _beside(sizes, parent) if parent else "",
                shown or "-",
                str(last.n),
                _seconds(last),
            )
        )
    head = (
        "backend",
        "compared with its textbook program",
        "last growth factors per step",
        "n",
        "seconds",
    )
    return table(head, rows, 2)


def _beside(sizes: Sequence[Samples], parent: Sequence[Samples]) -> str:
    """The ratio of the medians at the largest size that both have."""
    others = {one.n: one for one in parent}
    common = [one for one in sizes if one.n in others]
    if not common:
        return "-"
    largest = common[-1]
    return f"{seconds_ratio(largest.median, others[largest.n].median)} (n = {largest.n})"


def _seconds(samples: Samples) -> str:
    """The median, and how far apart the samples are, if there are several."""
    several = f" ± {samples.spread / 2:.0%}" if len(samples.seconds) > 1 else ""
    return f"{samples.median:.3g}{several}"
