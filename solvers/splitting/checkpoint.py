"""Finished shards in a file, so that an interrupted run can continue.

A checkpoint is a directory with a store of results for each backend and board size. A finished
shard is a result: its facts, and its placements (one byte a queen) where they are kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from solvers.execution.identity import Identity, environment, of_backend
from solvers.execution.opened_files import Opened
from solvers.execution.result_store import ResultStore, opened_store
from solvers.interface import Backend
from solvers.lazy import msgspec
from solvers.lazy import numpy as np
from solvers.puzzle.counted_set import CountedSet
from solvers.puzzle.packing import Fault, RejectedOutput
from solvers.puzzle.problem import Problem
from solvers.splitting.shards import Shard, ShardResult


@dataclass(frozen=True, slots=True)
class _Facts:
    """All of a shard's result but its placements."""

    shard: Shard
    counted: CountedSet | None
    counters: dict[str, Annotated[int, msgspec.Meta(ge=0)]]
    rejected: tuple[RejectedOutput, ...]
    rejected_counts: dict[Fault, int]


class Checkpoint:
    """The finished shards of one backend's run. While it is open, nobody else can open it."""

    def __init__(self, store: ResultStore, origin: Identity, n: int) -> None:
        self._store, self._origin, self._n = store, origin, n

    def finished(self) -> Iterator[ShardResult]:
        """Every shard that is done; raises StoreError where one was changed."""
        for name, facts, placements in self._store.results(self._origin):
            try:
                result = self._result(facts, placements)
                if name != _name(result.shard):
                    raise ValueError("it has the prefix of another shard")
            except ValueError as error:
                shown = name.decode(errors="backslashreplace")
                raise self._store.damaged(f"the shard {shown} is not valid: {error}") from None
            yield result

    def add(self, result: ShardResult, opened: Opened) -> None:
        """Keep a shard that is done and opened these files; it is on disk when this returns.

        Raises StoreError.
        """
        facts = _Facts(
            result.shard,
            result.counted,
            dict(result.counters),
            result.rejected,
            dict(result.rejected_counts),
        )
        placements = None if result.placements is None else result.placements.tobytes()
        name = _name(result.shard)
        self._store.keep(self._origin, name, asdict(facts), placements, opened)

    def _result(self, value: Any, placements: bytes | None) -> ShardResult:
        facts = msgspec.convert(value, _Facts)
        packed = np.frombuffer(placements or b"", np.uint8)
        if facts.counted is None:
            count = len(packed) // self._n if self._n else int(placements is not None)
            packed = packed.reshape(count, self._n)
        return ShardResult(
            shard=facts.shard,
            placements=packed if facts.counted is None else None,
            counted=facts.counted,
            counters=facts.counters,
            rejected=facts.rejected,
            rejected_counts=facts.rejected_counts,
        )


@contextmanager
def open_checkpoint(
    directory: Path, backend: Backend, engine: str, problem: Problem, how: Mapping[str, object]
) -> Iterator[Checkpoint]:
    """The checkpoint of a run, made where there is none yet.

    ``engine`` is the version that the backend reports, ``how`` has the options of the split. Raises
    StoreError where it is damaged, in use, no checkpoint, or of another run, and where it cannot be
    read or written.
    """
    origin = {
        "n": problem.n,
        "prefix": list(problem.prefix),
        "blocked": sorted(map(list, problem.blocked)),
        "goal": problem.goal,
        **how,
        **environment(),
        "backend": of_backend(backend, engine),
    }
    path = directory / f"{backend.name}-n{problem.n}.sqlite"
    with opened_store(path, "checkpoint", "give another directory") as store:
        store.refuse_others(origin)
        yield Checkpoint(store, origin, problem.n)


def _name(shard: Shard) -> bytes:
    return json.dumps(shard.prefix).encode()
