"""The reason why a run ended, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """The ending of a run. Whether its solutions are right is another question: see ``Verdict``."""

    COMPLETE = "complete"
    TIME_LIMIT = "time-limit"
    MEMORY_LIMIT = "memory-limit"
    OUTPUT_LIMIT = "output-limit"
    CRASHED = "crashed"
    CANCELLED = "cancelled"
    UNAVAILABLE = "unavailable"
    INTERNAL_ERROR = "internal-error"


class Cause(StrEnum):
    """The reason why a run ended, in more detail than its status says."""

    DONE = "done"
    """Its process said so itself, in an end record whose count matches the arrived solutions."""
    TIME = "time"
    STARTUP_TIME = "startup time"
    PROCESSOR_TIME = "processor time"
    MEMORY = "memory"
    KERNEL_MEMORY = "memory, by the kernel"
    OUT_OF_MEMORY = "out of memory"
    """The program reports that it could get no more."""
    OUTPUT = "output"
    ANSWERS = "answers"
    """They take more memory than its output may."""
    TOO_MANY = "too many answers"
    """More of them than there are solutions, of a program that has failed before."""
    FILES = "files"
    PROCESSES = "processes"
    FAILED = "failed"
    """The program raised an exception, or said otherwise that it cannot go on."""
    NO_END_RECORD = "no end record"
    """The process was over, and had not said that it is done."""
    BAD_RECORD = "bad record"
    """Something other than the next record came on the channel."""
    WRONG_COUNT = "wrong count"
    """The end record says another number than has arrived."""
    NOT_STARTED = "not started"
    CANNOT_RUN = "cannot run"
    """Something that it needs is missing."""
    INTERRUPTED = "interrupted"
    NOT_BEGUN = "not begun"


STATUS = {
    Cause.DONE: Status.COMPLETE,
    Cause.TIME: Status.TIME_LIMIT,
    Cause.STARTUP_TIME: Status.TIME_LIMIT,
    Cause.PROCESSOR_TIME: Status.TIME_LIMIT,
    Cause.MEMORY: Status.MEMORY_LIMIT,
    Cause.KERNEL_MEMORY: Status.MEMORY_LIMIT,
    Cause.OUT_OF_MEMORY: Status.MEMORY_LIMIT,
    Cause.OUTPUT: Status.OUTPUT_LIMIT,
    Cause.ANSWERS: Status.OUTPUT_LIMIT,
    Cause.TOO_MANY: Status.OUTPUT_LIMIT,
    Cause.FILES: Status.OUTPUT_LIMIT,
    Cause.PROCESSES: Status.CRASHED,
    Cause.FAILED: Status.CRASHED,
    Cause.NO_END_RECORD: Status.CRASHED,
    Cause.BAD_RECORD: Status.CRASHED,
    Cause.WRONG_COUNT: Status.CRASHED,
    Cause.NOT_STARTED: Status.INTERNAL_ERROR,
    Cause.CANNOT_RUN: Status.UNAVAILABLE,
    Cause.INTERRUPTED: Status.CANCELLED,
    Cause.NOT_BEGUN: Status.CANCELLED,
}


@dataclass(frozen=True, slots=True)
class Ending:
    """The reason why a run ended.

    ``limit`` is the one that was reached and ``measured`` the value that was seen, in the limit's
    unit; of a wrong count they are the number in the end record and the number that arrived.
    ``exit_code`` is that of a process that had not said that it is done, and negative for a signal.
    ``detail`` is the message of the program, the engine or the system.
    """

    cause: Cause
    limit: float = 0
    measured: float = 0
    exit_code: int | None = None
    detail: str = ""

    @property
    def status(self) -> Status:
        """The status of a run that ended so."""
        return STATUS[self.cause]


def escaped(text: str) -> str:
    """A program's text; characters that cannot be printed, or move a cursor, become escapes."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else repr(character)[1:-1] for character in text
    )
