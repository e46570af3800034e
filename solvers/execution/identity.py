"""The identity of a result: all facts known before the run that can change the result.

A kept result is found by its identity. The opened files are known only after the run
(``execution/opened_files.py``).
"""

from __future__ import annotations

import argparse
import pickle
import platform
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from solvers.execution.folder_walk import entries_below
from solvers.execution.opened_files import SUITE_FOLDERS, digest_of_file
from solvers.install_hint import SOLVER_PARITY
from solvers.interface import Backend
from solvers.lazy import hashlib

Identity = dict[str, Any]
"""The facts by name; every value can be written as JSON."""

LARGE = 1 << 26
"""From this size in bytes on, a file is identified by its size and time, not by its content."""

LEFT_OUT = frozenset(
    {
        *("output", "show_output", "show", "version"),  # only show results
        *("out", "feedback", "report", "plots", "runs", "checkpoint"),  # name files to write
        *("jobs", "cluster"),  # only spread the work
        *("backends", "files"),  # each result names its own backend or file
        "points",  # only changes the display of a mark
    }
)
"""The options that cannot change a result; all others belong to its identity."""


@cache
def environment() -> Identity:
    """The suite, the interpreter and the installed packages."""
    packages = dict(_installed())
    return {
        SOLVER_PARITY: packages.pop(SOLVER_PARITY, "not installed"),
        "sources": "-".join(map(digest_of_folder, SUITE_FOLDERS)),
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


def of_options(options: argparse.Namespace) -> Identity:
    """The options that can change a result. An empty text differs from a missing option."""
    return {
        f"--{name.replace('_', '-')}": _plain(value)
        for name, value in vars(options).items()
        if name not in LEFT_OUT
    }


def of_backend(backend: Backend, engine: str) -> Identity:
    """The backend's record and ``engine``, the version that it reports."""
    try:
        # The origin is written as on the command line, so one file can have several.
        record = pickle.dumps(replace(backend, origin=""))
    except Exception:  # any part may raise any error; a record that is not pickled never runs
        record = b""
    return {"name": backend.name, "record": digest_of_parts([record]), "engine": engine}


def digest_of_folder(folder: Path) -> str:
    """A digest of the names and contents of all files below the folder, without Python's caches.

    A link is not followed: its target's path counts as its content. A missing folder counts as
    empty.
    """
    found = sorted(entry.path for entry in entries_below(str(folder), lambda *_: None))
    return digest_of_parts(
        part
        for path in map(Path, found)
        if "__pycache__" not in path.parts
        for part in (bytes(path.relative_to(folder)), _known_by(path).encode())
    )


def digest_of_parts(parts: Iterable[bytes]) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of these parts, in this order."""
    hashed = hashlib.sha256()
    for part in parts:
        hashed.update(len(part).to_bytes(8, "little") + part)
    return hashed.hexdigest()[:16]


def _known_by(path: Path) -> str:
    try:
        if path.is_symlink():
            return str(path.readlink())
        facts = path.stat()
    except OSError:
        return ""
    return digest_of_file(path) if facts.st_size < LARGE else f"{facts.st_size} {facts.st_mtime_ns}"


def _plain(value: object) -> object:
    """The value in a form that JSON can write: tuples become lists, other objects text."""
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)
