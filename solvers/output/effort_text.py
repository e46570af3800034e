"""The work that the puzzle takes, as text: the search space, and the measured searches."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial, perm

from rich.table import Table

from solvers.execution.result import Ending, Status
from solvers.output.messages import counted, duration, ending_words, note
from solvers.output.run_table import counter_words
from solvers.tracing.effort import LARGEST_TRACED, EffortRun
from solvers.tracing.replay import Effort
from solvers.tracing.traces import is_traced, untraced_words


def search_space(n: int) -> list[str]:
    """The three sizes of the search space in the course text of COMP 333, one per line."""
    numbers = {
        "with the queens on any squares, counting every order of placing them": perm(n * n, n),
        "with one queen per column": n**n,
        "with one queen per column and row": factorial(n),
    }
    width = max(len(f"{number:,}") for number in numbers.values())
    return [
        f"{counted(n, 'queen')}: the number of possible arrangements",
        *(f"{number:>{width},}  {meaning}" for meaning, number in numbers.items()),
    ]


def effort_table(rows: Sequence[EffortRun]) -> Table:
    """The table with one row per backend; ratios are to the first backend with a time."""
    table = Table(box=None, pad_edge=False)
    table.add_column("backend", no_wrap=True)
    for name in ("time", "ratio", "nodes", "dead ends", "depth", "branching"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("the engine's own counters")
    first: float | None = None
    for row in rows:
        first = first or row.seconds
        ratio = f"{row.seconds / first:.2f}" if row.seconds and first else "-"
        time = duration(row.run.seconds) if row.run else "-"
        nodes = ["-"] * 4
        if isinstance(effort := row.traced, Effort):
            counts = (effort.nodes, effort.dead_ends, effort.depth)
            nodes = [*(f"{count:,}" for count in counts), f"{effort.branching:.2f}"]
        table.add_row(row.backend.name, time, ratio, *nodes, _own_counters(row))
    return table


def _own_counters(row: EffortRun) -> str:
    """The engine's own counters, or the reason for their absence."""
    if row.run is None:
        most = min(row.backend.practical_n, row.backend.largest_n)
        return f"left out: its method is practical only up to n = {most}"
    if row.run.status is not Status.COMPLETE:
        return f"{row.run.status}: {note(row.run)}"
    return ", ".join(counter_words(row.run))


def effort_notes(n: int, rows: Sequence[EffortRun]) -> list[str]:
    """The notes below the table, one per line: the meanings of its columns, and missing numbers."""
    timed = [row.backend.name for row in rows if row.seconds]
    about_nodes = [
        "Nodes are states in which a decision is made; dead ends are decisions that led nowhere.",
        "Both are counted in a separate, traced run, and mean the same thing for all engines.",
        "A state that is computed again counts once.",
    ]
    if n > LARGEST_TRACED:
        about_nodes = [f"Nodes are counted up to n = {LARGEST_TRACED}."]
    lines = [
        *(f"The ratio is the time divided by that of {name}." for name in timed[:1]),
        *about_nodes,
        "Each engine's own counters mean something different, so you cannot compare them.",
    ]
    for row in rows:
        why = untraced_words(row.backend) or "it does not report its steps"
        if isinstance(row.traced, Ending):
            why = f"its trace is incomplete: {ending_words(row.traced)}"
        if isinstance(row.traced, Ending) or not is_traced(row.backend):
            lines.append(f"No nodes are counted for {row.backend.name}: {why}.")
    return lines
