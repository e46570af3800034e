"""Run a backend twice in a new process, to find its late imports and its slow first run."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator

from solvers.execution.channel import RemoteCall
from solvers.execution.limits import Limits
from solvers.execution.remote_calls import calls_elsewhere
from solvers.execution.result import Ending
from solvers.execution.solving import solutions
from solvers.interface import Backend, Problem


def run_twice(backend: Backend, problem: Problem) -> tuple[list[str], float, float] | Ending:
    """Solve ``problem`` twice in one process, after the backend has been made ready.

    Return the modules that the two runs imported, and the processor seconds of the first and of the
    second run. If the process fails, return its ending instead.
    """
    call = RemoteCall(_run_twice, (problem,))
    ((_, value),) = calls_elsewhere([(backend, call)], Limits(), jobs=1)
    if isinstance(value, Ending):
        return value
    imported, first, second = json.loads(value)
    return imported, first, second


def _run_twice(backend: Backend, problem: Problem) -> Iterator[bytes]:
    before, times = {*sys.modules}, [_cpu_seconds()]
    for _ in range(2):
        list(solutions(backend, problem, Counter()))
        times.append(_cpu_seconds())
    imported = sorted({*sys.modules} - before)
    yield json.dumps([imported, times[1] - times[0], times[2] - times[1]]).encode()


def _cpu_seconds() -> float:
    """The processor time of this process and its finished children, in seconds."""
    return sum(os.times()[:4])
