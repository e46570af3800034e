"""The result of a run: its ending, its solutions, its times and memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum, StrEnum, auto
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from solvers.lazy import msgspec
from solvers.puzzle.packing import Fault, RejectedOutput
from solvers.puzzle.placements import Packed

if TYPE_CHECKING:
    from solvers.puzzle.counted_set import CountedSet


class Status(StrEnum):
    """The end of a run in one word. A ``Verdict`` says whether its solutions are right."""

    COMPLETE = "complete"
    TIME_LIMIT = "time-limit"
    MEMORY_LIMIT = "memory-limit"
    OUTPUT_LIMIT = "output-limit"
    CRASHED = "crashed"
    CANCELLED = "cancelled"
    UNAVAILABLE = "unavailable"
    INTERNAL_ERROR = "internal-error"


class CauseKind(Enum):
    """The meaning of a cause for the verdict on a program."""

    DONE = auto()
    """Its answers count."""
    LIMIT = auto()
    """It reached a limit: it is not finished."""
    ERROR = auto()
    """It failed by itself."""
    FORGED = auto()
    """A record cannot be the suite's, so that none counts."""
    NOT_RUN = auto()
    """It did not run."""
    STOPPED = auto()
    """The user stopped the suite."""


class Cause(StrEnum):
    """The cause of the end of a run, in more detail than its status."""

    status: Status
    """The status of a run that ended so."""
    kind: CauseKind
    """The meaning for the verdict."""

    def __new__(cls, text: str, status: Status, kind: CauseKind) -> Cause:
        """A cause with its status and its kind."""
        cause = str.__new__(cls, text)
        cause._value_, cause.status, cause.kind = text, status, kind
        return cause

    DONE = "done", Status.COMPLETE, CauseKind.DONE
    """An end record arrived without an error, and its count is the number of solutions."""
    TIME = "time", Status.TIME_LIMIT, CauseKind.LIMIT
    STARTUP_TIME = "startup time", Status.TIME_LIMIT, CauseKind.LIMIT
    PROCESSOR_TIME = "processor time", Status.TIME_LIMIT, CauseKind.LIMIT
    MEMORY = "memory", Status.MEMORY_LIMIT, CauseKind.LIMIT
    KERNEL_MEMORY = "memory, by the kernel", Status.MEMORY_LIMIT, CauseKind.LIMIT
    OUT_OF_MEMORY = "out of memory", Status.MEMORY_LIMIT, CauseKind.LIMIT
    """The program ran out of memory and reported this itself, as by a MemoryError."""
    RECURSION = "recursion", Status.MEMORY_LIMIT, CauseKind.LIMIT
    """The recursion of the program went deeper than its language allows."""
    OUTPUT = "output", Status.OUTPUT_LIMIT, CauseKind.LIMIT
    ANSWERS = "answers", Status.OUTPUT_LIMIT, CauseKind.LIMIT
    """The answers take more memory than the output limit."""
    FILES = "files", Status.OUTPUT_LIMIT, CauseKind.LIMIT
    PROCESSES = "processes", Status.CRASHED, CauseKind.LIMIT
    FAILED = "failed", Status.CRASHED, CauseKind.ERROR
    """The program raised an exception, or reported another error."""
    NO_END_RECORD = "no end record", Status.CRASHED, CauseKind.ERROR
    """The process ended without an end record."""
    INVALID_RECORD = "invalid record", Status.CRASHED, CauseKind.NOT_RUN
    """The suite's own part of a program's process may have sent an invalid record."""
    BAD_RECORD = "bad record", Status.CRASHED, CauseKind.FORGED
    """A malformed or unexpected record came on the channel."""
    WRONG_COUNT = "wrong count", Status.CRASHED, CauseKind.FORGED
    """The end record names another number of solutions than has arrived."""
    NOT_STARTED = "not started", Status.INTERNAL_ERROR, CauseKind.NOT_RUN
    CANNOT_RUN = "cannot run", Status.UNAVAILABLE, CauseKind.NOT_RUN
    """The backend needs something that is missing here."""
    INTERRUPTED = "interrupted", Status.CANCELLED, CauseKind.STOPPED
    NOT_BEGUN = "not begun", Status.CANCELLED, CauseKind.STOPPED


