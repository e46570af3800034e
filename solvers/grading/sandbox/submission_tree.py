"""The processes of a student's program, with their memory, files and processor time."""

from __future__ import annotations

import os
import select
import subprocess
import time
from contextlib import suppress
from functools import cache
from io import FileIO
from pathlib import Path

import psutil

from solvers.execution.limits import Limits
from solvers.execution.process_tree import ProcessTree
from solvers.execution.run_state import RunState
from solvers.execution.supervisor import WatchedTask, follow
from solvers.grading.protocol import RecordDecoder
from solvers.grading.sandbox.footprint import hidden_mib, written_mib

THREADS_EACH = 4
"""The threads that the limit allows per process; the kernel counts threads."""

ASKING_SECONDS = 1.0
"""The longest time in which a program may keep us from writing a question."""

REMOVAL_SECONDS = 2.0
"""The longest wait for the end of a group's processes; then its folder stays behind."""


class Cgroup:
    """A control group for the processes of a run, which the kernel shows as a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.holds_memory = False

    @classmethod
    def around(cls, pid: int, limits: Limits) -> Cgroup | None:
        """A new group with the process in it and these limits; None if there can be no group."""
        parent = parent_group()
        group = cls.below(parent, pid) if parent else None
        if group is None:
            return None
        with suppress(OSError):  # without the controller, there is no such file
            (group.folder / "memory.max").write_text(str(int(limits.memory_mib * 2**20)))
            group.holds_memory = True
            (group.folder / "memory.oom.group").write_text("1")
            (group.folder / "memory.swap.max").write_text("0")
        with suppress(OSError):
            (group.folder / "pids.max").write_text(str(limits.processes * THREADS_EACH))
        return group

    @classmethod
    def below(cls, parent: Path, pid: int) -> Cgroup | None:
        """A new group in this one with the process in it; None if that does not work."""
        group = cls(parent / f"queens-{os.getpid()}-{os.urandom(4).hex()}")
        try:
            group.folder.mkdir()
            (group.folder / "cgroup.procs").write_text(str(pid))
        except OSError:
            group.remove()
            return None
        return group

    def processes(self) -> list[int]:
        """The IDs of the processes that are in the group now."""
        try:
            return [int(line) for line in (self.folder / "cgroup.procs").read_text().split()]
        except OSError:
            return []

    def cpu_seconds(self) -> float | None:
        """The processor time of all processes that were ever in the group; None if unknown."""
        microseconds = self._counted("cpu.stat", "usage_usec")
        return None if microseconds is None else microseconds / 1e6

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel ended processes of the group for lack of memory."""
        return bool(self._counted("memory.events", "oom_kill"))

    def kill(self) -> None:
        """End every process of the group at once, new ones too."""
        with suppress(OSError):
            (self.folder / "cgroup.kill").write_text("1")

    def remove(self) -> None:
        """Remove the group when its processes are gone, in at most REMOVAL_SECONDS."""
        deadline = time.monotonic() + REMOVAL_SECONDS
        while self.folder.is_dir():
            try:
                self.folder.rmdir()
            except OSError:
                if time.monotonic() > deadline:
                    return
                time.sleep(0.001)

    def _counted(self, file: str, name: str) -> int | None:
        with suppress(OSError):
            for line in (self.folder / file).read_text().splitlines():
                key, _, value = line.partition(" ")
                if key == name:
                    return int(value)
        return None


@cache
def parent_group() -> Path | None:
    """The group for new groups: the nearest that controls memory, else the nearest usable."""
    possible = [folder for folder in _above_us() if _may_use(folder)]
    for folder in possible:
        with suppress(OSError):
            if "memory" in (folder / "cgroup.subtree_control").read_text().split():
                return folder
    return next(iter(possible), None)


def _above_us() -> list[Path]:
    """Our own group and those above it, nearest first; empty without version 2 of cgroups."""
    try:
        mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
        lines = Path("/proc/self/cgroup").read_text().splitlines()
    except OSError:
        return []
    root = next((Path(mount[1]) for mount in mounts if mount[2] == "cgroup2"), None)
    ours = next((line[3:].lstrip("/") for line in lines if line.startswith("0::")), None)
    if root is None or ours is None or ".." in ours:
        return []
    folder = root / ours
    return [folder, *(above for above in folder.parents if above.is_relative_to(root))]


