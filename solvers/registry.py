"""Finds backends: in ``solvers.paradigms``, in installed packages, and in files.

A package names its backends as entry points in the group ``solver_parity.backends``. A backend in
a file that is not installed is named by the file: ``my_queens.py``.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import NoReturn

import solvers.paradigms
from solvers.adapters.outside import SELECTIONS, described
from solvers.adapters.outside import record_error as record_error  # noqa: PLC0414  # exported
from solvers.errors import BackendError, UsageError
from solvers.interface import Backend
from solvers.lazy import metadata
from solvers.puzzle.problem import Goal, Problem

ENTRY_POINTS = "solver_parity.backends"
"""The group of entry points, each of which is a backend of another package."""

OURS_ALONE = "QUEENS_OURS_ALONE"
"""The environment variable that hides the backends of other packages; the tests set it."""

DEFAULT = ("sicp", "backtracking", "cp-sat", "python-constraint", "prolog")
"""The backends that are compared by default: one for each paradigm of the courses."""

COLOURED = "coloured"
"""The end of the names of the pages for coloured boards, each of which belongs to another page."""

ENGINES = "engines"
"""The group of constraint engines, each with the same model."""

ALSO_IN = {ENGINES: ("cp-sat", "minizinc", "asp", "smt", "sat")}
"""The textbook backends of other groups that belong to a group as well."""

LIST_HINT = "queens compare --list (in Python: solvers.backends()) shows all names"


@cache
def backends() -> dict[str, Backend]:
    """All backends by name: the default ones, the others alphabetically, each before its variants.

    A variant of an unknown backend stands alone. Backends of other packages come last; they cannot
    replace a backend of the suite, and a broken one does not affect the others.
    """
    paradigms = solvers.paradigms
    modules = pkgutil.walk_packages(paradigms.__path__, f"{paradigms.__name__}.")
    pages = [module.name for module in modules if not module.ispkg]
    own = [_backend_of(page) for page in pages if not page.endswith(COLOURED)]
    ours = {backend.name: backend for backend in own}
    order = [name for name in DEFAULT if name in ours] + sorted(ours.keys() - DEFAULT)
    found = [*(ours[name] for name in order), *_installed(ours)]
    return {backend.name: backend for backend in variants_after_parents(found)}


def variants_after_parents(backends: Iterable[Backend]) -> list[Backend]:
    """The same backends in the same order, but each variant after its parent."""
    given = list(backends)
    parents = {backend.name for backend in given if not backend.variant_of}
    variants = {name: [each for each in given if each.variant_of == name] for name in parents}
    return [
        backend
        for parent in given
        if parent.variant_of not in parents
        for backend in (parent, *variants.pop(parent.name, ()))
    ]


def find(name: str) -> Backend:
    """The backend of that name; for a file name such as ``my_queens.py``, the one in the file.

    Raises BackendError for an unknown name, with the nearest one, and the errors of
    ``backend_in_file``.
    """
    if is_file_name(name):
        backend = backend_in_file(name)
        if backend.name in backends():
            raise UsageError(
                f"{name}: there is already a backend {backend.name!r}; use it by this name, or "
                "give yours another"
            )
        return backend
    if found := _ours(name) or backends().get(name):
        return found
    nearest = get_close_matches(name.lower(), backends(), n=1, cutoff=0.6)
    hint = f"did you mean {nearest[0]}?" if nearest else LIST_HINT
    raise BackendError(f"there is no backend {name!r}; {hint}")


@cache
def _ours(name: str) -> Backend | None:
    """The suite's backend of this name, or None; imports only the module of this backend.

    ``cp-sat`` is in ``cp_sat.py``, ``sicp-attack`` in ``sicp/attack.py``, ``choco`` in
    ``engines/choco.py``, and ``sicp``, whose name is that of its folder, in ``sicp/exercise.py``.
    """
    base, file = solvers.paradigms.__name__, name.replace("-", "_")
    for path in (file, file.replace("_", ".", 1), f"{file}.exercise", f"{ENGINES}.{file}"):
        with suppress(ModuleNotFoundError, ValueError):
            spec = importlib.util.find_spec(f"{base}.{path}")
            if spec and not spec.submodule_search_locations:  # a page, and no folder of them
                backend = _backend_of(f"{base}.{path}")
                if backend.name == name:
                    return backend
    return None


_in_files: dict[str, Backend] = {}
"""The records of backends in files that were asked for, by the backends' names."""


def find_or_none(name: str, problem: Problem | None = None) -> Backend | None:
    """The backend of that name, also from a file that was named before; None without one.

    With a ``problem``, it is the backend as it runs on this board.
    """
    found = _ours(name) or backends().get(name) or _in_files.get(name)
    return on_board(found, problem) if found and problem else found


def choose(
    names: Iterable[str | Backend] | None, goal: Goal = Goal.ALL, *, coloured: bool = False
) -> list[Backend]:
    """These backends, each once, in this order, also by their names; None: the default ones.

    For ``coloured`` boards, the default ones are all that can solve them, and a name that stands
    for several leaves out the others.

    A variant follows its parent. ``default`` stands for the default backends, ``all`` for all that
    can reach the goal, ``textbooks`` for those of them that ``is_textbook`` accepts, and the name
    of a group for its members, without variants. ``variants`` adds the variants of the other
    backends in ``names``; alone, it stands for the variants of all. Raises UsageError and
    BackendError.
    """
    chosen: dict[str, Backend] = {}
    wanted = ["default"] if names is None else list(names)
    if coloured:
        wanted = ["all" if name == "default" else name for name in wanted]
    found = chain.from_iterable(_selected(name, goal, coloured=coloured) for name in wanted)
    for backend in found:
        if chosen.setdefault(backend.name, backend) != backend:
            raise UsageError(f"two backends are named {backend.name!r}; rename one of them")
    if "variants" in wanted:
        able = {backend.name: backend for backend in _selected("all", goal, coloured=coloured)}
        parents = set(chosen) or set(able)
        chosen |= {name: backend for name, backend in able.items() if backend.variant_of in parents}
    return variants_after_parents(chosen.values())


