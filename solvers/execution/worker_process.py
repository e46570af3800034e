"""A worker that has its job, makes itself ready, and waits for the word to begin."""

from __future__ import annotations

import os
import pickle
import secrets
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, TypeVar

from solvers.execution.channel import ChannelError
from solvers.execution.folder import environment_for, make_folder, remove_folder
from solvers.execution.limits import Limits
from solvers.execution.process_tree import MARK, ProcessTree
from solvers.execution.run_state import RunState
from solvers.execution.worker import Job, Task
from solvers.lazy import SETTINGS

T = TypeVar("T", bound=Task)

LOOK_SECONDS = 0.25
"""How often workers that get ready are held to their limits."""

READ_BYTES = 1 << 16

BEGIN = b"!"
"""The word."""


class WorkerProcess(Generic[T]):
    """A worker's process. As a context it begins its job, and all of it is gone afterwards.

    ``before`` is what is known of it before it begins. Where it cannot be started, entering the
    context raises ChannelError with the reason.
    """

    def __init__(self, task: T) -> None:
        self.task = task
        self.before = RunState()
        self.channel, theirs = socket.socketpair()
        self.printed, printed_end = os.pipe()
        self._tree: ProcessTree | None = None
        self._folder = self._why_not = ""
        self._open = True
        try:
            message = _pickled(task)
            self._folder = make_folder()
            self._tree = _started(self._folder, theirs.fileno(), printed_end)
        except OSError as error:
            self._why_not = f"could not start its process: {error}"
        except Exception as error:  # pickle raises what a backend's parts raise
            self._why_not = f"could not send the backend to a process of its own: {error}"
        except BaseException:
            self.close()
            raise
        finally:
            theirs.close()
            os.close(printed_end)
        if self._tree:
            self._send(message)
            import msgspec  # noqa: F401, PLC0415  # reads its records; loaded while it starts

    def read_printed(self, limits: Limits) -> bool:
        """Read what it has printed before it begins; False where it can print no more."""
        received = os.read(self.printed, READ_BYTES)
        self.before.received_bytes += len(received)
        self.before.take_printed(received)
        self.before.ending = self.before.ending or limits.output_reached(self.before)
        return bool(received)

    def look(self, limits: Limits) -> None:
        """Hold it to its limits before it begins."""
        if self._tree and not self.before.ending:
            self.before.ending = limits.reached(self.before, self._tree)
            if self.before.ending:
                self._tree.kill()

    def __enter__(self) -> tuple[ProcessTree, int, int]:
        """Begin; the process, the descriptors of its records and of its printed text."""
        if self._tree is None:
            self.close()
            raise ChannelError(self._why_not)
        self._send(BEGIN)
        return self._tree, self.channel.fileno(), self.printed

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End it, begun or not, and remove its temporary files; safe to call twice."""
        if not self._open:
            return
        self._open = False
        if self._tree:
            self._tree.kill()
        if self._folder:
            remove_folder(self._folder)
        self.channel.close()
        os.close(self.printed)

    def _send(self, message: bytes) -> None:
        with suppress(BrokenPipeError):  # listening will show how it ended
            self.channel.sendall(message)


def _pickled(task: Task) -> bytes:
    """The task for its process, with a backend of a notebook's cell or a script by value.

    Any other is imported there again.
    """
    if not isinstance(task, Job) or task.backend.solve.__module__ != "__main__":
        return pickle.dumps(task)
    try:
        import cloudpickle  # noqa: PLC0415  # only where it is needed
    except ImportError:
        raise pickle.PicklingError(
            "it is defined in a cell or script; pip install cloudpickle, or move it to a module"
        ) from None
    message: bytes = cloudpickle.dumps(task)
    return message


def _started(folder: str, channel: int, printed: int) -> ProcessTree:
    """The worker's process; raises OSError."""
    command = [sys.executable, "-P", "-m", "solvers.execution.worker", str(channel), folder]
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


def wait_until_ready(workers: Iterable[WorkerProcess[Any]], limits: Limits) -> None:
    """Wait until each is ready, or has said why not, or has reached a limit.

    Its printed text is read meanwhile, so that no pipe is ever full.
    """
    next_look = time.monotonic()
    with selectors.DefaultSelector() as selector:
        for worker in workers:
            selector.register(worker.channel, selectors.EVENT_READ, worker)
            selector.register(worker.printed, selectors.EVENT_READ, worker)
        while waiting := {key.data for key in selector.get_map().values()}:
            done = set()
            for key, _ in selector.select(max(0.0, next_look - time.monotonic())):
                if key.fileobj is key.data.channel:
                    done.add(key.data)
                elif not key.data.read_printed(limits):
                    selector.unregister(key.fileobj)
            if time.monotonic() >= next_look:
                next_look = time.monotonic() + LOOK_SECONDS
                for worker in waiting:
                    worker.look(limits)
            done |= {worker for worker in waiting if worker.before.ending}
            for key in [*selector.get_map().values()]:
                if key.data in done:
                    selector.unregister(key.fileobj)


def module_path() -> Iterator[str]:
    """Where this process finds modules. An empty entry is the folder at hand, whichever that is.

    Before it comes this package's own, which another folder's file may hide.
    """
    for entry in sys.path:
        if not entry:
            yield str(Path(__file__).resolve().parents[2])
        yield os.path.abspath(entry)  # noqa: PTH100  # an entry may be a zip file or be missing
