"""Which backends exist: those of ``solvers.paradigms``, of installed packages, and of files.

A package that others install names its backends as entry points in the group
``solver_parity.backends``; a file or module that is not installed is named where backends are.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from functools import cache, partial
from typing import NoReturn

import solvers.paradigms
from solvers.backend_source import GROUPS, is_elsewhere, load, misfit
from solvers.errors import BackendError, UsageError
from solvers.interface import Backend
from solvers.lazy import metadata
from solvers.puzzle.problem import Goal, Problem

GROUP = "solver_parity.backends"
"""The group of entry points, each of which is a backend of another package."""

DEFAULT = ("sicp", "backtracking", "cp-sat", "python-constraint", "prolog")
"""What is compared when nobody chooses: one backend for each paradigm of the courses."""


@cache
def backends() -> dict[str, Backend]:
    """All backends by name: the default ones, the others alphabetically, each before its variants.

    What claims to be a variant of something unknown stands alone. Those of other packages come
    last; they can neither replace one of ours nor stop the others.
    """
    found = {one.name: one for one in map(_backend_of, _modules())}
    order = [name for name in DEFAULT if name in found] + sorted(found.keys() - DEFAULT)
    ours = [found[name] for name in order]
    return {one.name: one for one in grouped([*ours, *_installed(found)])}


def grouped(backends: Iterable[Backend]) -> list[Backend]:
    """The same backends in the same order, but each variant behind what it is a variant of."""
    given = list(backends)
    parents = {one.name for one in given if not one.variant_of}
    below = {name: [one for one in given if one.variant_of == name != one.name] for name in parents}
    heads = [one for one in given if one.variant_of not in parents or one.name in parents]
    return [one for head in heads for one in (head, *below.get(head.name, []))]


def _modules() -> Iterator[str]:
    """The names of all modules in ``solvers.paradigms`` and in its packages."""
    paradigms = solvers.paradigms
    for module in pkgutil.walk_packages(paradigms.__path__, f"{paradigms.__name__}."):
        if not module.ispkg:
            yield module.name


def _backend_of(module: str) -> Backend:
    """The backend that a module defines, or one that cannot run and says what is wrong with it."""
    try:
        backend = importlib.import_module(module).BACKEND
    except (Exception, SystemExit) as error:  # one broken module is one row, and no more
        text = str(error).splitlines()[0] if str(error) else ""
        return _broken(module, f"{type(error).__name__}: {text}")
    return _broken(module, reason) if (reason := misfit(backend)) else backend


def _installed(ours: Collection[str]) -> Iterator[Backend]:
    """The backends of other packages; one with a name that is taken cannot run, and says so."""
    taken = set(ours)
    for entry in sorted(metadata.entry_points(group=GROUP)):
        origin = f"{entry.dist.name} {entry.dist.version}" if entry.dist else "an entry point"
        try:
            backend = entry.load()
            reason = misfit(backend)
        except (Exception, SystemExit) as error:  # whatever a stranger's module raises
            reason = f"{type(error).__name__}: {(str(error) or '-').splitlines()[0]}"
        if not reason and backend.name in taken:
            reason = f"there is already a backend {backend.name!r}; its package can rename it"
        if reason:
            name = entry.name if entry.name not in taken else f"{entry.name} of {origin}"
            backend = _broken(entry.value, reason, name)
        taken.add(backend.name)
        yield replace(backend, origin=origin)


def _broken(module: str, reason: str, name: str = "") -> Backend:
    name = name or module.rpartition(".")[2].replace("_", "-")
    refuse = partial(_refuse, f"{module} cannot be loaded: {reason}")
    return Backend(name, "unknown", solve=refuse, prepare=refuse)


def _refuse(reason: str, *_: object) -> NoReturn:
    raise UsageError(reason)


def find(name: str) -> Backend:
    """The backend of that name, or that of ``my_queens.py`` or ``my_package.queens:BACKEND``.

    Raises BackendError, and what ``load`` raises.
    """
    known = backends()
    if is_elsewhere(name):
        backend = load(name)
        if backend.name in known:
            raise UsageError(
                f"{name}: there is already a backend {backend.name!r}; give yours another name"
            )
        return backend
    if name not in known:
        nearest = get_close_matches(name.lower(), known, n=1, cutoff=0.4)
        hint = f"did you mean {nearest[0]}?" if nearest else f"there are {', '.join(known)}"
        raise BackendError(f"there is no backend {name!r}; {hint}")
    return known[name]


def choose(names: Iterable[str] | None, goal: Goal = Goal.ALL) -> list[Backend]:
    """The backends of these names, each once, in this order; None: the default ones.

    A variant follows the backend it is a variant of. ``default`` stands for the default ones,
    ``all`` for all that can reach the goal, and ``variants`` for the variants of those named, or of
    all where none is. Raises BackendError.
    """
    chosen: dict[str, Backend] = {}
    known = {name: one for name, one in backends().items() if one.enumerates or goal is Goal.FIRST}
    wanted = ["default"] if names is None else list(names)
    for name in wanted:
        if name == "all":
            chosen |= known
        elif name == "default":
            chosen |= default(goal)
        elif name != "variants":
            one = find(name)
            if chosen.setdefault(one.name, one) != one:
                raise UsageError(f"two backends are named {one.name!r}; give one another name")
    if "variants" in wanted:
        parents = set(chosen) or set(known)
        chosen |= {name: one for name, one in known.items() if one.variant_of in parents}
    return grouped(chosen.values())


def named(names: Iterable[str] | None) -> list[str]:
    """The names of the backends that are asked for one by one, and not as one of a group."""
    return [find(name).name for name in names or () if name not in GROUPS]


def default(goal: Goal) -> dict[str, Backend]:
    """What is compared when nobody chooses, by name; for one solution all textbook backends."""
    if goal is Goal.FIRST:
        return {name: one for name, one in backends().items() if not one.variant_of}
    return {name: find(name) for name in DEFAULT}


def why_not(backend: Backend, problem: Problem) -> str:
    """Why a backend's method cannot do such a problem on any machine; "" where it can."""
    if problem.n > backend.largest_n:
        return f"takes boards up to n = {backend.largest_n}, not n = {problem.n}"
    if problem.goal is Goal.ALL and not backend.enumerates:
        return "only looks for one solution, and all were asked for"
    return ""


def check_possible(backend: Backend, problem: Problem) -> None:
    """Raise BackendError where the backend's method cannot do such a problem."""
    if reason := why_not(backend, problem):
        raise BackendError(f"{backend.name} {reason}; ask for what it can do, or leave it out")
