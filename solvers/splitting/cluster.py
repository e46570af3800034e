"""Solve shards on several machines: Dask distributes them, and a worker process solves each.

Three processes take part. The command itself does not import Dask: it starts a worker process,
which connects to Dask. A Dask worker starts the same worker process for a backend as a run on one
machine does, keeps it ready for the next shard, and sends all solutions back.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import asdict, replace
from typing import Any

from solvers.adapters.outside import as_data
from solvers.errors import UsageError
from solvers.execution.backend_run import TaskState, WorkerProcess, wait_until_ready
from solvers.execution.channel import RemoteCall
from solvers.execution.limits import Limits
from solvers.execution.process_tree import RUN_ID
from solvers.execution.remote_calls import NO_SEARCH
from solvers.execution.result import Cause, ChannelError, Ending, Run
from solvers.execution.supervisor import follow
from solvers.install_hint import DISTRIBUTED, with_install_hint
from solvers.interface import Backend, python_version
from solvers.lazy import msgspec
from solvers.puzzle.problem import Problem
from solvers.splitting.identity import digest_of_file, first_difference, module_of, suite_files
from solvers.splitting.shards import Shard, ShardRecord
from solvers.splitting.split_run import SplitRun

CONNECT_SECONDS = 10
"""The longest time to wait for a cluster's answer."""

PROCESSES_PER_WORKER = 4
"""The processes that are allowed in addition, per worker of a cluster that this run starts."""

# In the command


def solve_on_cluster(run: SplitRun) -> None:
    """Solve the shards of a run on its cluster; raises StoreError and KeyboardInterrupt."""
    split = run.split
    processes = run.limits.processes + PROCESSES_PER_WORKER * split.workers
    limits = replace(run.limits, processes=processes)
    with WorkerProcess(run.backend) as worker:
        wait_until_ready([worker], limits)
        run.go_on_from(worker.startup)
        if not worker.is_ready:
            return
    with WorkerProcess(NO_SEARCH) as worker:  # nobody's file is loaded where Dask is spoken to
        wait_until_ready([worker], limits)
        _solve_by(worker, run, limits)


def _solve_by(worker: WorkerProcess, run: SplitRun, limits: Limits) -> None:
    """Solve the shards of a run by this process, which speaks with the cluster."""
    split = run.split
    call = RemoteCall(connect, (split.cluster, split.workers, as_data(run.backend)))
    if (number := _call(run, worker, call, limits)) is None:
        return
    run.startup_seconds = time.monotonic() - run.started
    with run.begin(number):
        _take_runs(run, worker, [*iter(run.next_shard, None)], limits)


def _call(run: SplitRun, worker: WorkerProcess, call: RemoteCall, limits: Limits) -> int | None:
    """Call a function that yields one number; None if it fails, which ends the run."""
    state = TaskState(worker)
    limits = replace(limits, seconds=limits.startup_seconds)
    pieces = list(follow(worker.send(call, state, limits)))
    is_done = state.ending is not None and state.ending.cause is Cause.DONE
    if is_done and len(pieces) == 1 and re.fullmatch(rb"[0-9]{1,4}", pieces[0]):
        return int(pieces[0])
    if is_done:
        state.ending = Ending(Cause.BAD_RECORD, detail="this is not the number of workers")
    ending = state.ending or Ending(Cause.NO_END_RECORD)
    unavailable = ending.cause is Cause.FAILED  # there is no such cluster, or it cannot be used
    run.ending = replace(ending, cause=Cause.CANNOT_RUN) if unavailable else ending
    return None


def _take_runs(
    run: SplitRun, worker: WorkerProcess, shards: Sequence[Shard], limits: Limits
) -> None:
    """Solve these shards, and take in their runs."""
    state = TaskState(worker)
    state.limit_start = run.limit_start
    call = RemoteCall(solve_shards, (run.problem, shards, run.limits, as_data(run.backend)))
    pieces, waiting = follow(worker.send(call, state, limits)), {*shards}
    try:
        for header in pieces:
            shard, result = _read(run, waiting, header, pieces)
            if len(result.placements):
                run.arrived(result.placements)
            run.take_run(shard, result)
            if run.ending:
                return
    except ChannelError as error:
        run.ending = Ending(Cause.BAD_RECORD, detail=str(error))
    finally:
        pieces.close()
    if state.ending is None or state.ending.cause is not Cause.DONE:
        run.ending = run.ending or state.ending or Ending(Cause.NO_END_RECORD)


def _read(
    run: SplitRun, waiting: set[Shard], header: bytes, pieces: Iterator[bytes]
) -> tuple[Shard, Run]:
    """Read a shard and its run; raises ChannelError if the record is malformed."""
    try:
        record = msgspec.convert(json.loads(header), ShardRecord)
        waiting.remove(record.shard)
        n = run.problem.n
        rows = bytearray()
        while len(rows) < record.placements * n and (piece := next(pieces, b"")):
            rows += piece
        result = record.run(run.name, run.paradigm, n, bytes(rows))
    except (ValueError, KeyError, TypeError) as error:
        raise ChannelError(f"this is not the result of a shard: {error}") from None
    return record.shard, result


