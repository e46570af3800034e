"""All checks of the contract on one backend, which pytest does in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from io import StringIO
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Any

import pytest

from solvers.errors import exit_words, where_raised
from solvers.execution.backend_run import module_path
from solvers.testing import one_backend
from solvers.testing.contract import CHECK_SECONDS, BackendContract

CHECKS = tuple(name for name in vars(BackendContract) if name.startswith("test_"))
"""The names of the checks, in the order in which they stand."""

LOOK_SECONDS = 0.1
"""The time between two looks for pytest."""

GRACE_SECONDS = 5.0
"""The time that the process waits longer than pytest for a check that pytest cannot stop."""

PRINTED_LINES = 10
"""So many of the last lines that a failed check has printed are shown."""

OPTIONS = (
    "--assert=plain", "--noconftest", "-qq", "--tb=no", "--no-header", "--no-summary",
    f"--config-file={os.devnull}", "-p", "no:cacheprovider", "-p", "timeout",
    "-p", "solvers.pytest_plugin",
)  # fmt: skip
"""The checks run with the suite's settings, and not with those of the folder at hand."""


class Outcome(StrEnum):
    """The result of a check."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """One check: its name, its outcome, the reason for that, and how many seconds it took."""

    name: str
    outcome: Outcome
    message: str
    seconds: float

    @property
    def asks(self) -> str:
        """The subject of the check."""
        return (getattr(BackendContract, self.name).__doc__ or "").strip()


def run_checks(
    source: str, checks: Sequence[str] = CHECKS, seconds: float = CHECK_SECONDS
) -> Iterator[CheckOutcome]:
    """Each check's result as soon as it is there, of the backend that ``source`` names.

    A check that does not end in so many seconds, or with which the process ends, has failed; the
    next one has a new process.
    """
    todo = list(checks)
    while todo:
        with _Session(source, todo, seconds) as session:
            while todo and (result := session.next_result(todo[0])):
                todo.remove(result.name)
                yield result
            if todo:
                yield CheckOutcome(todo.pop(0), Outcome.FAILED, session.fault, seconds=0)


class _Session:
    """A process in which pytest does one check after the other."""

    def __init__(self, source: str, checks: Sequence[str], seconds: float) -> None:
        self.ours, theirs = Pipe(duplex=False)
        self.seconds, self.fault = seconds, ""
        environment = {name: text for name, text in os.environ.items() if "PYTEST" not in name}
        environment |= {
            "PYTHONPATH": os.pathsep.join(module_path()),
            "PYTHONOPTIMIZE": "",  # else Python leaves out every assertion
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            one_backend.SOURCE: source,
            one_backend.SECONDS: str(seconds),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__, str(theirs.fileno()), *checks],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            env=environment,
            start_new_session=True,
        )
        theirs.close()

    def __enter__(self) -> _Session:
        return self

    def __exit__(self, *_: object) -> None:
        """End it, with all that it started and that stayed in its group."""
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.ours.close()

    def next_result(self, name: str) -> CheckOutcome | None:
        """The next result; None, and ``fault``, where the check of that name gives none."""
        end = time.monotonic() + self.seconds + GRACE_SECONDS
        while not self.ours.poll(LOOK_SECONDS):
            if self.process.poll() is not None and not self.ours.poll():
                self._take_end()
                return None
            if time.monotonic() > end:
                self.fault = f"it did not finish within {self.seconds:g} s"
                return None
        try:
            result = CheckOutcome(*self.ours.recv())
        except Exception:  # it is over, or has put something else on its pipe
            self._take_end()
            return None
        return replace(result, outcome=Outcome(result.outcome)) if result.name == name else None

    def _take_end(self) -> None:
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        self.fault = f"its process ended ({exit_words(self.process.poll() or 0)})"


class _Reporter:
    """The plugin of pytest that sends each result."""

    def __init__(self, results: Connection) -> None:
        self.results, self.process = results, os.getpid()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self) -> None:
        """Let a backend find nothing on its standard input, as in a run, and no error."""
        sys.stdin = StringIO()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[Any]) -> Any:
        """Send the result of a check, or of the preparation that keeps it from running."""
        report: pytest.TestReport = yield
        if os.getpid() != self.process:  # a backend has forked, and its child came this far
            os._exit(0)
        if report.when == "call" or (report.when == "setup" and not report.passed):
            name = report.nodeid.rpartition("::")[2]
            # Plain values: this module has another name there.
            outcome = str(Outcome.NOT_RUN if report.skipped else report.outcome)
            self.results.send((name, outcome, _message(report, call), report.duration))
        return report


def _message(report: pytest.TestReport, call: pytest.CallInfo[Any]) -> str:
    """The reason why a check failed or did not run; "" where it passed."""
    if call.excinfo is None:
        return ""
    error = call.excinfo.value
    said = str(error)
    if not isinstance(error, (AssertionError, pytest.skip.Exception)):
        name = "" if isinstance(error, pytest.fail.Exception) else f"{type(error).__name__}: "
        said = f"{name}{said} {where_raised(error)}".strip()
    printed = (report.capstdout + report.capstderr).splitlines()[-PRINTED_LINES:]
    return "\n".join([said, "it printed:", *printed] if report.failed and printed else [said])


def main(descriptor: str, *checks: str) -> None:
    """The work of the process."""
    reporter = _Reporter(Connection(int(descriptor), readable=False))
    file = Path(one_backend.__file__)
    tests = [f"{file}::TestBackend::{name}" for name in checks]
    sys.exit(pytest.main([*OPTIONS, f"--rootdir={file.parent}", *tests], plugins=[reporter]))


if __name__ == "__main__":
    main(*sys.argv[1:])
