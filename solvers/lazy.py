"""NumPy, loaded when it is first used.

Every run is a process of its own, and a backend that emits tuples needs no arrays in it: without
NumPy that process starts in a third of the time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as numpy  # noqa: PLC0414  # exported
else:

    class _Numpy:
        """Looks like the module to those who ask it for something."""

        def __getattr__(self, name: str) -> Any:
            value = getattr(import_module("numpy"), name)
            setattr(self, name, value)  # so that it is asked for once
            return value

    numpy = _Numpy()
