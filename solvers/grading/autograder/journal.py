"""The marks of a folder in a store of results, so that an interrupted marking can continue.

The journal stands beside the table of grades, and the table is written from it: whatever a program
prints or is called, it cannot add a line to it or end one early.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from solvers.grading.result import Verdict
from solvers.provenance import suite_version
from solvers.result_store import Origin, ResultStore, opened_store


class Journal:
    """The marks so far. While it is open, nobody else can open it."""

    def __init__(self, store: ResultStore, origin: Origin, limits: str) -> None:
        self._store, self._origin, self._limits = store, origin, limits

    def settled(self) -> dict[Path, Mapping[str, Any]]:
        """The marks, as ``keep`` got them, that stay while the file's program is the same.

        A verdict stays. "Not finished" stays under the limits that ended it, and may change under
        others. "Not judged" does not stay.
        """
        return {
            Path(os.fsdecode(mark.name)): mark.value
            for mark in self._store.results(self._origin)
            if mark.value["verdict"] in {Verdict.RIGHT, Verdict.WRONG}
            or (mark.value["verdict"], mark.value["limits"]) == (Verdict.NOT_FINISHED, self._limits)
        }

    def keep(self, file: Path, program: str, verdict: Verdict, line: Mapping[str, object]) -> None:
        """Keep a file's line of the table; it is on disk when this returns."""
        mark = {"program": program, "verdict": verdict, "limits": self._limits, "line": line}
        self._store.keep(self._origin, os.fsencode(file), mark)

    def lines(self) -> list[dict[str, Any]]:
        """All lines of the table, by the names of the files."""
        return [mark.value["line"] for mark in self._store.results(self._origin)]


@contextmanager
def opened(path: Path, identity: str, limits: str) -> Iterator[Journal]:
    """The journal at ``path``, made where there is none yet.

    ``identity`` names the options that all marks of a table share. Raises StoreError where the
    journal is of another marking, in use, not ours, or cannot be read or written.
    """
    origin = {"marking": identity, "solver-parity": suite_version()}
    with opened_store(path, "journal of grades", "give another file to --csv") as store:
        store.refuse_others(origin)
        yield Journal(store, origin, limits)
