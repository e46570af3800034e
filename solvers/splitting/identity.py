"""The identity of a checkpoint: all that made its shards, each as a fact that JSON can write."""

from __future__ import annotations

import pickle
import platform
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from solvers.adapters.prolog import program_file
from solvers.errors import printable
from solvers.install_hint import SOLVER_PARITY
from solvers.interface import Backend
from solvers.lazy import hashlib
from solvers.puzzle.problem import Problem
from solvers.registry import is_file_name
from solvers.splitting.shards import Split

Identity = dict[str, Any]
"""The facts by name. The values of ``packages`` and ``files`` are facts by name, too."""

SUITE_FOLDERS = (Path(__file__).resolve().parents[1], program_file(""))
"""The folders of the suite's own programs."""

LARGE = 1 << 26
"""From this size in bytes on, a file is identified by its size and time, not by its content."""

OF_A_CHECKPOINT = re.compile(r"-n\d+\.sqlite(-\w+)?$")
"""Matches the names of the files that a checkpoint writes."""

WORDS = {
    "n": "another board size",
    "blocked": "other blocked squares",
    "record": "another record of the backend",
    "engine": "another version of the backend's engine",
    SOLVER_PARITY: f"another version of {SOLVER_PARITY}",
    "sources": f"other sources of {SOLVER_PARITY}",
}
"""The words for a difference of facts; any other one reads "another FACT"."""

MOST_NAMED = 3
"""The most differences that a message names."""


def identity_of(
    backend: Backend, problem: Problem, split: Split, engine_version: str, *, count: bool
) -> Identity:
    """The facts of a run in shards; ``engine_version`` is the version that the backend reports."""
    return {
        "n": problem.n,
        "prefix": list(problem.prefix),
        "blocked": sorted(map(list, problem.blocked)),
        "goal": problem.goal,
        "--mirror": split.mirror,
        "--count": count,
        "record": _record(backend),
        "engine": engine_version,
        "files": {path.name: digest_of_file(path) for path in _files_of(backend)},
        **_environment(),
    }


def differences(before: Mapping[str, Any], now: Identity) -> str:
    """The first facts that differ, in words, each with both values; "" if all are equal."""
    old, new = _flat(before), _flat(now)
    found = [
        f"{WORDS.get(name, printable(f'another {name}'))} ({_value(old.get(name))}, now "
        f"{_value(new.get(name))})"
        for name in {**old, **new}
        if old.get(name) != new.get(name)
    ]
    more = [f"{len(found) - MOST_NAMED} more"] if len(found) > MOST_NAMED else []
    return " and ".join(found[:MOST_NAMED] + more)


def suite_files() -> dict[str, Path]:
    """The Python and Prolog files of the suite, by their paths in its folders."""
    found = ((folder, path) for folder in SUITE_FOLDERS for path in folder.rglob("*.p[ly]"))
    return {str(path.relative_to(folder)): path for folder, path in found}


def module_of(backend: Backend) -> Path | None:
    """The file from which this process has the backend's ``solve``; None for one of the suite."""
    if not backend.origin:
        return None
    module = sys.modules.get(getattr(backend.solve, "__module__", ""))
    source = getattr(module, "__file__", None)
    return Path(source) if source else None


def digest_of_file(path: Path) -> str:
    """A digest of the file's content, or of its size and time if it is large; "" if unreadable."""
    try:
        facts = path.stat()
        if facts.st_size >= LARGE:
            return _digest([f"{facts.st_size} {facts.st_mtime_ns}".encode()])
        return _digest([path.read_bytes()])
    except OSError:
        return ""


def _files_of(backend: Backend) -> list[Path]:
    """The backend's own file and the files beside it; none for a backend of the suite."""
    named = Path(backend.origin).resolve() if is_file_name(backend.origin) else None
    file = named or module_of(backend)
    if file is None:
        return []
    beside = sorted(file.parent.iterdir())
    # A pipe would never end.
    return [each for each in beside if each.is_file() and not OF_A_CHECKPOINT.search(each.name)]


def _record(backend: Backend) -> str:
    try:
        # The origin is written as on the command line, so one file can have several.
        return _digest([pickle.dumps(replace(backend, origin=""))])
    except Exception:  # any part may raise any error; a record that is not pickled never runs
        return ""


@cache
def _environment() -> Identity:
    """The suite, the interpreter and the installed packages."""
    packages = dict(_installed())
    sources = sorted(suite_files().items())
    parts = (part for name, path in sources for part in (name, digest_of_file(path)))
    return {
        SOLVER_PARITY: packages.pop(SOLVER_PARITY, "not installed"),
        "sources": _digest(part.encode() for part in parts),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "packages": packages,
    }


def _installed() -> Iterator[tuple[str, str]]:
    """Yield each installed package and its version, from the name of its metadata folder.

    This avoids ``importlib.metadata``, which reads a file per package and needs 0.2 s.
    """
    for folder in map(Path, reversed(sys.path)):  # the first one on the path counts
        for metadata in sorted([*folder.glob("*.dist-info"), *folder.glob("*.egg-info")]):
            name, _, version = metadata.stem.partition("-")
            yield name.replace("_", "-").lower(), version


def _digest(parts: Iterable[bytes]) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of these parts, in this order."""
    hashed = hashlib.sha256()
    for part in parts:
        hashed.update(len(part).to_bytes(8, "little") + part)
    return hashed.hexdigest()[:16]


def _flat(identity: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with a name for each file and each package."""
    facts = dict(identity)
    for group, name in (("files", "file"), ("packages", "version of")):
        parts = facts.pop(group, None)
        facts |= {f"{name} {each}": value for each, value in dict(parts or {}).items()}
    return facts


def _value(value: object) -> str:
    """A fact as text for a message."""
    if value is None or value == []:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
