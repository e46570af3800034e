"""Live progress on a terminal: a bar a run, full when the known number of solutions is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from solvers.board.problem import Problem
from solvers.report.printable import printable
from solvers.run.result import Batch, number_of


class HasName(Protocol):
    """Whatever runs: a backend or a submission."""

    @property
    def name(self) -> str:
        """What to call it."""


@contextmanager
def live_progress(contestant: HasName, problem: Problem) -> Iterator[Callable[[Batch], None]]:
    """Show a bar on stderr while the run lasts, and nothing afterwards."""
    with Progress(
        TextColumn("n={task.fields[n]} {task.description:18}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("solutions"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        # A problem without solutions has no bar to fill; it pulses until it is over.
        task = progress.add_task(
            escape(printable(contestant.name)), total=problem.known_count or None, n=problem.n
        )
        yield lambda block: progress.advance(task, number_of(block))
