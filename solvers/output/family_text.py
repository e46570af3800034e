"""What the runs on a family say, as text on a terminal or in a pipe."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from solvers.benchmark.outcome import Outcome
from solvers.output.family_words import (
    COLUMNS,
    cells,
    contradiction_words,
    ratio_words,
    title,
    unfinished_words,
    wrong_words,
)
from solvers.output.text import print_trimmed


def print_outcome(console: Console, outcome: Outcome) -> None:
    """Print the table, who is wrong about what, and how pairs compare."""
    print_trimmed(console, _table(outcome))
    console.print()
    for line, style in lines(outcome):
        console.print(Text(line, style), soft_wrap=True)


def lines(outcome: Outcome) -> Iterator[tuple[str, str]]:
    """What is said below the table, each line with its style."""
    for contradiction in outcome.contradictions:
        yield contradiction_words(contradiction), "bold red"
    for result in outcome.wrong:
        yield wrong_words(result), "bold red"
    if outcome.all_right:
        yield "Nobody contradicts another: every solution is valid.", "green"
    for name, found in outcome.runs.items():
        for words in unfinished_words(name, found.values()):
            yield words, "yellow"
    for ratio in outcome.ratios:
        yield ratio_words(ratio), ""
    if outcome.boards < len(outcome.family):
        yield (
            f"All of them were run on {outcome.boards} of {len(outcome.family)} boards so far, and "
            "the table is of these; the same command goes on.",
            "yellow",
        )


def _table(outcome: Outcome) -> Table:
    table = Table(
        title=title(outcome.family, outcome.limit),
        title_justify="left",
        box=None,
        pad_edge=False,
    )
    for column in COLUMNS:
        table.add_column(column, justify="left" if column == "backend" else "right", no_wrap=True)
    for score in outcome.scores:
        style = "bold red" if score.wrong else ""
        table.add_row(*(Text(cell, style) for cell in cells(score, outcome.limit)))
    return table