class ChannelError(Exception):
    """A process sent a malformed record, or one out of turn; the message names the mistake."""

    cause = Cause.BAD_RECORD


class InvalidRecordError(ChannelError):
    """A record has invalid fields, and the program need not have written it."""

    cause = Cause.INVALID_RECORD


class LongRecordError(ChannelError):
    """A record is too long, as that of a large answer is."""

    cause = Cause.ANSWERS


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a run: its cause, with numbers and words.

    ``limit`` is the limit that was reached, and ``measured`` the measured value in the same unit;
    for WRONG_COUNT, the number in the end record and the number that arrived. ``exit_code`` is set
    for a process without an end record; it is negative for a signal. ``detail`` is the message of
    the program, the engine or the system.
    """

    cause: Cause
    limit: float = 0
    measured: float = 0
    exit_code: int | None = None
    detail: str = ""

    @property
    def status(self) -> Status:
        """The status of a run that ended so."""
        return self.cause.status


# A count fits into a signed 64-bit integer; an amount is of seconds or MiB.
Count: TypeAlias = "Annotated[int, msgspec.Meta(ge=0, le=(1 << 63) - 1)]"
Amount: TypeAlias = "Annotated[float, msgspec.Meta(ge=0, le=1e12)]"
AmountOrNone: TypeAlias = "Annotated[float, msgspec.Meta(ge=0, le=1e12)] | None"


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Measured:
    """The part of a run that is measured and counted where it runs; None: not known.

    The times are in seconds from the call of ``solve``. The counters are the engine's own.
    """

    seconds: AmountOrNone = None
    first_solution_seconds: AmountOrNone = None
    peak_memory_mib: AmountOrNone = None
    counters: Mapping[str, Count] = field(default_factory=dict)


def measured_fields(record: Measured) -> dict[str, Any]:
    """The fields of ``Measured``, by name, to make another record of the same run."""
    return {part.name: getattr(record, part.name) for part in fields(Measured)}


@dataclass(frozen=True, eq=False, slots=True)
class Run(Measured):
    """The result of one backend on one problem; equal to itself alone, as it holds an array.

    ``placements`` has shape (count, n) and the order of arrival. If solutions are only counted, it
    is empty, and ``counted`` has their number and digest. ``rejected`` holds the first few answers
    that could not be packed, ``rejected_counts`` the number of answers for each fault.
    ``axes`` are the numbers that the program itself gives to the first column and the first row.
    ``unread``: the program ended, but its answers are not known to be boards.
    ``unchecked``: counts of solutions were read from a checkpoint, and nobody saw the solutions.
    ``parent_seconds`` are those that this process measured, if ``seconds`` come from another, and
    ``prepare_seconds`` those in ``prepare``. ``parts_seconds``: the sum over the parts of a split
    run, each measured where it ran.
    ``variant_of`` names the backend whose variant ran, or is "", and ``same_as`` an earlier run
    that this one does not confirm. ``remarks`` are other facts: the run was resumed, for example.
    ``startup_seconds`` are those from the start of the process to the call of ``solve``, or None.
    """

    backend: str
    paradigm: str
    ending: Ending
    placements: Packed
    rejected: tuple[RejectedOutput, ...] = ()
    rejected_counts: Mapping[Fault, int] = field(default_factory=dict)
    startup_seconds: float | None = None
    version: str = ""
    remarks: tuple[str, ...] = ()
    counted: CountedSet | None = None
    axes: tuple[int, int] = (0, 0)
    unread: bool = False
    unchecked: bool = False
    variant_of: str = ""
    same_as: str = ""
    parent_seconds: float | None = None
    prepare_seconds: float | None = None
    parts_seconds: float | None = None

    @property
    def program(self) -> str:
        """The first run that this one does not confirm, by name, or its own name."""
        return self.same_as or self.backend

    @property
    def status(self) -> Status:
        """The status of the run."""
        return self.ending.status

    @property
    def solutions(self) -> int:
        """The number of answers that the backend handed over, right or wrong."""
        fitting = len(self.placements) if self.counted is None else self.counted.solutions
        return fitting + sum(self.rejected_counts.values())
