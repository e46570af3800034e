"""Modules that are loaded when they are first used.

Every run is a process of its own, and a backend that emits tuples needs no arrays in it and no
digests: without NumPy that process starts in a third of the time. So do commands that need none.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1"}
"""Part of the environment of every process of ours. The suite uses no linear algebra, for which
NumPy would start a thread per processor when it is imported: 50 ms each time."""


def our_environment() -> dict[str, str]:
    """The environment of a process of ours, which finds the same modules."""
    # An empty entry is the current folder, which may have a file ``solvers.py``: ours comes before.
    ours = str(Path(__file__).resolve().parents[1])
    path = os.pathsep.join(  # an entry may be a zip file or be missing
        os.path.abspath(entry) if entry else os.pathsep.join([ours, os.getcwd()])  # noqa: PTH100, PTH109
        for entry in sys.path
    )
    return {**ENVIRONMENT, **os.environ, "PYTHONPATH": path}


@contextmanager
def signals_held_back() -> Iterator[None]:
    """Let the signals that raise an exception here wait until the block ends.

    An exception in the middle of an import or of a clean-up does harm.
    """
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


def import_uninterrupted(name: str) -> ModuleType:
    """Import a module with signals held back: a half-imported NumPy cannot be imported again."""
    with signals_held_back():
        return import_module(name)


if TYPE_CHECKING:
    import hashlib as hashlib  # noqa: PLC0414  # exported
    from importlib import metadata as metadata  # noqa: PLC0414  # exported

    import msgspec as msgspec  # noqa: PLC0414  # exported
    import numpy as numpy  # noqa: PLC0414  # exported
else:

    class _Lazy:
        """Stands for the module, and loads it when an attribute is asked for."""

        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, name: str) -> Any:
            value = getattr(import_uninterrupted(self._name), name)
            setattr(self, name, value)  # so that it is asked for once
            return value

    hashlib = _Lazy("hashlib")
    metadata = _Lazy("importlib.metadata")
    msgspec = _Lazy("msgspec")
    numpy = _Lazy("numpy")
