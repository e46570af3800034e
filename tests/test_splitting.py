"""A split run gives what the unsplit one gives, whoever solves the shards and whatever is lost."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import faults
import psutil
import pytest
from conftest import PATIENCE, all_solutions, left_behind, until
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solvers import registry
from solvers.errors import StoreError
from solvers.execution.backend_run import run_worker
from solvers.execution.ending import Status
from solvers.execution.limits import Limits
from solvers.execution.result import Run, ShardResult
from solvers.execution.search import make_ready
from solvers.execution.worker import Job
from solvers.execution.worker_process import WorkerProcess
from solvers.interface import Backend
from solvers.output.messages import note
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.puzzle.tally import Retention, merged, tally_of
from solvers.splitting.executors import Workers, cluster, pool, this_process
from solvers.splitting.shards import enough_depth, shards
from solvers.splitting.split import ShardedRun, Split, opened_checkpoint

EIGHT = Problem(8)
SICP = registry.find("sicp")
READY = partial(make_ready, SICP)
EXECUTORS = ("this process", "threads", "one process", "two processes", "a Dask cluster")


@pytest.fixture(scope="module")
def staff(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Workers]]:
    """Workers of every kind, started once."""
    import dask

    with ExitStack() as stack:
        folder = str(tmp_path_factory.mktemp("dask"))  # in a run it is the run's own
        stack.enter_context(dask.config.set(temporary_directory=folder))
        yield {
            "this process": stack.enter_context(this_process()),
            "threads": Workers(stack.enter_context(ThreadPoolExecutor(3)), 3),
            "one process": stack.enter_context(pool(READY, 1)),
            "two processes": stack.enter_context(pool(READY, 2)),
            "a Dask cluster": stack.enter_context(cluster(READY, "local", 2)),
        }


def hire_nobody() -> Workers:
    raise AssertionError("no worker was lost")


def results(
    workers: Workers, problem: Problem, keep: Retention, split: Split, backend: Backend = SICP
) -> list[ShardResult]:
    """What comes of all shards."""
    taken: list[ShardResult] = []
    ShardedRun(backend, problem, keep, split, workers, hire_nobody).solve(taken.append)
    return taken


def placements(taken: list[ShardResult]) -> list[Placement]:
    """All solutions, however often they came."""
    return [
        tuple(rows)
        for result in taken
        if result.placements is not None
        for rows in result.placements.tolist()
    ]


def run_split(
    backend: Backend, problem: Problem, split: Split, keep: Retention = Retention.SOLUTIONS
) -> Run:
    """The backend's run, split, in a process of its own."""
    return run_worker(WorkerProcess(Job(backend, problem, keep, split)), Limits(seconds=60))


def found_by(run: Run) -> list[Placement]:
    return sorted(map(tuple, run.placements.tolist()))


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(
    n=st.integers(0, 9),
    split=st.builds(Split, depth=st.none() | st.integers(0, 4), mirror=st.booleans()),
    prefix=st.sampled_from([(), (0,), (3, 1), (1, 3)]),
    who=st.sampled_from(EXECUTORS),
)
def test_every_split_gives_the_same_set_and_the_same_digest(
    staff: dict[str, Workers], n: int, split: Split, prefix: Placement, who: str
) -> None:
    if split.mirror or n < 4:
        prefix = ()
    if split.depth and who == "a Dask cluster":  # each shard takes it milliseconds
        split = replace(split, depth=min(split.depth, 2))
    problem = Problem(n, prefix)
    whole = pack(sorted(all_solutions(n)), n).placements()
    whole = whole[problem.allows(whole)]

    kept = results(staff[who], problem, Retention.SOLUTIONS, split)
    assert sorted(placements(kept)) == list(map(tuple, whole.tolist()))

    tallies = [
        one.tally for one in results(staff[who], problem, Retention.DIGEST, split) if one.tally
    ]
    total = tally_of(whole[:0], problem, Retention.DIGEST)
    for tally in tallies:
        total = merged(total, tally)
    assert total == tally_of(whole, problem, Retention.DIGEST)
    assert total.distinct


@pytest.mark.parametrize("n", [5, 6])
def test_a_search_can_be_split_and_mirrored(engine: Backend, n: int) -> None:
    with this_process() as workers:
        taken = results(
            workers, Problem(n), Retention.SOLUTIONS, Split(depth=1, mirror=True), backend=engine
        )
    assert sorted(placements(taken)) == sorted(all_solutions(n))
    assert len(taken) == (n + 1) // 2


