"""The protocols of a sandbox: a runner launches a program, which then answers questions.

The graders know only these, so a program can also run in a browser, which has no processes.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from solvers.execution.limits import Limits
    from solvers.execution.run_state import RunState
    from solvers.grading.language import Language
    from solvers.grading.protocol import RecordDecoder
    from solvers.grading.submission import Submission


@dataclass(frozen=True, slots=True)
class LaunchSpec:
    """The way to start a program, with this ``text`` as its standard input.

    The harness loads the file and then calls its functions. If ``started``, it runs the file as a
    program with these ``arguments``. ``packages`` are the packages that the program may import, by
    name.
    """

    started: bool = False
    arguments: str = ""
    text: str = ""
    packages: Mapping[str, Path] = field(default_factory=dict)


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
        self, submission: Submission, limits: Limits, token: str, spec: LaunchSpec
    ) -> AbstractContextManager[RunningProgram]:
        """Start the program and begin to load its file; leaving the ``with`` block ends it.

        Raises OSError. The records begin with ``token``, until a question brings another token.
        """
