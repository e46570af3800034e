"""Solve a problem shard by shard: workers take them, and the referee's side adds them up."""

from __future__ import annotations

from solvers.errors import StoreError
from solvers.execution.ending import Cause, Ending
from solvers.execution.result import Run
from solvers.execution.worker_process import WorkerProcess
from solvers.splitting.split_run import SplitRun, begin_workers
from solvers.splitting.workforce import solve_here


def solve_in_shards(run: SplitRun, workers: list[WorkerProcess] | None = None) -> Run:
    """Run the backend on the shards, in these workers, or in some that are started for it.

    Whatever happens, no process is left behind. Ctrl-C ends the run with status ``cancelled``
    and what had arrived.
    """
    try:
        if run.split.cluster:
            from solvers.splitting.cluster import solve_on_cluster  # noqa: PLC0415  # an extra

            solve_on_cluster(run)
        else:
            solve_here(run, workers or begin_workers(run.backend, run.split))
    except KeyboardInterrupt:
        run.ending = run.ending or Ending(Cause.INTERRUPTED)
    except StoreError as error:
        run.ending = Ending(Cause.FAILED, detail=str(error))
    return run.result()
