"""The cause of a failure, in words: how a process ended, and where an exception was raised."""

from __future__ import annotations

import signal
import sysconfig
import traceback
from contextlib import suppress
from functools import cache
from pathlib import Path

SUITE = Path(__file__).parent


@cache
def _others() -> tuple[str, ...]:
    """The beginnings of the names of files that are not the author's own."""
    places = {sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")}
    return (*places, "<frozen")


def exit_words(code: int) -> str:
    """The exit code, or the name of the signal, whose number is negative in ``subprocess``."""
    with suppress(ValueError):
        if code < 0:
            return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"


def where_raised(error: BaseException) -> str:
    """The innermost line of a backend, as "(my_queens.py, line 7)"; "" where none took part."""
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_own(frame.filename)]
    return f"({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""


def _is_own(file: str) -> bool:
    if SUITE in Path(file).parents:
        return SUITE / "paradigms" in Path(file).parents
    return not file.startswith(_others())


def error_words(error: BaseException) -> str:
    """The type and the first line of an error, and the backend's line that raised it."""
    line = (str(error).strip() or "-").splitlines()[0]
    return f"{type(error).__name__}: {line} {where_raised(error)}".strip()
