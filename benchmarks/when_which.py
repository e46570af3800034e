"""``python -m benchmarks.when_which``: the tables and plots of docs/when-which.md.

All solutions of the free board, one solution of larger free boards, and two families of boards:
queens given, and squares blocked. Every run is alone on the machine; nothing else should be.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

from benchmarks.candidate import HERE
from benchmarks.machine import machine
from benchmarks.tables import table
from solvers import registry
from solvers.board.problem import Goal, Problem
from solvers.families.campaign import runs
from solvers.families.family import Instance
from solvers.families.outcome import Outcome, outcome
from solvers.families.recipe import Blocked, Completion, Kind, recipes
from solvers.families.result import result_of
from solvers.interface import Backend
from solvers.report.endings import note
from solvers.report.family_lines import write_family_csv
from solvers.report.family_plots import family_plots
from solvers.report.family_text import lines
from solvers.report.family_words import COLUMNS, cells, median_words
from solvers.report.words import duration
from solvers.run.backend_run import run
from solvers.run.ending import Status
from solvers.run.limits import Limits

SEARCHERS = ("bitset", "exact-cover", "clpfd", "cp-sat", "sat", "asp", "local-search")
"""Who is run on the families: one of each way to search, the fastest there is of it."""

PAIRS = (("bitset", "cp-sat"), ("asp", "cp-sat"))


@dataclass(frozen=True)
class Plan:
    """What is measured: sizes, and for each family its densities and boards of each."""

    all_sizes: Sequence[int]
    one_sizes: Sequence[int]
    free_seconds: float
    n: int
    given: Sequence[Kind]
    blocked: Sequence[Kind]
    count: int
    seconds: float


def blocked(*percents: int) -> list[Kind]:
    """Shares of blocked squares."""
    return [Blocked(Fraction(one, 100)) for one in percents]


def given(*queens: int) -> list[Kind]:
    """Numbers of given queens."""
    return [Completion(one) for one in queens]


WHOLE = Plan(
    all_sizes=(8, 10, 12),
    one_sizes=(20, 50, 100, 200),
    free_seconds=10.0,
    n=30,
    given=given(4, 8, 12, 14, 16, 18),
    blocked=blocked(50, 60, 70, 75, 80, 85),
    count=6,
    seconds=3.0,
)
QUICK = Plan((6, 8), (12, 30), 1.0, 12, given(2, 4, 6), blocked(40, 60), 2, 1.0)


def tell(text: str) -> None:
    """Say what is going on, on stderr."""
    print(f"  {text}", file=sys.stderr, flush=True)


def main() -> int:
    """Measure, print the tables, and write them, the plots and every run."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.when_which", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller boards, about a minute")
    parser.add_argument("--output", type=Path, default=HERE / "results" / "when-which")
    options = parser.parse_args()
    plan, there = (QUICK if options.quick else WHOLE), machine()
    options.output.mkdir(parents=True, exist_ok=True)
    parts = [
        f"Measured on {datetime.now(UTC):%Y-%m-%d}: {there['processor']}, {there['cores']} cores, "
        f"{there['memory']}, {there['system']}, Python {there['python']}.",
        *free_table(plan.all_sizes, Goal.ALL, plan.free_seconds),
        *free_table(plan.one_sizes, Goal.FIRST, plan.free_seconds),
    ]
    for name, kinds in (("given", plan.given), ("blocked", plan.blocked)):
        found = measured(kinds, plan)
        with (options.output / f"{name}.csv").open("w", encoding="utf-8") as file:
            write_family_csv(found.results, found.family, file)
        for plot, drawn in family_plots(found, alone=True).items():
            kind = plot.removesuffix(f"-{name}-{plan.n}")
            (options.output / f"{name}-{kind}.svg").write_text(f"{drawn}\n", encoding="utf-8")
        parts += ["", *family_table(found), "", *density_table(found)]
        parts += ["", *[words for words, _ in lines(found)]]
    text = "\n".join(parts) + "\n"
    print(text)
    (options.output / "tables.md").write_text(text, encoding="utf-8")
    tell(f"written: {options.output}")
    return 0


def free_table(sizes: Sequence[int], goal: Goal, seconds: float) -> Iterator[str]:
    """The time of every textbook backend on the free boards, and of the fastest loop.

    Who has not finished a size is not tried on a larger one.
    """
    rows = []
    for backend in registry.default(Goal.FIRST).values():
        if goal is Goal.ALL and not backend.enumerates:
            continue
        tell(f"{backend.name}, {goal}")
        rows.append((backend.name, *times(backend, sizes, goal, seconds)))
    yield from ("", *table(("backend", *(f"n = {n}" for n in sizes)), rows, len(sizes)))


def times(backend: Backend, sizes: Sequence[int], goal: Goal, seconds: float) -> Iterator[str]:
    """Size after size, until one is too large."""
    too_large = False
    for n in sizes:
        problem = Problem(n, goal=goal)
        if too_large or registry.why_not(backend, problem):
            yield "-"
            continue
        done = run(backend, problem, Limits(seconds=seconds))
        if done.status is Status.CANCELLED:
            raise KeyboardInterrupt
        too_large = done.status is not Status.COMPLETE
        if done.status is Status.TIME_LIMIT:
            yield f"> {seconds:g} s"
        else:
            yield str(done.status) if too_large else duration(done.seconds)


def measured(kinds: Sequence[Kind], plan: Plan) -> Outcome:
    """The runs of the searchers on a family of these kinds."""
    family = [
        Instance(one.board(plan.n), one) for kind in kinds for one in recipes(kind, 1, plan.count)
    ]
    backends = [registry.find(name) for name in SEARCHERS]
    limits, results = Limits(seconds=plan.seconds), []
    for number, problem, done in runs(family, backends, limits):
        if done.backend == SEARCHERS[0]:
            tell(f"board {number} of {len(family)}")
        results.append(result_of(number, done, problem, note(done)))
    return outcome(family, results, SEARCHERS, PAIRS, plan.seconds)


def family_table(found: Outcome) -> list[str]:
    """The scores as a table."""
    rows = [cells(score, found.limit) for score in found.scores]
    return table(COLUMNS, rows, len(COLUMNS) - 1)


def density_table(found: Outcome) -> list[str]:
    """What each density does to the boards, and to the median time of each."""
    (transition,) = found.transitions
    rows = [
        (
            f"{one.density:g}",
            f"{one.with_solution} of {one.boards}",
            *(median_words(seconds, found.limit) for seconds in one.median_seconds.values()),
        )
        for one in transition.steps
    ]
    head = "blocked" if transition.kind is Blocked else "given"
    return table((head, "with a solution", *found.runs), rows, 2 + len(found.runs))


if __name__ == "__main__":
    sys.exit(main())
