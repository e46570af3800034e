"""A run in shards: each worker solves one shard after another; the run adds their solutions."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import replace

from solvers.errors import StoreError
from solvers.execution.backend_run import BoardState, WorkerProcess, wait_until_ready
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run
from solvers.execution.run_state import RunState
from solvers.execution.supervisor import Supervisor, WatchedTask
from solvers.interface import Backend
from solvers.lazy import numpy as np
from solvers.puzzle.counted_set import CountedSet, counted_set_of, merged
from solvers.puzzle.packing import Packer
from solvers.puzzle.placements import Packed, empty
from solvers.puzzle.problem import Problem
from solvers.puzzle.symmetry import reflected
from solvers.splitting.checkpoint import Checkpoint, open_checkpoint
from solvers.splitting.shards import Shard, Split, enough_depth, shards

LOSSES = 3
"""The run gives up after it has lost this number of workers without solving a shard between them.

Before that, a lost shard waits again; on a cluster, too."""

SHARDS_PER_WORKER = 5
"""The shards per worker. Shards differ in size; several per worker keep all busy to the end."""

SHARDS_KEPT = 16
"""The shards per worker with a checkpoint or a cluster: an interruption loses a smaller part."""


class SplitRun(RunState):
    """The state of a run in shards: the shards that wait, and the sum of the finished ones.

    With ``count``, solutions are counted and not kept. The run calls ``on_block`` with each block
    of solutions that arrives and, on this machine, ``on_solved`` when no more shard will be solved,
    before the workers end.
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
        on_solved: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__(backend.name, backend.paradigm)
        self.backend, self.problem, self.split = backend, problem, split
        self.limits, self.count = limits, count
        self.on_block, self.on_solved = on_block, on_solved
        self.waiting: deque[Shard] = deque()
        self.checkpoint: Checkpoint | None = None
        self._packer = Packer(problem.n)
        self._counted_set = CountedSet()
        self._work: Counter[str] = Counter()
        self._losses = 0
        self._undone: set[Shard] = set()

    def next_shard(self) -> Shard | None:
        """Take the next waiting shard; None if no shard waits or the run has ended."""
        return self.waiting.popleft() if self.waiting and not self.ending else None

    def arrived(self, shard: Shard, block: Packed) -> None:
        """Take note of solutions that arrive from a shard, and check the output limit."""
        self.note_first()
        self.received_bytes += block.nbytes
        for _ in range(1 + shard.mirrored):  # the same block again, in place of its reflection
            self.on_block(block)
        self.ending = self.ending or self.output_reached(self.limits)

    def take_run(self, shard: Shard, run: Run) -> None:
        """Take in the run of a shard. A shard that was lost with its worker waits again."""
        result = self._result_of(shard, run)
        self.peak_memory_mib = max(self.peak_memory_mib, run.peak_memory_mib or 0.0)
        if run.ending.cause is Cause.DONE:
            self._losses = 0
            self._undone.discard(shard)
            if self.checkpoint:
                self.checkpoint.add(shard, result)
            self.add(result)
            return
        is_lost = run.ending.cause is Cause.NO_END_RECORD and not self.ending
        self._losses += is_lost
        if is_lost and self._losses < LOSSES:
            self.waiting.appendleft(shard)
            return
        self.add(result)  # the solutions that had arrived
        self.ending = self.ending or run.ending

    def add(self, run: Run) -> None:
        """Add the solutions and the counters of a shard's run."""
        if run.counted:
            self._counted_set = merged(self._counted_set, run.counted)
        self._packer.take(run.placements)
        self._packer.refuse(run.rejected, run.rejected_counts)
        self._work.update(run.counters)

    def begin(self, workers: int) -> None:
        """Take in the shards of the checkpoint; let the others wait. Raises StoreError."""
        finished = list(self.checkpoint.finished()) if self.checkpoint else []
        wanted = self._all_shards(workers, finished)
        done = {shard for shard, _ in finished}
        self.waiting.extend(shard for shard in wanted if shard not in done)
        self._undone.update(self.waiting)
        for _, run in finished:
            self.add(run)
        if finished:
            self.remarks.append(f"{len(done)} of {len(wanted)} shards were already solved")

    def result(self) -> Run:
        """The run with the solutions so far; complete if all shards are solved."""
        self.ended = self.ended or time.monotonic()
        cause = Cause.NO_END_RECORD if self._undone else Cause.DONE
        self.ending = self.ending or Ending(cause)
        self.counters = dict(self._work)
        run = self.finish(self._packer)
        counted = self._counted_set if self.count else None
        return replace(run, counted=counted, variant_of=self.backend.variant_of)

    def _all_shards(self, workers: int, finished: Sequence[tuple[Shard, Run]]) -> list[Shard]:
        split, problem = self.split, self.problem
        if finished:
            depth = len(finished[0][0].prefix) - len(problem.prefix)
        elif getattr(self.backend.solve, "knows_only_n", False):
            depth = 0  # it would solve the whole board for every shard
        elif split.mirror and not (split.jobs or split.cluster or split.checkpoint):
            depth = 1  # a reflection needs a first queen; one is enough
        else:
            each = SHARDS_KEPT if split.checkpoint or split.cluster else SHARDS_PER_WORKER
            depth = enough_depth(problem, workers * each, mirror=split.mirror)
        return shards(problem, depth, mirror=split.mirror)

    def _result_of(self, shard: Shard, run: Run) -> Run:
        """The shard's run with the reflected solutions too; with ``count``, only their counts."""
        if self.count:
            below = self.problem.with_prefix(shard.prefix)
            counted = counted_set_of(run.placements, below, mirrored=shard.mirrored)
            return replace(run, placements=empty(self.problem.n), counted=counted)
        if not shard.mirrored:
            return run
        return replace(run, placements=np.concatenate([run.placements, reflected(run.placements)]))


