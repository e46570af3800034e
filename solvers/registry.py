"""Which backends exist: every module of ``solvers.paradigms`` that defines ``BACKEND``."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

import solvers.paradigms
from solvers.interface import Backend, UsageError

DEFAULT = ("sicp", "backtracking", "cp-sat", "python-constraint", "prolog")
"""What is compared when nobody chooses: one backend for each paradigm of the courses."""


class UnknownBackendError(UsageError):
    """A name that no backend has; the message names the nearest one."""


@cache
def backends() -> dict[str, Backend]:
    """All backends by name: the default ones first, then the others alphabetically."""
    modules = [
        importlib.import_module(f"solvers.paradigms.{module.name}")
        for module in pkgutil.iter_modules(solvers.paradigms.__path__)
    ]
    found = {module.BACKEND.name: module.BACKEND for module in modules}
    return {name: found[name] for name in (*DEFAULT, *sorted(found.keys() - DEFAULT))}


def find(name: str) -> Backend:
    """The backend of that name; raises UnknownBackendError."""
    known = backends()
    if name not in known:
        nearest = get_close_matches(name.lower(), known, n=1, cutoff=0.4)
        hint = f"did you mean {nearest[0]}?" if nearest else f"there are {', '.join(known)}"
        raise UnknownBackendError(f"there is no backend {name!r}; {hint}")
    return known[name]


def choose(names: Iterable[str] | None) -> list[Backend]:
    """The backends of these names, each once, in this order; None: the default ones.

    The name ``all`` stands for all of them. Raises UnknownBackendError.
    """
    chosen: dict[str, Backend] = {}
    for name in DEFAULT if names is None else names:
        chosen |= backends() if name == "all" else {name: find(name)}
    return list(chosen.values())
