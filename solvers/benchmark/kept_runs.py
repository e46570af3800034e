"""The runs of a benchmark in a store of results, so that an interrupted one can continue."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from solvers.benchmark.instances import Instances, instances_digest
from solvers.benchmark.result import BoardResult
from solvers.benchmark.summary import RunKey
from solvers.execution.identity import Identity, environment, of_backend
from solvers.execution.opened_files import Opened
from solvers.execution.result import Status
from solvers.execution.result_store import ResultStore, open_store
from solvers.interface import Backend
from solvers.lazy import msgspec
from solvers.puzzle.problem import Goal

NOT_KEPT = frozenset({Status.UNAVAILABLE, Status.INTERNAL_ERROR})
"""The statuses of runs that are not kept: their cause is this machine or this package."""


class KeptRuns:
    """The runs so far, kept in ``store``; with None, in memory only."""

    def __init__(self, shared: Identity, store: ResultStore | None = None) -> None:
        self.results: dict[RunKey, BoardResult] = {}
        self._shared, self._store = shared, store
        self._identities: dict[str, Identity] = {}

    def load(self, backend: Backend, engine: str) -> None:
        """Take in the kept runs of a backend; ``engine`` is its version.

        Raises StoreError if the program, the engine, the boards or the limits are others, or if a
        kept run was edited.
        """
        if self._store is None:
            return
        identity = {**self._shared, "backend": of_backend(backend, engine)}
        self._identities[backend.name] = identity
        self._store.refuse_others(identity)
        for kept in self._store.results(identity):
            try:
                result = msgspec.convert(kept.value, BoardResult)
            except (ValueError, msgspec.MsgspecError) as error:
                shown = kept.name.decode(errors="backslashreplace")
                raise self._store.damaged(f"the run on board {shown}: {error}") from None
            self.results[result.board, result.backend] = result

    def add(self, result: BoardResult, opened: Opened) -> None:
        """Write a finished run, and the files that it opened, to disk.

        A run that failed through no fault of its backend is not kept, and so is
        repeated.
        """
        self.results[result.board, result.backend] = result
        if self._store and result.status not in NOT_KEPT:
            identity = self._identities[result.backend]
            facts = dataclasses.asdict(result)
            self._store.keep(identity, str(result.board).encode(), facts, opened=opened)


@contextmanager
def open_kept_runs(path: Path | None, instances: Instances, asked: Identity) -> Iterator[KeptRuns]:
    """Open the runs kept at ``path``, or begin a new file; with None, nothing is kept.

    ``asked`` are the options that can change a result. Raises StoreError if the file is in use,
    damaged, not a file of runs, or cannot be read or written.
    """
    shared = {"boards": instances_digest(instances), "goal": Goal.FIRST, **asked, **environment()}
    if path is None:
        yield KeptRuns(shared)
        return
    with open_store(path, "file of runs", "name another file with --runs") as store:
        yield KeptRuns(shared, store)
