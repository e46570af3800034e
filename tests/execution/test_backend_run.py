"""Runs of backends that misbehave: each gets its status, and nothing is left behind."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import misbehaving_backends as faults
import psutil
import pytest
from processes import PATIENCE, until, with_growing_time
from shares import a_share
from solutions import all_solutions
from wrong_backends import WRONG

from solvers import registry
from solvers.comparison import compare
from solvers.execution.backend_run import TaskState, WorkerProcess, run, stream_solutions
from solvers.execution.limits import Limits
from solvers.execution.process_tree import RUN_ID, ProcessTree
from solvers.execution.result import Status
from solvers.execution.supervisor import Supervisor
from solvers.grading.reading_limit import ReadingError, limited_reading
from solvers.interface import Backend, Solve
from solvers.output.messages import note
from solvers.output.run_table import columns
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Agreement, Verdict

pytestmark = pytest.mark.usefixtures("nothing_is_left_behind")
EIGHT = Problem(8)


@a_share(
    "fault",
    [
        faults.sleep_for_ever,
        faults.spin,
        faults.ignore_signals_and_spin,
        faults.start_a_child_and_hang,
    ],
    ids=lambda fault: fault.__name__,
)
def test_an_endless_backend_is_stopped_and_its_solutions_are_kept(
    fault: Callable[[], None],
) -> None:
    result = with_growing_time(
        lambda seconds: run(faults.halfway(fault), EIGHT, Limits(seconds=seconds)),
        lambda result: result.solutions == faults.HALF,
    )
    assert result.status is Status.TIME_LIMIT
    assert "stopped after " in note(result)
    assert result.solutions == faults.HALF


@pytest.mark.parametrize(
    ("backend", "status", "says"),
    [
        (faults.halfway(faults.raise_an_error), Status.CRASHED, "ZeroDivisionError: on purpose"),
        (faults.halfway(faults.recurse), Status.CRASHED, "RecursionError"),
        (faults.halfway(faults.leave), Status.CRASHED, "SystemExit: 0"),
        (faults.halfway(faults.exhaust_memory), Status.MEMORY_LIMIT, "MemoryError"),
    ],
    ids=lambda value: value.name if isinstance(value, Backend) else "",
)
def test_the_solutions_before_a_fault_are_kept(backend: Backend, status: Status, says: str) -> None:
    result = run(backend, EIGHT)
    assert result.status is status
    assert says in note(result)
    assert result.solutions == faults.HALF


@pytest.mark.parametrize(
    ("backend", "says"),
    [
        (faults.halfway(faults.leave_at_once), "exit code 0"),
        (faults.halfway(faults.kill_itself), "killed by SIGKILL"),
        (
            faults.halfway(faults.start_a_child_that_holds_the_channel_and_leave),
            "exit code 0",
        ),
    ],
    ids=lambda value: value.name if isinstance(value, Backend) else "",
)
def test_an_end_without_an_end_record_is_a_crash_with_every_exit_code(
    backend: Backend, says: str
) -> None:
    result = run(backend, EIGHT)
    assert result.status is Status.CRASHED
    assert "its process ended before the run was complete" in note(result)
    assert says in note(result)
    assert result.solutions <= faults.HALF


def test_memory_without_end_is_stopped_at_the_limit() -> None:
    result = run(faults.misbehaving(faults.allocate), EIGHT, Limits(memory_mib=300))
    assert result.status is Status.MEMORY_LIMIT
    assert result.peak_memory_mib is not None
    assert result.peak_memory_mib > 300


@pytest.mark.parametrize(
    "backend",
    [faults.misbehaving(faults.yield_without_end), faults.halfway(faults.print_without_end)],
    ids=lambda backend: backend.name,
)
def test_output_without_end_is_stopped_at_the_limit(backend: Backend) -> None:
    result = run(backend, EIGHT, Limits(output_mib=5))
    assert result.status is Status.OUTPUT_LIMIT


@pytest.mark.parametrize("solve", [faults.print_to_stdout, WRONG["same list"].solve])
def test_printing_and_reusing_a_list_do_no_harm(solve: Solve) -> None:
    result = run(faults.misbehaving(solve), EIGHT)
    assert result.status is Status.COMPLETE
    assert set(map(tuple, result.placements.tolist())) == all_solutions(8)


def test_a_backend_that_fails_changes_no_row_of_another() -> None:
    verdicts = {
        registry.find("sicp"): Verdict.CORRECT,
        faults.halfway(faults.kill_itself): Verdict.PARTIAL,
        faults.halfway(faults.sleep_for_ever): Verdict.PARTIAL,
        faults.ABSENT: Verdict.NOT_JUDGED,
        registry.find("backtracking"): Verdict.CORRECT,
    }
    judged = with_growing_time(
        lambda seconds: compare(EIGHT, [*verdicts], Limits(seconds=seconds)),
        lambda judged: [one.verdict for one in judged.judgements] == [*verdicts.values()],
    )
    assert [one.verdict for one in judged.judgements] == [*verdicts.values()]
    assert judged.agreement is Agreement.INCOMPLETE


def test_a_listener_that_leaves_ends_the_process() -> None:
    blocks = stream_solutions(WorkerProcess(registry.find("sicp")), Problem(12), Limits())
    assert len(next(blocks)) == 1
    workers = []
    for child in psutil.Process().children():
        with suppress(psutil.ZombieProcess):  # one of another test, over and not yet waited for
            if "solvers.execution.worker" in child.cmdline():
                workers.append(child)
    (child,) = workers
    blocks.close()
    assert not child.is_running()


def test_ctrl_c_just_after_the_end_of_a_run_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    listen = Supervisor.listen

    def interrupted(supervisor: Supervisor, plans: Any) -> Iterator[Any]:
        for task, item in listen(supervisor, plans):
            yield task, item
            if item is None and isinstance(task.state, TaskState):
                raise KeyboardInterrupt

    monkeypatch.setattr(Supervisor, "listen", interrupted)
    assert run(registry.find("sicp"), EIGHT).status is Status.CANCELLED


def test_a_stopped_process_does_not_outlive_its_parent() -> None:
    program = (
        "import psutil, time, solvers; solutions = solvers.solve(13); next(solutions);"
        "print(*(each.pid for each in psutil.Process().children()), flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        children = [psutil.Process(int(pid)) for pid in parent.stdout.readline().split()]
        (worker,) = (each for each in children if "solvers.execution.worker" in each.cmdline())
        worker.suspend()
        parent.kill()
    _, alive = psutil.wait_procs(children, timeout=PATIENCE)
    assert not alive


WITH_AN_ENGINE = [one for one in registry.backends().values() if one.requires]


@a_share("backend", WITH_AN_ENGINE, every=9, ids=lambda backend: backend.name)
def test_the_run_of_a_missing_engine_gives_the_install_hint(
    backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = backend.requires[0].partition(".")[0]
    (tmp_path / f"{package}.py").write_text("raise ImportError('taken away')")
    monkeypatch.syspath_prepend(str(tmp_path))
    result = run(backend, EIGHT)
    assert result.status is Status.UNAVAILABLE
    assert "taken away" in note(result)
    assert backend.install in note(result)


def test_a_file_with_the_name_of_the_package_does_not_hide_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "solvers.py").write_text("raise RuntimeError('the wrong file')\n")
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    monkeypatch.chdir(tmp_path)
    assert run(registry.find("sicp"), Problem(4)).solutions == 2


def slow_before(problem: Problem, work: Counter[str]) -> Iterator[Placement]:
    """Sets the clock of its process: one second takes a millisecond."""
    real, start = time.perf_counter, time.perf_counter()
    time.perf_counter = lambda: start + (real() - start) / 1000
    time.sleep(0.2)
    yield from ()


def prepare_slowly() -> None:
    time.sleep(0.2)


def test_the_clock_of_the_command_and_the_time_in_prepare_are_told() -> None:
    backend = Backend("liar", solve=slow_before, prepare=prepare_slowly)
    result = run(backend, Problem(3))
    assert (result.seconds or 1) < 0.05
    assert (result.parent_seconds or 0) > 0.2 < (result.prepare_seconds or 0)
    assert note(result).startswith("it reports ")
    assert "on the clock of the command" in note(result)
    comparison = crosscheck(Problem(3), [result])
    assert "prepare" in columns([comparison])
    plain = replace(result, prepare_seconds=0.01, parent_seconds=result.seconds)
    assert "prepare" not in columns([crosscheck(Problem(3), [plain])])
    assert note(plain) == ""


# A process and all that it started


@pytest.mark.parametrize(
    ("number", "error"),
    [(signal.SIGINT, KeyboardInterrupt), (signal.SIGPROF, ReadingError)],
    ids=["Ctrl-C", "reading limit"],
)
def test_a_signal_while_a_tree_is_ended_leaves_no_stopped_process(
    number: signal.Signals, error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", "import os; os.fork(); input()"],
        stdin=subprocess.PIPE,
        env={RUN_ID: "a mark"},
        start_new_session=True,
    )
    tree, suspend = ProcessTree(process, "a mark"), psutil.Process.suspend
    until(psutil.Process(process.pid).children)

    def interrupted(one: psutil.Process) -> None:
        suspend(one)
        signal.raise_signal(number)

    monkeypatch.setattr(psutil.Process, "suspend", interrupted)
    with limited_reading(), pytest.raises(error):
        tree.kill()
    assert process.returncode is not None
    if process.stdin:
        process.stdin.close()
