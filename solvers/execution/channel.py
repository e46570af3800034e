"""The channel between a worker, which sends records, and its parent, which sends tasks.

A record is one byte of tag, four bytes of payload length (little-endian) and the payload. The
parent decodes the bytes that have arrived and never waits for the rest of a record, so a worker
that stops in the middle of a record cannot block the parent.

The parent reads strictly, because a worker may be broken or hostile. A record must have exactly the
fields of its class, each of the right type and within its bounds; otherwise a ChannelError names
the mistake. The parent escapes unprintable characters: lone surrogates, which no file can hold, and
control characters, which a terminal obeys.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from solvers.errors import printable
from solvers.execution.result import Amount, AmountOrNone, ChannelError, Count, Measured
from solvers.lazy import msgspec
from solvers.puzzle.packing import REJECTED_KEPT, Fault, RejectedOutput
from solvers.puzzle.placements import Packed, from_bytes, row_bytes

if TYPE_CHECKING:
    import socket

HEADER = struct.Struct("<BI")
"""The format of a record's beginning: its tag, and the length of its payload in bytes."""

LONGEST_PAYLOAD = 1 << 24
"""The most bytes of a payload; the sender splits a longer one."""

COUNT_FORMAT = struct.Struct("<I")
"""The format of the number of placements in a record."""


class Tag(IntEnum):
    """The kind of a record. The payloads of PLACEMENTS and VALUE are bytes; the others are JSON."""

    READY = 1
    """The backend is ready for its first task, or cannot run here."""
    PLACEMENTS = 2
    """Packed placements: their number in four bytes, then their rows."""
    REJECTED = 3
    """Counts of the answers that could not be packed, and the first of them."""
    END = 4
    """The task is over: done, or it raised an exception."""
    VALUE = 5
    """A piece of bytes that a function has yielded."""


KNOWN_TAGS = frozenset(Tag)


@dataclass(frozen=True, slots=True)
class RemoteCall:
    """A task: a function that yields bytes, to call with the backend and these arguments.

    The function is pickled by its name, so it must stand at the top level of a module.
    """

    function: Callable[..., Iterator[bytes]]
    arguments: tuple[Any, ...] = ()


class Channel:
    """The worker's end, which sends records. A forked copy of the process cannot use it."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._process = os.getpid()

    def send(self, tag: Tag, *payload: bytes | bytearray | memoryview) -> None:
        """Send one record; its payload is the parts joined. Raises OSError if the parent has gone.

        Raises RuntimeError in a copy of the process that a backend has forked.
        """
        if os.getpid() != self._process:
            raise RuntimeError("only the process in which solve was called may send its solutions")
        header = HEADER.pack(tag, sum(map(len, payload)))
        self.connection.sendall(b"".join((header, *payload)))  # at once: the parent wakes up once

    def send_fields(self, tag: Tag, facts: Mapping[str, Any]) -> None:
        """Send one record with these fields, as JSON."""
        self.send(tag, json.dumps(facts).encode())

    def send_value(self, value: bytes) -> None:
        """Send these bytes, in several records if one would be too long."""
        for first in range(0, len(value), LONGEST_PAYLOAD):
            self.send(Tag.VALUE, value[first : first + LONGEST_PAYLOAD])

    def send_placements(self, packed: bytearray | memoryview, count: int) -> None:
        """Send ``count`` packed placements, in several records if one would be too long."""
        size = len(packed) // max(count, 1)  # the bytes of one of them
        most = LONGEST_PAYLOAD // (size + 1)
        for first in range(0, count, most):
            part = min(most, count - first)
            rows = memoryview(packed)[first * size : (first + part) * size]
            self.send(Tag.PLACEMENTS, COUNT_FORMAT.pack(part), rows)


class Decoder:
    """The parent's end: takes bytes and yields complete records."""

    def __init__(self) -> None:
        self._pending = bytearray()

    def feed(self, received: bytes) -> Iterator[tuple[Tag, bytes]]:
        """Yield each record that these bytes complete; raises ChannelError for a bad header."""
        self._pending += received
        while len(self._pending) >= HEADER.size:
            tag, length = HEADER.unpack_from(self._pending)
            if length > LONGEST_PAYLOAD or tag not in KNOWN_TAGS:
                raise ChannelError(f"no record begins with tag {tag} and length {length}")
            end = HEADER.size + length
            if len(self._pending) < end:
                return
            with memoryview(self._pending) as pending:
                payload = bytes(pending[HEADER.size : end])
            del self._pending[:end]
            yield Tag(tag), payload


