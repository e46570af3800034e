"""Run one backend in a process of its own, within limits, and return the run.

This process, the worker, makes the backend ready, then does one task after another.
"""

from __future__ import annotations

import os
import pickle
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from solvers.execution.channel import (
    Decoder,
    End,
    Ready,
    Rejected,
    RemoteCall,
    Tag,
    read_placements,
    read_record,
)
from solvers.execution.cleanup import Cleanup
from solvers.execution.limits import Limits
from solvers.execution.process_tree import RUN_ID, VARIABLES, ProcessTree, make_folder
from solvers.execution.result import Cause, ChannelError, Ending, Run
from solvers.execution.run_state import RunState
from solvers.execution.supervisor import Supervisor, WatchedTask, follow
from solvers.interface import Backend
from solvers.lazy import import_uninterrupted, our_environment
from solvers.puzzle.packing import Packer
from solvers.puzzle.placements import Packed
from solvers.puzzle.problem import Problem

if TYPE_CHECKING:
    from solvers.puzzle.counted_set import SetCounter


class ReadyState(RunState):
    """The state of a worker before its first task; its ending is DONE when the worker is ready."""

    def take(self, record: tuple[Tag, bytes]) -> None:
        """Take in the first record of the worker. Raises ChannelError for any other record."""
        ready = read_record(*record) if record[0] is Tag.READY else None
        if not isinstance(ready, Ready):
            raise ChannelError(f"a record {record[0].name} out of turn")
        if ready.note is not None:
            self.ending = Ending(Cause.CANNOT_RUN, detail=ready.note)
            return
        self.version, self.prepare_seconds = ready.version, ready.prepare_seconds
        # The worker's own time, if it is possible: the parent may have read the record late.
        if self.started <= ready.ready_at <= time.monotonic():
            self.startup_seconds = ready.ready_at - self.started
        self.ending = Ending(Cause.DONE)


class WorkerProcess:
    """The process of a backend. The end of a ``with`` block ends it and all that it started.

    ``startup`` is its state before the first task; its ending tells whether the worker is ready, or
    failed to start.
    """

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.startup: RunState = ReadyState(backend.name, backend.paradigm)
        self.tree: ProcessTree | None = None
        self._decoder, self._resources = Decoder(), ExitStack()
        try:
            with ExitStack() as child_ends:  # these ends are closed here; the process has copies
                self._channel, channel = socket.socketpair()
                self._resources.callback(self._channel.close)
                child_ends.callback(channel.close)
                self._printed, printed = os.pipe()
                self._resources.callback(os.close, self._printed)
                child_ends.callback(os.close, printed)
                message, folder, run_id = _pickled(backend), make_folder(), os.urandom(8).hex()
                cleanup = Cleanup(folder, run_id)
                self._resources.callback(cleanup.close)
                self.tree = _start_process(folder, run_id, channel.fileno(), printed)
                self._resources.callback(self.tree.kill)
                cleanup.watch(self.tree.process.pid)
            self._send(message)
            for module in ("msgspec", "numpy"):  # for its records; imported while it starts
                import_uninterrupted(module)
        except OSError as error:
            self.startup.ending = Ending(Cause.NOT_STARTED, detail=str(error))
        except Exception as error:  # pickling calls the backend's code, which may raise anything
            why = f"the backend cannot be sent to a process of its own: {error}"
            self.startup.ending = Ending(Cause.NOT_STARTED, detail=why)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_ready(self) -> bool:
        """Whether the worker waits for a task."""
        return self.startup.ending is not None and self.startup.ending.cause is Cause.DONE

    def readiness(self, limits: Limits) -> WatchedTask:
        """The task of getting ready, which the worker began when it was started."""
        return self._task(self.startup, limits)

    def send(self, work: Problem | RemoteCall, state: RunState, limits: Limits) -> WatchedTask:
        """Send the worker a task, and return it to be watched. Call this only when it is ready."""
        self._send(pickle.dumps(work))
        return self._task(state, limits)

    def close(self) -> None:
        """End the process and remove its temporary files; safe to call twice."""
        self._resources.close()

    def _task(self, state: RunState, limits: Limits) -> WatchedTask:
        assert self.tree  # noqa: S101  # only a process that was started has tasks
        return WatchedTask(
            state, self.tree, self._channel.fileno(), self._printed, self._decoder.feed, limits
        )

    def _send(self, message: bytes) -> None:
        with suppress(BrokenPipeError):  # the process is over; the supervisor finds its ending
            self._channel.sendall(message)


def _pickled(backend: Backend) -> bytes:
    """The pickled backend, which the worker imports again.

    A backend that a notebook or a script defines is pickled by value, with its code.
    """
    if backend.solve.__module__ != "__main__":
        return pickle.dumps(backend)
    try:
        import cloudpickle
    except ImportError:
        raise pickle.PicklingError(
            "it is defined in a cell or script; pip install cloudpickle, or move it to a module"
        ) from None
    message: bytes = cloudpickle.dumps(backend)
    return message


