"""Helpers for processes that a test starts: find those that are left, and wait with a limit."""

from __future__ import annotations

import os
import pickle
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import psutil
import pytest
from places import ROOT

from solvers.cli.exit_codes import ExitCode
from solvers.grading.check import check_program

Result = TypeVar("Result")

MARK = "QUEENS_TESTED_BY"
"""Inherited by all that a test starts: tests in other processes run at the same time."""

os.environ[MARK] = secrets.token_hex(8)


def left_behind(before: set[int], word: str) -> list[psutil.Process]:
    """New processes with this word in their command that carry the mark of these tests."""
    found = []
    for process in named(word):
        with suppress(psutil.Error):
            if process.pid not in before and process.environ().get(MARK) == os.environ[MARK]:
                found.append(process)
    return found


def named(name: str) -> list[psutil.Process]:
    """Processes with this name in their command.

    A sandboxed program has no environment and so no mark: it is known by a name that only one test
    uses, such as that of the folder it runs in.
    """
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if name in " ".join(process.cmdline()):  # nothing where it is over already
                found.append(process)
    return found


def full_disk(blocks: int) -> str:
    """A shell's script that runs its arguments with a limit on files, in blocks of 512 bytes.

    Python would cut off the bytecode that it keeps, too, and the next command would read it.
    """
    return f'export PYTHONDONTWRITEBYTECODE=1; ulimit -f {blocks}; exec "$@"'


PATIENCE = 50
"""The longest wait, in seconds, for an event that comes at once on a machine without other work.

An event that never comes takes longer than that.
"""


def until(happened: Callable[[], object]) -> None:
    """Wait until the condition holds; fail if it does not hold in time."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


def ran(
    command: Sequence[object],
    *,
    folder: Path = ROOT,
    env: Mapping[str, str] | None = None,
    seconds: float = 2 * PATIENCE,
) -> subprocess.CompletedProcess[str]:
    """The command, run to its end in the folder, with its output as text."""
    return subprocess.run(
        [*map(str, command)],
        check=False,
        capture_output=True,
        text=True,
        cwd=folder,
        env=env,
        timeout=seconds,
    )


def started(*arguments: object, **options: Any) -> subprocess.Popen[str]:
    """Python with these arguments, in the checkout; its output goes into pipes."""
    command = [sys.executable, *map(str, arguments)]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )


def interrupted(
    process: subprocess.Popen[str], number: signal.Signals, when: Callable[[], object]
) -> tuple[str, str]:
    """The output and the errors of a process that gets this signal; nothing that it started runs.

    ``when`` tells that the time has come.
    """
    with process:
        until(when)
        children = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(number)
        said = process.communicate(timeout=PATIENCE)
    _, alive = psutil.wait_procs(children, timeout=PATIENCE)
    assert not alive
    return said


def left_by_its_reader(process: subprocess.Popen[str]) -> str:
    """The errors of a process whose reader leaves after a line; its exit code says interrupted."""
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
    assert process.returncode == ExitCode.INTERRUPTED
    return said


def built(project: Path, folder: Path, target: str = "wheel") -> Path:
    """The project's wheel, or another target, built without asking the network."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target]
    done = ran([*command, "--directory", folder], folder=project)
    assert done.returncode == 0, done.stderr
    (file,) = folder.iterdir()
    return file


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the suite."""
    return built(ROOT, tmp_path_factory.mktemp("wheel"))


def with_growing_time(
    do: Callable[[float], Result], is_enough: Callable[[Result], object]
) -> Result:
    """The result after half a second, or after more and more time until it is enough."""
    for seconds in (0.5, 2.0, 8.0):
        if is_enough(result := do(seconds)):
            return result
    return do(32.0)


@pytest.fixture
def nothing_is_left_behind(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """No process, no open file and no temporary file more than before the test."""
    folder = tmp_path_factory.mktemp("temporary")
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    files, before = psutil.Process().num_fds(), set(psutil.pids())
    yield folder
    assert not left_behind(before, "solvers.execution.worker")
    assert psutil.Process().num_fds() <= files
    assert not list(folder.iterdir())


@pytest.fixture
def marked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A class is marked in this process: to start another takes longer than the checks."""

    def here(calls: Sequence[Any], *_: object) -> Iterator[tuple[int, bytes]]:
        for number, (_, call) in enumerate(calls):
            yield number, pickle.dumps(check_program(*call.arguments))

    monkeypatch.setattr("solvers.grading.marking.calls_elsewhere", here)
