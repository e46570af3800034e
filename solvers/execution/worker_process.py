"""A worker: a process with a backend that gets ready, and then does one task after another."""

from __future__ import annotations

import os
import pickle
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Self

from solvers.execution.channel import ChannelError, Decoder, Tag
from solvers.execution.folder import environment_for, make_folder, remove_folder
from solvers.execution.limits import Limits
from solvers.execution.process_tree import MARK, ProcessTree
from solvers.execution.records import Ready, Unavailable, read_record
from solvers.execution.result import Cause, Ending
from solvers.execution.run_state import RunState
from solvers.execution.supervisor import Supervisor, WatchedTask
from solvers.execution.worker import Call
from solvers.interface import Backend
from solvers.lazy import SETTINGS
from solvers.puzzle.problem import Problem


class ReadyState(RunState):
    """The state of a worker before its first task; it has ended well when the worker is ready."""

    def take(self, record: tuple[Tag, bytes]) -> None:
        """Take in its first record."""
        match read_record(*record) if record[0] in {Tag.READY, Tag.UNAVAILABLE} else None:
            case Ready(version, ready_at):
                self.version = version
                # When it was ready by its own word, if that can be: we may have been busy.
                if self.started <= ready_at <= time.monotonic():
                    self.startup_seconds = ready_at - self.started
                self.ending = Ending(Cause.DONE)
            case Unavailable(note):
                self.ending = Ending(Cause.CANNOT_RUN, detail=note)
            case _:
                raise ChannelError(f"a record {record[0].name} out of turn")


class WorkerProcess:
    """The process of a backend; at the end of it, as a context, all that it started is gone.

    ``is_kept`` says that its results are kept, with the files that it opened.
    ``before`` is the state before its next task. Where the process cannot be started, that state
    says so.
    """

    def __init__(self, backend: Backend, *, is_kept: bool = False) -> None:
        self.backend = backend
        self.before: RunState = ReadyState(backend.name, backend.paradigm)
        self.tree: ProcessTree | None = None
        self._decoder = Decoder()
        self._folder, self._is_open = "", False
        try:
            self._channel, theirs = socket.socketpair()
        except OSError as error:
            self.before.ending = Ending(Cause.NOT_STARTED, detail=str(error))
            return
        try:
            self._printed, printed_end = os.pipe()
        except OSError as error:
            self._channel.close()
            theirs.close()
            self.before.ending = Ending(Cause.NOT_STARTED, detail=str(error))
            return
        self._is_open = True
        try:
            message = _pickled(backend)
            self._folder = make_folder()
            self.tree = _started(self._folder, theirs.fileno(), printed_end, is_kept=is_kept)
        except OSError as error:
            self.before.ending = Ending(Cause.NOT_STARTED, detail=str(error))
        except Exception as error:  # pickle raises what a backend's parts raise
            why = f"the backend cannot be sent to a process of its own: {error}"
            self.before.ending = Ending(Cause.NOT_STARTED, detail=why)
        except BaseException:
            self.close()
            raise
        finally:
            theirs.close()
            os.close(printed_end)
        if self.tree:
            self._send(message)
            import msgspec  # noqa: F401, PLC0415  # reads its records; loaded while it starts

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_ready(self) -> bool:
        """Whether it waits for a task."""
        return self.before.ending is not None and self.before.ending.cause is Cause.DONE

    def getting_ready(self, limits: Limits) -> WatchedTask:
        """The task to make itself ready, which it began when it was started."""
        return self._task(self.before, limits)

    def doing(self, work: Problem | Call, state: RunState, limits: Limits) -> WatchedTask:
        """Give it a task when it is ready."""
        self._send(pickle.dumps(work))
        return self._task(state, limits)

    def close(self) -> None:
        """End it, and remove its temporary files; safe to call twice."""
        if not self._is_open:
            return
        self._is_open = False
        if self.tree:
            self.tree.kill()
        if self._folder:
            remove_folder(self._folder)
        self._channel.close()
        os.close(self._printed)

    def _task(self, state: RunState, limits: Limits) -> WatchedTask:
        assert self.tree  # noqa: S101  # only a process that was started has tasks
        return WatchedTask(
            state, self.tree, self._channel.fileno(), self._printed, self._decoder, limits
        )

    def _send(self, message: bytes) -> None:
        with suppress(BrokenPipeError):  # listening will show how it ended
            self._channel.sendall(message)


def _pickled(backend: Backend) -> bytes:
    """The backend for its process; one of a notebook's cell or a script by value.

    Any other is imported there again.
    """
    if backend.solve.__module__ != "__main__":
        return pickle.dumps(backend)
    try:
        import cloudpickle  # noqa: PLC0415  # only where it is needed
    except ImportError:
        raise pickle.PicklingError(
            "it is defined in a cell or script; pip install cloudpickle, or move it to a module"
        ) from None
    message: bytes = cloudpickle.dumps(backend)
    return message


def _started(folder: str, channel: int, printed: int, *, is_kept: bool) -> ProcessTree:
    """The worker's process; raises OSError."""
    command = [sys.executable, "-P", "-m", "solvers.execution.worker", str(channel), folder]
    command += ["kept"] * is_kept
    path, mark = os.pathsep.join(module_path()), secrets.token_hex(8)
    environment = {**SETTINGS, **os.environ, **environment_for(folder)}
    environment |= {"PYTHONPATH": path, MARK: mark}
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
    return ProcessTree(process, mark)


def wait_until_ready(workers: Iterable[WorkerProcess], limits: Limits) -> None:
    """Wait until each is ready, or has said why not, or has reached a limit."""
    with Supervisor() as supervisor:
        for worker in workers:
            if worker.before.ending is None:
                supervisor.add(worker.getting_ready(limits))
        for _ in supervisor.events():
            pass


def module_path() -> Iterator[str]:
    """The folders in which this process finds modules. An empty entry is the current folder.

    Before it comes this package's own, which another folder's file may hide.
    """
    for entry in sys.path:
        if not entry:
            yield str(Path(__file__).resolve().parents[2])
        yield os.path.abspath(entry)  # noqa: PTH100  # an entry may be a zip file or be missing
