"""The identity of a checkpoint: everything that affects its shards, as data for JSON."""

from __future__ import annotations

import pickle
import platform
import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import metadata
from pathlib import Path

from solvers.adapters.prolog import program_file
from solvers.errors import printable
from solvers.install_hint import SOLVER_PARITY
from solvers.interface import Backend
from solvers.lazy import hashlib
from solvers.puzzle.problem import Problem
from solvers.registry import is_file_name

Identity = dict[str, str]
"""The facts by name; a name is in the words of a message."""

SUITE_FOLDERS = (Path(__file__).resolve().parents[1], program_file(""))
"""The folders of the suite's own programs."""

SOURCES = re.compile(
    r"\.(asm|c|cc|clj|cpp|cs|cxx|dzn|el|erl|f90|fs|go|h|hpp|hs|java|jl|js|kt|lisp|lp|lua|ml|mzn|pl|pro"
    r"|py|r|rb|rkt|rs|scala|scm|sh|sql|ss|swift|ts|zig)$",
    re.IGNORECASE,
)
"""Matches the names of the files that a program is made of."""


def identity_of(
    backend: Backend, problem: Problem, engine_version: str, *, count: bool
) -> Identity:
    """The facts of a run in shards; ``engine_version`` is the version that the backend reports."""
    try:
        # The origin is written as on the command line, so one file can have several.
        record = _digest(pickle.dumps(replace(backend, origin="")))
    except Exception:  # any part may raise any error; a record that is not pickled never runs
        record = ""
    return {
        "n": str(problem.n),
        "the prefix": str(list(problem.prefix)),
        "the blocked squares": str(sorted(map(list, problem.blocked))),
        "the colours": str(problem.colours),
        "the goal": problem.goal.value,
        "--count": "on" if count else "off",
        "the backend's record": record,
        "the engine's version": engine_version,
        **{f"the file {path.name}": digest_of_file(path) for path in _files_of(backend)},
        **_environment(),
    }


def first_difference(before: Mapping[str, object], now: Identity) -> str:
    """The first fact that differs, with both values; "" if all are equal."""
    for name in {**before, **now}:
        if before.get(name) != now.get(name):
            return printable(f"{name} ({before.get(name, 'none')}, now {now.get(name, 'none')})")
    return ""


def suite_files() -> dict[str, Path]:
    """The Python and Prolog files of the suite, by their paths in its folders."""
    files = ((folder, path) for folder in SUITE_FOLDERS for path in folder.rglob("*.p[ly]"))
    return {str(path.relative_to(folder)): path for folder, path in files}


def module_of(backend: Backend) -> Path | None:
    """The file of a backend's ``solve``; None for one of the suite."""
    if not backend.origin:
        return None
    module = sys.modules.get(getattr(backend.solve, "__module__", ""))
    source = getattr(backend.solve, "file", "") or getattr(module, "__file__", None)
    return Path(source) if source else None


def digest_of_file(path: Path) -> str:
    """A digest of the file's content; "" if it is unreadable."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()[:16]
    except OSError:
        return ""


def _files_of(backend: Backend) -> list[Path]:
    """The backend's own file, and what beside it the program can be made of.

    These are the sources beside it, and every file whose name stands in the backend's own file,
    such as a table that it reads. What a compiler made is left out. A backend of the suite has
    none.
    """
    named = Path(backend.origin).resolve() if is_file_name(backend.origin) else None
    file = named or module_of(backend)
    if file is None:
        return []
    text, is_compiled = file.read_text(errors="replace"), getattr(backend.solve, "compile", ())
    files = []
    for path in sorted(file.parent.iterdir()):
        if not path.is_file():  # a pipe never ends
            continue
        is_named = path.name in text
        if is_named and is_compiled:
            with path.open("rb") as opened:
                is_named = b"\0" not in opened.read(1 << 12)  # what the compiler made
        if is_named or SOURCES.search(path.name):
            files.append(path)
    return files


@cache
def _environment() -> Identity:
    """The suite, the interpreter and the installed packages."""
    sources = [f"{name} {digest_of_file(path)}\n" for name, path in sorted(suite_files().items())]
    installed = reversed([*metadata.distributions()])  # the first one on the path counts
    return {
        f"the sources of {SOLVER_PARITY}": _digest("".join(sources).encode()),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        **{f"the package {package.name}": str(package.version) for package in installed},
    }


def _digest(content: bytes) -> str:
    """The first 16 hexadecimal digits of the SHA-256."""
    return hashlib.sha256(content).hexdigest()[:16]
