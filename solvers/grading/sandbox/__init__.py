"""The sandbox of a student's program: bubblewrap where it works, the means of Linux elsewhere.

The graders know only the protocols here, so a program can also run where there are no processes.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from solvers.execution.limits import Limits
    from solvers.execution.result import RunState
    from solvers.grading.language import Language
    from solvers.grading.protocol import Lines
    from solvers.grading.submission import Submission


@dataclass(frozen=True, slots=True)
class LaunchSpec:
    """The start of a program: arguments of its command line, and its input.

    It is loaded, to be called, unless it is ``started`` as a program, with these ``arguments``.
    ``packages`` are folders of packages that it may import, by name.
    """

    started: bool = False
    arguments: str = ""
    text: str = ""
    packages: Mapping[str, Path] = field(default_factory=dict)


class RunningProgram(Protocol):
    """A program that runs, as its session sees it."""

    @property
    def memory_held_by(self) -> str:
        """The mechanism that holds its memory to the limit."""

    def cpu_seconds(self) -> float:
        """The processor time that it has taken."""

    def ask(self, line: str) -> None:
        """Write a line for its harness to read; it may be over already."""

    def ask_no_more(self) -> None:
        """Let it finish when it has answered the last request."""

    def follow(self, record: RunState, lines: Lines, limits: Limits) -> None:
        """Let the record take the program's records and output until the record has an ending."""


class Runner(Protocol):
    """Runs programs; its text is its name."""

    def has(self, language: Language) -> bool:
        """Whether it can run programs in this language."""

    def launched(
        self, submission: Submission, limits: Limits, token: str, spec: LaunchSpec
    ) -> AbstractContextManager[RunningProgram]:
        """The program, which loads the file by itself, and is gone afterwards; raises OSError.

        Its records begin with the token until it is asked with another one.
        """


class Sandbox(StrEnum):
    """The runner that starts processes, by the sandbox that is in force."""

    STRONG = "strong"
    """bubblewrap: no network, no home, a read-only system, a process namespace of its own."""
    BASIC = "basic"
    """An init process, resource limits, an empty environment, Landlock, another user for root."""

    def has(self, language: Language) -> bool:
        """Whether its interpreter is here."""
        return shutil.which(language.program) is not None

    def launched(
        self, submission: Submission, limits: Limits, token: str, spec: LaunchSpec
    ) -> AbstractContextManager[RunningProgram]:
        """The program in a process of its own; gone afterwards with all that it started."""
        from solvers.grading.sandbox.launcher import launched  # noqa: PLC0415  # needs psutil

        return launched(submission, limits, self, token, spec)
