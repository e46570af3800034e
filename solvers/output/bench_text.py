"""A benchmark as text: the table of scores, and the sentences below it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from solvers.benchmark.instances import Instances
from solvers.benchmark.result import DENIED, BoardOutcome, BoardResult, Contradiction
from solvers.benchmark.scores import LEVEL, BackendScore, Ratio
from solvers.benchmark.summary import Summary
from solvers.errors import printable
from solvers.execution.result import Status
from solvers.install_hint import SCIPY
from solvers.output.messages import counted, duration
from solvers.output.text import print_trimmed

COLUMNS = (
    *("backend", "solved", "solution", "none", "wrong", "not solved"),
    *("median", "PAR-2", "fastest"),
)
"""The headings of the table of scores; all but the first column are numbers."""


def print_summary(console: Console, summary: Summary) -> None:
    """Print the table, the wrong answers, and the comparisons of pairs."""
    print_trimmed(console, _table(summary))
    console.print()
    for line, style in bench_lines(summary):
        console.print(Text(line, style), soft_wrap=True)


def bench_lines(summary: Summary) -> Iterator[tuple[str, str]]:
    """The lines below the table, each with its style."""
    for contradiction in summary.contradictions:
        yield contradiction_words(contradiction), "bold red"
    for result in summary.wrong:
        yield wrong_words(result), "bold red"
    if summary.all_right:
        yield "No contradictions; every solution is valid.", "green"
    for name, found in summary.runs.items():
        for words in unfinished_words(name, found.values()):
            yield words, "yellow"
    for ratio in summary.ratios:
        yield ratio_words(ratio), ""
    if summary.boards < len(summary.instances):
        yield (
            f"The table covers {summary.boards} of {len(summary.instances)} boards: those on "
            "which all backends have run. To continue, run the same command again.",
            "yellow",
        )


def _table(summary: Summary) -> Table:
    table = Table(
        title=bench_title(summary.instances, summary.limit),
        title_justify="left",
        box=None,
        pad_edge=False,
    )
    for column in COLUMNS:
        table.add_column(column, justify="left" if column == "backend" else "right", no_wrap=True)
    for score in summary.scores:
        style = "bold red" if score.wrong else ""
        table.add_row(*(Text(cell, style) for cell in score_cells(score, summary.limit)))
    return table


def bench_title(instances: Instances, seconds: float) -> str:
    """The number of boards, their sizes and the time limit, in words."""
    sizes = sorted({instance.problem.n for instance in instances})
    n = f"n = {sizes[0]}" + (f" to {sizes[-1]}" if len(sizes) > 1 else "")
    return f"{counted(len(instances), 'board')}, {n}, one solution, at most {seconds:g} s per run"


def score_cells(score: BackendScore, limit: float) -> tuple[str, ...]:
    """One row of the table, a cell for each of COLUMNS."""
    return (
        printable(score.backend),
        str(score.solved),
        str(score.with_solution),
        str(score.without),
        str(score.wrong),
        str(score.boards - score.solved - score.wrong),
        median_words(score.median_seconds, limit),
        time(score.par2),
        str(score.first),
    )


def median_words(seconds: float, limit: float) -> str:
    """A median time in words; infinity means beyond the limit."""
    return f"> {limit:g} s" if seconds == math.inf else time(seconds)


def time(seconds: float) -> str:
    """Seconds in words; "-" for NaN."""
    return duration(None if math.isnan(seconds) else seconds)


def contradiction_words(found: Contradiction) -> str:
    """The backends that are wrong, with the board and the evidence."""
    who = " and ".join(map(printable, found.wrong))
    report = "reports" if len(found.wrong) == 1 else "report"
    return (
        f"board {found.board}: {who} {report} that no solution exists, but {printable(found.by)} "
        f"found one: {list(found.placement)}"
    )


def wrong_words(result: BoardResult) -> str:
    """The reason why a run is wrong."""
    why = printable(result.note)
    if result.note != DENIED:
        why = "returned an invalid placement" + (f" ({why})" if why else "")
    return f"board {result.board}: {printable(result.backend)} {why}"


def unfinished_words(name: str, runs: Iterable[BoardResult]) -> Iterator[str]:
    """Sentences about runs without an answer, one per status; the time limit is left out."""
    by_status: dict[Status, list[BoardResult]] = {}
    for run in runs:
        if run.answer is BoardOutcome.NOTHING and run.status is not Status.TIME_LIMIT:
            by_status.setdefault(run.status, []).append(run)
    for status, found in by_status.items():
        yield (
            f"{printable(name)}: {status} on {counted(len(found), 'board')}, first on board "
            f"{found[0].board} ({printable(found[0].note)})."
        )


def ratio_words(ratio: Ratio) -> str:
    """A sentence that compares the times of two backends."""
    first, second = printable(ratio.first), printable(ratio.second)
    alone = "".join(
        f"; {counted(number, 'board')} solved by {name} alone"
        for name, number in ((first, ratio.only_first), (second, ratio.only_second))
        if number
    )
    if not ratio.boards:
        return f"{first} and {second} have solved no board in common{alone}."
    faster = ratio.mean < 1
    means = [1 / mean if faster else mean for mean in (ratio.mean, *(ratio.interval or ()))]
    factor, *ends = means
    between = "" if ratio.has_scipy else f"; for a confidence interval: {SCIPY}"
    if ends:
        between = (
            f", {LEVEL:.0%} interval {_figure(min(ends))} to {_figure(max(ends))} by bootstrap"
        )
    verb, manner = ("is", "fast") if faster else ("takes", "long")
    return (
        f"{first} {verb} {_figure(factor)} times as {manner} as {second} (geometric mean over the "
        f"{counted(ratio.boards, 'board')} that both solved{between}){alone}."
    )


def _figure(factor: float) -> str:
    """A factor with two decimal places, fewer from 10 and from 100 on."""
    return f"{factor:,.{2 if factor < 10 else 1 if factor < 100 else 0}f}"
