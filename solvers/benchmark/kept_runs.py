"""The runs of a batch in a store of results, so that an interrupted batch can continue."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from solvers.benchmark.instances import Instances, instances_digest
from solvers.benchmark.result import Result
from solvers.benchmark.summary import RunKey
from solvers.execution.identity import Identity, environment, of_backend
from solvers.execution.opened_files import Opened
from solvers.execution.result import Status
from solvers.execution.result_store import ResultStore, opened_store
from solvers.interface import Backend
from solvers.lazy import msgspec
from solvers.puzzle.problem import Goal

NOT_KEPT = frozenset({Status.UNAVAILABLE, Status.INTERNAL_ERROR})
"""Statuses that say nothing about a backend, only about this machine or this package."""


class KeptRuns:
    """The runs so far, kept in ``store``; with None, in memory only."""

    def __init__(self, shared: Identity, store: ResultStore | None = None) -> None:
        self.results: dict[RunKey, Result] = {}
        self._shared, self._store = shared, store
        self._origins: dict[str, Identity] = {}

    def load(self, backend: Backend, engine: str) -> None:
        """Take in the kept runs of a backend; ``engine`` is its version.

        Raises StoreError where they are of another program or engine, of other boards or limits, or
        were changed.
        """
        if self._store is None:
            return
        origin = {**self._shared, "backend": of_backend(backend, engine)}
        self._origins[backend.name] = origin
        self._store.refuse_others(origin)
        for kept in self._store.results(origin):
            try:
                result = msgspec.convert(kept.value, Result)
            except (ValueError, msgspec.MsgspecError) as error:
                shown = kept.name.decode(errors="backslashreplace")
                raise self._store.damaged(f"the run on board {shown}: {error}") from None
            self.results[result.board, result.backend] = result

    def add(self, result: Result, opened: Opened) -> None:
        """Keep a run that is over and opened these files; it is on disk when this returns.

        A run that failed through no fault of its backend is not kept: the next call repeats it.
        """
        self.results[result.board, result.backend] = result
        if self._store and result.status not in NOT_KEPT:
            origin = self._origins[result.backend]
            facts = dataclasses.asdict(result)
            self._store.keep(origin, str(result.board).encode(), facts, opened=opened)


@contextmanager
def open_kept_runs(path: Path | None, instances: Instances, asked: Identity) -> Iterator[KeptRuns]:
    """The runs at ``path``, made where there are none yet; None: they are not kept.

    ``asked`` are the options. Raises StoreError where the file is in use, damaged, not ours, or
    cannot be read or written.
    """
    shared = {"boards": instances_digest(instances), "goal": Goal.FIRST, **asked, **environment()}
    if path is None:
        yield KeptRuns(shared)
        return
    with opened_store(path, "file of runs", "name another file with --runs") as store:
        yield KeptRuns(shared, store)