def _selected(name: str | Backend, goal: Goal, *, coloured: bool) -> Iterable[Backend]:
    """The backends that one name stands for; none for ``variants``, which depend on the others."""
    if isinstance(name, Backend):
        return [name]
    if name == "variants":
        return []
    if name == "default":
        if goal is Goal.ALL:
            return [find(each) for each in DEFAULT]
        return [
            backend
            for backend in _selected("textbooks", goal, coloured=coloured)
            if not backend.origin
        ]
    if name not in SELECTIONS and not _is_group(name):
        return [find(name)]
    also = ALSO_IN.get(name, ())
    return [
        backend
        for backend in backends().values()
        if (backend.enumerates or goal is Goal.FIRST)
        and (backend.coloured or not coloured)
        and (
            name == "all"
            or (name == "textbooks" and is_textbook(backend))
            or name == backend.group
            or backend.name in also
        )
    ]


def is_textbook(backend: Backend) -> bool:
    """Whether the backend is the program of a paradigm, neither a variant nor one more engine."""
    return not backend.variant_of and backend.group != ENGINES


def groups() -> list[str]:
    """The groups that have backends, in alphabetical order."""
    return sorted({backend.group for backend in backends().values()} - {""})


def _is_group(name: str) -> bool:
    return not _ours(name) and name in groups()


def group_of(backend: Backend) -> str:
    """The group of a backend, or else of its parent; "" without one."""
    return backend.group or getattr(backends().get(backend.variant_of), "group", "")


def names_asked_for(
    names: Iterable[str] | None, goal: Goal, *, coloured: bool = False
) -> tuple[list[str], list[str]]:
    """The backends that the user named one by one, and all in the groups that the user named."""
    wanted = [name for name in names or () if name not in SELECTIONS]
    groups = [name for name in sorted({*wanted}) if _is_group(name)]
    in_groups = choose(groups, goal, coloured=coloured)
    single = [find(name).name for name in wanted if name not in groups]
    return single, [backend.name for backend in in_groups]


def obstacle(backend: Backend, problem: Problem) -> tuple[str, str] | None:
    """The reason why a method cannot solve such a problem anywhere, and a remedy; else None."""
    if problem.n > backend.largest_n:
        return f"supports n up to {backend.largest_n}", "choose a smaller n"
    if problem.colours and not backend.coloured:
        return "has no program for coloured boards", "leave the colours out"
    if backend.empty_boards_only and not problem.is_plain:
        return "solves empty boards only, without a prefix and blocked squares", "leave them out"
    if not backend.enumerates and problem.known_count == 0:
        return f"cannot prove that there is no way to place {problem.n} queens", "choose another n"
    if not backend.enumerates and problem.goal is Goal.ALL:
        return "finds only one solution, not all", 'add --first (in Python: goal="first")'
    return None


def practical_n(backend: Backend, goal: Goal) -> int:
    """The largest n for which the backend's method ends within minutes."""
    return backend.practical_n_first if goal is Goal.FIRST else backend.practical_n


def on_board(backend: Backend, problem: Problem) -> Backend:
    """The backend as it runs on this board: on a coloured one, with the suite's program for it."""
    if not problem.colours or not backend.coloured.startswith(solvers.paradigms.__name__):
        return backend
    page = _backend_of(backend.coloured)
    return replace(page, name=backend.name, coloured=backend.coloured, origin=backend.origin)


def check_possible(backend: Backend, problem: Problem) -> None:
    """Raise BackendError if the backend's method cannot solve such a problem."""
    if found := obstacle(backend, problem):
        reason, instead = found
        raise BackendError(f"{backend.name} {reason}; {instead}, or choose another backend")


def is_file_name(text: str) -> bool:
    """Whether the text names a file instead of a backend."""
    return text.endswith(".py") or "/" in text


def backend_in_file(text: str) -> Backend:
    """The record of the backend in a file such as ``my_queens.py``; another process reads it.

    Raises UsageError if the file has no backend or cannot be loaded.
    """
    try:
        backend = described(str(Path(text).absolute()))
    except UsageError as error:
        raise UsageError(f"{text} cannot be loaded: {error}") from None
    found = replace(backend, origin=text)
    _in_files[found.name] = found
    return found


def _backend_of(module: str) -> Backend:
    """The backend that one of the suite's modules defines."""
    backend: Backend = importlib.import_module(module).BACKEND
    return backend


def _installed(ours: Collection[str]) -> Iterator[Backend]:
    """The backends of other packages; one whose name is taken cannot run, and has the reason."""
    taken = set(ours)
    if os.environ.get(OURS_ALONE):
        return
    for entry in sorted(metadata.entry_points(group=ENTRY_POINTS)):
        origin = f"{entry.dist.name} {entry.dist.version}" if entry.dist else "an entry point"
        try:
            backend = described(f"{entry.module}:{entry.attr}")
            if backend.name in taken:
                why = f"there is already a backend {backend.name!r}; its package must rename it"
                raise UsageError(why)
        except UsageError as error:
            name = entry.name if entry.name not in taken else f"{entry.name} of {origin}"
            refuse = partial(_refuse, f"{entry.value} cannot be loaded: {error}")
            backend = Backend(name, "unknown", solve=refuse, prepare=refuse)
        taken.add(backend.name)
        yield replace(backend, origin=origin)


def _refuse(reason: str, *_: object) -> NoReturn:
    raise UsageError(reason)
