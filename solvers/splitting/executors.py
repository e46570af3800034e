"""Where shards are solved: in this process, in a pool of processes, or on a cluster.

All three are ``concurrent.futures`` executors, made ready before they are handed out.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from multiprocessing.synchronize import Barrier
from typing import Any

from solvers.errors import ClusterError
from solvers.install_hint import DISTRIBUTED, with_install_hint
from solvers.lazy import metadata

START_SECONDS = 60.0
"""How long the workers of a pool may take to make themselves ready."""

CONNECT_SECONDS = 10
"""How long a cluster may take to answer."""

GONE_SECONDS = 10
"""How long a cluster may be without any worker before it is given up."""

PACKAGE = "solver-parity"
"""What has to be the same on every machine."""

LOCAL = "local"
"""The address of a cluster that is started for this run alone."""

AHEAD = 4
"""How many shards a worker has waiting beside the one it solves."""


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor whose workers are ready, how many they are, and what each has waiting.

    ``look`` raises BrokenExecutor where the workers have gone and the executor does not say so.
    ``lost`` are the errors of a task whose worker is lost, or whose cluster's scheduler has gone.
    """

    executor: Executor
    number: int
    ahead: int = AHEAD
    look: Callable[[], None] = lambda: None
    lost: tuple[type[Exception], ...] = (BrokenExecutor, CancelledError)

    @property
    def most_at_once(self) -> int:
        """How many shards are handed out and not yet taken in."""
        return self.number * (1 + self.ahead)


StartWorkers = Callable[[], AbstractContextManager[Workers]]
"""Called once, and again whenever the workers before were lost."""


Prepare = Callable[[], object]
"""Makes a worker ready; it reaches the worker's process by reference."""


class InThisProcess(Executor):
    """Does at once what is submitted."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """A future that is done already."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # a future carries whatever was raised
            future.set_exception(error)
        return future


def this_process() -> AbstractContextManager[Workers]:
    """The process at hand as the only worker."""
    return nullcontext(Workers(InThisProcess(), 1, ahead=0))


@contextmanager
def pool(ready: Prepare, jobs: int) -> Iterator[Workers]:
    """A pool of that many processes, all of them ready."""
    # Processes of their own from the start: a fork would copy engines that have threads.
    context = multiprocessing.get_context("spawn")
    all_ready = context.Barrier(jobs + 1)
    executor = ProcessPoolExecutor(jobs, context, _start_worker, (ready, all_ready))
    try:
        for _ in range(jobs):  # the pool starts a process for each task that finds none idle
            executor.submit(os.getpid)
        all_ready.wait(START_SECONDS)
        yield Workers(executor, jobs)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _start_worker(ready: Prepare, all_ready: Barrier) -> None:
    threading.Thread(target=_leave_with_the_parent, daemon=True).start()
    try:
        ready()
    except Exception:
        all_ready.abort()
        raise
    all_ready.wait(START_SECONDS)


def _leave_with_the_parent() -> None:
    """A worker whose parent was killed would wait for its next task forever."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


@contextmanager
def cluster(ready: Prepare, address: str, jobs: int) -> Iterator[Workers]:
    """A Dask cluster: the one at the address, or one of that many processes for this run alone.

    Raises ClusterError, and whatever an engine raises that a worker does not have.
    """
    try:
        from distributed import Client, LocalCluster  # noqa: PLC0415  # an extra
    except ImportError as error:
        raise ClusterError(with_install_hint(error, DISTRIBUTED)) from None
    if address == LOCAL:
        with (
            # With no address for its dashboard, or None, it asks for a port that may be taken.
            LocalCluster(
                n_workers=jobs, threads_per_worker=1, dashboard_address="127.0.0.1:0"
            ) as local,
            Client(local) as client,
        ):
            yield _ready(client, ready)
        return
    with _connected(partial(Client, address, timeout=CONNECT_SECONDS), address) as client:
        yield _ready(client, ready)


def _connected(connect: Callable[[], Any], address: str) -> Any:
    """The client of a cluster; raises ClusterError, within CONNECT_SECONDS or little more."""
    client: Future[Any] = Future()

    def try_to() -> None:
        try:
            client.set_result(connect())
        except Exception as error:  # whatever comes of talking to something else
            client.set_exception(error)

    # In a thread that is left behind: with a server that never answers it takes minutes.
    threading.Thread(target=try_to, daemon=True).start()
    try:
        return client.result(CONNECT_SECONDS)
    except Exception as error:
        why = str(error) or f"no answer within {CONNECT_SECONDS} s"
        raise ClusterError(
            f"no Dask cluster answers at {address} ({why}); start one with: dask scheduler"
        ) from None


def _ready(client: Any, ready: Prepare) -> Workers:
    """The cluster's workers, each made ready in the thread that will solve."""
    threads: dict[str, int] = client.nthreads()
    if not threads:
        raise ClusterError("the Dask cluster has no workers; start some with: dask worker ADDRESS")
    if max(threads.values()) > 1:
        raise ClusterError(
            "each worker must run one engine at a time; start the workers with: dask worker "
            "--nthreads 1"
        )
    _compare_versions(client)
    started = [client.submit(ready, workers=[worker], pure=False) for worker in threads]
    client.gather(started)
    return Workers(
        client.get_executor(pure=False),
        len(threads),
        look=_Attendance(client.nthreads).look,
        # Dask's executor unpacks a result as an error if its worker is lost just then.
        lost=(BrokenExecutor, CancelledError, TypeError),
    )


def _compare_versions(client: Any) -> None:
    """Raise ClusterError where a worker has another version of this package, or has it not."""
    try:
        here = metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        here = None
    # A function of the standard library: one of ours is not there in every version.
    found = client.run(metadata.version, PACKAGE, on_error="return")
    for worker, there in found.items():
        known = None if isinstance(there, Exception) else there
        if known != here:
            raise ClusterError(
                f"the Dask worker {worker} has {PACKAGE} {known or '(not installed)'}, but here "
                f"it is {here or '(not installed)'}; install the same version on all machines"
            )


class _Attendance:
    """Notices that a cluster has been without any worker for a while."""

    def __init__(self, present: Callable[[], Mapping[str, int]]) -> None:
        self._present = present
        self._gone_since: float | None = None

    def look(self) -> None:
        """Raise BrokenExecutor where nobody has been there for GONE_SECONDS."""
        if self._present():
            self._gone_since = None
            return
        now = time.monotonic()
        self._gone_since = self._gone_since or now
        if now - self._gone_since > GONE_SECONDS:
            raise BrokenExecutor(f"the Dask cluster has had no worker for {GONE_SECONDS} s")
