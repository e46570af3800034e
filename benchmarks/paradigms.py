"""Measure the table in docs/paradigms.md, and write the numbers into it.

For each backend in the table: the lines of its program, its nodes and its time for all solutions of
n = 8, and the largest n for which it finds all solutions in ten seconds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from statistics import median

from benchmarks.candidate import HERE
from benchmarks.search_tables import tell
from benchmarks.when_which import conditions
from solvers import registry
from solvers.errors import SolversError
from solvers.execution.backend_run import run
from solvers.execution.ending import Status
from solvers.execution.limits import Limits
from solvers.interface import Backend, Problem
from solvers.output.listing import listing
from solvers.output.messages import duration
from solvers.tracing.replay import search_tree
from solvers.tracing.traces import is_traced, tracer

DOCUMENT = HERE.parent / "docs" / "paradigms.md"
MEASURED = "Measured on "
"""How the line begins that says when and where."""
N, REPEATS, SECONDS = 8, 3, 10.0


def main() -> int:
    """Measure, and write into the document, unless ``--quick``."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.paradigms", description=__doc__)
    parser.add_argument(
        "--quick",
        action="store_true",
        help="measure each backend for one second at most, and only print the results",
    )
    options = parser.parse_args()
    rows = measured_lines(
        DOCUMENT.read_text(encoding="utf-8").splitlines(), 1.0 if options.quick else SECONDS
    )
    text = "".join(f"{line}\n" for line in rows)
    if options.quick:
        print(text)
    else:
        DOCUMENT.write_text(text, encoding="utf-8")
    return 0


def measured_lines(lines: list[str], seconds: float) -> Iterator[str]:
    """The lines of the document; the last four cells of a backend's row are measured anew."""
    known, has_begun = registry.backends(), False
    for line in lines:
        has_begun |= line.startswith(MEASURED)
        name, _, rest = line.removeprefix("| `").partition("` | ")
        if has_begun and line.startswith("| `") and name in known:
            tell(name)
            told = rest.removesuffix(" |").split(" | ")[:-4]
            yield f"| `{name}` | {' | '.join((*told, *measured(known[name], seconds)))} |"
        else:
            yield conditions() if line.startswith(MEASURED) else line


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
