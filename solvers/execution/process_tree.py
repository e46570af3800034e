"""A process and all that it started: its memory, its processor time, and its end."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil

from solvers.execution.cgroup import Cgroup
from solvers.execution.folder import written_mib
from solvers.execution.limits import Limits
from solvers.execution.memory_use import hidden_mib, resident_mib

DYING_SECONDS = 1.0
"""The time to wait for a process that was killed."""

SCAN_SECONDS = 0.25
"""The time between two looks for descendants: a look goes over all processes of the machine."""

FREEZINGS = 20
"""The number of looks, at the end, for processes that came into being meanwhile."""

MARK = "QUEENS_RUN"
"""The environment variable by which a process that has left the tree is known to belong to it."""


class ProcessTree:
    """The processes below one that was started in a session of its own, with MARK set to mark.

    With ``limits`` they are strangers: a control group holds them, where there can be one, and
    memory that is resident nowhere counts too. ``enclosed`` are those that cannot leave anyhow, so
    that a group is made to hold their memory or count their processor time only; what those that
    can leave write to files counts below ``folder``. Trees ``beside`` it share its limit of memory.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        mark: str,
        limits: Limits | None = None,
        *,
        enclosed: bool = False,
        folder: Path | None = None,
    ) -> None:
        self.process, self.mark, self._folder = process, mark, folder
        self._cgroup = _group(process.pid, limits, enclosed=enclosed) if limits else None
        self._counts_hidden = limits is not None and sys.platform.startswith("linux")
        self._root: psutil.Process | None = None
        self._known: set[psutil.Process] = set()
        self._scanned = 0.0
        self._last_mib = 0.0
        self.beside: list[ProcessTree] = []
        with suppress(psutil.Error):
            self._root = psutil.Process(process.pid)

    @property
    def _processes(self) -> list[psutil.Process]:
        return [*([self._root] if self._root else []), *self._known]

    @property
    def memory_held_by(self) -> str:
        """The mechanism of the memory limit: "cgroup" (the kernel) or "polling" (us)."""
        return "cgroup" if self._cgroup and self._cgroup.holds_memory else "polling"

    def memory_mib(self) -> float:
        """The memory of the whole tree now, in MiB, with what those beside it had last."""
        if time.monotonic() - self._scanned > SCAN_SECONDS:
            self._scan()
        hidden = hidden_mib(self._processes) if self._counts_hidden else 0.0
        self._last_mib = resident_mib(self._processes) + hidden
        return self._last_mib + sum(tree._last_mib for tree in self.beside)

    def written_mib(self, enough: float) -> float:
        """The size of the files that it has written, in MiB, looked at up to enough."""
        return written_mib(self._folder, self._processes, enough) if self._folder else 0.0

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has ended it for want of memory."""
        return self._cgroup is not None and self._cgroup.ran_out_of_memory()

    def cpu_seconds(self) -> float:
        """The processor time of the whole tree so far; without a group, of what is seen of it."""
        if self._cgroup and (seconds := self._cgroup.cpu_seconds()) is not None:
            return seconds
        total = 0.0
        for process in self._processes:
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
            if self._cgroup:
                self._cgroup.kill()
            else:
                self._freeze()
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
        killed = list(self._known)
        if self._cgroup:
            self._cgroup.remove()
        else:
            killed += self._kill_marked()
        # On a busy machine it takes a moment until a process that was killed is gone.
        deadline = time.monotonic() + DYING_SECONDS
        while any(map(_is_alive, killed)) and time.monotonic() < deadline:
            time.sleep(0.002)

    def _freeze(self) -> None:
        """Stop all processes, so that none can start another between the last look and its end."""
        stopped: set[psutil.Process] = set()
        for _ in range(FREEZINGS):
            self._scan()
            if not (moving := set(self._processes) - stopped):
                return
            for process in moving:
                with suppress(psutil.Error):
                    process.suspend()
            stopped |= moving

    def _kill_marked(self) -> list[psutil.Process]:
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
        for pid in self._cgroup.processes() if self._cgroup else ():
            with suppress(psutil.Error):
                if pid != self.process.pid:
                    self._known.add(psutil.Process(pid))


def _group(pid: int, limits: Limits, *, enclosed: bool) -> Cgroup | None:
    """The group of strangers; only a group knows the time of children for whom nobody waited."""
    counts_time = limits.cpu_seconds < math.inf
    return Cgroup.around(pid, limits, for_memory=enclosed and not counts_time)


def _is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False
