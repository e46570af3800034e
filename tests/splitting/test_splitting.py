"""A split run has the results of the unsplit one, with every kind of worker and after losses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import misbehaving_backends as faults
import psutil
import pytest
from processes import left_behind, until
from solutions import all_solutions
from split_runs import run_split

from solvers import registry
from solvers.errors import UsageError
from solvers.execution.limits import Limits
from solvers.execution.result import Run, Status
from solvers.interface import Backend
from solvers.output.messages import note
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.splitting.shards import Split, shards
from solvers.testing.boards import BOARDS

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
