"""The first run of a backend in a new process: everything that it imports or compiles too late."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from tempfile import TemporaryFile

from solvers.errors import exit_words
from solvers.execution.solving import make_ready, solutions
from solvers.interface import Backend, Problem
from solvers.testing.recording import kill_leftovers


@dataclass(frozen=True, slots=True)
class FirstRun:
    """The modules that the runs imported, and the processor time of the first and the second."""

    imported: Sequence[str]
    cpu_seconds: tuple[float, float]


def first_run(backend: Backend, problem: Problem) -> FirstRun:
    """Run the backend twice in a new process; raises RuntimeError where that fails."""
    from solvers.execution.backend_run import module_path  # noqa: PLC0415  # for the parent

    with TemporaryFile() as said:  # a process left behind would keep a pipe open
        done = subprocess.run(
            [sys.executable, "-P", __file__, str(said.fileno())],
            check=False,
            input=pickle.dumps((backend, problem)),
            stdout=2,
            pass_fds=[said.fileno()],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(module_path())},
        )
        said.seek(0)
        seen = said.read()
    if done.returncode or not seen:
        raise RuntimeError(f"its process ended ({exit_words(done.returncode)})")
    imported, first, second = json.loads(seen)
    return FirstRun(imported, (first, second))


def main(descriptor: str) -> None:
    """Run the backend twice in this process, and write the result to the descriptor."""
    backend, problem = pickle.load(sys.stdin.buffer)  # noqa: S301  # written by the parent
    make_ready(backend)
    before, times = {*sys.modules}, [_cpu_seconds()]
    with kill_leftovers([]):  # another check reports them
        for _ in range(2):
            list(solutions(backend, problem, Counter()))
            times.append(_cpu_seconds())
    imported = sorted({*sys.modules} - before)
    seen = json.dumps([imported, times[1] - times[0], times[2] - times[1]])
    os.write(int(descriptor), seen.encode())


def _cpu_seconds() -> float:
    """The processor time of this process and of those that it has waited for."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    main(*sys.argv[1:])
