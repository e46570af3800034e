"""Live progress on a terminal: the runs that are over as a table, the one at hand as a bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Protocol

from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from solvers.execution.result import Batch, Run, number_of
from solvers.output.messages import duration, title
from solvers.output.printable import printable
from solvers.puzzle.problem import Problem
from solvers.puzzle.tally import Retention, Tally
from solvers.splitting.shards import enough_depth, shards
from solvers.splitting.split import Split


class HasName(Protocol):
    """Whatever runs: a backend or a submission."""

    @property
    def name(self) -> str:
        """What to call it."""


class LiveTable:
    """Shows on stderr how a comparison goes, while it is entered, and nothing afterwards.

    A run's bar is full when the known number of solutions is there, or all shards are where these
    come one by one. Where nobody knows how many there will be, it pulses until the run is over.
    """

    def __init__(
        self,
        problem: Problem,
        contestants: Sequence[HasName],
        split: Split | None = None,
        keep: Retention = Retention.SOLUTIONS,
    ) -> None:
        self.problem, self.number = problem, len(contestants)
        self.runs: list[Run] = []
        self.total, self.unit = problem.known_count or None, "solutions"
        if split and split.jobs and keep is not Retention.SOLUTIONS:
            depth = split.depth
            if depth is None:
                depth = enough_depth(problem, split.jobs, mirror=split.mirror)
            self.total, self.unit = len(shards(problem, depth, mirror=split.mirror)), "shards"
        self.progress = Progress(
            TextColumn("{task.fields[place]} of {task.fields[number]}  {task.description:18}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[unit]}"),
            TimeElapsedColumn(),
        )
        self._live = Live(
            get_renderable=self.drawing,
            console=Console(stderr=True),
            transient=True,
            refresh_per_second=8,
        )

    def __enter__(self) -> LiveTable:
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    @contextmanager
    def watch(self, contestant: HasName, _: Problem) -> Iterator[Callable[[Batch], None]]:
        """A bar while the run lasts; gives what is to be told of all that arrives."""
        task = self.progress.add_task(
            escape(printable(contestant.name)),
            total=self.total,
            place=len(self.runs) + 1,
            number=self.number,
            unit=self.unit,
        )
        self._live.refresh()
        by_shards = self.unit == "shards"

        def arrived(batch: Batch) -> None:
            is_shard = by_shards and isinstance(batch, Tally)
            self.progress.advance(task, 1 if is_shard else number_of(batch))

        try:
            yield arrived
        finally:
            self.progress.remove_task(task)

    def done(self, run: Run) -> None:
        """A run is over: it gets its row."""
        self.runs.append(run)

    def drawing(self) -> Group:
        """The rows of the runs that are over, and the bar of the one at hand."""
        table = Table(title=title(self.problem), title_justify="left", box=None, pad_edge=False)
        table.add_column("backend")
        table.add_column("status")
        for name in ("solutions", "first", "all", "memory"):
            table.add_column(name, justify="right", no_wrap=True)
        for run in self.runs:
            memory = f"{run.peak_memory_mib:.0f} MiB" if run.peak_memory_mib else "-"
            table.add_row(
                escape(printable(run.backend)),
                str(run.status),
                f"{run.solutions:,}",
                duration(run.first_solution_seconds),
                duration(run.seconds),
                memory,
            )
        return Group(table, self.progress) if self.runs else Group(self.progress)
