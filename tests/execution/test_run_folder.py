"""The private folder of a run is removed, at the latest by a later run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
import pytest

from solvers.execution.folder import LOCK_FILE, PREFIX, make_folder, release_folder, remove_folder


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return tmp_path


def make_old(folder: Path) -> None:
    long_ago = time.time() - 3600
    os.utime(folder / LOCK_FILE, (long_ago, long_ago))


def test_a_folder_whose_process_was_killed_is_removed_by_a_later_run(temporary: Path) -> None:
    program = (
        "import os, signal\nfrom solvers.execution.folder import make_folder\n"
        "open(make_folder() + '/left', 'w').close()\nos.kill(os.getpid(), signal.SIGKILL)"
    )
    path = os.pathsep.join(map(os.path.abspath, sys.path))
    subprocess.run(
        [sys.executable, "-c", program], check=False, env=os.environ | {"PYTHONPATH": path}
    )
    (left,) = temporary.iterdir()
    first = make_folder()
    assert left.exists()  # it is too young
    make_old(left)
    second = make_folder()
    assert not left.exists()
    for folder in (first, second):
        remove_folder(folder)
    assert not list(temporary.iterdir())


def test_a_folder_in_use_and_one_of_somebody_else_stay(temporary: Path) -> None:
    used = Path(make_folder())
    make_old(used)
    other = temporary / f"{PREFIX}homework"
    other.mkdir()
    os.utime(other, (0, 0))
    remove_folder(make_folder())
    assert used.exists()
    assert other.exists()
    remove_folder(str(used))


def test_no_descriptor_stays_open(temporary: Path) -> None:
    before = psutil.Process().num_fds()
    remove_folder(make_folder())
    release_folder(make_folder())
    assert psutil.Process().num_fds() == before
    assert len(list(temporary.iterdir())) == 1
