"""What contains a student's program: bubblewrap where it works, what Linux has elsewhere."""

from __future__ import annotations

from enum import StrEnum


class Sandbox(StrEnum):
    """Which sandbox is in force."""

    STRONG = "strong"
    """bubblewrap: no network, no home, a read-only system, a process namespace of its own."""
    BASIC = "basic"
    """A keeper process, resource limits, an empty environment, Landlock, another user for root."""
