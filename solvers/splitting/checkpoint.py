"""Finished shards on disk, so that an interrupted run can continue.

A checkpoint is a directory with one store of results per backend and board size. The store holds
one result per finished shard: its facts and, unless solutions are only counted, its placements.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict

from solvers.execution.identity import Identity, environment, of_backend
from solvers.execution.result import Run
from solvers.execution.result_store import ResultStore, open_store
from solvers.interface import Backend
from solvers.lazy import msgspec
from solvers.puzzle.problem import Problem
from solvers.splitting.shards import Shard, ShardRecord, Split


class Checkpoint:
    """The finished shards of one backend's run. No other command can open their store meanwhile."""

    def __init__(self, store: ResultStore, identity: Identity, backend: Backend, n: int) -> None:
        self._store, self._identity, self._backend, self._n = store, identity, backend, n

    def finished(self) -> Iterator[tuple[Shard, Run]]:
        """Every finished shard with its run; raises StoreError if one was edited."""
        for name, value, placements in self._store.results(self._identity):
            try:
                record = msgspec.convert(value, ShardRecord)
                run = record.run(
                    self._backend.name, self._backend.paradigm, self._n, placements or b""
                )
                if name != _key(record.shard):
                    raise ValueError("it has the prefix of another shard")
            except (ValueError, msgspec.MsgspecError) as error:
                shown = name.decode(errors="backslashreplace")
                raise self._store.damaged(f"the shard {shown} is not valid: {error}") from None
            yield record.shard, run

    def add(self, shard: Shard, run: Run) -> None:
        """Write the run of a shard to disk. Raises StoreError."""
        value, placements = asdict(ShardRecord.of(shard, run)), run.placements.tobytes()
        self._store.keep(self._identity, _key(shard), value, placements, run.opened)


@contextmanager
def open_checkpoint(
    backend: Backend, problem: Problem, split: Split, engine_version: str, *, count: bool
) -> Iterator[Checkpoint | None]:
    """Open the checkpoint of a run, or make a new one; None if the split has no checkpoint.

    ``engine_version`` is the version that the backend reports. Raises StoreError if the store is
    damaged, in use, no checkpoint, or from another run, or cannot be read or written.
    """
    if split.checkpoint is None:
        yield None
        return
    identity = {
        "n": problem.n,
        "prefix": list(problem.prefix),
        "blocked": sorted(map(list, problem.blocked)),
        "goal": problem.goal,
        "--mirror": split.mirror,
        "--count": count,
        **environment(),
        "backend": of_backend(backend, engine_version),
    }
    path = split.checkpoint / f"{backend.name}-n{problem.n}.sqlite"
    with open_store(path, "checkpoint", "give another directory") as store:
        store.refuse_others(identity)
        yield Checkpoint(store, identity, backend, problem.n)


def _key(shard: Shard) -> bytes:
    return json.dumps(shard.prefix).encode()
