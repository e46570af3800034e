"""A process and all that it started: its memory, and its end."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from typing import ClassVar

import psutil

DYING_SECONDS = 1.0
"""How long a process that was killed is waited for."""

SCAN_SECONDS = 0.25
"""How often descendants are looked for: the look goes over all processes of the machine."""


MARK = "QUEENS_RUN"
"""The environment variable by which a process that has left the tree is known to belong to it."""


class ProcessTree:
    """The processes below one that was started in a session of its own, with MARK set to mark."""

    alive: ClassVar[set[ProcessTree]] = set()
    """All trees that have not been killed."""

    def __init__(self, process: subprocess.Popen[bytes], mark: str) -> None:
        self.alive.add(self)
        self.process, self.mark = process, mark
        self._root: psutil.Process | None = None
        self._descendants: list[psutil.Process] = []
        self._scanned = 0.0
        with suppress(psutil.Error):
            self._root = psutil.Process(process.pid)

    def memory_mib(self) -> float:
        """The resident memory of the whole tree now, in MiB."""
        if time.monotonic() - self._scanned > SCAN_SECONDS:
            self._scan()
        total = 0
        for process in [self._root, *self._descendants]:
            with suppress(psutil.Error):
                total += process.memory_info().rss if process else 0
        return total / 2**20

    def size(self) -> int:
        """How many processes the tree had when it was last looked at."""
        return 1 + len(self._descendants)

    def has_ended(self) -> bool:
        """Whether the process that was started is over; it is not reaped by asking."""
        try:
            return self._root is None or self._root.status() == psutil.STATUS_ZOMBIE
        except psutil.Error:
            return True

    @classmethod
    def kill_all(cls) -> None:
        """End all trees, also those that other threads listen to."""
        for tree in list(cls.alive):
            tree.kill()

    def kill(self) -> None:
        """End every process of the tree and reap the one that was started; safe to call twice."""
        self.alive.discard(self)
        if self.process.returncode is not None:
            return
        self._scan()
        # The process is not reaped yet, so its group's number still belongs to it.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for process in self._descendants:
            with suppress(psutil.Error):
                process.kill()
        self.process.wait()
        killed = list(self._descendants)
        for process in psutil.process_iter():  # those that have left the group and the tree
            with suppress(psutil.Error):
                if process.environ().get(MARK) == self.mark:
                    process.kill()
                    killed.append(process)
        # On a busy machine it takes a moment until a process that was killed is gone.
        deadline = time.monotonic() + DYING_SECONDS
        while any(map(_is_alive, killed)) and time.monotonic() < deadline:
            time.sleep(0.002)

    def _scan(self) -> None:
        self._scanned = time.monotonic()
        if self._root:
            with suppress(psutil.Error):
                self._descendants = self._root.children(recursive=True)


def _is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False
