"""The temporary folder of a run: nothing is left of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import misbehaving_backends as faults
import psutil
import pytest
from attacks.files import hostile
from places import ROOT
from processes import full_disk, ran, until
from shares import a_share
from split_runs import run_split

from solvers.execution.availability import check_availability
from solvers.execution.backend_run import run
from solvers.execution.limits import Limits
from solvers.execution.result import Status
from solvers.output.messages import note
from solvers.puzzle.problem import Problem
from solvers.splitting.shards import Split

pytestmark = pytest.mark.usefixtures("nothing_is_left_behind")
a_cluster = pytest.mark.slow("starts a cluster")
ENDINGS = (faults.leave_at_once, faults.raise_an_error, faults.sleep_for_ever, hostile.nothing)
LITTERING = [
    *((split, then) for split in (None, Split(jobs=1)) for then in ENDINGS),
    *((Split(), then) for then in (faults.leave_at_once, hostile.nothing)),
    pytest.param(Split(cluster="local", jobs=1), faults.leave_at_once, marks=a_cluster),
]


@a_share(("split", "then"), LITTERING)
def test_no_temporary_file_is_left_of_a_run(split: Split | None, then: Callable[[], None]) -> None:
    backend = hostile.hostile(hostile.litter, then=then)
    limits = Limits(seconds=1)
    found = (
        run_split(backend, Problem(8), split, limits=limits)
        if split
        else run(backend, Problem(8), limits)
    )
    assert found.status is not Status.UNAVAILABLE, note(found)


def test_no_temporary_file_is_left_of_a_probe() -> None:
    ready = check_availability(hostile.with_an_engine_that_litters(hostile.nothing))
    gone = check_availability(hostile.with_an_engine_that_litters(faults.leave_at_once))
    assert (ready.runs_here, gone.runs_here) == (True, False)


ABANDONED = """
import sys
from functools import cache, partial
from pathlib import Path
from attacks.files import hostile
from solvers.puzzle.problem import Problem
from solvers.execution.limits import Limits
from solvers.execution.backend_run import WorkerProcess, run, wait_until_ready
from solvers.splitting.shards import Split
from split_runs import run_split
tell = partial(hostile.tell, Path(sys.argv[1]))
backend, split = {backend}, {split}
{then}
"""


WAITING = "hostile.with_an_engine_that_litters(hostile.nothing)"
SOLVING = "hostile.hostile(hostile.litter, then=tell)"
GETTING_READY = "hostile.with_an_engine_that_litters(tell)"


@a_share(
    ("backend", "split"),
    [
        (WAITING, "None"),
        (SOLVING, "None"),
        (GETTING_READY, "None"),
        (SOLVING, "Split(jobs=2)"),
        pytest.param(SOLVING, "Split(cluster='local', jobs=1)", marks=a_cluster),
    ],
)
def test_a_run_whose_parent_was_killed_ends_and_leaves_no_temporary_file(
    backend: str, split: str, nothing_is_left_behind: Path, tmp_path: Path
) -> None:
    marker = tmp_path / "marker"
    then = "worker = WorkerProcess(backend); wait_until_ready([worker], Limits()); tell()"
    if backend != WAITING:
        then = "run(backend, Problem(8))"
    if split != "None":
        then = "run_split(backend, Problem(8), split)"
    program = ABANDONED.format(backend=backend, split=split, then=then)
    path = os.pathsep.join(map(os.path.abspath, sys.path))
    parent = subprocess.Popen(
        [sys.executable, "-c", program, str(marker)], env=os.environ | {"PYTHONPATH": path}
    )
    try:
        until(marker.exists)
        started = psutil.Process(parent.pid).children(recursive=True)
        assert list(nothing_is_left_behind.rglob("mzn*"))
    finally:
        parent.kill()
        parent.wait()
    until(lambda: not any(map(psutil.Process.is_running, started)))
    until(lambda: not list(nothing_is_left_behind.iterdir()))


ONE = "def queens(n): return [[0]] if n == 1 else []"


def test_each_run_reports_that_no_folder_takes_temporary_files(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(ONE)
    arguments = ["compare.py", "--n", "1", "--backends", "sicp", str(tmp_path / "one.py")]
    done = ran(["/bin/sh", "-c", full_disk(0), "sh", sys.executable, *arguments])
    assert (done.returncode, done.stderr) == (3, "")
    told = "No usable temporary directory found"
    assert done.stdout.count(told) == 2


@pytest.mark.slow("starts a cluster")
def test_a_temporary_folder_whose_name_is_no_text_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = tmp_path / "a\udcff"
    odd.mkdir()
    monkeypatch.setenv("TMPDIR", str(odd))
    (tmp_path / "one.py").write_text(ONE)
    there: list[dict[str, Any]] = []
    for arguments in (
        ["sicp,prolog", str(tmp_path / "one.py")],
        ["minizinc", "--cluster", "local", "--jobs", "1"],
    ):
        command = [sys.executable, "compare.py", "--n", "1", "--output", "json", "--backends"]
        done = subprocess.run([*command, *arguments], cwd=ROOT, check=False, capture_output=True)
        there += (one for one in json.loads(done.stdout)["runs"] if "to install" not in one["note"])
    assert {"sicp", "one.py"} <= {run["backend"] for run in there}
    assert {run["status"] for run in there} == {"complete"}
    assert not list(odd.iterdir())
