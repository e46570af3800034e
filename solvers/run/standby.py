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
from collections.abc import Iterable
from contextlib import suppress
from types import TracebackType

from solvers.run.tree import MARK, ProcessTree
from solvers.run.worker import Job

BEGIN = b"!"
"""The word."""


class Standby:
    """A worker's process. As a context it begins its job, and all of it is gone afterwards."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.started = time.monotonic()
        self.channel, theirs = socket.socketpair()
        self._printed, printed_end = os.pipe()
        self._open = True
        command = [sys.executable, "-P", "-m", "solvers.run.worker", str(theirs.fileno())]
        path, mark = os.pathsep.join(map(os.path.abspath, sys.path)), secrets.token_hex(8)
        # A session of its own: Ctrl-C reaches the parent alone, and the parent ends the group.
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=printed_end,
            stderr=printed_end,
            pass_fds=[theirs.fileno()],
            env=os.environ | {"PYTHONPATH": path, MARK: mark},
            start_new_session=True,
        )
        self._tree = ProcessTree(process, mark)
        theirs.close()
        os.close(printed_end)
        self._send(pickle.dumps(job))

    def __enter__(self) -> tuple[ProcessTree, int, int]:
        """Begin; the process, the descriptor of its records and that of what it prints."""
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
        """End it, begun or not; safe to call twice."""
        if not self._open:
            return
        self._open = False
        self._tree.kill()
        self.channel.close()
        os.close(self._printed)

    def _send(self, message: bytes) -> None:
        with suppress(BrokenPipeError):  # listening will show how it ended
            self.channel.sendall(message)


def wait_until_ready(standbys: Iterable[Standby], seconds: float) -> None:
    """Wait until each has said that it is ready, or why not, but no longer than that."""
    end = time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        for standby in standbys:
            selector.register(standby.channel, selectors.EVENT_READ)
        while selector.get_map() and (left := end - time.monotonic()) > 0:
            for key, _ in selector.select(left):
                selector.unregister(key.fileobj)
