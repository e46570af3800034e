"""The settings, hooks and fixtures of pytest that all tests share."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest
from engines import WITHOUT_STRONG, able_backend, needs_sandbox
from hypothesis import settings
from queens_command import Queens
from shares import slower

from solvers import registry
from solvers.cli import arguments
from solvers.errors import UnavailableError
from solvers.grading.sandbox import Sandbox
from solvers.interface import Backend

os.environ[registry.OURS_ALONE] = "1"  # whatever else is installed where the tests run
settings.register_profile("on a busy machine too", deadline=None)
settings.load_profile("on a busy machine too")

# No test multiplies matrices, and each process that is started would start threads for that.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell script starts its background jobs with Ctrl-C ignored, and every process that the tests
# start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

_choose_sandbox = arguments.choose_sandbox


def chosen_or_skipped(*wanted: Any, **options: Any) -> Sandbox:
    """The chosen sandbox; skips the test if it is the strong one, and that cannot run here."""
    try:
        return _choose_sandbox(*wanted, **options)
    except UnavailableError as error:
        if WITHOUT_STRONG in str(error):
            needs_sandbox(Sandbox.STRONG)
        raise


arguments.choose_sandbox = chosen_or_skipped  # before a command imports it

pytest_plugins = [
    "processes",
    "browser",
    "xdist_workers",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option ``--slow``."""
    parser.addoption("--slow", action="store_true", help="run the tests with the mark slow as well")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests with the mark ``slow``, except with ``--slow``: there are thousands."""
    if not config.getoption("--slow"):
        slow = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


@pytest.fixture(params=["sicp", "prolog", *map(slower, ["cp-sat", "minizinc"])])
def engine(request: pytest.FixtureRequest) -> Backend:
    """A backend of each kind: pure Python, with blocks, with a callback, with a program."""
    return able_backend(request.param)


@pytest.fixture
def queens(capsys: pytest.CaptureFixture[str]) -> Queens:
    """Runs a command and gives its output."""
    return Queens(capsys)
