"""A run in shards: the shards that wait, and the sum of those that are solved."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Measured, Run
from solvers.execution.run_state import RunState
from solvers.interface import Backend
from solvers.puzzle.counted_set import CountedSet, counted_set_of, merged
from solvers.puzzle.packing import Fault, Packer
from solvers.puzzle.placements import Packed, empty
from solvers.puzzle.problem import Problem
from solvers.splitting.checkpoint import Checkpoint, open_checkpoint
from solvers.splitting.shards import Shard, Split, enough_depth, shards

SHARDS_PER_WORKER = 5
"""The shards per worker. Shards differ in size; several per worker keep all busy to the end."""

SHARDS_KEPT = 16
"""The shards per worker with a checkpoint or a cluster: an interruption loses a smaller part."""


class SplitRun(RunState):
    """The state of a run in shards.

    With ``count``, solutions are counted and not kept. The run calls ``on_block`` with each block
    of solutions that arrives.
    """

    def __init__(  # noqa: PLR0913  # what to run, and under which conditions
        self,
        backend: Backend,
        problem: Problem,
        split: Split,
        limits: Limits,
        *,
        count: bool = False,
        on_block: Callable[[Packed], object] = lambda _: None,
    ) -> None:
        super().__init__(backend.name, backend.paradigm)
        self.backend, self.problem, self.split = backend, problem, split
        self.limits, self.count = limits, count
        self.on_block = on_block
        self.waiting: deque[Shard] = deque()
        self.checkpoint: Checkpoint | None = None
        self._packer = Packer(problem.n)
        self._counted_set = CountedSet()
        self._work: Counter[str] = Counter()
        self._searched = 0.0
        self._undone: set[Shard] = set()
        self._were_read = False

    def next_shard(self) -> Shard | None:
        """Take the next waiting shard; None if no shard waits or the run has ended."""
        return self.waiting.popleft() if self.waiting and not self.ending else None

    def arrived(self, block: Packed) -> None:
        """Take note of solutions that arrive, and check the output limit."""
        self.note_first()
        self.received_bytes += block.nbytes
        self.on_block(block)
        self.ending = self.ending or self.output_reached(self.limits)

    def take_run(self, shard: Shard, run: Run) -> None:
        """Take in the run of a shard, with the solutions that had arrived if it failed."""
        result = run
        if self.count:  # only the counts are kept
            counted = counted_set_of(run.placements, self.problem.with_prefix(shard))
            result = replace(run, placements=empty(self.problem.n), counted=counted)
        self.peak_memory_mib = max(self.peak_memory_mib, run.peak_memory_mib or 0.0)
        self._searched += run.seconds or 0.0
        if run.ending.cause is Cause.DONE:
            self._undone.discard(shard)
            if self.checkpoint:
                self.checkpoint.add(shard, result)
        else:
            self.ending = self.ending or run.ending
        self.add(shard, result)

    def add(self, shard: Shard, run: Run) -> None:
        """Add the solutions and the counters of a shard's run.

        Those of another shard are extra: they do not answer what was asked.
        """
        if run.counted:
            self._counted_set = merged(self._counted_set, run.counted)
        problem, placements = self.problem, run.placements
        asked = problem.with_prefix(shard).allows(placements)
        if not asked.all():
            elsewhere = problem.peaceful(placements) & problem.allows(placements) & ~asked
            self._packer.refuse((), {Fault.EXTRA: int(elsewhere.sum())})
            placements = placements[~elsewhere]
        self._packer.take(placements)
        self._packer.refuse(run.rejected, run.rejected_counts)
        self._work.update(run.counters)

    @contextmanager
    def begin(self, workers: int) -> Iterator[None]:
        """Take in the shards of the checkpoint, and add to it until the ``with`` block ends.

        The other shards wait. Raises StoreError.
        """
        how = self.backend, self.problem, self.split, self.version
        with open_checkpoint(*how, count=self.count) as self.checkpoint:
            self.ending = None
            self.note_ready()
            finished = list(self.checkpoint.finished()) if self.checkpoint else []
            if finished:
                depth = len(finished[0][0]) - len(self.problem.prefix)
            elif getattr(self.backend.solve, "knows_only_n", False):
                depth = 0  # it would solve the whole board for every shard
            else:
                keeps = self.split.checkpoint or self.split.cluster
                per_worker = SHARDS_KEPT if keeps else SHARDS_PER_WORKER
                depth = enough_depth(self.problem, workers * per_worker)
            wanted = shards(self.problem, depth)
            done = {shard for shard, _ in finished}
            self.waiting.extend(shard for shard in wanted if shard not in done)
            self._undone.update(self.waiting)
            for shard, run in finished:
                self.add(shard, run)
            self._were_read = bool(finished)
            if finished:
                self.remarks.append(f"{len(done)} of {len(wanted)} shards were already solved")
            yield

    def result(self) -> Run:
        """The run with the solutions so far; complete if all shards are solved.

        It has no times if shards were read from a checkpoint: nobody measured them now.
        """
        self.ended = self.ended or time.monotonic()
        self.ending = self.ending or Ending(Cause.NO_END_RECORD if self._undone else Cause.DONE)
        self.measured = Measured(counters=dict(self._work))
        run = self.finish(self._packer)
        counted = self._counted_set if self.count else None
        run = replace(run, counted=counted, variant_of=self.backend.variant_of)
        if not self._were_read:
            is_shared = self.split.workers > 1 and not self.split.cluster
            return replace(run, parts_seconds=self._searched if is_shared else None)
        return replace(run, seconds=None, first_solution_seconds=None, unchecked=self.count)
