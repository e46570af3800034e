"""The runs on a family in a file, a line each, so that what was interrupted goes on where it was.

The first line says which boards and which limits they are the runs of.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from solvers.benchmark.batch import RunKey
from solvers.benchmark.instances import Instances, digest
from solvers.benchmark.result import Result
from solvers.benchmark.result_line import read_result
from solvers.errors import StoreError, UsageError
from solvers.execution.ending import Status
from solvers.execution.limits import Limits

SCHEMA = 1

NO_RUN = frozenset({Status.UNAVAILABLE, Status.INTERNAL_ERROR})
"""What says nothing of a backend, but of this machine and of the suite."""


class RunsFile:
    """The runs so far, in a file or (None) only here. While it is open nobody else may open it."""

    def __init__(self, results: dict[RunKey, Result], file: IO[bytes] | None = None) -> None:
        self.results = results
        self._file = file

    def add(self, result: Result) -> None:
        """Keep a run that is over; it is on disk when this returns.

        One that failed through us is none to keep: the next call runs it again.
        """
        self.results[result.board, result.backend] = result
        if self._file and result.status not in NO_RUN:
            _write(self._file, asdict(result))


def identity(family: Instances, limits: Limits) -> dict[str, Any]:
    """What all runs in one file share."""
    return {
        "schema": SCHEMA,
        "boards": digest(family),
        "goal": "first",
        "time_limit": limits.seconds,
        "memory_limit": limits.memory_mib,
    }


@contextmanager
def opened(path: Path, family: Instances, limits: Limits) -> Iterator[RunsFile]:
    """The runs at ``path``, made where there are none yet.

    A last line that was cut off is cut away. Raises UsageError where the file is in use, of other
    boards or limits, changed, or none of ours, and OSError.
    """
    if path.exists() and not path.is_file():
        raise UsageError(f"{path} is no file; name another with --runs")
    with path.open("a+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"the runs {path} are in use by another command") from None
        file.seek(0)
        content = file.read()
        whole = content.rfind(b"\n") + 1
        head, *lines = content[:whole].splitlines() or [b""]
        wanted = identity(family, limits)
        _examine(path, head if whole else content, wanted, begun=bool(whole))
        results = _results(path, lines, family)
        file.truncate(whole)
        if not whole:
            _write(file, wanted)
        yield RunsFile(results, file)


def _write(file: IO[bytes], fields: Mapping[str, Any]) -> None:
    file.write(f"{json.dumps(fields)}\n".encode())
    file.flush()
    os.fsync(file.fileno())


def _examine(path: Path, head: bytes, wanted: Mapping[str, Any], *, begun: bool) -> None:
    """Raise UsageError where a file does not begin as that of these runs does."""
    if not begun and json.dumps(wanted).encode().startswith(head):
        return  # empty, or ended in the middle of its first line
    try:
        found = json.loads(head)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.keys() != wanted.keys():
        raise UsageError(f"{path} holds no runs on boards; name another file with --runs")
    if other := [name for name in wanted if found[name] != wanted[name]]:
        differ = "; ".join(f"{one}: {found[one]}, here {wanted[one]}" for one in other)
        raise UsageError(
            f"the runs {path} are others ({differ}); delete it, or name another file with --runs"
        )


def _results(path: Path, lines: list[bytes], family: Instances) -> dict[RunKey, Result]:
    results: dict[RunKey, Result] = {}
    for number, line in enumerate(lines, 2):
        try:
            result = read_result(line, family)
        except StoreError as error:
            raise UsageError(
                f"line {number} of the runs {path} was changed ({error}); take it out"
            ) from None
        results[result.board, result.backend] = result
    return results
