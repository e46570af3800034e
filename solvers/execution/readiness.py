"""Make a backend ready in this process: import what it requires, and let it prepare."""

from __future__ import annotations

import importlib
from functools import cache

from solvers.interface import Backend


@cache
def make_ready(backend: Backend) -> None:
    """Once in a process, however often it is asked; raises what an engine not there raises."""
    for module in backend.requires:
        importlib.import_module(module)
    backend.prepare()