def _may_use(folder: Path) -> bool:
    """Whether a new group in the folder can take a process, and end it."""
    for left in folder.glob("queens-*-*"):  # by commands that were killed
        if not Path(f"/proc/{left.name.split('-')[1]}").exists():
            with suppress(OSError):
                left.rmdir()
    with subprocess.Popen(["/bin/sh", "-c", "read -r line"], stdin=subprocess.PIPE) as process:
        group = Cgroup.below(folder, process.pid)
        works = group is not None and (group.folder / "cgroup.kill").is_file()
    if group:
        group.remove()
    return works


class SubmissionTree(ProcessTree):
    """A program's processes, in a control group if possible, and the pipes to them.

    Memory that is resident in no process counts too. ``ends`` are our ends of the pipes of its
    records, its output and its questions. ``folder`` is the folder whose files count. None: the
    sandbox limits them and lets no process leave the tree, so a group only limits the memory and
    counts the processor time.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        run_id: str,
        limits: Limits,
        ends: tuple[FileIO, FileIO, FileIO],
        folder: Path | None,
    ) -> None:
        # Only a group counts the time of children that no process waited for.
        self._cgroup = Cgroup.around(process.pid, limits)
        self._folder, self._memory_mib = folder, limits.memory_mib
        self.records, self.output, self.questions = ends
        for end in ends:  # none can hold us, because a program can open them too
            os.set_blocking(end.fileno(), False)
        super().__init__(process, run_id)

    @property
    def memory_held_by(self) -> str:
        """The mechanism that limits the memory: "cgroup" (the kernel) or "polling" (the suite)."""
        return "cgroup" if self._cgroup and self._cgroup.holds_memory else "polling"

    def memory_mib(self) -> float:
        """The memory of the whole tree now, in MiB, also the part that no process has resident."""
        return super().memory_mib() + hidden_mib(self.processes, self._memory_mib)

    def written_mib(self, enough: float) -> float:
        """The size of the files below ``folder``, in MiB; the count stops above ``enough``."""
        return written_mib(self._folder, self.processes, enough) if self._folder else 0.0

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel ended processes of the tree for lack of memory."""
        return self._cgroup is not None and self._cgroup.ran_out_of_memory()

    def cpu_seconds(self) -> float:
        """The processor time of the tree; without a group, of the processes that were seen."""
        if self._cgroup and (seconds := self._cgroup.cpu_seconds()) is not None:
            return seconds
        return super().cpu_seconds()

    def _stop_all(self) -> None:
        if self._cgroup:
            self._cgroup.kill()
        elif self._folder is None and self._root:  # its namespace ends with the first process in it
            with suppress(psutil.Error):
                self._root.suspend()
            self._scan()
        else:
            super()._stop_all()

    def _kill_those_outside(self) -> list[psutil.Process]:
        if self._cgroup:
            self._cgroup.remove()
        # Nothing leaves a group or a namespace.
        return [] if self._cgroup or not self._folder else super()._kill_those_outside()

    def _scan(self) -> None:
        if self._cgroup is None:
            super()._scan()
            return
        # Nothing leaves a group, and its list is read faster than all processes of the machine.
        self._scanned = time.monotonic()
        before = {process.pid: process for process in self._known if process.is_running()}
        self._known = set()
        for pid in self._cgroup.processes():
            with suppress(psutil.Error):
                if pid != self.process.pid:
                    self._known.add(before.get(pid) or psutil.Process(pid))

    def ask(self, line: str) -> None:
        """Write a line for the harness; nothing happens if the process has ended.

        A program can fill the pipe itself. After ASKING_SECONDS, the rest of the line is given up:
        the program will then have no answer in time.
        """
        unsent = memoryview(line.encode(errors="surrogateescape"))
        deadline = time.monotonic() + ASKING_SECONDS
        with suppress(BrokenPipeError):
            while unsent and (left := deadline - time.monotonic()) > 0:
                select.select([], [self.questions], [], left)
                unsent = unsent[self.questions.write(unsent) or 0 :]

    def ask_no_more(self) -> None:
        """Close the channel of questions, so that the harness ends after the last answer."""
        self.questions.close()

    def follow(self, state: RunState, lines: RecordDecoder, limits: Limits) -> None:
        """Let ``state`` take the program's records and output, up to their end or a limit."""
        ends = self.records.fileno(), self.output.fileno()
        for _ in follow(WatchedTask(state, self, *ends, lines.feed, limits)):
            pass
