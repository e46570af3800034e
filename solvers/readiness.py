"""Make a backend ready in this process: import what it requires, and let it prepare."""

from __future__ import annotations

import importlib

from solvers.interface import Backend


def make_ready(backend: Backend) -> None:
    """Raises whatever an engine that is not there raises."""
    for module in backend.requires:
        importlib.import_module(module)
    backend.prepare()