def begin_workers(backend: Backend, split: Split) -> list[WorkerProcess]:
    """Start the workers of a run on this machine; none for a cluster."""
    number = 0 if split.cluster else split.workers
    return [WorkerProcess(backend) for _ in range(number)]


def solve_in_shards(run: SplitRun, workers: list[WorkerProcess] | None = None) -> Run:
    """Run the backend on the shards, in these workers or in new ones.

    All workers are closed at the end. Ctrl-C ends the run with status ``cancelled``; it keeps the
    solutions that had arrived.
    """
    try:
        if run.split.cluster:
            from solvers.splitting.cluster import solve_on_cluster  # an extra

            solve_on_cluster(run)
        else:
            _solve_here(run, workers or begin_workers(run.backend, run.split))
    except KeyboardInterrupt:
        run.ending = Ending(Cause.INTERRUPTED)
    except StoreError as error:
        run.ending = Ending(Cause.FAILED, detail=str(error))
    return run.result()


def _solve_here(run: SplitRun, workers: list[WorkerProcess]) -> None:
    """Solve the shards in workers on this machine; raises StoreError and KeyboardInterrupt."""
    try:
        wait_until_ready(workers, run.limits)
        unready = next((worker for worker in workers if not worker.is_ready), None)
        run.go_on_from((unready or workers[0]).startup)
        if unready:
            return
        run.ending, run.received_bytes = None, 0
        how = run.backend, run.problem, run.split, run.version
        with open_checkpoint(*how, count=run.count) as run.checkpoint:
            run.note_ready()
            run.begin(len(workers))
            _Workforce(run, workers).solve()
            run.ended = time.monotonic()
        run.on_solved()
    finally:
        for worker in workers:
            worker.close()


class _Workforce:
    """The workers of a run on this machine, each with the shard that it solves."""

    def __init__(self, run: SplitRun, workers: list[WorkerProcess]) -> None:
        self.run, self.workers = run, workers
        self.supervisor = Supervisor()
        self.boards: dict[WatchedTask, tuple[WorkerProcess, Shard, BoardState]] = {}
        self.peaks: dict[WorkerProcess, float] = {}

    def solve(self) -> None:
        """Give shards to the workers until none is left or the run has an ending."""
        try:
            with self.supervisor:
                for worker in self.workers:
                    self._employ(worker)
                for task, block in self.supervisor.listen():
                    if block is not None:
                        self.run.arrived(self.boards[task][1], block)
                    else:
                        self._take(task)
                    if self.run.ending:
                        break
        finally:
            for _, shard, state in self.boards.values():  # shards that are not finished
                self.run.take_run(shard, state.finished_run())
            self.run.peak_memory_mib = max(self.run.peak_memory_mib, sum(self.peaks.values()))

    def _employ(self, worker: WorkerProcess) -> None:
        """Give a worker the next shard, if one waits; a worker that is not ready ends the run."""
        if not worker.is_ready:
            self.run.ending = self.run.ending or worker.startup.ending
        elif shard := self.run.next_shard():
            others = (other.tree for other in self.workers if other is not worker)
            if worker.tree:
                worker.tree.sharing_memory = [tree for tree in others if tree]
            board = self.run.problem.with_prefix(shard.prefix)
            state = BoardState(worker, board)
            state.begun, state.received_bytes = self.run.begun, 0
            task = worker.send(board, state, self.run.limits)
            self.boards[task] = worker, shard, state
            self.supervisor.add(task)

    def _take(self, task: WatchedTask) -> None:
        """Take in a shard's run and give the worker another shard; replace a lost worker."""
        worker, shard, state = self.boards.pop(task)
        found = state.finished_run()
        self.peaks[worker] = found.peak_memory_mib or 0.0
        if found.ending.cause is Cause.DONE:  # before take_run, which takes time
            self._employ(worker)
        self.run.take_run(shard, found)
        if found.ending.cause is Cause.NO_END_RECORD and not self.run.ending:
            place = self.workers.index(worker)
            worker.close()
            (worker,) = begin_workers(self.run.backend, replace(self.run.split, jobs=1))
            self.workers[place] = worker
            wait_until_ready([worker], self.run.limits)
            self._employ(worker)
