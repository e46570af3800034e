"""A backend that is no part of the suite: from a file, or from a module that can be imported."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from solvers.errors import UsageError
from solvers.interface import Backend

ATTRIBUTE = "BACKEND"

GROUPS = ("all", "default", "variants")
"""What stands for several backends."""

HOW = (
    "a backend's module defines BACKEND, a solvers.interface.Backend (docs/backend.md); a program "
    "that only returns solutions is compared as FILE, without --backends"
)


KINDS: dict[str, tuple[Callable[[Any], bool], tuple[str, ...]]] = {
    "function": (callable, ("solve", "version", "prepare")),
    "text": (
        lambda value: isinstance(value, str),
        ("paradigm", "install", "idea", "program", "variant_of", "difference", "for_one"),
    ),
    "name": (lambda value: isinstance(value, str) and value != "", ("name",)),
    "tuple of names": (
        lambda value: isinstance(value, tuple) and all(isinstance(one, str) for one in value),
        ("requires",),
    ),
    "whole number": (lambda value: type(value) is int, ("practical_n", "largest_n")),
}
"""What the fields of a record are, since nobody else checks what a stranger wrote."""


def is_elsewhere(text: str) -> bool:
    """Whether the text names a file or a module's attribute, and no backend."""
    return text.endswith(".py") or ":" in text or "/" in text


def load(text: str) -> Backend:
    """The backend in the file ``my_queens.py`` or at ``my_package.queens:BACKEND``.

    The file's folder is added to the end of the path of modules, so that a run's process finds it
    by its name. Raises UsageError where there is none, or where it cannot be loaded.
    """
    module, _, attribute = text.partition(":")
    try:
        found = _of_file(Path(module)) if module.endswith(".py") else _of_path(module)
    except UsageError:
        raise
    except (Exception, SystemExit) as error:  # whatever a stranger's module raises
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise UsageError(f"{text} cannot be loaded: {reason}") from None
    backend: Any = getattr(found, attribute or ATTRIBUTE, None)
    if backend is None:
        raise UsageError(f"{text} has no {attribute or ATTRIBUTE}; {HOW}")
    if reason := misfit(backend):
        raise UsageError(f"{text}: {reason}")
    loaded: Backend = replace(backend, origin=text)
    return loaded


def misfit(backend: Any) -> str:
    """What is wrong with something that should be a backend's record; "" where nothing is."""
    if not isinstance(backend, Backend):
        return f"its {ATTRIBUTE} is no Backend but a {type(backend).__name__}"
    wrong = [
        f"its {field} is no {kind}"
        for kind, (fits, fields) in KINDS.items()
        for field in fields
        if not fits(getattr(backend, field))
    ]
    if not wrong and not (backend.name.isprintable() and set(backend.name).isdisjoint(" ,/:")):
        wrong = [f"its name {backend.name!r} is no word: no spaces, commas, colons, slashes"]
    if not wrong and backend.name in GROUPS:
        wrong = [f"its name {backend.name!r} stands for several backends"]
    if not wrong and backend.variant_of == backend.name:
        wrong = ["it says that it is a variant of itself"]
    if not wrong and not backend.paradigm.isprintable():
        wrong = ["its paradigm is no line of text"]
    return "; ".join(wrong)


def _of_path(module: str) -> ModuleType:
    """The module of that name, also from the folder at hand."""
    if not {"", here := str(Path.cwd())} & set(sys.path):
        sys.path.append(here)
        importlib.invalidate_caches()
    return importlib.import_module(module)


def _of_file(path: Path) -> ModuleType:
    """The module in this file; raises UsageError where its name is another module's."""
    if not path.is_file():
        raise UsageError(f"there is no file {path}")
    file, name = path.resolve(), path.stem
    if not name.isidentifier():
        raise UsageError(f"{path}: a module's name is an identifier; rename the file")
    folder = str(file.parent)
    if folder not in sys.path:
        sys.path.append(folder)
        importlib.invalidate_caches()
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None or Path(spec.origin).resolve() != file:
        raise UsageError(f"{path}: there is another module named {name}; rename the file")
    return importlib.import_module(name)
