"""The harnesses of students' programs, with Racket's compiled once."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from solvers.grading.language import HARNESSES, RACKET
from solvers.grading.sandbox import launcher


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
