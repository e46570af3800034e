"""The workers of a run in shards: each solves one shard after another."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import ExitStack, closing

from solvers.errors import StoreError
from solvers.execution.backend_run import TaskState, WorkerProcess, wait_until_ready
from solvers.execution.result import Cause, Ending, Run
from solvers.execution.supervisor import Supervisor, WatchedTask
from solvers.splitting.split_run import SplitRun


def solve_in_shards(run: SplitRun) -> Run:
    """Run the backend on the shards, in workers of this machine or on its cluster.

    All workers are closed at the end. Ctrl-C ends the run with status ``cancelled``; it keeps the
    solutions that had arrived.
    """
    try:
        if run.split.cluster:
            from solvers.splitting.cluster import solve_on_cluster  # an extra

            solve_on_cluster(run)
        else:
            _solve_here(run)
    except KeyboardInterrupt:
        run.ending = Ending(Cause.INTERRUPTED)
    except StoreError as error:
        run.ending = Ending(Cause.FAILED, detail=str(error))
    return run.result()


def _solve_here(run: SplitRun) -> None:
    """Solve the shards in workers on this machine; raises StoreError and KeyboardInterrupt."""
    with ExitStack() as stack:
        workers = [
            stack.enter_context(WorkerProcess(run.backend)) for _ in range(run.split.workers)
        ]
        wait_until_ready(workers, run.limits)
        unready = next((worker for worker in workers if not worker.is_ready), None)
        run.go_on_from((unready or workers[0]).startup)
        if unready:
            return
        with run.begin(len(workers)), ExitStack() as watched:
            plans = [
                watched.enter_context(closing(_shards_in_turn(run, worker, workers)))
                for worker in workers
            ]
            for _, block in watched.enter_context(closing(Supervisor().listen(plans))):
                if block is not None:
                    run.arrived(block)
                if run.ending:
                    break
        run.ended = time.monotonic()
        peaks = sum(worker.startup.peak_memory_mib for worker in workers)
        run.peak_memory_mib = max(run.peak_memory_mib, peaks)


def _shards_in_turn(
    run: SplitRun, worker: WorkerProcess, workers: list[WorkerProcess]
) -> Generator[WatchedTask]:
    """Give shards to this worker, one of those that share the memory limit."""
    while (shard := run.next_shard()) is not None:  # () is the whole board
        if worker.tree:
            worker.tree.sharing_memory = [sharer.tree for sharer in workers if sharer.tree]
        board = run.problem.with_prefix(shard)
        state = TaskState(worker, board)
        state.limit_start = run.limit_start
        try:
            yield worker.send(board, state, run.limits)
        finally:  # also if the run ends before the shard is finished
            worker.startup.peak_memory_mib = state.peak_memory_mib
            run.take_run(shard, state.finished_run())
