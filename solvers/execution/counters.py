"""What counts as a count: a whole number from 0 that fits in 63 bits."""

from __future__ import annotations

from typing import Any

from solvers.interface import Counters

MOST = 1 << 63


class CountersError(TypeError):
    """A backend counted something other than whole numbers."""


def is_whole(value: object) -> bool:
    """Whether this is a count."""
    return type(value) is int and 0 <= value < MOST


def whole_counters(returned: Any) -> Counters:
    """The names and counts of a run's work, as plain values; raises CountersError."""
    try:
        counters = {str(name): int(count) for name, count in dict(returned).items()}
    except (TypeError, ValueError, OverflowError):
        counters = None
    if counters is None or not all(map(is_whole, counters.values())):
        raise CountersError("work must map names to whole numbers from 0")
    return counters
