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
from solvers.execution.process_tree import MARK, ProcessTree
from solvers.execution.worker import Job, Task

T = TypeVar("T", bound=Task)

BEGIN = b"!"
"""The word."""


class WorkerProcess(Generic[T]):
    """A worker's process. As a context it begins its job, and all of it is gone afterwards.

    Where it cannot be started, entering the context raises ChannelError with the reason.
    """

    def __init__(self, task: T) -> None:
        self.task = task
        self.started = time.monotonic()
        self.channel, theirs = socket.socketpair()
        self._printed, printed_end = os.pipe()
        self._tree: ProcessTree | None = None
        self._folder = self._why_not = ""
        self._open = True
        try:
            message = _pickled(task)
            self._folder = make_folder()
            self._tree = _started(self._folder, theirs.fileno(), printed_end)
        except OSError as error:
            self._why_not = f"its process cannot be started: {error}"
        except Exception as error:  # pickle raises what a backend's parts raise
            self._why_not = f"the backend cannot be handed to a process of its own: {error}"
        except BaseException:
            self.close()
            raise
        finally:
            theirs.close()
            os.close(printed_end)
        if self._tree:
            self._send(message)
            import msgspec  # noqa: F401, PLC0415  # reads its records; loaded while it starts

    def __enter__(self) -> tuple[ProcessTree, int, int]:
        """Begin; the process, the descriptor of its records and that of what it prints."""
        if self._tree is None:
            self.close()
            raise ChannelError(self._why_not)
        self._send(BEGIN)
        return self._tree, self.channel.fileno(), self._printed

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
        os.close(self._printed)

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
            "it is defined in a cell or script; pip install cloudpickle, or put it into a file"
        ) from None
    message: bytes = cloudpickle.dumps(task)
    return message


def _started(folder: str, channel: int, printed: int) -> ProcessTree:
    """The worker's process; raises OSError."""
    command = [sys.executable, "-P", "-m", "solvers.execution.worker", str(channel), folder]
    path, mark = os.pathsep.join(module_path()), secrets.token_hex(8)
    environment = {**os.environ, **environment_for(folder), "PYTHONPATH": path, MARK: mark}
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


def wait_until_ready(workers: Iterable[WorkerProcess[Any]], seconds: float) -> None:
    """Wait until each has said that it is ready, or why not, but no longer than that."""
    end = time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        for worker in workers:
            selector.register(worker.channel, selectors.EVENT_READ)
        while selector.get_map() and (left := end - time.monotonic()) > 0:
            for key, _ in selector.select(left):
                selector.unregister(key.fileobj)


def module_path() -> Iterator[str]:
    """Where this process finds modules. An empty entry is the folder at hand, whichever that is.

    Before it comes this package's own, which another folder's file may hide.
    """
    for entry in sys.path:
        if not entry:
            yield str(Path(__file__).resolve().parents[2])
        yield os.path.abspath(entry)  # noqa: PTH100  # an entry may be a zip file or be missing
