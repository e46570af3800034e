"""The sandbox of a student's program: bubblewrap if it works, else Landlock and limits.

The graders know only the protocols of a runner, so a program can also run in a browser, which has
no processes.
"""

from __future__ import annotations

import shutil
from contextlib import AbstractContextManager
from enum import StrEnum
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from solvers.execution.limits import Limits
    from solvers.execution.run_state import RunState
    from solvers.grading.language import Language, Packages
    from solvers.grading.protocol import RecordDecoder
    from solvers.grading.submission import Submission


class RunningProgram(Protocol):
    """A program that a Runner has launched."""

    @property
    def memory_held_by(self) -> str:
        """The mechanism that limits the program's memory: "cgroup" or "polling"; "": none."""

    def cpu_seconds(self) -> float:
        """The processor time of the program so far, in seconds."""

    def ask(self, line: str) -> None:
        """Write a line for the harness; nothing happens if the program has ended."""

    def ask_no_more(self) -> None:
        """Let the program end after its answer to the last question."""

    def follow(self, state: RunState, lines: RecordDecoder, limits: Limits) -> None:
        """Let ``state`` take the program's records and output until it has an ending."""


class Runner(Protocol):
    """Runs programs; ``str`` gives its name."""

    def has(self, language: Language) -> bool:
        """Whether it can run programs in this language."""

    def launched(
        self, submission: Submission, limits: Limits, token: str, packages: Packages, n: int | None
    ) -> AbstractContextManager[RunningProgram]:
        """Start the program and begin to load its file; leaving the ``with`` block ends it.

        With ``n``, it is run with n as its only argument and as a line of standard input; without,
        its functions can be called. It may import these ``packages``. Raises OSError. The records
        begin with ``token``, until a question brings another token.
        """


class Sandbox(StrEnum):
    """The sandboxes. Each starts a program in a process of its own, and contains it."""

    STRONG = "strong"
    """bubblewrap: no network, no home, a read-only system, a process namespace of its own."""
    BASIC = "basic"
    """An init process, resource limits, an empty environment, Landlock, another user for root."""

    def has(self, language: Language) -> bool:
        """Whether the language is installed, with the packages of its harness."""
        executable = language.executable or language.command[0]
        return bool(shutil.which(executable)) and all(map(find_spec, language.packages))

    def launched(
        self, submission: Submission, limits: Limits, token: str, packages: Packages, n: int | None
    ) -> AbstractContextManager[RunningProgram]:
        """Start the program's process; the ``with`` block ends it and all that it started."""
        from solvers.grading.sandbox.launcher import launched  # needs psutil

        return launched(submission, limits, token, packages, n, strong=self is Sandbox.STRONG)
