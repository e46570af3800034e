"""All checks of the contract on one backend, in a process of their own."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from io import StringIO

import pytest

from solvers import registry
from solvers.errors import where_raised
from solvers.execution.channel import RemoteCall
from solvers.execution.limits import Limits
from solvers.execution.remote_calls import NO_SEARCH, calls_elsewhere
from solvers.execution.result import Cause, Ending
from solvers.interface import Backend
from solvers.lazy import msgspec
from solvers.output.messages import ending_words
from solvers.puzzle.diagram import draw_diagram
from solvers.testing.contract import BackendContract
from solvers.testing.faults import FaultError

CHECKS = tuple(name for name in vars(BackendContract) if name.startswith("test_"))
"""The names of the checks, in the order in which they stand."""

SECONDS = 10.0
"""The time limit of each run of a backend."""

CHECK_SECONDS = 110.0
"""The time that one check may take before it counts as endless, whatever it runs."""

MOST_WAITS = 4
"""After checks that took so many time limits without an end, no other one is begun."""

SHRINKING_SECONDS = 20.0
"""The time in which all checks together look for smaller boards."""

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
    """One check: its name, its outcome, and the reason of a failure.

    ``board`` is the diagram of the board with the fault, or "", ``reason`` says what is wrong there
    on any board, and ``brief`` on this one. ``waited``: a run reached its time limit.
    """

    name: str
    outcome: Outcome = Outcome.FAILED
    message: str = ""
    board: str = ""
    reason: str = ""
    brief: str = ""
    waited: bool = False


def run_checks(
    source: str,
    checks: Sequence[str] = CHECKS,
    seconds: float = SECONDS,
    check_seconds: float = CHECK_SECONDS,
) -> Iterator[CheckOutcome]:
    """Run the checks on the backend that ``source`` names; yield each result when it is known.

    Each run is within ``seconds``. A check that takes more than ``check_seconds``, or that ends its
    process, has failed; the next check gets a new process. If runs do not end, the later checks are
    not begun.
    """
    limits = Limits(seconds=check_seconds, memory_mib=math.inf, processes=sys.maxsize)
    calls = [(NO_SEARCH, RemoteCall(_checked, (source, name, seconds))) for name in checks]
    begun, waited, number, told = time.monotonic(), 0.0, -1, set[str]()
    with closing(calls_elsewhere(calls, limits, jobs=1)) as ended:
        for number, found in ended:
            outcome = CheckOutcome(checks[number])
            if isinstance(found, Ending):
                is_late = found.cause is Cause.TIME
                outcome = replace(outcome, message=ending_words(found), waited=is_late)
            else:
                outcome = msgspec.json.decode(found, type=CheckOutcome)
            if outcome.waited:
                waited += time.monotonic() - begun
            begun = time.monotonic()
            if outcome.reason in told:
                outcome = replace(outcome, message=f"the same kind of fault: {outcome.brief}")
            told |= {outcome.reason} - {""}
            yield outcome
            if waited > MOST_WAITS * seconds:
                break
    for name in checks[number + 1 :]:
        yield CheckOutcome(name, Outcome.NOT_RUN, "too many runs have reached the time limit")


@cache
def _contract_of(source: str, seconds: float) -> type[BackendContract]:
    """The contract of one backend, whose checks share their recordings."""
    of_one = {
        "backend": registry.find(source),
        "seconds": seconds,
        "shrinking_seconds": SHRINKING_SECONDS,
    }
    return type("TestBackend", (BackendContract,), of_one)


def _checked(_: Backend, source: str, name: str, seconds: float) -> Iterator[bytes]:
    """The outcome of a check in this process."""
    yield msgspec.json.encode(_outcome(source, name, seconds))


def _outcome(source: str, name: str, seconds: float) -> CheckOutcome:
    failed = CheckOutcome(name)
    if not __debug__:
        why = "Python leaves out all assertions: unset PYTHONOPTIMIZE"
        return replace(failed, message=why)
    printed = StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            contract = _contract_of(source, seconds)()
            contract.setup_method()
            getattr(contract, name)()
            return CheckOutcome(name, Outcome.PASSED)
        except pytest.skip.Exception as reason:
            return CheckOutcome(name, Outcome.NOT_RUN, str(reason))
        except FaultError as error:
            fault = error.fault
            board, is_late = draw_diagram(fault.problem), fault.kind is Cause.TIME
            failed = replace(failed, message=str(error), board=board, waited=is_late)
            failed = replace(failed, reason=fault.reason, brief=str(fault))
        except AssertionError as error:
            failed = replace(failed, message=str(error))
        except BaseException as error:  # an author's program may raise anything
            words = f"{type(error).__name__}: {error} {where_raised(error)}"
            failed = replace(failed, message=words.strip())
    if lines := printed.getvalue().splitlines():
        shown = "\n".join([failed.message, "it printed:", *lines[-PRINTED_LINES:]])
        return replace(failed, message=shown)
    return failed
