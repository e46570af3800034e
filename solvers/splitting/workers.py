"""The workers of a run in shards: each solves one shard after another."""

from __future__ import annotations

import time

from solvers.errors import StoreError
from solvers.execution.backend_run import BoardState, WorkerProcess, wait_until_ready
from solvers.execution.result import Cause, Ending, Run
from solvers.execution.supervisor import Supervisor, WatchedTask
from solvers.interface import Backend
from solvers.puzzle.problem import Problem
from solvers.splitting.shards import Shard, Split
from solvers.splitting.split_run import SplitRun


def begin_workers(backend: Backend, problem: Problem, split: Split) -> list[WorkerProcess]:
    """Start the workers of a run on this machine; none for a cluster."""
    number = 0 if split.cluster else split.workers_for(problem)
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
            _solve_here(run, workers or begin_workers(run.backend, run.problem, run.split))
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
        with run.begin(len(workers)):
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
                        self.run.arrived(block)
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
        elif (shard := self.run.next_shard()) is not None:  # () is the whole board
            others = (other.tree for other in self.workers if other is not worker)
            if worker.tree:
                worker.tree.sharing_memory = [tree for tree in others if tree]
            board = self.run.problem.with_prefix(shard)
            state = BoardState(worker, board)
            state.limited_from, state.received_bytes = self.run.limited_from, 0
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
            worker = WorkerProcess(self.run.backend)
            self.workers[place] = worker
            wait_until_ready([worker], self.run.limits)
            self._employ(worker)
