"""A program in one process that is asked for one board after another."""

from __future__ import annotations

import math
import os
import re
import secrets
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from typing import Any, Self

from solvers.run.channel import ChannelError
from solvers.run.ending import Cause, Ending
from solvers.run.limits import Limits
from solvers.run.record import Record
from solvers.run.supervisor import listen
from solvers.submissions.answers import Lines, decode, kept_bytes
from solvers.submissions.entry import Entry, entries
from solvers.submissions.guard import Guard
from solvers.submissions.place import Given, Process, started
from solvers.submissions.submission import Submission

CAUSES = {"memory": Cause.OUT_OF_MEMORY, "old": Cause.CANNOT_RUN}
"""What a harness can say of a failure, where it is a cause of its own."""

STAYS_AFTER = {"error", "left", "package", "unbound", "input", "missing", "syntax"}
"""Failures of a call after which the process can be asked again."""

PRINTED_BYTES = 1 << 20
"""How much of what a program prints for one n is looked at."""

ASKED_AT_MOST = 40
"""How often one process is asked; its processor time is held for each n, and this often by it."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of loading a program: what it defines, what went wrong, what it printed."""

    ending: Ending
    entries: tuple[Entry, ...] = ()
    error: str = ""
    kind: str = ""
    """What went wrong: "syntax", "package", "unbound", "input", "error", or nothing."""
    dialect: str = ""
    printed: str = ""


class _LoadRecord(Record):
    """What is known while a program is loaded."""

    def __init__(self, submission: Submission) -> None:
        super().__init__(submission.name, submission.paradigm)
        self.printed_bytes = PRINTED_BYTES
        self.loaded = Loaded(Ending(Cause.DONE))

    def take(self, record: tuple[str, Any]) -> None:
        """Take in one record; raises ChannelError where it comes out of turn."""
        kind, data = record
        if self.ending:
            return
        if kind == "loading":
            self.has_begun()
        elif kind == "ready":
            self.is_ready()
            self.ending = Ending(Cause.DONE)
            self.loaded = Loaded(
                self.ending,
                tuple(entries(data.get("entries", []))),
                without_folder(data["load_error"]),
                str(data.get("kind", "")),
                str(data.get("dialect", "")),
            )
        elif kind == "failed":
            cause = CAUSES.get(data["what"], Cause.FAILED)
            self.ending = Ending(cause, detail=without_folder(data["message"]))
        else:
            raise ChannelError("the program answers before it is asked")


class AskedRecord(Record):
    """What is known of the answers for one n: they wait for the end to be read together.

    With ``is_last`` it is complete when its process is over after the end record, else with that.
    """

    def __init__(self, submission: Submission, limits: Limits, *, is_last: bool) -> None:
        super().__init__(submission.name, submission.paradigm)
        self.printed_bytes = PRINTED_BYTES
        self.answers: list[Any] = []
        self.free_bytes = limits.output_mib * 2**20
        self.single = False
        self.failure = self.kept = ""
        self.aliased = self.labelled = self.has_said_end = False
        self.is_last = is_last

    def take(self, record: tuple[str, Any]) -> None:
        """Take in one record; raises ChannelError where it is none of the harness's."""
        if self.has_said_end:
            raise ChannelError("the program went on after its end record")
        if self.ending:  # what has arrived together with one too many
            return
        kind, data = record
        if kind in ("answer", "value"):
            self.is_first()
            self.answers.append(answer := decode(data))
            self.single = kind == "value"
            self.free_bytes -= kept_bytes(answer)
            if self.free_bytes < 0:
                self.ending = Ending(Cause.ANSWERS)
        elif kind == "end":
            self.seconds, self.solutions = self._measured(data["seconds"]), data["count"]
            self.aliased = bool(data.get("aliased", False))
            self.labelled = bool(data.get("labelled", False))
            self.kept = str(data.get("kept", ""))
            self.has_said_end = True
            if not self.is_last:
                self.ending = Ending(Cause.DONE)
        elif kind == "failed":
            self.failure = str(data["what"])
            cause = CAUSES.get(self.failure, Cause.FAILED)
            self.ending = Ending(cause, detail=without_folder(data["message"]))

    def _measured(self, seconds: float) -> float:
        """The seconds that the harness says, where they can be; else those seen from outside."""
        if self.ready is None:
            raise ChannelError("an end without a beginning")
        seen = time.monotonic() - self.ready
        return seconds if 0 <= seconds <= seen else seen

    def ended_well(self, exit_code: int) -> bool:
        """Whether it said that all its answers are given, and then came to its end."""
        return self.has_said_end and exit_code == 0


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
    def times(self) -> tuple[float | None, float | None]:
        """When it had begun to load the program, and when it was ready."""
        return self._begun, self._ready

    def close(self) -> None:
        """End the process and all that it started; safe to call twice."""
        self._process = None
        self._stack.close()

    def load(self) -> Loaded:
        """Start the process and load the program."""
        record = _LoadRecord(self.submission)
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
        try:
            for _ in listen(
                record, limits, self._lines, process.tree, process.results, process.printed
            ):
                pass
            record.printed = (record.printed + _drained(process.printed))[-PRINTED_BYTES:]
        except KeyboardInterrupt:
            record.ending = Ending(Cause.INTERRUPTED)
        except ChannelError as error:
            record.ending = Ending(Cause.BAD_RECORD, detail=str(error))
        except OSError as error:
            record.ending = Ending(Cause.NOT_STARTED, detail=str(error))
        finally:
            record.ended = record.ended or time.monotonic()


def without_folder(message: str) -> str:
    """The message without the folder that we ran the file in, which nobody knows."""
    return re.sub(r"(?:file:/*)?/\S*/queens-\w+/program/(?:submission/)?", "", message)


def _drained(descriptor: int) -> bytes:
    """What has been written there and not been read yet."""
    os.set_blocking(descriptor, False)
    found = bytearray()
    with suppress(BlockingIOError):
        while len(found) < PRINTED_BYTES and (more := os.read(descriptor, PRINTED_BYTES)):
            found += more
    return bytes(found)


def _text(printed: bytes) -> str:
    return printed.decode(errors="replace")
