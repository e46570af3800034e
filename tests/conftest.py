"""The settings, hooks and fixtures of pytest that all tests share."""

from __future__ import annotations

import json
import os
import signal
from typing import Any, NamedTuple

import pytest
from engines import able_backend
from hypothesis import settings
from shares import WHOLE_ZOO

from solvers import registry
from solvers.cli.queens import main
from solvers.interface import Backend

os.environ[registry.OURS_ALONE] = "1"  # whatever else is installed where the tests run
settings.register_profile("on a busy machine too", deadline=None)
settings.load_profile("on a busy machine too")

# No test multiplies matrices, and each process that is started would start threads for that.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell's script starts what it does in the background with Ctrl-C ignored, and all that the tests
# start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_plugins = [
    "processes",
    "browser",
    "harnesses",
    "numpy_or_stand_in",
    "site_page",
    "xdist_workers",
]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose zoo mark has a reason, except in ``make zoo``."""
    reasons = [mark.args[0] for mark in item.iter_markers("zoo") if mark.args]
    if reasons and not WHOLE_ZOO:
        pytest.skip(f"make zoo {reasons[0]}")


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
