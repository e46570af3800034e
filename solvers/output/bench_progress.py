"""The live table of a batch run on a terminal, with an estimate of the time left."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import fmean

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from solvers.benchmark.batch import RunKey
from solvers.benchmark.result import Answer, Result, contradictions
from solvers.output.bench_text import still
from solvers.output.printable import printable

REFRESHES = 4
"""A second."""


class BatchProgress:
    """What is shown: drawn anew by ``rich`` whenever it looks."""

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
            name: self._boards - sum(one.backend == name for one in self._results)
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
        blamed = [(one.board, name) for one in found for name in one.wrong]
        for name in self._backends:
            runs = [one for one in self._results if one.backend == name]
            wrong = sum(one.answer is Answer.WRONG or (one.board, name) in blamed for one in runs)
            nothing = sum(one.answer is Answer.NOTHING for one in runs)
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
            f"{where}{contradictory} with a contradiction; still about {still(likely)}, at most "
            f"{still(most)}"
        )


@contextmanager
def live_table(progress: BatchProgress) -> Iterator[None]:
    """Show it on stderr while this lasts, where that is a terminal, and nothing afterwards."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with Live(progress, console=console, refresh_per_second=REFRESHES, transient=True):
        yield
