"""A process and all that it started: its folder, its memory, its processor time, and its end."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress

import psutil

DYING_SECONDS = 1.0
"""The time to wait for a process that was killed."""

SCAN_SECONDS = 0.25
"""The time between two looks for descendants: a look goes over all processes of the machine."""

STOP_PASSES = 20
"""The most passes that stop processes; each pass stops those that were started since the last."""

MARK = "QUEENS_RUN"
"""This environment variable identifies a process of the tree that has left it."""

VARIABLES = ("TMPDIR", "TEMP", "TMP", "DASK_TEMPORARY_DIRECTORY")
"""The environment variables that name the folder for temporary files."""

ELSEWHERE = "/tmp"  # noqa: S108  # the folder that is made there is private
"""Used where the name in TMPDIR is not UTF-8 or has a line break, which engines cannot read."""

PREFIX = "queens-"


def make_folder() -> str:
    """A new private folder, in which a run and all it starts put their temporary files.

    Its path is printable. The parent removes it after the run; without a parent, the run does.
    Raises OSError.
    """
    usual = tempfile.gettempdir()
    is_text = usual.isprintable() and os.fsencode(usual) == usual.encode(errors="replace")
    return tempfile.mkdtemp(prefix=PREFIX, dir=os.path.realpath(usual if is_text else ELSEWHERE))


def remove_folder(folder: str) -> None:
    """Remove the folder with all that is in it, after all writers have ended."""
    shutil.rmtree(folder, ignore_errors=True)


def environment_for(folder: str) -> Mapping[str, str]:
    """The variables that point to the folder."""
    return dict.fromkeys(VARIABLES, folder)


class ProcessTree:
    """A process started in a session of its own, and all its descendants.

    Their environment sets MARK to ``mark``. Trees ``beside`` it share its limit of memory.
    """

    def __init__(self, process: subprocess.Popen[bytes], mark: str) -> None:
        self.process, self.mark = process, mark
        self._root: psutil.Process | None = None
        self._known: set[psutil.Process] = set()
        self._scanned = 0.0
        self._last_mib = 0.0
        self.beside: list[ProcessTree] = []
        with suppress(psutil.Error):
            self._root = psutil.Process(process.pid)

    @property
    def processes(self) -> list[psutil.Process]:
        """The processes of the tree when it was last examined."""
        return [*([self._root] if self._root else []), *self._known]

    def memory_mib(self) -> float:
        """The memory of the whole tree now, in MiB, with the last value of those beside it.

        Memory that two of its processes share counts twice.
        """
        if time.monotonic() - self._scanned > SCAN_SECONDS:
            self._scan()
        total = 0
        for process in self.processes:
            with suppress(psutil.Error):
                total += process.memory_info().rss
        self._last_mib = total / 2**20
        return self._last_mib + sum(tree._last_mib for tree in self.beside)

    def written_mib(self, enough: float) -> float:  # noqa: ARG002  # for those that are held to it
        """The size of the files that it has written, in MiB; 0 where nothing limits it.

        Counted until ``enough`` is reached.
        """
        return 0.0

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel is known to have ended it for want of memory."""
        return False

    def cpu_seconds(self) -> float:
        """The processor time of all processes of the tree that were seen."""
        total = 0.0
        for process in self.processes:
            with suppress(psutil.Error):
                times = process.cpu_times()
                total += times.user + times.system
                total += times.children_user + times.children_system
        return total

    def size(self) -> int:
        """The number of processes the tree had when it was last looked at."""
        return 1 + len(self._known)

    def has_ended(self) -> bool:
        """Whether the process that was started is over; it is not reaped by asking."""
        try:
            return self._root is None or self._root.status() == psutil.STATUS_ZOMBIE
        except psutil.Error:
            return True

    def kill(self) -> None:
        """End every process of the tree and reap the one that was started; safe to call twice.

        Ctrl-C in the middle of it is raised when all are ended: a process that is only stopped
        would never notice that its parent has gone.
        """
        if self.process.returncode is not None:
            return
        interrupted = None
        try:
            self._stop_all()
        except KeyboardInterrupt as error:
            interrupted = error
        self._kill_known()
        if interrupted:
            raise interrupted

    def _kill_known(self) -> None:
        """End the processes that are known, and those that have left the tree."""
        # The process is not reaped yet, so its group's number still belongs to it.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for process in self._known:
            with suppress(psutil.Error):
                process.kill()
        self.process.wait()
        killed = [*self._known, *self._kill_those_outside()]
        # On a busy machine it takes a moment until a process that was killed is gone.
        deadline = time.monotonic() + DYING_SECONDS
        while any(map(_is_alive, killed)) and time.monotonic() < deadline:
            time.sleep(0.002)

    def _stop_all(self) -> None:
        """Stop all processes, so that none can start another between the last look and its end."""
        stopped: set[psutil.Process] = set()
        for _ in range(STOP_PASSES):
            self._scan()
            if not (moving := set(self.processes) - stopped):
                return
            for process in moving:
                with suppress(psutil.Error):
                    process.suspend()
            stopped |= moving

    def _kill_those_outside(self) -> list[psutil.Process]:
        """End the processes that have left the group and the tree, and still have the mark."""
        killed = []
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                if process.environ().get(MARK) == self.mark:
                    process.kill()
                    killed.append(process)
        return killed

    def _scan(self) -> None:
        """Look for descendants; those that are alive stay known when their parents are gone."""
        self._scanned = time.monotonic()
        self._known = set(filter(_is_alive, self._known))
        if self._root:
            with suppress(psutil.Error):
                self._known |= set(self._root.children(recursive=True))


def _is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False
