"""A program in one process that is asked for one board after another."""

from __future__ import annotations

import math
import secrets
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field, replace
from typing import Self

from solvers.execution.ending import Cause, Ending
from solvers.execution.limits import Limits
from solvers.execution.record import Record
from solvers.execution.supervisor import follow
from solvers.grading.answers import Lines
from solvers.grading.asked import AskedRecord, Loaded, LoadRecord
from solvers.grading.guard import Guard
from solvers.grading.place import Given, Process, started
from solvers.grading.submission import Submission

STAYS_AFTER = {"error", "left", "package", "unbound", "input", "missing", "syntax"}
"""Failures of a call after which the process can be asked again."""

ASKED_AT_MOST = 40
"""How often one process is asked; its processor time is held for each n, and this often by it."""


@dataclass(slots=True)
class Session:
    """Load a program once and ask it; a context manager at whose end nothing of it is left.

    What it sends for one n carries a token that it is told with the question, so that it cannot
    answer before it is asked. Loading counts towards the time of the first n.
    """

    submission: Submission
    limits: Limits
    guard: Guard
    given: Given = field(default_factory=Given)
    loaded: Loaded | None = None
    asked: int = 0
    memory_held_by: str = ""
    _stack: ExitStack = field(default_factory=ExitStack)
    _process: Process | None = None
    _lines: Lines = field(init=False)
    _begun: float | None = None
    _started: float = 0.0
    _ready: float | None = None

    def __post_init__(self) -> None:
        self._lines = Lines(secrets.token_hex(8), self.limits.answer_mib)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_open(self) -> bool:
        """Whether it can be asked again."""
        return self._process is not None and self.asked < ASKED_AT_MOST

    @property
    def failed_to_load(self) -> bool:
        """Whether it was loaded, and that came to no good end."""
        return self.loaded is not None and self.loaded.ending.cause is not Cause.DONE

    @property
    def times(self) -> tuple[float | None, float | None]:
        """When it had begun to load the program, and when it was ready."""
        return self._begun, self._ready

    def close(self) -> None:
        """End the process and all that it started; safe to call twice."""
        self._process = None
        self._stack.close()

    def load(self) -> Loaded:
        """Start the process and load the program."""
        record = LoadRecord(self.submission)
        self._started = record.started
        whole = replace(self.limits, cpu_seconds=self.limits.cpu_seconds * ASKED_AT_MOST)
        start = started(self.submission, whole, self.guard, self._lines.token, self.given)
        try:
            self._process = self._stack.enter_context(start)
            self.memory_held_by = self._process.tree.memory_held_by
        except KeyboardInterrupt:
            record.ending = Ending(Cause.INTERRUPTED)
        except OSError as error:
            record.ending = Ending(Cause.NOT_STARTED, detail=str(error))
        else:
            self._follow(record, self.limits)
        self._begun, self._ready = record.begun, record.ready
        assert record.ending is not None  # noqa: S101  # all paths above set it
        self.loaded = replace(record.loaded, ending=record.ending, printed=_text(record.printed))
        if record.ending.cause is not Cause.DONE:
            self.close()
        return self.loaded

    def ask(
        self, entry: str, arguments: str, n: int, *, is_last: bool, limits: Limits
    ) -> AskedRecord:
        """What it answers when this entry is called with these arguments for n.

        Without an entry nothing is called. With ``is_last`` the process ends with the answer.
        """
        process = self._process
        assert process is not None  # noqa: S101  # is_open says so
        told = limits.cpu_seconds
        used = process.tree.cpu_seconds() if told < math.inf and self.asked else 0
        limits = replace(limits, cpu_seconds=told + used)
        record = AskedRecord(self.submission, limits, is_last=is_last)
        record.is_ready()
        if not self.asked:
            record.started, record.begun = self._started, self._begun
            record.startup_seconds = (self._ready or record.started) - record.started
        self.asked += 1
        self._lines.token = secrets.token_hex(8)
        process.ask(f"{self._lines.token}\t{entry}\t{arguments}\t{n}\n")
        if is_last:
            process.ask_no_more()
        self._follow(record, limits)
        if record.ending and record.ending.cause is Cause.PROCESSOR_TIME:
            record.ending = replace(record.ending, limit=told)
        if is_last or record.failure not in ({""} | STAYS_AFTER) or self._is_over(record):
            self.close()
        return record

    def _is_over(self, record: Record) -> bool:
        return record.ending is None or record.ending.cause not in {Cause.DONE, Cause.FAILED}

    def _follow(self, record: Record, limits: Limits) -> None:
        process = self._process
        assert process is not None  # noqa: S101  # its callers have it
        heard = nullcontext((process.tree, process.results, process.printed))  # it lives on
        for _ in follow(record, heard, self._lines, limits):
            pass


def _text(printed: bytes) -> str:
    return printed.decode(errors="replace")
