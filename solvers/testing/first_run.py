"""The first run of a backend in a new process: does it import or compile while the clock runs."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from solvers.execution.search import make_ready, solutions
from solvers.interface import Backend, Problem


@dataclass(frozen=True, slots=True)
class FirstRun:
    """The modules that it imported, and the processor time of a first and a second run."""

    imported: Sequence[str]
    cpu_seconds: tuple[float, float]


def first_run(backend: Backend, problem: Problem) -> FirstRun:
    """Run the backend twice in a new process; raises RuntimeError where that fails."""
    from solvers.execution.worker_process import module_path  # noqa: PLC0415  # for the parent

    done = subprocess.run(
        [sys.executable, "-P", __file__],
        check=False,
        input=pickle.dumps((backend, problem)),
        capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(module_path())},
    )
    lines = done.stdout.decode(errors="replace").splitlines()
    if done.returncode or not lines:
        raise RuntimeError(f"its process ended, with exit code {done.returncode}")
    imported, first, second = json.loads(lines[-1])
    return FirstRun(imported, (first, second))


def main() -> None:
    """Print what was seen, as the last line."""
    backend, problem = pickle.load(sys.stdin.buffer)  # noqa: S301  # written by the parent
    make_ready(backend)
    before, times = {*sys.modules}, [_cpu_seconds()]
    for _ in range(2):
        list(solutions(backend, problem, Counter()))
        times.append(_cpu_seconds())
    imported = sorted({*sys.modules} - before)
    print(json.dumps([imported, times[1] - times[0], times[2] - times[1]]))


def _cpu_seconds() -> float:
    """Of this process and of those that it has waited for."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    main()
