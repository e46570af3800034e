"""Read what a record says, strictly: the process that wrote it may be broken, or mean harm.

Every field is there and no other, each of its type and within its bounds, or a ChannelError says
what is wrong. Text is given back as text that can be written anywhere: what stands for no
character (a lone surrogate) is escaped.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable, Mapping
from typing import Any

from solvers.execution.channel import ChannelError, Tag
from solvers.execution.counters import is_whole
from solvers.execution.shard import ShardTally
from solvers.lazy import numpy as np
from solvers.puzzle.faults import Fault, RejectedOutput
from solvers.puzzle.packing import REJECTED_KEPT
from solvers.puzzle.placements import Packed, Placement
from solvers.puzzle.tally import Tally

COUNT = struct.Struct("<I")
"""How many placements a record holds."""

REJECTED_FAULTS = frozenset({Fault.MALFORMED, Fault.INVALID})
"""The faults that are found where solutions are packed."""

Reader = Callable[[Any], Any]
"""Gives a field's value; raises ValueError with what it should have been."""


def read_placements(payload: bytes, n: int) -> Packed:
    """The placements in a record, shape (count, n)."""
    size = len(payload) - COUNT.size
    count = COUNT.unpack_from(payload)[0] if size >= 0 else 0
    if size != count * n:
        raise ChannelError(f"a PLACEMENTS record of {len(payload)} bytes for {count} of n = {n}")
    return np.frombuffer(payload, np.uint8, offset=COUNT.size).reshape(count, n)


def read_rejected(payload: bytes) -> tuple[list[RejectedOutput], dict[Fault, int]]:
    """The first of what was rejected, and how many there were of each fault."""
    facts = read_fields(Tag.REJECTED, payload)
    return facts["first"], facts["counts"]


def read_tally(payload: bytes) -> ShardTally:
    """The tally in a record, and of which shard it is; the referee has not seen its solutions."""
    facts = read_fields(Tag.TALLY, payload)
    prefix, mirrored = facts.pop("prefix"), facts.pop("mirrored")
    return ShardTally(prefix, mirrored, Tally(**facts, seen=False))


def read_fields(tag: Tag, payload: bytes) -> dict[str, Any]:
    """The fields of a record that is a JSON object."""
    try:
        found = json.loads(payload)
    except (ValueError, RecursionError) as error:
        raise ChannelError(f"a record {tag.name} that is no JSON: {error}") from None
    readers = FIELDS[tag]
    if not isinstance(found, dict) or found.keys() != readers.keys():
        raise ChannelError(f"a record {tag.name} without its fields {', '.join(readers)}")
    facts = {}
    for name, reader in readers.items():
        try:
            facts[name] = reader(found[name])
        except ValueError as error:
            raise ChannelError(f"a record {tag.name} whose {name} is no {error}") from None
    return facts


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("text")
    return value.encode(errors="backslashreplace").decode()


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("truth value")
    return value


def _count(value: Any) -> int:
    if not is_whole(value):
        raise ValueError("count")
    return int(value)


def _rows(value: Any) -> Placement:
    if not isinstance(value, list):
        raise ValueError("list of rows")
    return tuple(map(_count, value))


def _sum_of_hashes(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 1 << 128:
        raise ValueError("sum of 128-bit hashes")
    return value


def _amount(value: Any) -> float:
    if type(value) not in {int, float} or not (0 <= value < math.inf):
        raise ValueError("number from 0")
    return float(value)


def _amount_or_none(value: Any) -> float | None:
    return None if value is None else _amount(value)


def _counters(value: Any) -> dict[str, int]:
    if not isinstance(value, dict) or not all(map(is_whole, value.values())):
        raise ValueError("mapping of names to counts")
    return {_text(name): count for name, count in value.items()}


def _fault(value: Any) -> Fault:
    if value not in REJECTED_FAULTS:
        raise ValueError("fault of something emitted")
    return Fault(value)


def _rejected_counts(value: Any) -> dict[Fault, int]:
    return {_fault(name): count for name, count in _counters(value).items()}


def _rejected(value: Any) -> list[RejectedOutput]:
    if not isinstance(value, list) or len(value) > REJECTED_KEPT:
        raise ValueError(f"list of up to {REJECTED_KEPT} rejected")
    if not all(isinstance(one, list) and len(one) == 3 for one in value):
        raise ValueError("list of rejected output")
    return [RejectedOutput(_fault(fault), _text(shown), _text(why)) for fault, shown, why in value]


_LAST: Mapping[str, Reader] = {
    "solutions": _count,
    "seconds": _amount,
    "first_solution_seconds": _amount_or_none,
    "peak_memory_mib": _amount,
    "note": _text,
}

FIELDS: Mapping[Tag, Mapping[str, Reader]] = {
    Tag.READY: {"version": _text, "ready_at": _amount},
    Tag.REJECTED: {"counts": _rejected_counts, "first": _rejected},
    Tag.TALLY: {
        "valid": _count,
        "invalid": _count,
        "extra": _count,
        "total": _sum_of_hashes,
        "distinct": _truth,
        "prefix": _rows,
        "mirrored": _truth,
    },
    Tag.END: {**_LAST, "counters": _counters},
    Tag.FAILED: {**_LAST, "error": _text},
    Tag.UNAVAILABLE: {"note": _text},
}
"""The fields of each record that is a JSON object, and how each is read."""