def test_shards_are_all_there_is_and_have_nothing_in_common() -> None:
    for depth in range(9):
        prefixes = [shard.prefix for shard in shards(EIGHT, depth)]
        assert {len(prefix) for prefix in prefixes} == {depth}
        assert len(set(prefixes)) == len(prefixes)
        assert {one[:depth] for one in all_solutions(8)} <= set(prefixes)


def test_there_are_many_more_shards_than_workers() -> None:
    for n in (8, 10, 14):
        for workers in (1, 2, 4, 16):
            depth = enough_depth(Problem(n), workers)
            assert len(shards(Problem(n), depth)) >= 16 * workers


def test_a_split_run_in_processes_is_a_run_like_any_other(engine: Backend) -> None:
    run = run_split(engine, Problem(7), Split(jobs=2, depth=1))
    assert run.status is Status.COMPLETE, note(run)
    assert found_by(run) == sorted(all_solutions(7))
    assert any(run.counters.values())
    assert run.seconds is not None
    assert run.first_solution_seconds is not None


def test_a_worker_that_is_killed_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    backend = faults.stumbling((2, 4), tmp_path / "marker", faults.kill_itself)
    undisturbed = run_split(SICP, EIGHT, Split(depth=2)).counters
    for keep in Retention:
        (tmp_path / "marker").unlink(missing_ok=True)
        run = run_split(backend, EIGHT, Split(jobs=2, depth=2), keep)
        assert (tmp_path / "marker").exists()
        assert run.status is Status.COMPLETE, note(run)
        assert run.solutions == 92
        assert run.tally is None or run.tally.distinct
        assert keep is not Retention.SOLUTIONS or found_by(run) == sorted(all_solutions(8))
        assert run.counters == undisturbed


def test_a_dask_worker_that_is_lost_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    backend = faults.stumbling((2, 4), tmp_path / "marker", faults.kill_itself)
    run = run_split(backend, EIGHT, Split(cluster="local", jobs=2, depth=2))
    assert (tmp_path / "marker").exists()
    assert run.status is Status.COMPLETE, note(run)
    assert found_by(run) == sorted(all_solutions(8))


def test_workers_that_are_always_lost_end_the_run() -> None:
    run = run_split(faults.misbehaving(faults.kill_itself_always), EIGHT, Split(jobs=2))
    assert run.status is Status.CRASHED
    assert "BrokenProcessPool" in note(run)


class FailsOnce(ThreadPoolExecutor):
    """Raises an error instead of the first result."""

    has_failed = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.has_failed:
            return super().submit(fn, *args, **kwargs)
        self.has_failed = True
        return super().submit(faults.raise_an_error)


@pytest.mark.parametrize("lost", [ZeroDivisionError, TypeError])
def test_a_shard_runs_again_only_if_its_error_means_a_lost_worker(lost: type[Exception]) -> None:
    taken: list[ShardResult] = []
    with FailsOnce(1) as executor:
        workers = Workers(executor, 1, lost=(lost,))
        run = ShardedRun(SICP, EIGHT, Retention.SOLUTIONS, Split(depth=1), workers, lambda: workers)
        if lost is ZeroDivisionError:
            run.solve(taken.append)
            assert sorted(placements(taken)) == sorted(all_solutions(8))
        else:
            with pytest.raises(ZeroDivisionError, match="on purpose"):
                run.solve(taken.append)


def test_an_error_in_a_shard_ends_the_run_and_keeps_what_was_found(tmp_path: Path) -> None:
    backend = faults.stumbling((7, 3), tmp_path / "marker", faults.raise_an_error)
    run = run_split(backend, EIGHT, Split(jobs=1, depth=2))
    assert run.status is Status.CRASHED
    assert "on purpose" in note(run)
    assert 0 < run.solutions < 92


def test_a_cluster_that_is_not_there_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_limits_hold_for_all_processes_together_and_none_is_left() -> None:
    before = set(psutil.pids())
    worker = WorkerProcess(Job(faults.halfway(faults.spin), EIGHT, split=Split(jobs=2)))
    run = run_worker(worker, Limits(seconds=0.5))
    assert run.status is Status.TIME_LIMIT
    assert not left_behind(before, "python")


