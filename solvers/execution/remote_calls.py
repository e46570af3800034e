"""Call functions in other processes, within limits, because a call may never end."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

from solvers.execution.backend_run import TaskState, WorkerProcess, wait_until_ready
from solvers.execution.channel import End, RemoteCall, Tag, read_record
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, ChannelError, Ending
from solvers.execution.supervisor import Supervisor, WatchedTask, follow
from solvers.interface import Backend

CallEnd = tuple[int, bytes | Ending]
"""The number of a call (from 0), and the bytes that it yielded, or its ending if it failed."""


def _no_solution(*_: object) -> Iterator[tuple[int, ...]]:
    return iter(())


NO_SEARCH = Backend("no search", solve=_no_solution)
"""The backend of a process that only calls functions which need no backend."""


class RemoteCallState(TaskState):
    """The state of a call of a function."""

    def __init__(self, worker: WorkerProcess) -> None:
        super().__init__(worker)
        self.received_bytes = 0  # by this call, of all that its process makes

    def take(self, record: tuple[Tag, bytes]) -> bytes | None:
        """Take in one record; return the bytes of a VALUE record, else None.

        Raises ChannelError for a record that comes out of turn.
        """
        tag, payload = record
        if tag is Tag.VALUE and not self.ending:
            return payload
        end = read_record(tag, payload) if tag is Tag.END and not self.ending else None
        if not isinstance(end, End):
            raise ChannelError(f"a record {tag.name} out of turn")
        self.take_end(end)
        return None


@dataclass(slots=True)
class _Called:
    """A call in its process; ``state`` is None until the process is ready."""

    number: int
    call: RemoteCall
    worker: WorkerProcess
    value: bytearray = field(default_factory=bytearray)
    state: RemoteCallState | None = None


class _Callers:
    """The calls that run in processes, and the calls that wait."""

    def __init__(
        self,
        calls: Iterable[tuple[Backend, RemoteCall]],
        limits: Limits,
        stack: ExitStack,
        supervisor: Supervisor,
    ) -> None:
        self.waiting = deque(enumerate(calls))
        self.limits, self.stack, self.supervisor = limits, stack, supervisor
        self.tasks: dict[WatchedTask, _Called] = {}

    def begin(self, worker: WorkerProcess | None = None) -> Iterator[CallEnd]:
        """Begin the next call, in ``worker`` if it has the same backend, else in a new process."""
        if not self.waiting:
            return
        number, (backend, call) = self.waiting.popleft()
        if worker is None or worker.backend != backend:
            if worker:
                worker.close()
            worker = self.stack.enter_context(WorkerProcess(backend))
        yield from self._go_on(_Called(number, call, worker))

    def ended(self, task: WatchedTask) -> Iterator[CallEnd]:
        """Go on after a task: start the call of a ready process, or yield the end of a call."""
        called = self.tasks.pop(task)
        if called.state is None:
            yield from self._go_on(called)
            return
        ending = called.state.ending or Ending(Cause.NO_END_RECORD)
        if ending.cause is Cause.DONE:
            next_ends = list(self.begin(called.worker))  # so that it runs while this one is used
            yield called.number, bytes(called.value)
        else:
            called.worker.close()
            next_ends = list(self.begin())
            yield called.number, ending
        yield from next_ends

    def _go_on(self, called: _Called) -> Iterator[CallEnd]:
        worker = called.worker
        if worker.startup.ending is None:
            task = worker.readiness(self.limits)
        elif worker.is_ready:
            called.state = RemoteCallState(worker)
            task = worker.send(called.call, called.state, self.limits)
        else:
            worker.close()
            yield called.number, worker.startup.ending
            yield from self.begin()
            return
        self.tasks[task] = called
        self.supervisor.add(task)


def calls_elsewhere(
    calls: Iterable[tuple[Backend, RemoteCall]], limits: Limits, jobs: int | None = None
) -> Iterator[CallEnd]:
    """Call functions with their backends in other processes, each call within the limits.

    ``jobs`` calls run at the same time, by default one per processor. Yields each call when it
    ends. A process whose call succeeded takes the next call, if that has the same backend. All
    processes are closed at the end, also if the caller closes the generator early.
    """
    with ExitStack() as stack, Supervisor() as supervisor:
        callers = _Callers(calls, limits, stack, supervisor)
        for _ in range(jobs or os.cpu_count() or 1):
            yield from callers.begin()
        for task, piece in supervisor.listen():
            if piece is None:
                yield from callers.ended(task)
            else:
                callers.tasks[task].value += piece


def pieces_elsewhere(
    backend: Backend, call: RemoteCall, limits: Limits
) -> Iterator[bytes | Ending]:
    """Call one function in another process, within the limits.

    Yields each piece as it arrives, and last the ending of the call. The process is closed at the
    end, also if the caller closes the generator early.
    """
    with WorkerProcess(backend) as worker:
        wait_until_ready([worker], limits)
        state = RemoteCallState(worker)
        if worker.is_ready:
            yield from follow(worker.send(call, state, limits))
    yield state.ending or Ending(Cause.NO_END_RECORD)
