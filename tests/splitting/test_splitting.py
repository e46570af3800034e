"""A split run has the results of the unsplit one, with every kind of worker and after losses."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import misbehaving_backends as faults
import msgspec
import psutil
import pytest
from attacks.files import hostile
from processes import left_behind, until
from solutions import all_solutions, packed_solutions
from split_runs import run_split

from solvers import registry
from solvers.comparison import compare
from solvers.errors import UsageError
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run, Status
from solvers.interface import Backend, Solve
from solvers.output.messages import note
from solvers.paradigms.sicp.exercise import solve as right
from solvers.puzzle.packing import Fault
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.verdict import Agreement, Verdict
from solvers.splitting.shards import ShardRecord, Split, shards
from solvers.testing.boards import BOARDS

pytestmark = pytest.mark.usefixtures("nothing_is_left_behind")

SCATTERED = BOARDS["seven, scattered"]
EIGHT, ALL = Problem(8), sorted(all_solutions(8))
SICP = registry.find("sicp")
SEMAPHORES = Path("/dev/shm")  # noqa: S108  # read alone


def found_by(run: Run) -> list[Placement]:
    return sorted(map(tuple, run.placements.tolist()))


def test_a_number_of_processes_that_no_machine_has_is_refused() -> None:
    with pytest.raises(UsageError, match="1000000 processes are too many; give at most 256"):
        Split(jobs=1_000_000)


def test_shards_cover_all_solutions_and_are_disjoint() -> None:
    for depth in range(9):
        prefixes = shards(EIGHT, depth)
        assert {len(prefix) for prefix in prefixes} == {depth}
        assert len(set(prefixes)) == len(prefixes)
        assert {one[:depth] for one in all_solutions(8)} <= set(prefixes)


def test_a_split_run_in_processes_is_a_run_like_any_other(engine: Backend) -> None:
    run = run_split(engine, Problem(6), Split(jobs=2))
    assert run.status is Status.COMPLETE, note(run)
    assert found_by(run) == sorted(all_solutions(6))
    assert run.version
    assert run.seconds is not None
    assert run.first_solution_seconds is not None


CLUSTER_STARTS = pytest.mark.slow("waits for a new cluster")


@pytest.mark.parametrize(
    "split",
    [
        pytest.param(Split(jobs=2), id="here"),
        pytest.param(Split(cluster="local", jobs=2), marks=CLUSTER_STARTS, id="on a cluster"),
    ],
)
def test_a_worker_that_is_killed_ends_the_run(split: Split) -> None:
    run = run_split(faults.halfway(faults.kill_itself), EIGHT, split)
    assert run.status is Status.CRASHED
    assert "killed by SIGKILL" in note(run)


def test_a_cluster_that_cannot_be_reached_is_reported() -> None:
    run = run_split(SICP, EIGHT, Split(cluster="nonsense://"))
    assert run.status is Status.UNAVAILABLE
    assert "dask scheduler" in note(run)


def test_a_cluster_without_dask_gives_the_install_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "distributed.py").write_text("raise ImportError('taken away')")
    monkeypatch.syspath_prepend(str(tmp_path))
    run = run_split(SICP, EIGHT, Split(cluster="local"))
    assert run.status is Status.UNAVAILABLE
    assert "pip install distributed" in note(run)


def test_a_split_run_that_took_longer_than_its_parts_together_says_so() -> None:
    run = run_split(SICP, Problem(6), Split(jobs=2))
    assert run.parts_seconds is not None
    slow = replace(run, seconds=0.7, parts_seconds=0.02)
    assert note(slow) == (
        "the split saved no time: all its parts together took 20 ms, and the run 700 ms; leave "
        "out --jobs"
    )
    assert note(replace(run, seconds=0.7, parts_seconds=1.2)) == ""
    assert run_split(SICP, Problem(6), Split(jobs=1)).parts_seconds is None


def test_limits_hold_for_all_processes_together_and_none_is_left() -> None:
    before = set(psutil.pids())
    run = run_split(faults.halfway(faults.spin), EIGHT, Split(jobs=2), limits=Limits(seconds=0.5))
    assert run.status is Status.TIME_LIMIT
    assert not left_behind(before, "python")


@pytest.mark.slow("takes a thousand MiB")
def test_memory_is_limited_for_all_workers_together() -> None:
    backend = faults.misbehaving(faults.allocate)
    run = run_split(backend, EIGHT, Split(jobs=2), limits=Limits(memory_mib=1000))
    assert run.status is Status.MEMORY_LIMIT, note(run)


@pytest.mark.parametrize(("count", "kept"), [(False, ALL), (True, [])], ids=["kept", "counted"])
def test_an_interrupted_run_goes_on_where_it_was(
    count: bool,  # noqa: FBT001
    kept: list[Placement],
    tmp_path: Path,
) -> None:
    backend = faults.stumbling((5, 2), tmp_path / "marker", faults.raise_an_error)
    split = Split(checkpoint=tmp_path / "kept")
    first = run_split(backend, EIGHT, split, count=count)
    assert first.status is Status.CRASHED
    assert 0 < first.solutions < 92
    second = run_split(backend, EIGHT, split, count=count)
    assert second.status is Status.COMPLETE, note(second)
    assert second.solutions == 92
    assert "28 of 42 shards were already solved" in note(second)
    assert found_by(second) == kept
    third = run_split(backend, EIGHT, split, count=count)
    assert "42 of 42 shards were already solved" in note(third)
    assert third.counted == second.counted
    assert third.counters == second.counters


@pytest.mark.slow("starts a cluster")
@pytest.mark.skipif(not SEMAPHORES.is_dir(), reason="semaphores are no files here")
@pytest.mark.parametrize(
    ("backend", "seconds"),
    [(SICP, 60.0), (faults.halfway(faults.spin), 1.0)],
    ids=["ends", "stopped"],
)
def test_a_cluster_of_this_machine_leaves_no_semaphores(backend: Backend, seconds: float) -> None:
    before = {*SEMAPHORES.iterdir()}
    split = Split(cluster="local", jobs=1)
    run_split(backend, EIGHT, split, limits=Limits(seconds=seconds))
    new = {*SEMAPHORES.iterdir()} - before  # other tests run clusters, too, and end them
    until(lambda: not new & {*SEMAPHORES.iterdir()})


def all_in_one_part(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """All solutions of the board for the part of one row, and none for the others."""
    if problem.prefix[:1] in {(), (1,)}:
        yield from right(Problem(problem.n), work)


def mirrored(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """The solutions of the mirror image, for each part."""
    for rows in right(problem, work):
        yield tuple(problem.n - 1 - row for row in rows)


@pytest.mark.parametrize("count", [False, True], ids=["kept", "counted"])
@pytest.mark.parametrize("solve", [all_in_one_part, mirrored], ids=lambda one: one.__name__)
def test_solutions_of_another_part_are_extra(solve: Solve, count: bool) -> None:  # noqa: FBT001
    backend = Backend("another-part", solve=solve)
    found = compare(Problem(6), [backend], Limits(), count=count, split=Split(jobs=2))
    (judgement,) = found.judgements
    assert judgement.verdict is Verdict.WRONG
    assert judgement.faults[Fault.EXTRA] > 0
    assert judgement.faults[Fault.MISSING] > 0
    assert found.agreement is Agreement.DIFFERENT


# Clusters that do not answer, lose their processes or have other programs


def run_on(address: str, backend: Backend = SICP) -> Run:
    """The backend's run on the cluster there."""
    return run_split(backend, Problem(8), Split(cluster=address, jobs=1))


