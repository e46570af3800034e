"""Records from a worker to its parent: a tag, a length, a payload.

A record is one byte of tag, four bytes of payload length (little-endian) and the payload. The
parent decodes the bytes that have arrived and never waits for the rest of a record, so a process
that stops in the middle of one cannot hold it up.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import socket

HEADER = struct.Struct("<BI")
LONGEST_PAYLOAD = 1 << 24


class Tag(IntEnum):
    """The kind of a record. Payloads but those of PLACEMENTS and VALUE are JSON: ``records.py``."""

    READY = 1
    """All is imported, and the clock may start: version, ready_at (seconds, monotonic clock)."""
    PLACEMENTS = 2
    """Packed placements: their number in four bytes, then their rows."""
    REJECTED = 3
    """Counts of the answers that could not be packed, and the first of them."""
    END = 4
    """The task is done: solutions, counters, seconds, peak_memory_mib."""
    UNAVAILABLE = 5
    """The backend cannot run here: note."""
    FAILED = 6
    """The backend raised: note, error (the exception's class name)."""
    VALUE = 7
    """A piece of bytes that a function has yielded."""


KNOWN_TAGS = frozenset(Tag)


class ChannelError(Exception):
    """A process sent something other than the next record."""


class Channel:
    """The sending end, for the process that has made it and no copy of it."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._process = os.getpid()

    def send(self, tag: Tag, *payload: bytes | bytearray | memoryview) -> None:
        """Send one record, its payload in parts; raises OSError where nobody reads any more.

        Raises RuntimeError in a copy of the process, which a backend has made by forking.
        """
        if os.getpid() != self._process:
            raise RuntimeError("only the process in which solve was called may send its solutions")
        header = HEADER.pack(tag, sum(map(len, payload)))
        self.connection.sendall(b"".join((header, *payload)))  # at once: the parent wakes up once

    def send_fields(self, tag: Tag, facts: Mapping[str, Any]) -> None:
        """Send one record of facts."""
        self.send(tag, json.dumps(facts).encode())

    def send_placements(self, packed: bytearray | memoryview, count: int) -> None:
        """Send packed placements, in as many records as their size asks for."""
        size = len(packed) // max(count, 1)  # the bytes of one of them
        most = LONGEST_PAYLOAD // (size + 1)
        for first in range(0, count, most):
            part = min(most, count - first)
            rows = memoryview(packed)[first * size : (first + part) * size]
            self.send(Tag.PLACEMENTS, struct.pack("<I", part), rows)


class Decoder:
    """The receiving end: feed it bytes, and it gives the records that are whole."""

    def __init__(self) -> None:
        self._pending = bytearray()

    def feed(self, received: bytes) -> Iterator[tuple[Tag, bytes]]:
        """Every record that is whole with these bytes; raises ChannelError on nonsense."""
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