def _start_process(folder: str, run_id: str, channel: int, printed: int) -> ProcessTree:
    """Start the worker's process; raises OSError."""
    command = [sys.executable, "-P", "-m", "solvers.execution.worker", str(channel)]
    environment = our_environment() | dict.fromkeys(VARIABLES, folder) | {RUN_ID: run_id}
    # A session of its own: Ctrl-C reaches the parent alone, and the parent ends the group.
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=printed,
        stderr=printed,
        pass_fds=[channel],
        env=environment,
        start_new_session=True,
    )
    return ProcessTree(process, run_id)


def wait_until_ready(workers: Iterable[WorkerProcess], limits: Limits) -> None:
    """Wait until each worker is ready, has failed, or has reached a limit."""
    starting = (worker for worker in workers if worker.startup.ending is None)
    for _ in Supervisor().listen([worker.readiness(limits)] for worker in starting):
        pass


class TaskState(RunState):
    """The state of a worker's task: a board to solve, or without ``problem`` a function to call.

    With a ``counter``, the counter counts the solutions, and nothing keeps them. If the worker is
    not ready, the task ends as the worker did.
    """

    def __init__(
        self,
        worker: WorkerProcess,
        problem: Problem | None = None,
        counter: SetCounter | None = None,
    ) -> None:
        super().__init__(worker.backend.name, worker.backend.paradigm)
        self.go_on_from(worker.startup)
        self.variant_of, self.counter = worker.backend.variant_of, counter
        self.tags = {Tag.END, *((Tag.PLACEMENTS, Tag.REJECTED) if problem else (Tag.VALUE,))}
        self.packer = Packer(problem.n if problem else 0)
        if worker.is_ready:
            self.ending = None
            self.note_ready()

    def take(self, record: tuple[Tag, bytes]) -> Packed | bytes | None:
        """Take in one record; return its solutions, the bytes of a call's value, or None.

        Raises ChannelError for a malformed record, and for one that comes out of turn.
        """
        tag, payload = record
        if self.ending or tag not in self.tags:
            raise ChannelError(f"a record {tag.name} out of turn")
        if tag is Tag.VALUE:
            return payload
        if tag is Tag.PLACEMENTS:
            block = read_placements(payload, self.packer.n)
            if self.counter:
                self.counter.add(block)
            else:
                self.packer.take(block)
            self.note_first()
            return block
        match read_record(tag, payload):
            case Rejected() as rejected:
                self.packer.refuse(rejected.first, rejected.counts)
            case End() as end:
                self.measured, self.solutions = end, end.solutions
                self.peak_memory_mib = max(self.peak_memory_mib, end.peak_memory_mib or 0.0)
                cause = Cause.FAILED if end.error else Cause.DONE
                if end.error == MemoryError.__name__:
                    cause = Cause.OUT_OF_MEMORY
                self.ending = Ending(cause, detail=end.note)
        return None

    def finished_run(self) -> Run:
        """The finished run; its ending is WRONG_COUNT if the worker reports another number."""
        counted = self.counter.counted if self.counter else None
        self.check_count(self.packer.total + (self.counter.arrived if self.counter else 0))
        run = self.finish(self.packer)
        return replace(run, counted=counted, variant_of=self.variant_of)


def stream_solutions(
    worker: WorkerProcess, problem: Problem, limits: Limits, counter: SetCounter | None = None
) -> Generator[Packed, None, Run]:
    """Let a worker solve a board, yield its solutions as they arrive, and return the run.

    The worker is closed at the end, also if the caller closes the generator early. Ctrl-C, also
    one that the caller throws in, ends the run with status ``cancelled``; it keeps the solutions
    that had arrived.
    """
    with worker:
        try:
            wait_until_ready([worker], limits)
        except KeyboardInterrupt:
            worker.startup.ending = Ending(Cause.INTERRUPTED)
        state = TaskState(worker, problem, counter)
        if worker.is_ready:
            yield from follow(worker.send(problem, state, limits))
    return state.finished_run()


def run_in_worker(
    worker: WorkerProcess,
    problem: Problem,
    limits: Limits,
    on_block: Callable[[Packed], object] = lambda _: None,
    counter: SetCounter | None = None,
) -> Run:
    """As ``stream_solutions``, with a call of ``on_block`` for each block of solutions.

    Ctrl-C ends the run with status ``cancelled``, also while ``on_block`` runs.
    """
    blocks = stream_solutions(worker, problem, limits, counter)
    try:
        while True:
            try:
                on_block(next(blocks))
            except KeyboardInterrupt as interrupt:
                blocks.throw(interrupt)
    except StopIteration as end:
        run: Run = end.value
        return run


def run(
    backend: Backend,
    problem: Problem,
    limits: Limits | None = None,
    on_block: Callable[[Packed], object] = lambda _: None,
) -> Run:
    """Run the backend on a problem in a new process; see ``run_in_worker``."""
    return run_in_worker(WorkerProcess(backend), problem, limits or Limits(), on_block)
