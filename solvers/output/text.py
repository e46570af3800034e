"""A comparison as text on a terminal or in a pipe."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from textwrap import indent
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from solvers import registry
from solvers.errors import printable
from solvers.output.boards import draw_board
from solvers.output.messages import (
    counted,
    ending_words,
    explanation,
    title,
)
from solvers.output.run_table import INDENT, NUMBERS, RATIO, columns, parent, rows
from solvers.output.verdict_sentence import proof_words, verdict_line
from solvers.puzzle.diagram import draw_diagram
from solvers.puzzle.placements import digest
from solvers.puzzle.problem import Goal
from solvers.referee.certificate import Proof
from solvers.referee.verdict import Agreement, Comparison, Verdict

if TYPE_CHECKING:
    from solvers.execution.availability import Availability

FLAT_WIDTH = 130
"""From this width on, a run takes one line; in a narrower table, columns are left out."""

PIPE_WIDTH = 100_000
"""The width without a terminal: no line is broken."""

COLOURS: dict[str, str] = {
    Verdict.CORRECT: "green",
    Verdict.WRONG: "bold red",
    Verdict.PARTIAL: "yellow",
    Verdict.NOT_JUDGED: "yellow",
    Agreement.IDENTICAL: "bold green",
    Agreement.DIFFERENT: "bold red",
    Agreement.INCOMPLETE: "bold yellow",
}


class _OutputConsole(Console):
    """A console that leaves a broken pipe to the command, which chooses the exit code."""

    def on_broken_pipe(self) -> None:
        """Raise the error again; Rich would exit with 1, the code for a wrong result."""
        raise  # noqa: PLE0704  # called where the exception is handled


def console_for_output() -> Console:
    """A console on stdout that never breaks lines in a pipe."""
    console = _OutputConsole(highlight=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    elif console.width < 1:  # COLUMNS=0, by which a shell says that it knows no width
        console.width = shutil.get_terminal_size().columns
    return console


def print_comparison(console: Console, comparison: Comparison) -> None:
    """Print the table, the verdict and the faults."""
    print_trimmed(console, _table(comparison, console.width))
    console.print()
    console.print(Text(verdict_line(comparison), COLOURS[comparison.agreement]))
    for judgement in comparison.judgements:
        for line in explanation(judgement, comparison.problem):
            console.print(Text(line))
        witness = judgement.witness
        if witness and witness.placement is not None:
            axes, attack = judgement.run.axes, witness.attack or ()
            drawn = draw_board(witness.placement, attack, problem=comparison.problem, axes=axes)
            console.print(Text(indent(drawn, " " * 4)), no_wrap=True, crop=False)


def _table(comparison: Comparison, width: int) -> Table:
    """The table of runs for a terminal with ``width`` columns."""
    table = Table(title=title(comparison.problem), title_justify="left", box=None, pad_edge=False)
    flat = width >= FLAT_WIDTH
    left_out: tuple[str, ...] = () if flat else ("paradigm", "status", "memory", RATIO)
    if comparison.problem.goal is Goal.FIRST:  # the time to the first solution is enough
        left_out += ("all",)
    shown = [column for column in columns([comparison]) if column not in left_out]
    for column in shown:
        table.add_column(
            column,
            justify="right" if column in NUMBERS else "left",
            no_wrap=flat or column in NUMBERS,
            overflow="fold",
        )
    for judgement, row in rows(comparison):
        margin = INDENT if parent(judgement.run, comparison) else ""
        line = {column: Text(text) for column, text in row.items()}
        line["backend"] = Text(margin + row["backend"])
        line["verdict"] = Text(row["verdict"], COLOURS[judgement.verdict])
        table.add_row(*(line[column] for column in shown))
    return table


def print_backends(console: Console, found: Sequence[Availability]) -> None:
    """Print a table of backends: paradigm, version, and the reason if one cannot run here.

    ``coloured`` says which solve coloured boards. Below the table are the differences of variants
    from their parents.
    """
    table, differences = Table(box=None, pad_edge=False), Table.grid(padding=(0, 2))
    is_mixed = any(available.backend.origin for available in found)
    for column in ("backend", "paradigm", "group", "version", "coloured"):
        table.add_column(column)
    for column in [*["from"] * is_mixed, "runs here"]:
        table.add_column(column)
    names = {available.backend.name for available in found}
    for available in found:
        backend, why_not = available.backend, f"no: {ending_words(available.ending)}"
        name = (INDENT if backend.variant_of in names else "") + backend.name
        here = Text("yes", "green") if available.runs_here else Text(why_not, "yellow")
        origin = [backend.origin] * is_mixed
        group = registry.group_of(backend) or "-"
        version, able = available.version or "-", "yes" if backend.coloured else "-"
        words = name, backend.paradigm, group, version, able, *origin
        table.add_row(*(Text(printable(each)) for each in words), here)
        if backend.variant_of:
            differences.add_row(printable(backend.name), Text(printable(backend.difference)))
    print_trimmed(console, table)
    if differences.row_count:
        console.print("\nhow the variants differ from their parents:")
        print_trimmed(console, differences)


def print_trimmed(console: Console, drawn: RenderableType) -> None:
    """Print without the spaces at the ends of lines, with which Rich fills the last column."""
    with console.capture() as capture:
        console.print(drawn)
    for line in capture.get().splitlines():
        print(line.rstrip(), file=console.file)


def proven_lines(proof: Proof) -> list[str]:
    """The claim of a certificate, with the digest of the set."""
    number = counted(len(proof.solutions), "solution") if len(proof.solutions) else "no solution"
    others = ", and no others" if len(proof.solutions) else ""
    squares = " ".join(f"{column}:{row}" for column, row in sorted(proof.problem.blocked))
    colours = " ".join(draw_diagram(proof.problem).split()) if proof.problem.colours else ""
    return [
        f"{title(proof.problem)}: {number}{others} ({proof_words(proof)})",
        *([f"blocked squares: {squares}"] if squares else []),
        *([f"colours: {colours}"] if colours else []),
        f"{counted(proof.tokens, 'token')}; digest of the set: {digest(proof.solutions)}",
    ]
