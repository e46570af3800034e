"""The runs of a batch in a store of results, so that an interrupted batch can continue."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from solvers.benchmark.instances import Instances, instances_digest
from solvers.benchmark.result import Answer, Result
from solvers.benchmark.summary import RunKey
from solvers.execution.identity import Identity, environment, of_backend
from solvers.execution.opened_files import Opened
from solvers.execution.result import Status
from solvers.execution.result_store import ResultStore, opened_store
from solvers.interface import Backend
from solvers.lazy import msgspec
from solvers.lazy import numpy as np
from solvers.puzzle.placements import is_valid, row_type
from solvers.puzzle.problem import Goal, Problem

NO_RUN = frozenset({Status.UNAVAILABLE, Status.INTERNAL_ERROR})
"""Statuses that say nothing about a backend, only about this machine or this package."""


class KeptRuns:
    """The runs so far, in a store, or (None) only in memory."""

    def __init__(
        self, instances: Instances, shared: Identity, store: ResultStore | None = None
    ) -> None:
        self.results: dict[RunKey, Result] = {}
        self._instances, self._shared, self._store = instances, shared, store
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
                self._examine(result, kept.name, backend)
            except (ValueError, msgspec.MsgspecError) as error:
                shown = kept.name.decode(errors="backslashreplace")
                raise self._store.damaged(f"the run on board {shown}: {error}") from None
            self.results[result.board, result.backend] = result

    def add(self, result: Result, opened: Opened) -> None:
        """Keep a run that is over and opened these files; it is on disk when this returns.

        A run that failed through no fault of its backend is not kept: the next call repeats it.
        """
        self.results[result.board, result.backend] = result
        if self._store and result.status not in NO_RUN:
            origin = self._origins[result.backend]
            facts = dataclasses.asdict(result)
            self._store.keep(origin, str(result.board).encode(), facts, opened=opened)

    def _examine(self, result: Result, name: bytes, backend: Backend) -> None:
        """Raise ValueError for a run that contradicts itself or the board."""
        number = result.board
        if name != str(number).encode() or not 1 <= number <= len(self._instances):
            raise ValueError(f"it belongs to board {number}")
        if result.backend != backend.name:
            raise ValueError(f"it belongs to {result.backend}")
        _examine_answer(result, self._instances[number - 1].problem)


@contextmanager
def open_kept_runs(path: Path | None, instances: Instances, asked: Identity) -> Iterator[KeptRuns]:
    """The runs at ``path``, made where there are none yet; None: they are not kept.

    ``asked`` are the options. Raises StoreError where the file is in use, damaged, not ours, or
    cannot be read or written.
    """
    shared = {"boards": instances_digest(instances), "goal": Goal.FIRST, **asked, **environment()}
    if path is None:
        yield KeptRuns(instances, shared)
        return
    with opened_store(path, "file of runs", "name another file with --runs") as store:
        yield KeptRuns(instances, shared, store)


def _examine_answer(result: Result, problem: Problem) -> None:
    """Look at a solution again: no file can say that a board has one."""
    if result.solved is not (result.seconds is not None):
        raise ValueError("a run must have a time if it is solved, and only then")
    placement = result.placement
    if (result.answer is Answer.SOLUTION) is not (placement is not None):
        raise ValueError("a run must have a placement if it found a solution, and only then")
    if placement is None:
        return
    if len(placement) != problem.n or not all(0 <= row < problem.n for row in placement):
        raise ValueError("its placement is not on this board")
    packed = np.array([placement], row_type(problem.n))
    if not (is_valid(packed) & problem.allows(packed)).all():
        raise ValueError("its placement is not a solution of this board")
