"""Shared fixtures and helpers, and all solutions, found without the suite."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import warnings
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

from solvers import registry
from solvers.cli.queens import main
from solvers.execution.solving import make_ready
from solvers.install_hint import with_install_hint
from solvers.interface import Backend
from solvers.puzzle.placements import Placement

os.environ[registry.OURS_ALONE] = "1"  # whatever else is installed where the tests run
settings.register_profile("on a busy machine too", deadline=None)
settings.load_profile("on a busy machine too")

pytest_plugins = ["arrays", "browser", "distribution", "harnesses", "web_page"]

WHOLE_ZOO = os.environ.get("WHOLE_ZOO") == "1"
"""``make zoo`` runs all; ``make test`` takes a share where all would take minutes."""


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose zoo mark has a reason, except in ``make zoo``."""
    reasons = [mark.args[0] for mark in item.iter_markers("zoo") if mark.args]
    if reasons and not WHOLE_ZOO:
        pytest.skip(f"make zoo {reasons[0]}")


def thinned(cases: Iterable[Any], *, single: bool = True) -> list[Any]:
    """The cases of a test, of which ``make test`` tries every third; ``make zoo`` tries all.

    A case is one value, or a tuple with a value for each name.
    """
    more = pytest.mark.zoo("tries more of the kind")
    return [
        case if number % 3 == 0 else _with_mark(case, more, single=single)
        for number, case in enumerate(cases)
    ]


def _with_mark(case: Any, mark: pytest.MarkDecorator, *, single: bool) -> Any:
    if hasattr(case, "marks"):  # a pytest.param
        return pytest.param(*case.values, marks=[*case.marks, mark], id=case.id)
    return pytest.param(*([case] if single else case), marks=mark)


def a_share(
    names: str | tuple[str, ...], cases: Iterable[Any], **options: Any
) -> pytest.MarkDecorator:
    """Like parametrize, with a third of the cases in ``make test``."""
    return pytest.mark.parametrize(names, thinned(cases, single=isinstance(names, str)), **options)


@cache
def why_not(name: str) -> str:
    """The reason why a backend cannot run, found by preparing it in this process; "" if it can.

    One process at a time: an engine that compiles itself at its first import does that once.
    """
    found = registry.backends()[name]
    try:
        with warnings.catch_warnings(), Path(__file__).open() as lock:
            warnings.simplefilter("default")
            fcntl.flock(lock, fcntl.LOCK_EX)
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
    """The backend of this name; skips the test, with the reason, if it cannot run here."""
    if reason := why_not(name):
        skip_or_fail(f"{name} cannot run here: {reason}")
    return registry.backends()[name]


A_PROGRAM = pytest.param("minizinc", marks=pytest.mark.zoo("starts MiniZinc"))


@pytest.fixture(params=["sicp", "cp-sat", "prolog", A_PROGRAM])
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


# No test multiplies matrices, and each process that is started would start threads for that.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell's script starts what it does in the background with Ctrl-C ignored, and all that the tests
# start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


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


def needs_program(name: str, package: str) -> None:
    """Skip the test where a program is missing."""
    if not shutil.which(name):
        skip_or_fail(f"{name} is missing: sudo apt-get install {package}")


def needs_prolog() -> None:
    """Skip the test where SWI-Prolog is missing."""
    needs_program("swipl", "swi-prolog-nox")
