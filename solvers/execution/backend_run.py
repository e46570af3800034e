"""Run one backend in a process of its own, within limits, and say how it ended."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import replace

from solvers.execution.channel import ChannelError, Decoder, Tag
from solvers.execution.ending import Cause, Ending
from solvers.execution.limits import Limits
from solvers.execution.records import (
    End,
    Failed,
    Ready,
    Rejected,
    TallyOfShard,
    Unavailable,
    read_placements,
    read_record,
)
from solvers.execution.result import Batch, Run, ShardTally
from solvers.execution.run_state import RunState
from solvers.execution.supervisor import follow
from solvers.execution.worker import Job
from solvers.execution.worker_process import WorkerProcess
from solvers.interface import Backend
from solvers.lazy import numpy as np
from solvers.puzzle.packing import REJECTED_KEPT, Fault, RejectedOutput
from solvers.puzzle.placements import Packed, Placement
from solvers.puzzle.problem import Problem
from solvers.puzzle.tally import Retention, RunningTally, Tally, merged

FIRST = frozenset({Tag.READY, Tag.UNAVAILABLE})
"""The first record of a run is one of these, and no other is."""


class _BackendState(RunState):
    """What is known of the run of a backend."""

    def __init__(self, job: Job) -> None:
        backend, problem = job.backend, job.problem or Problem(0)
        super().__init__(backend.name, backend.paradigm)
        self.n = problem.n
        self.blocks: list[Packed] = []
        self.variant_of = backend.variant_of
        self.prefix = problem.prefix
        self.split = job.split is not None
        self.shards: list[ShardTally] = []
        self.covered: set[Placement] = set()
        self.rejected: list[RejectedOutput] = []
        self.rejected_counts: Counter[Fault] = Counter()
        self.running_tally = (
            None if job.keep is Retention.SOLUTIONS else RunningTally(problem, job.keep)
        )

    def take(self, record: tuple[Tag, bytes]) -> Batch | None:
        """Take in one record; what it holds of solutions is also given back.

        Raises ChannelError for one that is malformed or comes out of turn.
        """
        tag, payload = record
        if self.ending or (tag in FIRST) is not (self.ready is None):
            raise ChannelError(f"a record {tag.name} out of turn")
        if tag is Tag.PLACEMENTS:
            return self._take_placements(read_placements(payload, self.n))
        match read_record(tag, payload):
            case TallyOfShard() as tally:
                return self._take_tally(tally.shard())
            case Rejected() as rejected:
                self.rejected = [*self.rejected, *rejected.shown()][:REJECTED_KEPT]
                self.rejected_counts.update(rejected.counts)
            case Ready() as ready:
                self._take_ready(ready)
            case Unavailable(note):
                self.ending = Ending(Cause.CANNOT_RUN, detail=note)
            case End() | Failed() as last:
                self._take_last(last)
        return None

    def _take_ready(self, ready: Ready) -> None:
        self.is_ready()
        self.version = ready.version
        # When it was ready by its own word, if that can be: we may have been busy with others.
        if self.started <= ready.ready_at <= time.monotonic():
            self.startup_seconds = ready.ready_at - self.started

    def _take_last(self, last: End | Failed) -> None:
        self.solutions, self.seconds = last.solutions, last.seconds
        self.first_solution_seconds = last.first_solution_seconds
        self.peak_memory_mib = max(self.peak_memory_mib, last.peak_memory_mib)
        if isinstance(last, End):
            self.counters = last.counters
            self.remarks += filter(None, [last.note])
            self.ending = Ending(Cause.DONE)
        else:
            memory = last.error == "MemoryError"
            cause = Cause.OUT_OF_MEMORY if memory else Cause.FAILED
            self.ending = Ending(cause, detail=last.note)

    def _take_placements(self, block: Packed) -> Packed:
        if self.running_tally:
            self.running_tally.add(block)
        else:
            self.blocks.append(block)
        self.is_first()
        return block

    def _take_tally(self, shard: ShardTally) -> Tally:
        if not self.running_tally or not self.split:
            raise ChannelError("a tally instead of solutions")
        prefix, given = shard.prefix, self.prefix
        if prefix[: len(given)] != given or not all(row < self.n for row in prefix):
            raise ChannelError(f"no shard of the problem begins with {list(prefix)}")
        reflection = tuple(self.n - 1 - row for row in prefix)
        covered = {prefix, reflection} if shard.mirrored else {prefix}
        if covered & self.covered or len(prefix) != len(next(iter(self.covered), prefix)):
            raise ChannelError(f"the shard {list(prefix)} overlaps with another one")
        self.covered |= covered
        self.shards.append(shard)
        self.running_tally.tally = merged(self.running_tally.tally, shard.tally)
        self.is_first()
        return shard.tally

    def run(self) -> Run:
        """The record as a run; what arrived counts, whatever the process said of it."""
        placements = np.concatenate(self.blocks or [np.empty((0, self.n), np.uint8)])
        self.blocks.clear()
        tally = self.running_tally.tally if self.running_tally else None
        arrived = len(placements) + (tally.solutions if tally else 0) + self.rejected_counts.total()
        self.check_count(arrived)
        run = self.finish(placements, self.rejected, self.rejected_counts)
        shards = tuple(self.shards)
        return replace(run, tally=tally, shards=shards, variant_of=self.variant_of)


def stream(worker: WorkerProcess[Job], limits: Limits) -> Generator[Batch, None, Run]:
    """Let a worker do its job and yield its solutions as they arrive; return the run.

    Solutions come block by block, or as tallies where they are not kept. Whatever happens, also
    where the caller stops listening, no process is left behind. Ctrl-C ends the run with status
    ``cancelled`` and what had arrived.
    """
    state = _BackendState(worker.task)
    state.go_on_from(worker.before)
    if state.ending:
        worker.close()
    else:
        yield from follow(state, worker, Decoder(), limits)
    return state.run()


def run(
    backend: Backend,
    problem: Problem,
    limits: Limits | None = None,
    on_batch: Callable[[Batch], None] = lambda _: None,
) -> Run:
    """Run the backend to its end in a process of its own; see ``run_worker``."""
    return run_worker(WorkerProcess(Job(backend, problem)), limits or Limits(), on_batch)


def run_worker(
    worker: WorkerProcess[Job], limits: Limits, on_batch: Callable[[Batch], None] = lambda _: None
) -> Run:
    """Let a worker do its job to its end, telling ``on_batch`` of all solutions as they arrive."""
    blocks = stream(worker, limits)
    interrupted = False
    while True:
        try:
            on_batch(blocks.throw(KeyboardInterrupt) if interrupted else next(blocks))
        except StopIteration as end:
            result: Run = end.value
            return result
        except KeyboardInterrupt:  # it came between two blocks: let the run end as cancelled
            if interrupted:
                raise
            interrupted = True
