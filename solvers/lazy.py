"""Modules that are loaded when they are first used.

Every run is a process of its own, and a backend that emits tuples needs no arrays in it and no
digests: without NumPy that process starts in a third of the time. So do commands that need none.
Where NumPy does not exist, as in a browser, ``plain_arrays`` stands in for it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

SETTINGS = {"OPENBLAS_NUM_THREADS": "1"}
"""Part of the environment of every process of ours. The suite uses no linear algebra, for which
NumPy would start a thread per processor when it is imported: 50 ms each time."""

if TYPE_CHECKING:
    import hashlib as hashlib  # noqa: PLC0414  # exported
    from importlib import metadata as metadata  # noqa: PLC0414  # exported

    import msgspec as msgspec  # noqa: PLC0414  # exported
    import numpy as numpy  # noqa: PLC0414  # exported
else:

    class _Lazy:
        """Stands for the module, and loads it when an attribute is asked for."""

        def __init__(self, name: str, stand_in: str = "") -> None:
            self._name, self._stand_in = name, stand_in

        def __getattr__(self, name: str) -> Any:
            try:
                module = import_module(self._name)
            except ModuleNotFoundError as missing:
                if not self._stand_in or missing.name != self._name:
                    raise
                module = import_module(self._stand_in)
            value = getattr(module, name)
            setattr(self, name, value)  # so that it is asked for once
            return value

    hashlib = _Lazy("hashlib")
    metadata = _Lazy("importlib.metadata")
    msgspec = _Lazy("msgspec")
    numpy = _Lazy("numpy", stand_in="solvers.puzzle.plain_arrays")
