"""The sandbox of a student's program: bubblewrap if it works, else Landlock and limits."""

from __future__ import annotations

import shutil
from contextlib import AbstractContextManager
from enum import Enum
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solvers.execution.limits import Limits
    from solvers.grading.language import Language
    from solvers.grading.sandbox.runner import LaunchSpec, RunningProgram
    from solvers.grading.submission import Submission


class Sandbox(Enum):
    """The sandboxes. Each starts a program in a process of its own, and contains it."""

    STRONG = "strong"
    """bubblewrap: no network, no home, a read-only system, a process namespace of its own."""
    BASIC = "basic"
    """An init process, resource limits, an empty environment, Landlock, another user for root."""

    AS_ROOT = "basic, as root"
    """The same, where no other user can run the programs; only if the user asked for it by name."""

    def __str__(self) -> str:
        return str(self.value)

    def has(self, language: Language) -> bool:
        """Whether the language is installed, with the packages of its harness."""
        executable = language.executable or language.command[0]
        return bool(shutil.which(executable)) and all(map(find_spec, language.packages))

    def launched(
        self, submission: Submission, limits: Limits, token: str, spec: LaunchSpec
    ) -> AbstractContextManager[RunningProgram]:
        """Start the program's process; the ``with`` block ends it and all that it started."""
        from solvers.grading.sandbox.launcher import launched  # needs psutil

        strong, as_root = self is Sandbox.STRONG, self is Sandbox.AS_ROOT
        return launched(submission, limits, token, spec, strong=strong, as_root=as_root)
