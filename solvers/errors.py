"""The errors that a caller may want to catch, as one small tree, and the words for a failure."""

from __future__ import annotations

import signal
import sysconfig
import traceback
from contextlib import suppress
from pathlib import Path

__all__ = [
    "BackendError",
    "CertificateError",
    "ContradictionError",
    "FilmError",
    "IncompleteError",
    "ProblemError",
    "SolversError",
    "StoreError",
    "SubmissionError",
    "TraceError",
    "UnavailableError",
    "UsageError",
    "WriteError",
]


class SolversError(Exception):
    """The base of all errors of this package."""


class UsageError(SolversError, ValueError):
    """A request cannot be fulfilled as it is; the message names the correction in one line."""


class ProblemError(UsageError):
    """A problem is not valid: its size, prefix and squares contradict each other."""


class BackendError(UsageError):
    """The backend does not exist, cannot solve this problem, or breaks its contract."""


class StoreError(UsageError):
    """A file of stored results is damaged or in use, or was made with other options."""


class SubmissionError(UsageError):
    """A student's file cannot be run; the message has the reason, without the file's name."""


class TraceError(UsageError):
    """A search cannot be traced, or cannot be shown in the requested notation.

    The message names alternatives.
    """


class WriteError(SolversError, OSError):
    """A file cannot be written; the message names it and has the reason."""


class CertificateError(SolversError, ValueError):
    """A certificate is not valid; the message has the reason."""


class FilmError(SolversError, ValueError):
    """An event of a trace is false; the message names the event and the reason."""


class ContradictionError(SolversError, RuntimeError):
    """Two proofs contradict each other, because of a bug in this package."""


class UnavailableError(SolversError, RuntimeError):
    """A required program or package is not installed; the message has the command to install it."""


class IncompleteError(SolversError, RuntimeError):
    """A run of ``solve`` did not exhaust its search space; the message has the reason."""

    status: str
    """The status of the run, such as ``time-limit``."""

    def __init__(self, message: str, status: str) -> None:
        super().__init__(message)
        self.status = status


PACKAGE_FOLDER = Path(__file__).parent


def exit_words(code: int) -> str:
    """The exit code in words; for a negative one, as in ``subprocess``, the name of the signal."""
    with suppress(ValueError):
        if code < 0:
            return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"


def where_raised(error: BaseException) -> str:
    """The innermost line of a backend that is not installed, as "(my_queens.py, line 7)"; or ""."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if PACKAGE_FOLDER in Path(frame.filename).parents:
            is_own = PACKAGE_FOLDER / "paradigms" in Path(frame.filename).parents
        else:  # a file of Python's library or of an installed package has no backend
            libraries = map(sysconfig.get_path, ("stdlib", "purelib", "platlib"))
            is_own = not frame.filename.startswith((*libraries, "<frozen"))
        if is_own:
            return f"({Path(frame.filename).name}, line {frame.lineno})"
    return ""


def error_words(error: BaseException) -> str:
    """The type and the first line of an error, and the line of the backend that raised it."""
    first = "".join(f": {line}" for line in str(error).strip().splitlines()[:1])
    return f"{type(error).__name__}{first} {where_raised(error)}".strip()


IN_NAMES = {"\u00a0", "\u202f", "\u3000", "\u200c", "\u200d"}
"""The unbreakable, narrow and wide space, and the two characters that part or join letters."""


def printable(text: str) -> str:
    r"""The text in one line, with unprintable characters as escapes, such as ``\x1b``.

    These are line ends and other control characters, marks of the direction of writing, and the
    lone surrogates that stand for bytes of a file name that are no UTF-8. The spaces and joiners
    with which names are written stay.
    """
    return "".join(
        character
        if character.isprintable() or character in IN_NAMES
        else character.encode("unicode_escape").decode()
        for character in text
    )


def printable_lines(text: str) -> str:
    """The text with its line ends; every line is printable."""
    return "\n".join(map(printable, text.split("\n")))
