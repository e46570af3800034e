"""Measures the memory and processor time of a process and its descendants, and ends them all."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psutil

from solvers.lazy import signals_held_back

DYING_SECONDS = 1.0
"""The longest wait for killed processes to end."""

SCAN_SECONDS = 0.25
"""The time between two scans for descendants. A scan reads all processes of the machine."""

STOP_PASSES = 20
"""The most passes of ``_stop_all``; each stops the processes started since the pass before."""

RUN_ID = "QUEENS_RUN"
"""The environment variable that marks every process of a run, also one that left the tree."""

VARIABLES = ("TMPDIR", "TEMP", "TMP", "DASK_TEMPORARY_DIRECTORY")
"""The environment variables that name the folder for temporary files."""

DEFAULT_FOLDER = "/tmp"  # noqa: S108  # the folder that is made there is private
"""The folder for temporary files if TMPDIR is not printable UTF-8, which engines cannot read, or if
only root can reach it."""

PREFIX = "queens-"
"""The beginning of the name of a run's folder."""


def make_folder(*, reachable: bool = False) -> str:
    """Make a private folder for the temporary files of a run; return its path, which is printable.

    ``reachable``: if another user could not go to its place, it is made in DEFAULT_FOLDER.
    ``cleanup.py`` removes it after the run. Raises OSError.
    """
    usual = tempfile.gettempdir()
    is_good = usual.isprintable() and os.fsencode(usual) == usual.encode(errors="replace")
    if reachable:
        is_good &= is_open(Path(usual).resolve())
    return tempfile.mkdtemp(
        prefix=PREFIX, dir=os.path.realpath(usual if is_good else DEFAULT_FOLDER)
    )


def is_open(folder: Path) -> bool:
    """Whether every user may go through this folder and those above it."""
    return all(path.stat().st_mode & stat.S_IXOTH for path in (folder, *folder.parents))


class ProcessTree:
    """A process started in a session of its own, and all its descendants.

    Their environment sets RUN_ID to ``run_id``. Measurements are of the descendants that the last
    scan found. The trees in ``sharing_memory`` have one limit of memory together.
    """

    def __init__(self, process: subprocess.Popen[bytes], run_id: str) -> None:
        self.process, self.run_id = process, run_id
        self._root: psutil.Process | None = None
        self._known: set[psutil.Process] = set()
        self._scanned = 0.0
        self._last_mib = 0.0
        self.sharing_memory: list[ProcessTree] = []
        with suppress(psutil.Error):
            self._root = psutil.Process(process.pid)

    @property
    def processes(self) -> list[psutil.Process]:
        """The processes that the last scan found."""
        return [*([self._root] if self._root else []), *self._known]

    def memory_mib(self) -> float:
        """The resident memory of the tree now, in MiB, and the last value of those that share it.

        Memory that two processes share counts twice.
        """
        if time.monotonic() - self._scanned > SCAN_SECONDS:
            self._scan()
        total = 0
        for process in self.processes:
            with suppress(psutil.Error):
                total += process.memory_info().rss
        self._last_mib = total / 2**20
        return sum(tree._last_mib for tree in {self, *self.sharing_memory})

    def written_mib(self, enough: float) -> float:  # noqa: ARG002  # for those that are held to it
        """The size of the files that the tree has written, in MiB; always 0 in this class.

        Subclasses stop counting when ``enough`` is reached.
        """
        return 0.0

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel killed a process of the tree for lack of memory; False if unknown."""
        return False

    def cpu_seconds(self) -> float:
        """The processor time of the known processes and their finished children, in seconds."""
        total = 0.0
        for process in self.processes:
            with suppress(psutil.Error):
                times = process.cpu_times()
                total += times.user + times.system
                total += times.children_user + times.children_system
        return total

    def process_count(self) -> int:
        """The number of processes that the last scan found."""
        return 1 + len(self._known)

    def has_ended(self) -> bool:
        """Whether the root process has ended. The call does not reap it."""
        try:
            return self._root is None or self._root.status() == psutil.STATUS_ZOMBIE
        except psutil.Error:
            return True

    def kill(self) -> None:
        """End every process of the tree and reap the root process; safe to call twice.

        A signal that comes meanwhile, such as Ctrl-C, has its effect afterwards. If this process
        dies before that, ``cleanup.py`` ends them. The root process is killed last, because it can
        end the others as soon as it is resumed.
        """
        if self.process.returncode is not None:
            return
        with signals_held_back():
            self._stop_all()
            for process in self._known:
                with suppress(psutil.Error):
                    process.kill()
            # The process is not reaped yet, so its group's number still belongs to it.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            killed = [*self._known, *self._kill_those_outside()]
            # On a busy machine, a killed process takes a moment to end.
            deadline = time.monotonic() + DYING_SECONDS
            while any(map(_is_alive, killed)) and time.monotonic() < deadline:
                time.sleep(0.002)

    def _stop_all(self) -> None:
        """Stop all processes, so that none starts another while they are killed.

        A process without descendants needs no stop: its group is killed at once.
        """
        stopped: set[psutil.Process] = set()
        for _ in range(STOP_PASSES):
            self._scan()
            if not self._known or not (moving := set(self.processes) - stopped):
                return
            for process in moving:
                with suppress(psutil.Error):
                    process.suspend()
            stopped |= moving

    def _kill_those_outside(self) -> list[psutil.Process]:
        """Kill and return the processes of the run that left the group and the tree."""
        killed = []
        for pid in psutil.pids():
            with suppress(psutil.Error):
                if self.run_id == _mark_of(pid):
                    process = psutil.Process(pid)
                    process.kill()
                    killed.append(process)
        return killed

    def _scan(self) -> None:
        """Find the descendants. A known process stays known while it lives, also as an orphan.

        The root is not reaped yet, so its number is its own. ``Process.children`` compares the
        times at which processes began: when the clock is set back meanwhile, it misses some.
        """
        self._scanned = time.monotonic()
        self._known = set(filter(_is_alive, self._known))
        children: dict[int, list[psutil.Process]] = {}
        for process in psutil.process_iter(["ppid"]):
            children.setdefault(process.info["ppid"], []).append(process)
        waiting = [self.process.pid]
        while waiting:
            below = children.pop(waiting.pop(), [])
            self._known |= {*below}
            waiting += [process.pid for process in below]


def _mark_of(pid: int) -> str | None:
    """The value of RUN_ID in the environment of a process; None without, or if it may not be read.

    Raises psutil.Error.
    """
    if not sys.platform.startswith("linux"):
        return psutil.Process(pid).environ().get(RUN_ID)
    # psutil reads much more of each process, and every run that ends looks at all of them.
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
            if line.startswith(b"%s=" % RUN_ID.encode()):
                return line.partition(b"=")[2].decode(errors="replace")
    return None


def _is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False
