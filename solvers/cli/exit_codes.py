"""What a command's exit code says."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class ExitCode(IntEnum):
    """The contract with whoever called the command."""

    IDENTICAL = 0
    WRONG = 1
    USAGE = 2
    INCOMPLETE = 3
    UNAVAILABLE = 4
    INTERRUPTED = 130


GRAVITY = (
    ExitCode.INTERRUPTED,
    ExitCode.USAGE,
    ExitCode.WRONG,
    ExitCode.UNAVAILABLE,
    ExitCode.INCOMPLETE,
    ExitCode.IDENTICAL,
)


def gravest(codes: Iterable[ExitCode]) -> ExitCode:
    """The one to report where several hold."""
    return min(codes, key=GRAVITY.index)