@pytest.mark.slow("starts a cluster")
def test_a_cluster_of_its_own_needs_no_port_that_others_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with ExitStack() as stack:
        with suppress(OSError):  # somebody else has it already: that will do
            stack.enter_context(socket.create_server(("127.0.0.1", 8787)))
        found = run_on("local")
    assert found.status is Status.COMPLETE, note(found)


MEDDLER = """
import solvers.splitting.cluster as cluster
from solvers.interface import Backend
from solvers.paradigms.sicp.exercise import BACKEND as sicp

solve_shard = cluster.solve_shard


def without_one(*arguments):
    run = solve_shard(*arguments)
    return __import__("dataclasses").replace(run, placements=run.placements[1:])


cluster.solve_shard = without_one
BACKEND = Backend("meddler", solve=sicp.solve)
"""


@pytest.mark.slow("starts a cluster")
def test_a_backend_of_others_is_loaded_only_where_it_searches(tmp_path: Path) -> None:
    (tmp_path / "meddler.py").write_text(MEDDLER)
    found = run_on("local", registry.find(str(tmp_path / "meddler.py")))
    assert (found.status, found.solutions) == (Status.COMPLETE, 92), note(found)


@pytest.mark.parametrize(
    "forged",
    [
        {"rejected_counts": {"invalid": -1}},
        {"rejected_counts": {"missing": 2}},
        {"placements": -1},
        {"ending": {"cause": "interrupted"}},
    ],
    ids=lambda forged: next(iter(forged)),
)
def test_a_record_that_no_worker_sends_is_refused(forged: dict[str, Any]) -> None:
    run = Run("sicp", "", Ending(Cause.DONE), packed_solutions(4))
    record = json.loads(json.dumps(asdict(ShardRecord.of((), run))))
    msgspec.convert(record, ShardRecord)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**record, **forged}, ShardRecord)


