"""What a command's exit code says, and how a command ends when its reader or its user leaves."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable
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


def quiet_main(command: Callable[[], int]) -> int:
    """Run a command; a closed pipe ends it quietly, an output that fails in one line.

    A request to terminate is treated like Ctrl-C: what runs is ended first.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if sys.stdout is None:
        print("error: there is no standard output to write to", file=sys.stderr)
        return ExitCode.USAGE
    try:
        code = command()
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return ExitCode.IDENTICAL
    except OSError as error:
        _forget_stdout()
        print(f"error: cannot write the output: {error.strerror}", file=sys.stderr)
        return ExitCode.USAGE


def _forget_stdout() -> None:
    """Let what is still buffered go nowhere, so that Python does not stumble over it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
