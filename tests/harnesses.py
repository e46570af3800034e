"""Students' programs in a harness that is compiled once."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from solvers.execution.limits import Limits
from solvers.grading.call_result import CallResult
from solvers.grading.calls import plain_call
from solvers.grading.language import HARNESSES, RACKET
from solvers.grading.running_submission import RunningSubmission
from solvers.grading.sandbox import Sandbox, launcher
from solvers.grading.submission import Submission


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The harnesses with that of Racket compiled, once for all processes of the tests."""
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared
    folder = shared / "harness"
    with (shared / "harness.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            shutil.copytree(HARNESSES, folder)
            if raco := shutil.which("raco"):
                subprocess.run([raco, "make", str(folder / RACKET.harness)], check=True)
    return folder


@pytest.fixture
def compiled_harness(compiled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program is run by a compiled harness; compiling takes a quarter of each start of Racket."""
    monkeypatch.setattr(launcher, "HARNESSES", compiled)


def asked_for_queens(
    submission: Submission, limits: Limits, sandbox: Sandbox, n: int = 4
) -> CallResult:
    """The result of calling the program's ``queens`` in one process, without a trial call."""
    with RunningSubmission(submission, limits, sandbox) as program:
        return program.ask(plain_call(submission.language, "queens"), n, is_last=True)
