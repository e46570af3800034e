"""What all tests share: who can run here, and the right answers by a method of the tests' own."""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import shutil
import signal
import subprocess
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import psutil
import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from solvers import lazy, registry
from solvers.cli.queens import main
from solvers.execution.limits import Limits
from solvers.execution.search import make_ready
from solvers.grading.call_plan import plain_call
from solvers.grading.call_result import CallResult
from solvers.grading.language import HARNESSES, RACKET
from solvers.grading.running_submission import RunningSubmission
from solvers.grading.sandbox import Sandbox, launcher
from solvers.grading.submission import Submission
from solvers.install_hint import with_install_hint
from solvers.interface import Backend
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import small_proof

os.environ[registry.OURS_ALONE] = "1"  # whatever else is installed where the tests run

pytest_plugins = ["solvers.pytest_plugin", "browser"]

settings.register_profile("on a busy machine too", deadline=None)
settings.load_profile("on a busy machine too")

Result = TypeVar("Result")


class Together(LoadScopeScheduling):  # type: ignore[misc]  # xdist carries no types
    """Gives each worker the next test; those that share something stay on one, in their order."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        if file.endswith(("test_report.py", "test_film_player.py")):
            return "browser.py"
        if file.endswith(("test_packaging.py", "test_site.py")):  # a wheel, a page's engines
            return file
        if "::TestContract::" in nodeid:  # of a backend, whose engine is loaded once
            return nodeid.partition("[")[2]
        return nodeid


def pytest_xdist_auto_num_workers() -> int:
    """Two for each core: a third of the time tests wait for limits and other processes."""
    return 2 * (os.cpu_count() or 1)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Together:
    """The distribution of tests over several processes."""
    return Together(config, log)


@cache
def why_not(name: str) -> str:
    """Asked in the tests' own process, which needs the engine anyway."""
    found = registry.backends()[name]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("default")  # an engine that compiles itself at its first import
            make_ready(found)
    except Exception as error:  # an engine that is not there raises what it likes
        return with_install_hint(error, found.install)
    return ""


def skip_or_fail(reason: str) -> None:
    """Skip where something optional is missing; fail where everything has to be there."""
    if os.environ.get("REQUIRE_ALL") == "1":
        pytest.fail(f"REQUIRE_ALL=1, but {reason}")
    pytest.skip(reason)


def able_backend(name: str) -> Backend:
    """The backend of this name; others are skipped with the reason."""
    if reason := why_not(name):
        skip_or_fail(f"{name} cannot run here: {reason}")
    return registry.backends()[name]


@pytest.fixture(scope="class", params=["numpy", "solvers.puzzle.plain_arrays"])
def arrays(request: pytest.FixtureRequest) -> Iterator[None]:
    """NumPy, and then the stand-in that takes its place where there is none, for one test."""
    small_proof.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lazy.numpy, "__dict__", {"_name": request.param, "_stand_in": ""})
        yield
    small_proof.cache_clear()


@pytest.fixture(params=["sicp", "cp-sat", "prolog", "minizinc"])
def engine(request: pytest.FixtureRequest) -> Backend:
    """One of each kind: pure Python, one that calls back, one that gives blocks, a program."""
    return able_backend(request.param)


class Printed(NamedTuple):
    """The output of a command."""

    out: str
    err: str
    code: object

    @property
    def lines(self) -> list[str]:
        """Standard output line by line."""
        return self.out.splitlines()

    @property
    def document(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)


class Queens:
    """Runs the command ``queens`` in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: object, code: object = 0) -> Printed:
        """The output of ``queens ARGUMENTS``, which has to end with this exit code."""
        printed = self.any(*arguments)
        assert printed.code == code, printed
        return printed

    def any(self, *arguments: object) -> Printed:
        """The output of ``queens ARGUMENTS``, with its exit code."""
        self._capsys.readouterr()
        try:
            ended: object = main([str(argument) for argument in arguments])
        except SystemExit as leaving:
            ended = leaving.code
        return Printed(*self._capsys.readouterr(), code=ended)

    def refusal(self, *arguments: object) -> str:
        """The one line on standard error by which ``queens ARGUMENTS`` is refused as bad usage."""
        printed = self(*arguments, code=2)
        assert printed.out == ""
        assert printed.err.count("\n") == 1, printed
        return printed.err


@pytest.fixture
def queens(capsys: pytest.CaptureFixture[str]) -> Queens:
    """Runs a command and gives its output."""
    return Queens(capsys)


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
    """What comes of the program's ``queens`` in one process, without a trial how to ask it."""
    with RunningSubmission(submission, limits, sandbox) as program:
        return program.ask(plain_call(submission.language, "queens"), n, is_last=True)


# No test multiplies matrices, and each process that is started would start threads for that.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

MARK = "QUEENS_TESTED_BY"
"""Inherited by all that a test starts: tests in other processes run at the same time."""

os.environ[MARK] = secrets.token_hex(8)

# A shell's script starts what it does in the background with Ctrl-C ignored, and all that the tests
# start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def left_behind(before: set[int], word: str) -> list[psutil.Process]:
    """New processes with this word in their command that carry the mark of these tests."""
    return [
        process
        for process in named(word)
        if process.pid not in before and _environment(process).get(MARK) == os.environ[MARK]
    ]


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


def _environment(process: psutil.Process) -> dict[str, str]:
    with suppress(psutil.Error):
        found: dict[str, str] = process.environ()
        return found
    return {}


def full_disk(blocks: int) -> str:
    """A shell's script that runs its arguments where a file holds so many blocks of 512 bytes.

    Python would cut off the bytecode that it keeps, too, and the next command would read it.
    """
    return f'export PYTHONDONTWRITEBYTECODE=1; ulimit -f {blocks}; exec "$@"'


def no_certificate(_: Problem) -> None:
    """For a comparison whose referee is to judge without a proof."""


PATIENCE = 50
"""Seconds that are waited at most for what comes at once where nobody else needs the machine.

What would stay for ever stays longer than that.
"""


def until(happened: Callable[[], object]) -> None:
    """Wait for it; fail where it does not happen."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


def given_time(do: Callable[[float], Result], is_enough: Callable[[Result], object]) -> Result:
    """What comes of it within half a second; within more where that is not enough to begin."""
    for seconds in (0.5, 2.0, 8.0):
        if is_enough(result := do(seconds)):
            return result
    return do(32.0)


@cache
def all_solutions(n: int) -> frozenset[Placement]:
    """All solutions, by trying every row of every column and looking square by square."""
    boards: list[Placement] = [()]
    for _ in range(n):
        tried = ((*board, row) for board in boards for row in range(n))
        boards = [board for board in tried if not naive_attack(board, n)]
    return frozenset(boards)


def naive_attack(placement: tuple[int, ...], n: int = 0) -> bool:
    """Whether two queens attack each other: walk every line of a board of n rows from every queen.

    Without n, the board has as many rows as queens.
    """
    n = n or len(placement)
    queens = set(enumerate(placement))
    for column, row in queens:
        for step_column, step_row in ((1, 0), (0, 1), (1, 1), (1, -1)):
            square = column + step_column, row + step_row
            while 0 <= square[0] < n and 0 <= square[1] < n:
                if square in queens:
                    return True
                square = square[0] + step_column, square[1] + step_row
    return False


def golden(name: str) -> str:
    """The text of a golden file."""
    return (Path(__file__).parent / "golden" / name).read_text()


def needs_prolog() -> None:
    """Skip the test where SWI-Prolog is missing."""
    if not shutil.which("swipl"):
        skip_or_fail("SWI-Prolog is missing: sudo apt-get install swi-prolog-nox")
