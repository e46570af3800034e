"""The limit for reading a text: one that takes long is given up, so that it holds up nobody."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

READING_SECONDS = 30.0
"""The processor time that a check may take for itself: a program's output is limited, and
reading the most takes a few seconds."""


class ReadingError(Exception):
    """A text took too long to read."""


@contextmanager
def limited_reading(seconds: float = READING_SECONDS) -> Iterator[None]:
    """Raise ReadingError when this process has taken so much processor time, not its children.

    Only the main thread can be interrupted so; elsewhere nothing is limited.
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