@dataclass
class Dask:
    """A cluster of one scheduler and one worker, as a user starts them."""

    address: str
    scheduler: subprocess.Popen[bytes]


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process, and wait until the processes that it started have ended."""
    started = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.wait()
    until(lambda: not any(map(psutil.Process.is_running, started)))


@contextmanager
def dask(folder: Path, *path: Path) -> Iterator[Dask]:
    """The cluster, until it is left; ``path`` stands before all else on the worker's."""
    module, file, log = "distributed.cli.dask_", folder / "scheduler", folder / "log"
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(os.path.abspath, [*map(str, path), *sys.path])),
        "TMPDIR": str(folder),
    }
    quiet = ["--no-dashboard", "--scheduler-file", str(file)]
    commands = [
        [f"{module}scheduler", "--host", "127.0.0.1", "--port", "0"],
        [f"{module}worker", "--nthreads", "1", "--no-nanny", "--local-directory", str(folder)],
    ]
    with ExitStack() as stack:
        for command in commands:
            process = subprocess.Popen(
                [sys.executable, "-m", *command, *quiet],
                env=environment,
                stderr=stack.enter_context(log.open("ab")),
            )
            stack.callback(end, process)
            if command is commands[0]:
                scheduler = process
                until(lambda: file.exists() and file.read_text().endswith("}"))
        address = json.loads(file.read_text())["address"]
        until(lambda: "Registered to" in log.read_text())
        yield Dask(address, scheduler)


@pytest.mark.slow("starts a cluster")
def test_a_cluster_whose_scheduler_is_gone_ends_the_run(tmp_path: Path) -> None:
    with dask(tmp_path) as there:
        kill = partial(os.kill, there.scheduler.pid, signal.SIGKILL)
        found = run_on(there.address, hostile.hostile(hostile.do_and_wait, what=kill))
    assert found.status is Status.CRASHED
    assert "the connection to the Dask cluster is lost" in note(found)


@pytest.mark.slow("starts a cluster")
def test_another_program_of_that_name_on_a_worker_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine's own file of the same name would solve the shards with another program."""
    program = (
        "from solvers.interface import Backend\n"
        "def solve(problem, work):\n    yield from ()\n"
        "BACKEND = Backend('on_both', solve=solve)\n"
    )
    here, there = tmp_path / "here", tmp_path / "there"
    for folder, text in ((here, program), (there, program + "# another version\n")):
        folder.mkdir()
        (folder / "on_both.py").write_text(text)
    with dask(tmp_path, there) as started:
        monkeypatch.syspath_prepend(str(here))
        found = run_on(started.address, registry.backend_in_file(str(here / "on_both.py")))
    assert found.status is Status.UNAVAILABLE
    assert "a Dask worker cannot run on_both: " in note(found)
    assert "there is another module named on_both; rename the file" in note(found)
    assert "\n" not in note(found)
