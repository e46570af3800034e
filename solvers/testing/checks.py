"""All checks of the contract on one backend, in a process of their own and without pytest."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from multiprocessing.connection import Connection, Pipe
from unittest import SkipTest

from solvers import registry
from solvers.execution.worker_process import module_path
from solvers.interface import Backend
from solvers.testing.contract import BackendContract

CHECKS = tuple(name for name in vars(BackendContract) if name.startswith("test_"))
"""Their names, in the order in which they stand."""

CHECK_SECONDS = 120.0
"""How long one check may take before it counts as endless."""


class Outcome(StrEnum):
    """What came of a check."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """One check: its name, what it looks at, what came of it, why, and how many seconds it took."""

    name: str
    asks: str
    outcome: Outcome
    message: str
    seconds: float


def run_checks(
    source: str, checks: Sequence[str] = CHECKS, seconds: float = CHECK_SECONDS
) -> Iterator[CheckOutcome]:
    """Each check's result as soon as it is there, of the backend that ``source`` names.

    A check that does not end in so many seconds, or with which the process ends, has failed; the
    next one has a new process.
    """
    todo = list(checks)
    while todo:
        with _Session(source, todo) as session:
            while todo and (result := session.next_result(todo[0], seconds)):
                todo.pop(0)
                yield result
                if session.is_over:
                    break


class _Session:
    """A process that does one check after the other."""

    def __init__(self, source: str, checks: Sequence[str]) -> None:
        self.ours, theirs = Pipe(duplex=False)
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__, str(theirs.fileno()), source, *checks],
            stdin=subprocess.DEVNULL,
            stdout=2,  # what it prints is no result
            pass_fds=[theirs.fileno()],
            # Where Python optimises, it leaves out every assertion.
            env={**os.environ, "PYTHONPATH": os.pathsep.join(module_path()), "PYTHONOPTIMIZE": ""},
            start_new_session=True,
        )
        theirs.close()
        self.is_over = False

    def __enter__(self) -> _Session:
        return self

    def __exit__(self, *_: object) -> None:
        """End it, with all that it started and that stayed in its group."""
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.ours.close()

    def next_result(self, name: str, seconds: float) -> CheckOutcome:
        """What came of the check of that name, which is at work."""
        start, why = time.monotonic(), ""
        while not why:
            left = start + seconds - time.monotonic()
            if left <= 0 or not self.ours.poll(left):
                why = f"it did not finish within {seconds:.0f} s"
                break
            try:
                result = CheckOutcome(*self.ours.recv())
            except Exception:  # it is over, or has put something else on its pipe
                why = f"its process ended{self._exit_code()}"
                break
            if result.name == name:
                return replace(result, outcome=Outcome(result.outcome))
        self.is_over = True
        asks = (getattr(BackendContract, name).__doc__ or "").strip()
        return CheckOutcome(name, asks, Outcome.FAILED, why, time.monotonic() - start)

    def _exit_code(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            return f", with exit code {self.process.wait(1)}"
        return ""


def main(descriptor: str, source: str, *checks: str) -> None:
    """What the process does."""
    results = Connection(int(descriptor), readable=False)
    backend, process = registry.find(source), os.getpid()
    for name in checks:
        result = check(backend, name)
        if os.getpid() != process:  # a backend has forked, and its child came this far
            os._exit(0)
        # Plain values: this module has another name there.
        results.send((name, result.asks, str(result.outcome), result.message, result.seconds))


def check(backend: Backend, name: str) -> CheckOutcome:
    """Do one check here."""
    contract = type("Contract", (BackendContract,), {"backend": backend})()
    method, start = getattr(contract, name), time.perf_counter()
    outcome, message = Outcome.PASSED, ""
    try:
        contract.setup_method()
        method()
    except SkipTest as reason:
        outcome, message = Outcome.NOT_RUN, str(reason)
    except AssertionError as failure:
        outcome, message = Outcome.FAILED, str(failure)
    except BaseException as error:  # what the backend itself raises, SystemExit too
        where = traceback.extract_tb(error.__traceback__)[-1]
        outcome = Outcome.FAILED
        message = f"{type(error).__name__}: {error} ({where.filename}, line {where.lineno})"
    asks = (method.__doc__ or "").strip()
    return CheckOutcome(name, asks, outcome, message, time.perf_counter() - start)


if __name__ == "__main__":
    main(*sys.argv[1:])
