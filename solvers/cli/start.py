"""Starts every program: opens the standard descriptors, and handles Ctrl-C during imports."""

from __future__ import annotations

import io
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

from solvers.cli.exit_codes import ExitCode
from solvers.lazy import ENVIRONMENT

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


def load_command(name: str) -> Callable[[], int]:
    """Import the program ``solvers.cli.NAME``, and return the function that runs it.

    Ctrl-C ends the program with one line and its exit code, also during the imports. Raises
    ModuleNotFoundError if a package is missing.
    """
    open_standard_descriptors()
    if isinstance(sys.stdout, io.TextIOWrapper):  # its encoding may lack a queen
        sys.stdout.reconfigure(errors="backslashreplace")
    os.environ |= ENVIRONMENT | os.environ
    sys.stderr = ForgivingStderr(open(2, "wb", closefd=False), errors="backslashreplace")  # noqa: SIM115  # for good
    _leave_at_a_signal()
    module = import_module(f"solvers.cli.{name}")

    def run() -> int:
        try:
            code: int = module.main()
        except KeyboardInterrupt:
            code = ExitCode.INTERRUPTED
        finally:
            _leave_at_a_signal()  # all output is written
        if code == ExitCode.INTERRUPTED:
            with suppress(OSError, ValueError):
                sys.stdout.flush()
            os._exit(code)  # threads that still work, such as those of a certificate, end now
        return code

    return run


def queens() -> int:
    """The installed program ``queens``."""
    try:
        return load_command("queens")()
    except ModuleNotFoundError as missing:
        if (missing.name or "solvers").partition(".")[0] == "solvers":
            raise
        print(
            f"queens: error: {missing.name} is not installed for {sys.executable}; "
            "run `make compare` in a checkout, or `pip install .`",
            file=sys.stderr,
        )
        return ExitCode.USAGE


def open_standard_descriptors() -> None:
    """Open the descriptors 0, 1 and 2 to /dev/null if they are closed.

    Otherwise the first pipes of a run would get these numbers, and a child would take them for its
    own input and output. ``sys.stdout`` stays None if there is no standard output.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(descriptor, True)  # noqa: FBT003  # it takes no name
    os.close(descriptor)


class ForgivingStderr(io.TextIOWrapper):
    """Standard error that ignores failed writes, so that they change no exit code."""

    def write(self, text: str, /) -> int:
        """Write a message at once; ignore an error."""
        with suppress(OSError):
            super().write(text)
            super().flush()
        return len(text)

    def flush(self) -> None:
        """Do nothing: every message is already written."""


def _leave_at_a_signal() -> None:
    """Leave at Ctrl-C, SIGTERM and SIGHUP; but ``nohup`` and a background job ignore some."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _leave)


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """Leave at once, because an exception in the middle of an import can be lost."""
    with suppress(OSError):
        os.write(2, b"interrupted\n")
    os._exit(ExitCode.INTERRUPTED)
