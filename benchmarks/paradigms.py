"""Measure the textbook programs, and write results/paradigms.md.

For each of them: the lines of its program, its nodes and its time for all solutions of n = 8, and
the largest n for which it finds all solutions in ten seconds.
"""

from __future__ import annotations

import argparse
import sys
from statistics import median

from benchmarks.candidate import HERE
from benchmarks.machine import conditions, tell
from benchmarks.tables import table
from solvers import registry
from solvers.errors import SolversError
from solvers.execution.backend_run import run
from solvers.execution.limits import Limits
from solvers.execution.result import Status
from solvers.interface import Backend, Goal, Problem
from solvers.output.listing import listing
from solvers.output.messages import duration
from solvers.tracing.replay import search_tree
from solvers.tracing.traces import is_traced, tracer

DOCUMENT = HERE / "results" / "paradigms.md"
ABOUT = """# Lines, nodes and times of the textbook programs

`python -m benchmarks.paradigms` writes this page: lines of code without comments, nodes and
median time for all solutions of n = 8, and the largest n that was solved in ten seconds.
"""
HEAD = "backend", "lines", "nodes", "n = 8", "largest n"
N, REPEATS, SECONDS = 8, 3, 10.0


def main() -> int:
    """Measure, and write the page, unless ``--quick``."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.paradigms", description=__doc__)
    parser.add_argument(
        "--quick",
        action="store_true",
        help="measure each backend for one second at most, and only print the results",
    )
    options = parser.parse_args()
    seconds = 1.0 if options.quick else SECONDS
    rows = []
    for backend in registry.choose(["textbooks"], Goal.FIRST):
        tell(backend.name)
        rows.append((backend.name, *measured(backend, seconds)))
    text = "\n".join([ABOUT, conditions(), "", *table(HEAD, rows, 4), ""])
    if options.quick:
        print(text)
    else:
        DOCUMENT.write_text(text, encoding="utf-8")
    return 0


def measured(backend: Backend, seconds: float) -> tuple[str, str, str, str]:
    """Lines, nodes, time and the largest n; "-" where there is none."""
    lines = str(listing(backend).lines)
    if not backend.enumerates:
        return lines, "-", "-", "one only"
    runs = [run(backend, Problem(N), Limits(seconds=seconds)) for _ in range(REPEATS)]
    times = [each.seconds for each in runs if each.status is Status.COMPLETE and each.seconds]
    time = duration(median(times)) if times else "-"
    return lines, _nodes(backend), time, str(largest(backend, seconds) or "-")


def largest(backend: Backend, seconds: float) -> int:
    """The largest n whose solutions are all found in so many seconds, with every smaller n."""
    n = N // 2
    while run(backend, Problem(n + 1), Limits(seconds=seconds)).status is Status.COMPLETE:
        n += 1
    return n


def _nodes(backend: Backend) -> str:
    problem = Problem(N)
    try:
        return (
            f"{search_tree(problem, tracer(backend)(problem)).nodes:,}"
            if is_traced(backend)
            else "-"
        )
    except SolversError:
        return "-"


if __name__ == "__main__":
    sys.exit(main())
