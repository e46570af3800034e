"""The processes of a student's program: strangers, whose memory, files and time are looked for."""

from __future__ import annotations

import math
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import psutil

from solvers.execution.limits import Limits
from solvers.execution.process_tree import ProcessTree
from solvers.grading.sandbox.cgroup import Cgroup
from solvers.grading.sandbox.footprint import hidden_mib, written_mib


class SubmissionTree(ProcessTree):
    """A tree of processes in a control group, where there can be one.

    Memory that is resident nowhere counts too. ``enclosed`` are those that cannot leave anyhow, so
    that a group is made to hold their memory or count their processor time only; the files of those
    that can leave count below ``folder``.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        mark: str,
        limits: Limits,
        *,
        enclosed: bool,
        folder: Path | None,
    ) -> None:
        # Only a group knows the time of children for whom nobody waited.
        counts_time = limits.cpu_seconds < math.inf
        for_memory = enclosed and not counts_time
        self._cgroup = Cgroup.around(process.pid, limits, for_memory=for_memory)
        self._folder, self._enclosed = folder, enclosed
        super().__init__(process, mark)

    @property
    def memory_held_by(self) -> str:
        """The mechanism of the memory limit: "cgroup" (the kernel) or "polling" (us)."""
        return "cgroup" if self._cgroup and self._cgroup.holds_memory else "polling"

    def memory_mib(self) -> float:
        """The memory of the whole tree now, in MiB, with that which is resident nowhere."""
        resident = super().memory_mib()
        return resident + (hidden_mib(self.processes) if sys.platform.startswith("linux") else 0.0)

    def written_mib(self, enough: float) -> float:
        """The size of the files that it has written, in MiB, looked at up to enough."""
        return written_mib(self._folder, self.processes, enough) if self._folder else 0.0

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has ended it for want of memory."""
        return self._cgroup is not None and self._cgroup.ran_out_of_memory()

    def cpu_seconds(self) -> float:
        """The processor time of the whole tree so far; without a group, of the seen processes."""
        if self._cgroup and (seconds := self._cgroup.cpu_seconds()) is not None:
            return seconds
        return super().cpu_seconds()

    def _stop_all(self) -> None:
        if self._cgroup:
            self._cgroup.kill()
        elif self._enclosed and self._root:  # its namespace ends with the first process in it
            with suppress(psutil.Error):
                self._root.suspend()
            self._scan()
        else:
            super()._stop_all()

    def _kill_those_outside(self) -> list[psutil.Process]:
        if self._cgroup:
            self._cgroup.remove()
        # Nothing leaves a group or a namespace.
        return [] if self._cgroup or self._enclosed else super()._kill_those_outside()

    def _scan(self) -> None:
        super()._scan()
        for pid in self._cgroup.processes() if self._cgroup else ():
            with suppress(psutil.Error):
                if pid != self.process.pid:
                    self._known.add(psutil.Process(pid))