# In the worker process that talks to Dask

_clients: list[Any] = []
"""The client of the cluster, in a list with one item; empty before ``connect``."""


def connect(_: Backend, address: str, jobs: int, record: bytes) -> Iterator[bytes]:
    """Connect to the cluster and prepare its workers; yield their number as text.

    ``record`` is the backend's, which only the processes that search load. Raises UsageError.
    """
    try:
        from distributed import Client, LocalCluster  # an extra
    except ImportError as error:
        raise UsageError(with_install_hint(error, DISTRIBUTED)) from None
    if address == "local":
        # Killed processes leave their semaphores; cleanup.py finds them by this name.
        process: Any = multiprocessing.current_process()
        process._config["semprefix"] = f"/{os.environ[RUN_ID]}"  # there is no public way
        # Without an address for its dashboard, Dask asks for a fixed port, which may be taken.
        client = Client(
            LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address="127.0.0.1:0")
        )
    else:
        try:
            client = Client(address, timeout=CONNECT_SECONDS)
        except Exception as error:  # another kind of server can cause any error
            raise UsageError(
                f"no Dask cluster answers at {address} ({error}); start one with: dask scheduler"
            ) from None
    _clients.append(client)
    name = _backend(record).name
    workers = _checked_workers(client, record)
    ready = [client.submit(get_ready, record, workers=[each], pure=False) for each in workers]
    for ending in client.gather(ready):
        if ending.cause is not Cause.DONE:
            raise UsageError(f"a Dask worker cannot run {name}: {ending.detail}")
    yield str(len(workers)).encode()


def solve_shards(
    _: Backend, problem: Problem, shards: Sequence[Shard], limits: Limits, record: bytes
) -> Iterator[bytes]:
    """Solve these shards; yield the run of each, and then its placements.

    If a Dask worker is lost, Dask gives its task to another one. Raises UsageError.
    """
    from distributed import as_completed  # an extra

    (client,) = _clients
    try:
        tasks = {
            client.submit(
                solve_shard, record, problem.with_prefix(shard), limits, pure=False
            ): shard
            for shard in shards
        }
        for task in as_completed(tasks):
            run: Run = task.result()
            yield json.dumps(asdict(ShardRecord.of(tasks[task], run))).encode()
            yield run.placements.tobytes()
        client.run(release, on_error="ignore")
    except (OSError, CancelledError) as error:
        raise UsageError(f"the connection to the Dask cluster is lost: {error}") from None


# On a Dask worker

_ready: WorkerProcess | None = None
"""The process that waits for the next shard; None before the first."""


def _backend(record: bytes) -> Backend:
    """The backend of a record; of one of others, nothing is loaded."""
    backend: Backend = pickle.loads(record)  # noqa: S301  # the command has made it
    return backend


def get_ready(record: bytes) -> Ending:
    """Start a process for this backend, if none waits; the ending is DONE if it is ready."""
    global _ready  # noqa: PLW0603  # one task at a time runs in this process
    backend = _backend(record)
    if _ready is None or _ready.backend != backend or not _ready.is_ready:
        release()
        _ready = WorkerProcess(backend)
        wait_until_ready([_ready], Limits())
    return _ready.startup.ending or Ending(Cause.NO_END_RECORD)


def solve_shard(record: bytes, board: Problem, limits: Limits) -> Run:
    """Solve a board in the process that is ready, or in a new one."""
    get_ready(record)
    assert _ready  # noqa: S101  # it was made there
    state = TaskState(_ready, board)
    if _ready.is_ready:
        for _ in follow(_ready.send(board, state, limits)):
            pass
    result = state.finished_run()
    if result.ending.cause is not Cause.DONE:
        release()
    return result


def release() -> None:
    """End the waiting process, if there is one."""
    global _ready  # noqa: PLW0603  # one task at a time runs in this process
    if _ready:
        _ready.close()
    _ready = None


def _checked_workers(client: Any, record: bytes) -> list[str]:
    """The addresses of the workers; raises UsageError if one has other files than this machine."""
    threads: dict[str, int] = client.nthreads()
    if not threads:
        raise UsageError("the Dask cluster has no workers; start some with: dask worker ADDRESS")
    if max(threads.values()) > 1:
        raise UsageError(
            "each worker must run one engine at a time; start the workers with: dask worker "
            "--nthreads 1"
        )
    here = files_of(record)
    for worker, there in client.run(files_of, record, on_error="return").items():
        if isinstance(there, BaseException):
            raise UsageError(
                f"the Dask worker {worker} has another version of this suite, or cannot load "
                f"{_backend(record).name} ({there}); install the same files on all machines"
            )
        if different := first_difference(there, here):
            raise UsageError(
                f"the Dask worker {worker} differs from this machine in {different}; install the "
                "same on all machines"
            )
    return list(threads)


def files_of(record: bytes) -> dict[str, str]:
    """The digest of each file of this suite and of the backend's own file, by file name.

    The name ``Python`` has the version of Python.
    """
    files = suite_files()
    if file := module_of(_backend(record)):
        files[file.name] = file
    digests = {name: digest_of_file(path) for name, path in files.items()}
    return digests | {"Python": python_version()}
