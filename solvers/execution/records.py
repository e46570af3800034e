"""Read the records of a worker, strictly: the process that wrote them may be broken, or hostile.

A record has every field of its class and no other, each of its type and within its bounds, or a
ChannelError names the mistake. Characters that cannot be printed are escaped: lone surrogates,
which cannot be written anywhere, and control characters, which a terminal obeys.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from solvers.errors import printable
from solvers.execution.channel import ChannelError, Tag
from solvers.lazy import msgspec
from solvers.puzzle.packing import REJECTED_KEPT, Fault, Flaw, RejectedOutput
from solvers.puzzle.placements import Packed, from_bytes, row_bytes

if TYPE_CHECKING:
    from solvers.execution.opened_files import Opened

COUNT = struct.Struct("<I")
"""The number of placements a record holds."""

REJECTED_FAULTS = frozenset({Fault.MALFORMED, Fault.INVALID})
"""The faults that are found where solutions are packed."""

Count: TypeAlias = "Annotated[int, msgspec.Meta(ge=0, le=(1 << 63) - 1)]"
Amount: TypeAlias = "Annotated[float, msgspec.Meta(ge=0, le=1e12)]"
AmountOrNone: TypeAlias = "Annotated[float, msgspec.Meta(ge=0, le=1e12)] | None"


@dataclass(frozen=True, slots=True)
class Ready:
    """The clock starts: the engine's version, and when it was ready on the monotonic clock."""

    version: str
    ready_at: Amount


@dataclass(frozen=True, slots=True)
class Unavailable:
    """The backend cannot run here."""

    note: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """Output that could not be packed: how much of each fault, and the first with its text."""

    counts: dict[Fault, Count]
    first: Annotated[
        list[tuple[Flaw, str, Count, str, Count]], msgspec.Meta(max_length=REJECTED_KEPT)
    ]

    def __post_init__(self) -> None:
        if not self.counts.keys() <= REJECTED_FAULTS:
            raise ValueError("this fault is not one of output")

    def shown(self) -> list[RejectedOutput]:
        """The first ones."""
        return [RejectedOutput(*rejected) for rejected in self.first]


@dataclass(frozen=True, slots=True)
class _Last:
    solutions: Count
    seconds: Amount
    first_solution_seconds: AmountOrNone
    peak_memory_mib: Amount
    opened: str
    """The opened files as JSON: their names are kept to the letter."""

    def __post_init__(self) -> None:
        self.files()

    def files(self) -> Opened:
        """The opened files."""
        found = json.loads(self.opened)
        if not isinstance(found, dict) or not all(isinstance(each, str) for each in found.values()):
            raise ValueError("the opened files are no names with digests")
        return found


@dataclass(frozen=True, slots=True)
class End(_Last):
    """The backend has exhausted the space or has the one solution that was asked for.

    Or the function that was called has returned.
    """

    counters: dict[str, Count]


@dataclass(frozen=True, slots=True)
class Failed(_Last):
    """The backend raised; ``error`` is the exception's class."""

    error: str
    note: str


Record: TypeAlias = "Ready | Unavailable | Rejected | End | Failed"

CLASSES: Mapping[Tag, type] = {
    Tag.READY: Ready,
    Tag.UNAVAILABLE: Unavailable,
    Tag.REJECTED: Rejected,
    Tag.END: End,
    Tag.FAILED: Failed,
}
"""The class of each record that is a JSON object."""


def read_record(tag: Tag, payload: bytes) -> Record:
    """A record that is a JSON object; raises ChannelError."""
    try:
        found = _writable(json.loads(payload))
    except (ValueError, RecursionError) as error:
        raise ChannelError(f"a record {tag.name} that is not JSON: {error}") from None
    names = [field.name for field in fields(CLASSES[tag])]
    if not isinstance(found, dict) or found.keys() != {*names}:
        raise ChannelError(f"a record {tag.name} without its fields {', '.join(names)}")
    try:
        record: Record = msgspec.convert(found, CLASSES[tag])
    except ValueError as error:
        raise ChannelError(f"a record {tag.name} that is not valid: {error}") from None
    return record


def read_placements(payload: bytes, n: int) -> Packed:
    """The placements in a record, shape (count, n); raises ChannelError."""
    size = len(payload) - COUNT.size
    count = COUNT.unpack_from(payload)[0] if size >= 0 else 0
    many = n == 0 and count > 1  # nobody is asked for more of no queens
    if many or size != count * n * row_bytes(n):
        raise ChannelError(f"a PLACEMENTS record of {len(payload)} bytes for {count} of n = {n}")
    return from_bytes(payload, n, count, COUNT.size)


def _writable(value: Any) -> Any:
    """The same JSON value with text that can be written, and that no terminal obeys."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, list):
        return [_writable(item) for item in value]
    if isinstance(value, dict):
        return {_writable(name): _writable(item) for name, item in value.items()}
    return value
