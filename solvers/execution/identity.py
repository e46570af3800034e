"""The identity of a result: everything that can change it and is known before the run.

A kept result is found by its identity. The files that a run opens are known only afterwards
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

from solvers.execution.folder import entries_below
from solvers.execution.opened_files import SUITE_FOLDERS, digest_of_file
from solvers.install_hint import SOLVER_PARITY
from solvers.interface import Backend
from solvers.lazy import hashlib

Identity = dict[str, Any]
"""All that a result depends on, as JSON."""

LARGE = 1 << 26
"""From this number of bytes on, a file is identified by its size and time, not by its content."""

LEFT_OUT = frozenset(
    {
        *("output", "show_output", "show", "version"),  # only show results
        *("out", "feedback", "report", "plots", "runs", "checkpoint"),  # say where they go
        *("jobs", "cluster"),  # say where they are made
        *("backends", "files"),  # each result names its own
        *("points", "hidden_from"),  # are applied when a mark is shown
    }
)
"""The options on which no kept result depends; on every other one it does."""


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
    """The installed packages by version, as the names of their folders of metadata say it.

    ``importlib.metadata`` reads a file per package for that, which takes a fifth of a second.
    """
    for folder in map(Path, reversed(sys.path)):  # the first one on the path counts
        for metadata in sorted([*folder.glob("*.dist-info"), *folder.glob("*.egg-info")]):
            name, _, version = metadata.stem.partition("-")
            yield name.replace("_", "-").lower(), version


def of_options(options: argparse.Namespace) -> Identity:
    """The options that can change a result; an empty text differs from an option left out."""
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
    """A digest of all files below the folder, by name, but not of Python's caches.

    A link is not followed: the path in it counts as its content. A missing folder counts as empty.
    """
    found = sorted(entry.path for entry in entries_below(str(folder), lambda *_: None))
    return digest_of_parts(
        part
        for path in map(Path, found)
        if "__pycache__" not in path.parts
        for part in (bytes(path.relative_to(folder)), _known_by(path).encode())
    )


def digest_of_parts(parts: Iterable[bytes]) -> str:
    """A short digest of these parts in this order."""
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
    """The value as JSON has it."""
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)
