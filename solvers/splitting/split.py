"""Solve a problem shard by shard: each worker takes one after another, and the run adds them up."""

from __future__ import annotations

from dataclasses import replace

from solvers.errors import StoreError
from solvers.execution.backend_run import BoardState, WorkerProcess, wait_until_ready
from solvers.execution.result import Cause, Ending, Run
from solvers.execution.supervisor import Supervisor, WatchedTask
from solvers.splitting.shards import Shard
from solvers.splitting.split_run import SplitRun, begin_workers, opened_checkpoint


def solve_in_shards(run: SplitRun, workers: list[WorkerProcess] | None = None) -> Run:
    """Run the backend on the shards, in these workers or in new ones.

    No process is left behind. Ctrl-C ends the run with status ``cancelled`` and the solutions that
    had arrived.
    """
    try:
        if run.split.cluster:
            from solvers.splitting.cluster import solve_on_cluster  # noqa: PLC0415  # an extra

            solve_on_cluster(run)
        else:
            _solve_here(run, workers or begin_workers(run.backend, run.split))
    except KeyboardInterrupt:
        run.ending = run.ending or Ending(Cause.INTERRUPTED)
    except StoreError as error:
        run.ending = Ending(Cause.FAILED, detail=str(error))
    return run.result()


def _solve_here(run: SplitRun, workers: list[WorkerProcess]) -> None:
    """Solve the shards in workers on this machine; raises StoreError and KeyboardInterrupt."""
    try:
        wait_until_ready(workers, run.limits)
        unready = next((worker for worker in workers if not worker.is_ready), None)
        run.go_on_from((unready or workers[0]).before)
        if unready:
            return
        run.ending, run.received_bytes = None, 0
        how = run.backend, run.problem, run.split, run.version
        with opened_checkpoint(*how, count=run.count) as run.checkpoint:
            run.is_ready()
            run.begin(len(workers))
            _Workforce(run, workers).solve()
        run.on_solved()
    finally:
        for worker in workers:
            worker.close()


class _Workforce:
    """The workers of a run on this machine, and the shard of each."""

    def __init__(self, run: SplitRun, workers: list[WorkerProcess]) -> None:
        self.run, self.workers = run, workers
        self.supervisor = Supervisor()
        self.boards: dict[WatchedTask, tuple[WorkerProcess, Shard, BoardState]] = {}
        self.getting_ready: dict[WatchedTask, WorkerProcess] = {}
        self.peaks: dict[WorkerProcess, float] = {}

    def solve(self) -> None:
        """Hand out shards until none is left, or the run has an ending."""
        try:
            with self.supervisor:
                for worker in self.workers:
                    self._employ(worker)
                for task, block in self.supervisor.events():
                    if block is not None:
                        self.run.arrived(self.boards[task][1], block)
                    elif task in self.boards:
                        self._take(task)
                    else:
                        self._employ(self.getting_ready.pop(task))
                    if self.run.ending:
                        break
        finally:
            for _, shard, state in self.boards.values():  # shards that are not finished
                self.run.take_run(shard, state.run())
            self.run.peak_memory_mib = max(self.run.peak_memory_mib, sum(self.peaks.values()))

    def _employ(self, worker: WorkerProcess) -> None:
        """Give a worker a shard when it is ready."""
        ending = worker.before.ending
        if ending is None:
            task = worker.getting_ready(self.run.limits)
            self.getting_ready[task] = worker
            self.supervisor.add(task)
        elif not worker.is_ready:
            self.run.ending = self.run.ending or ending
        elif shard := self.run.next_shard():
            others = (other.tree for other in self.workers if other is not worker)
            if worker.tree:
                worker.tree.beside = [tree for tree in others if tree]
            board = self.run.problem.below(shard.prefix)
            state = BoardState(worker, board)
            state.begun, state.received_bytes = self.run.begun, 0
            task = worker.doing(board, state, self.run.limits)
            self.boards[task] = worker, shard, state
            self.supervisor.add(task)

    def _take(self, task: WatchedTask) -> None:
        """Take in a solved shard, and give the worker another; a lost worker is replaced."""
        worker, shard, state = self.boards.pop(task)
        found = state.run()
        self.peaks[worker] = found.peak_memory_mib or 0.0
        if found.ending.cause is Cause.DONE:  # before take_run, which takes time
            self._employ(worker)
        self.run.take_run(shard, found)
        if found.ending.cause is Cause.NO_END_RECORD and not self.run.ending:
            place = self.workers.index(worker)
            worker.close()
            (worker,) = begin_workers(self.run.backend, replace(self.run.split, jobs=1))
            self.workers[place] = worker
            self._employ(worker)
