"""Signals that wait: an exception in the middle of an import or of a clean-up does harm."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def signals_held_back() -> Iterator[None]:
    """Let the signals that raise an exception here wait until the block ends."""
    if not hasattr(signal, "pthread_sigmask"):  # as in a browser, where nobody sends signals
        yield
        return
    # The first three have the effect of Ctrl-C; the last is the limit of reading_limit.py.
    held = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPROF}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, held)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
