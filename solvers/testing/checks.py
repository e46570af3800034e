"""All checks of the contract on one backend, in a process of their own."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from io import StringIO

import pytest

from solvers import registry
from solvers.errors import where_raised
from solvers.execution.channel import RemoteCall
from solvers.execution.limits import Limits
from solvers.execution.remote_calls import NO_SEARCH, calls_elsewhere
from solvers.execution.result import Ending
from solvers.interface import Backend
from solvers.output.messages import ending_words
from solvers.testing.contract import BackendContract

CHECKS = tuple(name for name in vars(BackendContract) if name.startswith("test_"))
"""The names of the checks, in the order in which they stand."""

BOARD_SECONDS = 10.0
"""The time limit of each run of a backend that is not of the suite."""

CHECK_SECONDS = 110.0
"""The time that one check may take before it counts as endless."""

PRINTED_LINES = 10
"""The number of lines that are shown from the end of a failed check's output."""


class Outcome(StrEnum):
    """The result of a check, and the sign before it in a list."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not run"

    @property
    def sign(self) -> str:
        """A tick, a cross or a dash."""
        return {Outcome.PASSED: "✓", Outcome.FAILED: "✗", Outcome.NOT_RUN: "-"}[self]


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """One check: its name, its outcome, and the reason of a failure."""

    name: str
    outcome: Outcome
    message: str


def run_checks(
    source: str,
    checks: Sequence[str] = CHECKS,
    seconds: float = CHECK_SECONDS,
    board_seconds: float = BOARD_SECONDS,
) -> Iterator[CheckOutcome]:
    """Run the checks on the backend that ``source`` names; yield each result when it is known.

    A check that takes more than ``seconds``, or that ends its process, has failed; the next check
    gets a new process. Each run in a process of its own is within ``board_seconds``.
    """
    limits = Limits(seconds=seconds, memory_mib=math.inf, processes=sys.maxsize)
    calls = [(NO_SEARCH, RemoteCall(_checked, (source, name, board_seconds))) for name in checks]
    for number, found in calls_elsewhere(calls, limits, jobs=1):
        if isinstance(found, Ending):
            outcome, message = Outcome.FAILED, ending_words(found)
        else:
            outcome, message = json.loads(found)
        yield CheckOutcome(checks[number], Outcome(outcome), message)


@cache
def _contract_of(source: str, seconds: float) -> type[BackendContract]:
    """The contract of one backend, whose checks share their recordings."""
    of_one = {"backend": registry.find(source), "seconds": seconds}
    return type("TestBackend", (BackendContract,), of_one)


def _checked(_: Backend, source: str, name: str, seconds: float) -> Iterator[bytes]:
    """The outcome of a check in this process, and its message."""
    if not __debug__:
        why = "Python leaves out all assertions: unset PYTHONOPTIMIZE"
        yield json.dumps([Outcome.FAILED, why]).encode()
        return
    outcome, message, printed = Outcome.PASSED, "", StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            contract = _contract_of(source, seconds)()
            contract.setup_method()
            getattr(contract, name)()
        except pytest.skip.Exception as reason:
            outcome, message = Outcome.NOT_RUN, str(reason)
        except BaseException as error:  # an author's program may raise anything
            outcome, message = Outcome.FAILED, str(error)
            if not isinstance(error, AssertionError):
                message = f"{type(error).__name__}: {error} {where_raised(error)}".strip()
    if outcome is Outcome.FAILED and (lines := printed.getvalue().splitlines()):
        message = "\n".join([message, "it printed:", *lines[-PRINTED_LINES:]])
    yield json.dumps([outcome, message]).encode()
