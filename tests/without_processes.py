"""Check in one interpreter, as the web page does, which has no processes."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import (
    AbstractContextManager,
    ExitStack,
    contextmanager,
    redirect_stderr,
    redirect_stdout,
)
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from unittest import mock

if TYPE_CHECKING:
    from solvers.execution.limits import Limits
    from solvers.execution.run_state import RunState
    from solvers.grading.language import Language, Packages
    from solvers.grading.protocol import RecordDecoder
    from solvers.grading.submission import Submission

LACKING = {"psutil", "resource", "_multiprocessing", "numpy", "rich", "msgspec", "jinja2"}
"""The modules that a page lacks, and a Python on this machine has."""


class Refusing:
    """Finds none of the modules that a page lacks."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        """Raise the error of a module that is not there."""
        if name.partition(".")[0] in LACKING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


class InThisInterpreter:
    """Runs Python programs with the harness, and starts no process for it."""

    def has(self, language: Language) -> bool:
        """Whether the language is Python."""
        return language.name == "Python"

    @contextmanager
    def launched(
        self, submission: Submission, limits: Limits, token: str, packages: Packages, n: int | None
    ) -> Iterator[Loading]:
        """The program, which is loaded when somebody waits for it."""
        del limits, packages
        with ExitStack() as changes:
            yield Loading(submission, token, n, changes)


class Loading:
    """A program that is loaded when somebody waits for it; programs run one after the other."""

    memory_held_by = ""

    def __init__(
        self, submission: Submission, token: str, n: int | None, changes: ExitStack
    ) -> None:
        self.submission, self.token, self.n, self.changes = submission, token, n, changes
        self.records, self.printed = StringIO(), StringIO()
        self._answer: Any = None

    def _load(self) -> None:
        """Load the program; its changes to Python are put back at the end."""
        harness = importlib.import_module("solvers.grading.protocol.harness.harness")
        folder = self.changes.enter_context(TemporaryDirectory())
        changes: Sequence[AbstractContextManager[Any]] = (
            mock.patch.object(sys, "path", [*sys.path]),
            mock.patch.object(sys, "argv", []),
            mock.patch.object(sys, "stdin", StringIO("" if self.n is None else f"{self.n}\n")),
            mock.patch("builtins.input", input),
        )
        for change in changes:
            self.changes.enter_context(change)
        self.changes.callback(sys.modules.__setitem__, "__main__", sys.modules["__main__"])
        program = Path(folder, self.submission.file_name)
        program.write_bytes(self.submission.source)
        start = "load" if self.n is None else f"run {self.n}"
        with redirect_stdout(self.printed), redirect_stderr(self.printed):
            self._answer = harness.load(str(program), start, self.token, self.records)

    def ask(self, line: str) -> None:
        """Let the program answer."""
        with redirect_stdout(self.printed), redirect_stderr(self.printed):
            self._answer(line)

    def ask_no_more(self) -> None:
        """Do nothing: it has answered."""

    def cpu_seconds(self) -> float:
        """No time: nobody has measured it."""
        return 0.0

    def follow(self, record: RunState, lines: RecordDecoder, limits: Limits) -> None:
        """Hand over the output and the records of the last request."""
        from solvers.execution.result import Cause, Ending

        del limits
        if self._answer is None:
            self._load()
        record.take_printed(_taken(self.printed))
        for item in lines.feed(_taken(self.records)):
            record.take(item)
        record.ending = record.ending or Ending(Cause.DONE)


def _taken(text: StringIO) -> bytes:
    taken = text.getvalue().encode()
    text.seek(0)
    text.truncate()
    return taken
