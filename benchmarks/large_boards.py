"""Measure one solution of larger and larger boards, and write results/large-boards (.csv .md .svg).

Each backend gets n = 10, 20, 25, 30, 50, 100, 200, 300, 500, 1,000, ..., until a run does not end
within the limits. Stop other programs first: the runs take turns.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.candidate import HERE
from benchmarks.machine import conditions, tell
from benchmarks.tables import table
from solvers import registry
from solvers.execution.backend_run import run
from solvers.execution.limits import Limits
from solvers.execution.result import Status
from solvers.interface import Backend
from solvers.output.charts.comparison import Sampled, growth_chart
from solvers.output.messages import duration
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Verdict

SIZES = (10, 20, 25, 30, 50, *(n * 10**power for power in range(2, 6) for n in (1, 2, 3, 5)), 10**6)
SHOWN_FROM = 50
"""The smallest n in the table and the figures; smaller ones show where a backend stops."""


@dataclass(frozen=True)
class Measured:
    """One run for one solution: its status, its time in seconds and its memory in MiB."""

    backend: str
    n: int
    status: str
    seconds: float
    memory_mib: float

    @property
    def is_complete(self) -> bool:
        """Whether it found a solution in time."""
        return self.status == Status.COMPLETE


def measured(backend: Backend, sizes: Sequence[int], limits: Limits) -> Iterator[Measured]:
    """The runs of one backend up to the first that does not end; raises RuntimeError if wrong."""
    for n in sizes:
        problem = Problem(n, goal=Goal.FIRST)
        if registry.obstacle(backend, problem):
            return
        found = run(backend, problem, limits)
        if crosscheck(problem, [found]).judgements[0].verdict is Verdict.WRONG:
            raise RuntimeError(f"{backend.name} is wrong for n = {n}")
        yield Measured(
            backend.name, n, found.status, found.seconds or 0.0, found.peak_memory_mib or 0.0
        )
        if found.status is not Status.COMPLETE:
            return


def main() -> None:
    """Measure, and write the runs, the table and the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.large_boards", description=__doc__)
    parser.add_argument("--backends", type=lambda text: text.split(","), default=["all"])
    parser.add_argument("--seconds", type=float, default=60.0, help="time limit (default: 60)")
    parser.add_argument("--output", type=Path, default=HERE / "results")
    options = parser.parse_args()
    limits = Limits(seconds=options.seconds, memory_mib=4096)
    held: dict[str, list[Measured]] = {}
    for backend in registry.choose(options.backends, Goal.FIRST):
        held[backend.name] = []
        for one in measured(backend, SIZES, limits):
            held[backend.name].append(one)
            tell(f"{one.backend}, n = {one.n}: {one.status}, {duration(one.seconds)}")
    write(held, conditions(), options.output / "large-boards")


def write(held: Mapping[str, Sequence[Measured]], about: str, target: Path) -> None:
    """The runs as CSV, the table as Markdown, and one figure for time and one for memory."""
    with target.with_suffix(".csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["backend", "n", "status", "seconds", "memory_mib"])
        for one in (one for runs in held.values() for one in runs):
            row = one.backend, one.n, one.status, f"{one.seconds:.6f}", f"{one.memory_mib:.1f}"
            writer.writerow(row)
    lines = table(("backend", "largest n", "time", "memory", "then"), rows(held), 3)
    text = "\n".join(["# One solution of large boards", "", about, "", *lines])
    target.with_suffix(".md").write_text(f"{text}\n", encoding="utf-8")
    for name, unit in (("time", "s"), ("memory", "MiB")):
        series: dict[str, list[Sampled]] = {}
        for one in (one for runs in held.values() for one in runs):
            value = one.seconds if unit == "s" else one.memory_mib
            if one.is_complete and one.n >= SHOWN_FROM and value > 0:
                series.setdefault(one.backend, []).append(Sampled(one.n, value, value, value))
        title = f"One solution: {name} ({unit}) against n"
        drawn = growth_chart(series, [title], unit, standalone=True)
        target.with_name(f"{target.name}-{name}.svg").write_text(f"{drawn}\n", encoding="utf-8")


def rows(held: Mapping[str, Sequence[Measured]]) -> Iterator[tuple[str, ...]]:
    """A row per backend, the one that comes furthest first."""
    for backend, runs in sorted(held.items(), key=lambda item: -largest(item[1])):
        solved = [one for one in runs if one.is_complete]
        if not runs:
            continue
        last = solved[-1] if solved else runs[-1]
        then = runs[-1]
        yield (
            backend,
            f"{largest(runs):,}",
            duration(last.seconds) if solved else "-",
            f"{last.memory_mib:,.0f} MiB" if solved else "-",
            "" if then.is_complete else f"{then.status} at n = {then.n:,}",
        )


def largest(runs: Sequence[Measured]) -> int:
    """The largest n that was solved; 0 where there is none."""
    return max((one.n for one in runs if one.is_complete), default=0)


if __name__ == "__main__":
    main()
