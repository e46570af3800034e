"""The live progress of a comparison, a class or a certificate, on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Self

import rich.progress
from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from solvers.comparison import Participant, Progress
from solvers.errors import UsageError, printable
from solvers.execution.result import Run
from solvers.output.messages import counted, title
from solvers.puzzle.placements import Packed
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import estimated_size


def _bars(*columns: ProgressColumn) -> rich.progress.Progress:
    """Progress bars on stderr, if that is a terminal; they vanish at the end."""
    console = Console(stderr=True)
    return rich.progress.Progress(
        *columns,
        console=console,
        transient=True,
        refresh_per_second=4,
        disable=not console.is_terminal,
    )


class LiveTable(Progress):
    """Shows the progress of a comparison on stderr; the display vanishes at the end.

    Each run has a line, which stays to the end. Its bar is full when the known number of solutions
    has arrived. If the number is unknown, the bar pulses until the run is over.
    """

    def __init__(self, problem: Problem, participants: Sequence[Participant]) -> None:
        self.number, self.total = len(participants), problem.known_count or None
        self.bars = _bars(
            TextColumn("{task.fields[place]} of {task.fields[number]}  {task.description:18}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("solutions"),
            TimeElapsedColumn(),
            TextColumn("{task.fields[status]}"),
        )

    def __enter__(self) -> Self:
        self.bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bars.stop()

    @contextmanager
    def watch(self, participant: Participant) -> Iterator[Callable[[Packed], None]]:
        """Show a bar during the run; the context's value takes each block of solutions."""
        task = self.bars.add_task(
            escape(printable(participant.name)),
            total=self.total,
            place=len(self.bars.tasks) + 1,
            number=self.number,
            status="",
        )
        self.bars.refresh()
        try:
            yield lambda block: self.bars.advance(task, len(block))
        finally:
            self.bars.stop_task(task)

    def done(self, run: Run) -> None:
        """Show the status of a finished run in its line."""
        newest = self.bars.tasks[-1]
        self.bars.update(newest.id, total=newest.total or newest.completed, status=run.status)


@contextmanager
def counted_progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar for a task of ``total`` steps; the context's value advances it by so many."""
    bar = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
    with _bars(*bar, TimeRemainingColumn()) as bars:
        task = bars.add_task(what, total=total)
        yield lambda steps: bars.advance(task, steps)


@contextmanager
def open_certificate(path: str) -> Iterator[IO[bytes]]:
    """Open a certificate for reading (``-``: standard input)."""
    if path == "-" and sys.stdin is None:
        raise UsageError("standard input is closed; give a file, or a pipe to read from")
    if path == "-":
        yield sys.stdin.buffer
    else:
        with Path(path).open("rb") as file:
            yield file


@contextmanager
def certificate_progress(problem: Problem) -> Iterator[Callable[[str, int], object]]:
    """Print the estimated size on stderr; a terminal shows progress and the time that is left.

    The context's value takes "make" or "check" and the number of tokens done since the last call.
    """
    tokens = estimated_size(problem)[0]
    shown = counted(round(float(f"{tokens:.3g}")), "token")  # three digits are enough
    print(f"{title(problem)}: the certificate will have about {shown}", file=sys.stderr)
    with counted_progress("make and check the certificate", 2 * tokens) as advance:
        yield lambda _, tokens: advance(tokens)
