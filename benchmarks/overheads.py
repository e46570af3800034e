"""The cost of a comparison beside the solving: starting, refereeing, printing."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from solvers import registry
from solvers.execution.backend_run import run
from solvers.execution.limits import Limits
from solvers.puzzle.problem import Problem
from solvers.referee.crosscheck import crosscheck

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Overheads:
    """Seconds a backend beside its solving; the referee's part of the slowest run."""

    n: int
    seconds_a_backend: float
    referee_n: int
    referee_share: float


def overheads(n: int, referee_n: int, repeats: int) -> Overheads:
    """Call ``compare.py`` from start to end, and the referee on the default backends' runs."""
    beside = []
    for _ in range(repeats):
        start = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "compare.py", "--n", str(n), "--output", "json"],
            check=True,
            capture_output=True,
            text=True,
            cwd=ROOT,
        )
        elapsed = time.perf_counter() - start
        solving = [one["seconds"] for one in json.loads(done.stdout)["runs"]]
        beside.append((elapsed - sum(solving)) / len(solving))
    problem = Problem(referee_n)
    runs = [run(one, problem, Limits()) for one in registry.choose(None)]
    judging = []
    for _ in range(repeats):
        start = time.perf_counter()
        judged = crosscheck(problem, runs)
        digest = judged.digest
        judging.append(time.perf_counter() - start)
        if digest is None:
            raise RuntimeError(f"the runs for n = {referee_n} do not agree: {judged.agreement}")
    slowest = max(one.seconds or 0.0 for one in runs)
    return Overheads(n, median(beside), referee_n, median(judging) / slowest)