def test_no_worker_outlives_a_run_whose_runner_was_killed() -> None:
    before = set(psutil.pids())
    command = [sys.executable, "compare.py", "--n", "15", "--backends", "sicp", "--jobs", "2"]
    runner = subprocess.Popen(command, cwd=Path(__file__).parents[1], stdout=subprocess.DEVNULL)
    below = psutil.Process(runner.pid)
    # The run's process, two workers, and what tracks them.
    until(lambda: len(below.children(recursive=True)) >= 4)
    started = below.children(recursive=True)
    os.kill(runner.pid, signal.SIGKILL)
    runner.wait()
    _, alive = psutil.wait_procs(started, timeout=PATIENCE)
    assert not alive
    assert not left_behind(before, "solvers.execution.worker")


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    backend = faults.stumbling((5, 2), tmp_path / "marker", faults.raise_an_error)
    for keep in Retention:
        (tmp_path / "marker").unlink(missing_ok=True)
        split = Split(depth=2, checkpoint=tmp_path / str(keep))
        first = run_split(backend, EIGHT, split, keep)
        assert first.status is Status.CRASHED
        assert 0 < first.solutions < 92
        second = run_split(backend, EIGHT, split, keep)
        assert second.status is Status.COMPLETE, note(second)
        assert second.solutions == 92
        assert "28 of 42 shards were already solved" in note(second)
        assert keep is not Retention.SOLUTIONS or found_by(second) == sorted(all_solutions(8))
        third = run_split(backend, EIGHT, split, keep)
        assert "42 of 42 shards were already solved" in note(third)
        assert third.tally == second.tally
        assert third.counters == second.counters


@pytest.mark.parametrize(
    "split",
    [Split(depth=1), Split(jobs=1), Split(cluster="local", jobs=1)],
    ids=["this process", "a pool", "Dask"],
)
@pytest.mark.parametrize(
    ("fails", "status", "says"),
    [
        (faults.recurse, Status.CRASHED, "RecursionError: maximum recursion depth exceeded"),
        (faults.exhaust_memory, Status.MEMORY_LIMIT, ""),
    ],
)
def test_an_exception_in_a_shard_is_reported_wherever_it_is_solved(
    split: Split, fails: Callable[[], None], status: Status, says: str
) -> None:
    run = run_split(faults.halfway(fails), EIGHT, split)
    assert run.status is status, note(run)
    assert says in note(run)


def checkpointed(directory: Path) -> Path:
    """A checkpoint of all shards, and where its database is."""
    assert run_split(SICP, EIGHT, Split(checkpoint=directory)).status is Status.COMPLETE
    return directory / "sicp-n8.sqlite"


def finished(split: Split) -> list[ShardResult]:
    """What the checkpoint has of a run with eight queens whose solutions are kept."""
    with opened_checkpoint(SICP, EIGHT, Retention.SOLUTIONS, split) as checkpoint:
        assert checkpoint
        return list(checkpoint.finished())


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def change_a_solution(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("UPDATE results SET data = X'0001020304050607' WHERE rowid = 5")
    database.close()


def change_a_count(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute(
            "UPDATE results SET value = replace(value, '\"row_tries\": ', '\"row_tries\": 1')"
        )
    database.close()


@pytest.mark.parametrize("damage", [truncate, change_a_solution, change_a_count])
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    damage(checkpointed(tmp_path))
    with pytest.raises(StoreError, match=r"is damaged .*; delete it, or give another"):
        finished(Split(checkpoint=tmp_path))


def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path) -> None:
    path = checkpointed(tmp_path)
    path.write_text("no database at all\n" * 100)
    with pytest.raises(StoreError, match=r"is not a checkpoint .*; give another directory"):
        finished(Split(checkpoint=tmp_path))


@pytest.mark.parametrize(
    ("problem", "keep", "split"),
    [
        (Problem(8, (0,)), Retention.SOLUTIONS, Split()),
        (EIGHT, Retention.COUNT, Split()),
        (EIGHT, Retention.SOLUTIONS, Split(mirror=True)),
        (EIGHT, Retention.SOLUTIONS, Split(depth=3)),
    ],
    ids=["prefix", "keep", "mirror", "depth"],
)
def test_a_checkpoint_of_another_run_is_refused(
    tmp_path: Path, problem: Problem, keep: Retention, split: Split
) -> None:
    checkpointed(tmp_path)
    with (
        pytest.raises(
            StoreError, match=r"was made with (another|other) .*, now .*\); give another directory"
        ),
        opened_checkpoint(SICP, problem, keep, replace(split, checkpoint=tmp_path)),
    ):
        pass


def test_a_checkpoint_that_is_in_use_or_no_directory_is_refused(tmp_path: Path) -> None:
    split = Split(checkpoint=tmp_path / "used")
    with (
        opened_checkpoint(SICP, EIGHT, Retention.COUNT, split),
        pytest.raises(StoreError, match="in use"),
        opened_checkpoint(SICP, EIGHT, Retention.COUNT, split),
    ):
        pass
    (tmp_path / "file").touch()
    with (
        pytest.raises(StoreError, match="cannot be opened"),
        opened_checkpoint(SICP, EIGHT, Retention.COUNT, Split(checkpoint=tmp_path / "file")),
    ):
        pass
