"""Live progress on a terminal: of a comparison, a batch run, and a certificate."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from statistics import fmean
from typing import IO, Self

import rich.progress
from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from solvers.benchmark.result import Answer, Result, contradictions
from solvers.benchmark.summary import RunKey
from solvers.comparison import Participant, Progress
from solvers.errors import UsageError, printable
from solvers.execution.result import Run
from solvers.output.bench_text import still
from solvers.output.messages import counted
from solvers.output.text import estimate
from solvers.puzzle.placements import Packed
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import estimated_tokens

REFRESHES_PER_SECOND = 4


class LiveTable(Progress):
    """Shows on stderr how a comparison goes, while it is entered, and nothing afterwards.

    Each run has a line, which stays. Its bar is full when the known number of solutions is there.
    Where nobody knows how many there will be, it pulses until the run is over.
    """

    def __init__(self, problem: Problem, participants: Sequence[Participant]) -> None:
        self.number, self.total = len(participants), problem.known_count or None
        self.bars = rich.progress.Progress(
            TextColumn("{task.fields[place]} of {task.fields[number]}  {task.description:18}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("solutions"),
            TimeElapsedColumn(),
            TextColumn("{task.fields[status]}"),
            console=Console(stderr=True),
            transient=True,
            refresh_per_second=REFRESHES_PER_SECOND,
        )

    def __enter__(self) -> Self:
        self.bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bars.stop()

    @contextmanager
    def watch(self, participant: Participant) -> Iterator[Callable[[Packed], None]]:
        """A bar while the run lasts; gives a function that takes all solutions as they arrive."""
        task = self.bars.add_task(
            escape(printable(participant.name)),
            total=self.total,
            place=len(self.bars.tasks) + 1,
            number=self.number,
            status="",
        )
        self.bars.refresh()

        def arrived(block: Packed) -> None:
            self.bars.advance(task, len(block))

        try:
            yield arrived
        finally:
            self.bars.stop_task(task)

    def done(self, run: Run) -> None:
        """A run is over: its line says how."""
        newest = self.bars.tasks[-1]
        self.bars.update(newest.id, total=newest.total or newest.completed, status=run.status)


class BatchProgress:
    """The table that is shown, drawn anew by ``rich`` whenever it looks."""

    def __init__(self, backends: Sequence[str], boards: int, limit: float) -> None:
        self._backends, self._boards, self._limit = backends, boards, limit
        self._results: list[Result] = []
        self._took: dict[str, list[float]] = {name: [] for name in backends}
        self._running: RunKey | None = None
        self._started = self._begun = time.monotonic()

    def begin(self, key: RunKey) -> None:
        """A run begins."""
        self._running, self._begun = key, time.monotonic()

    def add(self, result: Result, *, before: bool = False) -> None:
        """A run is over; ``before``: it was when we began."""
        self._results.append(result)
        if not before and result.backend in self._took:
            self._took[result.backend].append(time.monotonic() - self._begun)

    def left(self) -> tuple[float, float]:
        """For how many seconds it may go on: at most, and as the runs so far were."""
        to_do = {
            name: self._boards - sum(result.backend == name for result in self._results)
            for name in self._backends
        }
        took = [seconds for runs in self._took.values() for seconds in runs]
        overall = fmean(took) if took else self._limit
        # Between runs processes are started, which takes its time as well.
        between = (time.monotonic() - self._started - sum(took)) / len(took) if took else 0.0
        likely = sum(
            number * (fmean(self._took[name] or [overall]) + between)
            for name, number in to_do.items()
        )
        most = sum(to_do.values()) * (self._limit + between)
        return most, min(likely, most)

    def __rich__(self) -> Group:
        """The table and the line below it."""
        table = Table(box=None, pad_edge=False)
        for column in ("backend", "solved", "not solved", "wrong", "to do"):
            table.add_column(column, justify="left" if column == "backend" else "right")
        found = contradictions(self._results)
        blamed = [
            (contradiction.board, name) for contradiction in found for name in contradiction.wrong
        ]
        for name in self._backends:
            runs = [result for result in self._results if result.backend == name]
            wrong = sum(run.answer is Answer.WRONG or (run.board, name) in blamed for run in runs)
            nothing = sum(run.answer is Answer.NOTHING for run in runs)
            table.add_row(
                printable(name),
                str(len(runs) - nothing - wrong),
                str(nothing),
                Text(str(wrong), "bold red" if wrong else ""),
                str(self._boards - len(runs)),
            )
        return Group(table, Text(self._line(len(found))))

    def _line(self, contradictory: int) -> str:
        most, likely = self.left()
        where = f"board {self._running[0]} of {self._boards}, " if self._running else ""
        return (
            f"{where}{counted(contradictory, 'contradiction')}; about {still(likely)} left, at "
            f"most {still(most)}"
        )


@contextmanager
def live_table(progress: BatchProgress) -> Iterator[None]:
    """Show it on stderr while this lasts, where that is a terminal, and nothing afterwards."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with Live(progress, console=console, refresh_per_second=REFRESHES_PER_SECOND, transient=True):
        yield


@contextmanager
def open_certificate(path: str) -> Iterator[IO[bytes]]:
    """A certificate to be read, ``-`` from standard input; a terminal shows how far a file is."""
    if path == "-" and sys.stdin is None:
        raise UsageError("cannot read from standard input, because it is closed")
    if path != "-" and Path(path).is_file():
        with rich.progress.open(
            path,
            "rb",
            description="check the certificate",
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        ) as file:
            yield file
        return
    with nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb") as file:
        yield file


@contextmanager
def told_progress(problem: Problem) -> Iterator[Callable[[str, int], object]]:
    """Say on stderr how long it will take, and on a terminal show how far it is."""
    print(estimate(problem), file=sys.stderr)
    with rich.progress.Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as progress:
        tasks = {
            what: progress.add_task(f"{what} the certificate", total=estimated_tokens(problem))
            for what in ("make", "check")
        }
        yield lambda what, tokens: progress.advance(tasks[what], tokens)
