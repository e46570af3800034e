"""Where shards are solved: in this process, in a pool of processes, or on a cluster.

All three are ``concurrent.futures`` executors, made ready before they are handed out.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from multiprocessing.synchronize import Barrier
from typing import Any

from solvers.interface import Backend, UsageError
from solvers.readiness import make_ready

START_SECONDS = 60.0
"""How long the workers of a pool may take to make themselves ready."""

CONNECT_SECONDS = 10
"""How long a cluster may take to answer."""

LOCAL = "local"
"""The address of a cluster that is started for this run alone."""

AHEAD = 4
"""How many shards a worker has waiting beside the one it solves."""


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor whose workers are ready, how many they are, and what each has waiting."""

    executor: Executor
    number: int
    ahead: int = AHEAD

    @property
    def most_at_once(self) -> int:
        """How many shards are handed out and not yet taken in."""
        return self.number * (1 + self.ahead)


Hire = Callable[[], AbstractContextManager[Workers]]
"""Called once, and again whenever the workers before were lost."""


class ClusterError(UsageError):
    """A cluster that cannot be used; the message, one line, says what to do."""


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
def pool(backend: Backend, jobs: int) -> Iterator[Workers]:
    """A pool of that many processes, all of them ready."""
    # Processes of their own from the start: a fork would copy engines that have threads.
    context = multiprocessing.get_context("spawn")
    all_ready = context.Barrier(jobs + 1)
    executor = ProcessPoolExecutor(jobs, context, _start_worker, (backend, all_ready))
    try:
        for _ in range(jobs):  # the pool starts a process for each task that finds none idle
            executor.submit(os.getpid)
        all_ready.wait(START_SECONDS)
        yield Workers(executor, jobs)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _start_worker(backend: Backend, all_ready: Barrier) -> None:
    threading.Thread(target=_leave_with_the_parent, daemon=True).start()
    try:
        make_ready(backend)
    except Exception:
        all_ready.abort()
        raise
    all_ready.wait(START_SECONDS)


def _leave_with_the_parent() -> None:
    """A worker whose parent was killed would wait for its next task for ever."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


@contextmanager
def cluster(backend: Backend, address: str, jobs: int) -> Iterator[Workers]:
    """A Dask cluster: the one at the address, or one of that many processes for this run alone.

    Raises ClusterError, and whatever an engine raises that a worker does not have.
    """
    try:
        from distributed import Client, LocalCluster  # noqa: PLC0415  # an extra
    except ImportError as error:
        raise ClusterError(f"{error}; cure: pip install distributed") from None
    if address == LOCAL:
        with (
            LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None) as local,
            Client(local) as client,
        ):
            yield _ready(client, backend)
        return
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise ClusterError(
            f"no Dask cluster answers at {address} ({error}); start one with: dask scheduler"
        ) from None
    with client:
        yield _ready(client, backend)


def _ready(client: Any, backend: Backend) -> Workers:
    """The cluster's workers, each made ready in the thread that will solve."""
    threads: dict[str, int] = client.nthreads()
    if not threads:
        raise ClusterError("the Dask cluster has no workers; start some with: dask worker ADDRESS")
    if max(threads.values()) > 1:
        raise ClusterError(
            "an engine runs once in a process; start the workers with: dask worker --nthreads 1"
        )
    started = [
        client.submit(make_ready, backend, workers=[worker], pure=False) for worker in threads
    ]
    client.gather(started)
    return Workers(client.get_executor(pure=False), len(threads))
