"""The table of runs: its columns and cells, a variant beside its parent."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from solvers import registry
from solvers.errors import printable
from solvers.execution.result import Run, Status
from solvers.output.messages import duration
from solvers.puzzle.problem import Goal
from solvers.referee.verdict import Comparison, Judgement

RATIO = "vs. parent"
"""The column with the ratio of a variant's time to its parent's."""

PREPARE = "prepare"
"""The column with the time before the search, shown if that is longer than the search."""

OUR_PREPARE_SECONDS, PREPARE_SECONDS = 0.25, 0.05
"""A shorter time of a backend of the suite, and of another, is not worth a column."""

COLUMNS = (
    *("backend", "paradigm", "status", "verdict", "solutions", PREPARE, "first", "all", RATIO),
    *("memory", "work"),
)

ORDER = (
    *("backend", "verdict", "solutions", "all", PREPARE, "first", RATIO, "memory", "work"),
    *("status", "paradigm"),
)
"""The columns of an HTML report; on a narrow screen, the first ones are the most important."""

INDENT = "  "
"""The indentation of a variant's name below its parent."""

NUMBERS = frozenset({"solutions", PREPARE, "first", "all", "memory"})
"""The columns of numbers, which are aligned to the right."""


def rows(comparison: Comparison) -> Iterator[tuple[Judgement, dict[str, str]]]:
    """Each run with its row of the table: a cell for each of COLUMNS."""
    for judgement in comparison.judgements:
        run = judgement.run
        cells = {
            "backend": printable(run.backend),
            "paradigm": run.paradigm,
            "status": run.status,
            "verdict": judgement.verdict,
            "solutions": "-" if run.status is Status.UNAVAILABLE else f"{run.solutions:,}",
            PREPARE: duration(run.prepare_seconds),
            "first": duration(run.first_solution_seconds),
            "all": duration(run.seconds),
            RATIO: _ratio(run, parent(run, comparison), comparison.problem.goal),
            "memory": "-" if run.peak_memory_mib is None else f"{run.peak_memory_mib:.0f} MiB",
            "work": ", ".join(
                f"{count:,} {name.replace('_', ' ')}" for name, count in run.counters.items()
            ),
        }
        yield judgement, cells


def columns(comparisons: Sequence[Comparison], order: Sequence[str] = COLUMNS) -> list[str]:
    """The columns in this order; without those of the ratios and of prepare if none is to show."""
    with_ratio = any(row[RATIO] for comparison in comparisons for _, row in rows(comparison))
    runs = (judgement.run for comparison in comparisons for judgement in comparison.judgements)
    is_long = any(map(_prepares_long, runs))
    hidden = {*[RATIO][with_ratio:], *[PREPARE][is_long:]}
    return [column for column in order if column not in hidden]


def _prepares_long(run: Run) -> bool:
    """Whether the run took longer to prepare than to search, and long enough to show it."""
    seconds = run.prepare_seconds or 0.0
    if seconds <= max(run.seconds or math.inf, PREPARE_SECONDS):
        return False
    known = registry.find_or_none(run.backend)
    return known is None or bool(known.origin) or seconds > OUR_PREPARE_SECONDS


def parent(run: Run, comparison: Comparison) -> Run | None:
    """The run of the backend whose variant this run is; None if there is none."""
    runs = (judgement.run for judgement in comparison.judgements)
    return next(
        (other for other in runs if run.variant_of and other.backend == run.variant_of), None
    )


def _ratio(run: Run, parent_run: Run | None, goal: Goal) -> str:
    """The ratio of a run's time to its parent's in words, such as "2.5 times as fast"; or "".

    For the goal of one solution, the times to the first solution are compared; else to all.
    """
    if parent_run is None or not all(each.status is Status.COMPLETE for each in (run, parent_run)):
        return ""
    seconds, others = (
        each.first_solution_seconds if goal is Goal.FIRST else each.seconds
        for each in (run, parent_run)
    )
    if not seconds or not others:
        return ""
    factor = max(seconds / others, others / seconds)
    manner = "fast" if seconds <= others else "long"
    return f"{factor:,.{1 if factor < 100 else 0}f} times as {manner}"