LONGEST_SHOWN = 1000
"""More characters than packing keeps of an answer's text."""

MOST_COUNTERS = 100

LARGEST_NUMBER = 1 << 31
"""More than any n or column."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The engine's version, and the time on the monotonic clock at which the worker was ready.

    ``note`` is the reason why the backend cannot run here; None if it can.
    """

    version: str
    ready_at: Amount
    note: str | None
    prepare_seconds: AmountOrNone

    def __post_init__(self) -> None:
        if len(self.version) > LONGEST_SHOWN:
            raise ValueError("a version has too many characters")


@dataclass(frozen=True, slots=True)
class Rejected:
    """Answers that could not be packed: their number for each fault, and the first few."""

    counts: dict[Fault, Count]
    first: Annotated[list[RejectedOutput], msgspec.Meta(max_length=REJECTED_KEPT)]

    def __post_init__(self) -> None:
        if not self.counts.keys() <= {Fault.MALFORMED, Fault.INVALID}:  # those of packing
            raise ValueError("this fault is not one of output")
        if len(self.first) > sum(self.counts.values()):
            raise ValueError("more answers are shown than were counted")
        if any(len(each.shown) > LONGEST_SHOWN for each in self.first):
            raise ValueError("an answer is shown with too many characters")
        numbers = [number for each in self.first for number in (each.n, each.column)]
        if not all(0 <= number <= LARGEST_NUMBER for number in numbers):
            raise ValueError("an answer is shown with numbers of no board")


@dataclass(frozen=True, slots=True)
class End(Measured):
    """The end of a task, with what was measured; ``solutions`` is the number that was sent.

    ``error`` is the class of the exception that ended the task; "" if the backend finished its
    search, or the called function returned. ``note`` is the text of the exception.
    """

    solutions: Count
    error: str
    note: str

    def __post_init__(self) -> None:
        if len(self.counters) > MOST_COUNTERS or any(
            len(each) > LONGEST_SHOWN for each in self.counters
        ):
            raise ValueError("there are too many counters, or their names are too long")


Record: TypeAlias = "Ready | Rejected | End"

CLASSES: Mapping[Tag, type] = {Tag.READY: Ready, Tag.REJECTED: Rejected, Tag.END: End}
"""The class of each record that is a JSON object."""


def read_record(tag: Tag, payload: bytes) -> Record:
    """Read a record that is a JSON object; raises ChannelError."""
    try:
        fields_read = _writable(json.loads(payload))
    except (ValueError, RecursionError) as error:
        raise ChannelError(f"a record {tag.name} that is not JSON: {error}") from None
    names = [field.name for field in fields(CLASSES[tag])]
    if not isinstance(fields_read, dict) or fields_read.keys() != {*names}:
        raise ChannelError(f"a record {tag.name} without its fields {', '.join(names)}")
    try:
        record: Record = msgspec.convert(fields_read, CLASSES[tag])
    except ValueError as error:
        raise ChannelError(f"a record {tag.name} that is not valid: {error}") from None
    return record


def read_placements(payload: bytes, n: int) -> Packed:
    """Read the placements of a record, an array of shape (count, n); raises ChannelError."""
    size = len(payload) - COUNT_FORMAT.size
    count = COUNT_FORMAT.unpack_from(payload)[0] if size >= 0 else 0
    many = n == 0 and count > 1  # the board without queens has one solution
    if many or size != count * n * row_bytes(n):
        raise ChannelError(f"a PLACEMENTS record of {len(payload)} bytes for {count} of n = {n}")
    return from_bytes(payload, n, count, COUNT_FORMAT.size)


def _writable(value: Any) -> Any:
    """The same JSON value with unprintable characters of its text escaped."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, list):
        return [_writable(item) for item in value]
    if isinstance(value, dict):
        return {_writable(name): _writable(item) for name, item in value.items()}
    return value
