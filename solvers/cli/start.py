"""Starts every program: opens the standard descriptors, and handles Ctrl-C during imports."""

from __future__ import annotations

import codecs
import io
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

from solvers.cli.exit_codes import ExitCode
from solvers.lazy import ENVIRONMENT

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


PLAIN = {"♛": "Q", "·": ".", "×": "x", "±": "+-", "²": "^2", "µ": "u", "←": "<-", "→": "->"}  # noqa: RUF001  # drawn
"""Replacements for characters that are not in every encoding."""


def program(name: str, load: Callable[[Any], object] | None = None) -> Callable[[], int]:
    """Import the program ``solvers.cli.NAME``, and return the function that runs it.

    ``load`` is given its module, and imports the other modules that it will need.

    Ctrl-C ends it with its exit code and without a word, also while it is imported. Raises
    ModuleNotFoundError where a package is missing.
    """
    open_standard_descriptors()
    plain_letters_where_needed()
    os.environ |= ENVIRONMENT | os.environ
    sys.stderr = Messages(open(2, "wb", closefd=False), errors="backslashreplace")  # noqa: SIM115  # for good
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # and is not ignored, as in a script's background
        signal.signal(signal.SIGINT, _leave)
    module = import_module(f"solvers.cli.{name}")
    if load:
        load(module)

    def run() -> int:
        try:
            signal.signal(signal.SIGINT, before)
            code: int = module.main()
        except KeyboardInterrupt:
            return ExitCode.INTERRUPTED
        finally:
            if before is signal.default_int_handler:
                signal.signal(signal.SIGINT, _leave)  # all output is written
        return code

    return run


def queens() -> int:
    """The installed program ``queens``."""
    try:
        return program("queens", lambda queens: queens.commands(sys.argv[1:]))()
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

    Else the first pipes that are made for a run get these numbers, and a child takes them for its
    own input and output. That there is no standard output is still seen by ``sys.stdout``.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(descriptor, True)  # noqa: FBT003  # it takes no name
    os.close(descriptor)


def plain_letters_where_needed() -> None:
    r"""Replace characters that the encoding of stdout does not have, instead of failing.

    A drawing's characters become plain letters, any other one its number, such as ``\u0142``.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        codecs.register_error("plain letters", _plain)
        sys.stdout.reconfigure(errors="plain letters")


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    plain = (
        PLAIN.get(character) or character.encode("ascii", "backslashreplace").decode()
        for character in missing
    )
    return "".join(plain), error.end


class Messages(io.TextIOWrapper):
    """Standard error, which ignores errors of writing, so that they change no exit code."""

    def write(self, text: str, /) -> int:
        """Write a message at once; ignore an error."""
        with suppress(OSError):
            super().write(text)
            super().flush()
        return len(text)

    def flush(self) -> None:
        """Do nothing: every message is already written."""


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """Leave at once, because an exception in the middle of an import can be lost."""
    os._exit(ExitCode.INTERRUPTED)
