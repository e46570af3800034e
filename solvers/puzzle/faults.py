"""What can be wrong with what a backend hands over."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Fault(StrEnum):
    """What can be wrong with a solution set; the fields of the JSON document."""

    MALFORMED = "malformed"
    INVALID = "invalid"
    EXTRA = "extra"
    DUPLICATE = "duplicate"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class RejectedOutput:
    """Something emitted that cannot be packed: not plain ints, not n of them, or off the board."""

    fault: Fault
    shown: str
    reason: str
