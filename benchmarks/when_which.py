"""Measure which backend suits which question, and write results/when-which.

They cover all solutions of the empty board, one solution of larger empty boards, and two families
of boards: with queens given, and with squares blocked. Stop other programs first: the runs take
turns, so that each has the machine for itself.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

from benchmarks.candidate import HERE
from benchmarks.machine import machine
from benchmarks.search_tables import density_table, free_table, measured, score_table, tell
from solvers.benchmark.generator import BoardKind, recipes
from solvers.benchmark.instances import Instance, Instances
from solvers.output.bench_text import bench_lines
from solvers.output.charts.bench import bench_charts
from solvers.output.csv_rows import write_results_csv
from solvers.puzzle.problem import Goal

SEARCHERS = ("bitset", "exact-cover", "clpfd", "cp-sat", "sat", "asp", "local-search")
"""Those that are run on the families: the fastest of each way to search."""

FREE = (
    *("sicp", "backtracking", "prolog", "permutation", "bitset", "arrays", "exact-cover"),
    *("python-constraint", "clpfd", "cp-sat", "minizinc", "sat", "asp", "smt", "local-search"),
)
"""Those that are run on the free boards: one or more of each way to search."""

RESULTS = HERE / "results" / "when-which"
DOCUMENT = RESULTS / "README.md"

PAIRS = (("bitset", "exact-cover"), ("cp-sat", "asp"))


Family = tuple[BoardKind, Fraction]


@dataclass(frozen=True)
class Plan:
    """The plan of measuring: sizes, and for each family its densities and boards of each."""

    all_sizes: Sequence[int]
    one_sizes: Sequence[int]
    free_seconds: float
    n: int
    given: Sequence[Family]
    blocked: Sequence[Family]
    count: int
    seconds: float


def blocked(*percents: int) -> list[Family]:
    """Shares of blocked squares."""
    return [(BoardKind.BLOCKED, Fraction(percent, 100)) for percent in percents]


def given(*queens: int) -> list[Family]:
    """Numbers of given queens."""
    return [(BoardKind.GIVEN, Fraction(number)) for number in queens]


WHOLE = Plan(
    all_sizes=(4, 8, 10, 12),
    one_sizes=(20, 50, 100, 200),
    free_seconds=10.0,
    n=40,
    given=given(10, 18, 22, 24, 26, 28),
    blocked=blocked(50, 65, 75, 78, 81, 84, 90),
    count=5,
    seconds=3.0,
)
QUICK = Plan((6, 8), (12, 30), 1.0, 12, given(2, 4, 6), blocked(40, 60), 2, 1.0)


def main() -> int:
    """Measure, print the tables, and write them, the plots and every run."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.when_which", description=__doc__)
    parser.add_argument(
        "--quick",
        action="store_true",
        help="use smaller boards (takes about a minute), and write the results to a temporary "
        "folder",
    )
    parser.add_argument(
        "--backends",
        metavar="NAMES",
        type=lambda text: tuple(text.split(",")),
        default=(),
        help="also run these backends, e.g. ./my_queens.py, and write the results to a temporary "
        "folder",
    )
    options = parser.parse_args()
    plan, more = QUICK if options.quick else WHOLE, options.backends
    is_kept = not (options.quick or more)
    folder = RESULTS if is_kept else Path(tempfile.mkdtemp(prefix="when-which-"))
    folder.mkdir(parents=True, exist_ok=True)
    parts = {
        "measured": [],
        "all": list(free_table((*FREE, *more), plan.all_sizes, Goal.ALL, plan.free_seconds)),
        "first": list(free_table((*FREE, *more), plan.one_sizes, Goal.FIRST, plan.free_seconds)),
    }
    for name, kinds in (("given", plan.given), ("blocked", plan.blocked)):
        found = measured(boards_of(kinds, plan), (*SEARCHERS, *more), PAIRS, plan.seconds)
        with (folder / f"{name}.csv").open("w", encoding="utf-8") as file:
            write_results_csv(found.results, found.instances, file)
        for plot, drawn in bench_charts(found, standalone=True).items():
            kind = plot.removesuffix(f"-{name}-{plan.n}")
            (folder / f"{name}-{kind}.svg").write_text(f"{drawn}\n", encoding="utf-8")
        told = [f"- {words}" for words, _ in bench_lines(found)]
        parts[name] = [*density_table(found), "", *score_table(found), "", *told]
    parts["measured"] = [conditions()]
    print("\n\n".join("\n".join(part) for part in parts.values()))
    if is_kept:
        write_into(DOCUMENT, parts)
    tell(f"written: {folder}" + (f" and {DOCUMENT}" if is_kept else ""))
    return 0


def conditions() -> str:
    """When and where it was measured, and how busy the machine was meanwhile."""
    there = machine()
    return (
        f"Measured on {datetime.now(UTC):%Y-%m-%d}: {there['processor']}, {there['cores']} cores, "
        f"{there['memory']}, {there['system']}, Python {there['python']}. The load average "
        f"over 15 minutes was {os.getloadavg()[2]:.1f}; the benchmark alone causes about 1."
    )


def boards_of(kinds: Sequence[Family], plan: Plan) -> Instances:
    """The boards of these kinds that are planned."""
    return [
        Instance(recipe.board(plan.n), recipe)
        for kind, density in kinds
        for recipe in recipes(kind, density, 1, plan.count)
    ]


def write_into(document: Path, parts: Mapping[str, Sequence[str]]) -> None:
    """Replace the text of a document between the marks of each part."""
    text = document.read_text(encoding="utf-8")
    for name, content in parts.items():
        start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, begun, rest = text.partition(start)
        _, ended, after = rest.partition(end)
        if not begun or not ended:
            raise ValueError(f"{document} has no place for the part {name}")
        text = "\n".join([before + start, *content, "", end + after])
    document.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
