"""A limit for the processor time that the suite itself takes to read a program's output."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

READING_SECONDS = 30.0
"""The most processor time of the suite for one check, nearly all of it for reading output."""


class ReadingError(Exception):
    """A text took too long to read."""


@contextmanager
def limited_reading(seconds: float = READING_SECONDS) -> Iterator[None]:
    """Raise ReadingError when this process, not its children, has used that much processor time.

    It works in the main thread only; elsewhere it limits nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise ReadingError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
