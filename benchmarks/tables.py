"""Results as Markdown tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchmarks.contests import Held
from benchmarks.measure import Samples


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


def _seconds(samples: Samples) -> str:
    """The median, and how far apart the samples are, if there are several."""
    spread = (max(samples.seconds) - min(samples.seconds)) / 2 / samples.median
    several = f" ± {spread:.0%}" if len(samples.seconds) > 1 else ""
    return f"{samples.median:.3g}{several}"
