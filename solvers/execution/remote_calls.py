"""Call functions in other processes, within limits, because a call may never end."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, closing

from solvers.execution.backend_run import TaskState, WorkerProcess, wait_until_ready
from solvers.execution.channel import RemoteCall
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending
from solvers.execution.supervisor import Supervisor, WatchedTask, follow
from solvers.interface import Backend

CallEnd = tuple[int, bytes | Ending]
"""The number of a call (from 0), and the bytes that it yielded, or its ending if it failed."""


def _no_solution(*_: object) -> Iterator[tuple[int, ...]]:
    return iter(())


NO_SEARCH = Backend("no search", solve=_no_solution)
"""The backend of a process that only calls functions which need no backend."""


def calls_elsewhere(
    calls: Iterable[tuple[Backend, RemoteCall]], limits: Limits, jobs: int | None = None
) -> Generator[CallEnd]:
    """Call functions with their backends in other processes, each call within the limits.

    ``jobs`` calls run at the same time, by default one per processor. Yields each call when it
    ends. A process whose call succeeded takes the next call, if that has the same backend. All
    processes are closed at the end, also if the caller closes the generator early.
    """
    waiting, ended = deque(enumerate(calls)), deque[CallEnd]()
    values: dict[WatchedTask, bytearray] = {}

    def calls_in_turn() -> Generator[WatchedTask]:
        """Make one call after another, in one process while that is possible."""
        worker: WorkerProcess | None = None
        with ExitStack() as process:
            while waiting:
                number, (backend, call) = waiting.popleft()
                if worker is None or worker.backend != backend:
                    process.close()
                    worker = process.enter_context(WorkerProcess(backend))
                    if worker.startup.ending is None:
                        yield worker.readiness(limits)
                state, value = TaskState(worker), bytearray()
                if worker.is_ready:
                    task = worker.send(call, state, limits)
                    values[task] = value
                    yield task
                    del values[task]
                ending = state.ending or Ending(Cause.NO_END_RECORD)
                is_done = ending.cause is Cause.DONE
                ended.append((number, bytes(value) if is_done else ending))
                if not is_done:
                    process.close()
                    worker = None

    with ExitStack() as stack:
        jobs = jobs or os.cpu_count() or 1
        plans = [stack.enter_context(closing(calls_in_turn())) for _ in range(jobs)]
        for task, piece in stack.enter_context(closing(Supervisor().listen(plans))):
            if piece is not None:
                values[task] += piece
            while ended:  # the next calls have begun, so they run while these are used
                yield ended.popleft()
        yield from ended


def pieces_elsewhere(
    backend: Backend, call: RemoteCall, limits: Limits
) -> Iterator[bytes | Ending]:
    """Call one function in another process, within the limits.

    Yields each piece as it arrives, and last the ending of the call. The process is closed at the
    end, also if the caller closes the generator early.
    """
    with WorkerProcess(backend) as worker:
        wait_until_ready([worker], limits)
        state = TaskState(worker)
        if worker.is_ready:
            yield from follow(worker.send(call, state, limits))
    yield state.ending or Ending(Cause.NO_END_RECORD)
