"""All checks of the contract on one backend, without pytest."""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from unittest import SkipTest

from solvers.interface import Backend
from solvers.testing.contract import BackendContract

CHECKS = tuple(name for name in vars(BackendContract) if name.startswith("test_"))
"""Their names, in the order in which they stand."""


class Outcome(StrEnum):
    """What came of a check."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check: its name, what it looks at, what came of it, why, and how many seconds it took."""

    name: str
    asks: str
    outcome: Outcome
    message: str
    seconds: float


def run_checks(backend: Backend) -> Iterator[CheckResult]:
    """Each check's result as soon as it is there."""
    contract = type("Contract", (BackendContract,), {"backend": backend})()
    for name in CHECKS:
        check, start = getattr(contract, name), time.perf_counter()
        outcome, message = Outcome.PASSED, ""
        try:
            contract.setup_method()
            check()
        except SkipTest as reason:
            outcome, message = Outcome.NOT_RUN, str(reason)
        except AssertionError as failure:
            outcome, message = Outcome.FAILED, str(failure)
        except Exception as error:  # what the backend itself raises
            where = traceback.extract_tb(error.__traceback__)[-1]
            outcome = Outcome.FAILED
            message = f"{type(error).__name__}: {error} ({where.filename}, line {where.lineno})"
        yield CheckResult(
            name, (check.__doc__ or "").strip(), outcome, message, time.perf_counter() - start
        )
