"""Measure all solutions by engine and formulation, and write results/engines (.csv .md .svg).

Each engine gets n = 8, 9, 10, 12 for all solutions and n = 20, 50, 100 for one, in each formulation
that it has, until a run does not end within the limits. Stop other programs first.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.candidate import HERE
from benchmarks.formulations import ENGINES, FORMULATIONS, WITHOUT, posted
from benchmarks.machine import conditions, tell
from benchmarks.tables import table
from solvers import registry
from solvers.execution.backend_run import run
from solvers.execution.limits import Limits
from solvers.execution.result import Status
from solvers.interface import Backend
from solvers.output.charts.comparison import Sampled, growth_chart
from solvers.output.messages import duration, note
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Verdict

FIGURE = "Seconds for all solutions, each engine in the formulation that came furthest"
"""The title of the figure."""

ALL_SIZES, FIRST_SIZES = (8, 9, 10, 12), (20, 50, 100)
QUICK = (6, 8), (8, 20)

OPTIONS = {
    "Bitwuzla": "10 bits per row; a formula excludes each solution",
    "Choco": "smallest domain, lowest value first",
    "clingcon": "defaults",
    "clingo": "defaults",
    "cosoco": "defaults",
    "CP-SAT": "one worker; for all solutions, fixed search, smallest domain first",
    "Exact": "through CPMpy; a constraint excludes each solution",
    "Gecode": "MiniZinc, library gecode_presolver, first_fail; the time includes MiniZinc's own",
    "Pindakaas": "through CPMpy, CaDiCaL; a constraint excludes each solution",
    "Pumpkin": "through CPMpy; a constraint excludes each solution",
    "PySAT": "CaDiCaL 1.9.5, clauses for pairs; a clause excludes each solution",
    "toulbar2": "defaults; all solutions at once",
    "z3": "QF_LIA; a clause excludes each solution",
}
"""The way in which each engine is called."""


Row = tuple[str, str]
"""An engine and a formulation."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One run: its status, whether its answers are right, its seconds and its memory in MiB."""

    engine: str
    formulation: str
    goal: Goal
    n: int
    status: str
    right: bool
    seconds: float
    memory_mib: float

    @property
    def is_complete(self) -> bool:
        """Whether the run ended by itself."""
        return self.status == Status.COMPLETE


def main(arguments: Sequence[str]) -> int:
    """Measure, and write the runs, the tables and the figure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks engines", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller boards, a few minutes")
    parser.add_argument("--seconds", type=float, default=20.0, help="time limit (default: 20)")
    parser.add_argument("--engines", type=lambda text: text.split(","), default=[*ENGINES])
    parser.add_argument("--output", type=Path, default=HERE / "results")
    options = parser.parse_args(arguments)
    limits = Limits(seconds=options.seconds, memory_mib=4096)
    sizes = QUICK if options.quick else (ALL_SIZES, FIRST_SIZES)
    cells: list[Cell] = []
    versions: dict[str, str] = {}
    for engine in options.engines:
        known = registry.find(ENGINES[engine][1])
        for formulation in FORMULATIONS:
            if (engine, formulation) in WITHOUT:
                continue
            backend = posted(engine, formulation, known)
            for goal, asked in zip((Goal.ALL, Goal.FIRST), sizes, strict=True):
                row = engine, formulation
                for cell, version in measured(row, backend, goal, asked, limits):
                    versions[engine] = version or versions.get(engine, "not installed")
                    cells.append(cell)
                    shown = f"{duration(cell.seconds)}, {cell.status}"
                    tell(f"{engine}, {formulation}, {goal}, n = {cell.n}: {shown}")
    about = f"{conditions()} The limits are {options.seconds:g} s and 4 GiB."
    write(
        cells, versions, about, options.output / ("engines-quick" if options.quick else "engines")
    )
    return 0


def measured(
    row: Row, backend: Backend, goal: Goal, sizes: Sequence[int], limits: Limits
) -> Iterator[tuple[Cell, str]]:
    """The runs up to the first that does not end, each with the engine's version."""
    for n in sizes:
        problem = Problem(n, goal=goal)
        found = run(backend, problem, limits)
        verdict = crosscheck(problem, [found]).judgements[0].verdict
        if found.status is Status.CRASHED:
            tell(note(found))
        yield (
            Cell(
                *(*row, goal, n, str(found.status)),
                verdict is not Verdict.WRONG,
                found.seconds or 0.0,
                found.peak_memory_mib or 0.0,
            ),
            found.version,
        )
        if found.status is not Status.COMPLETE:
            return


def rows_of(cells: Sequence[Cell], goal: Goal) -> dict[Row, dict[int, Cell]]:
    """The runs for a goal by engine and formulation, and then by n."""
    found: dict[Row, dict[int, Cell]] = {}
    for cell in cells:
        if cell.goal is goal:
            found.setdefault((cell.engine, cell.formulation), {})[cell.n] = cell
    return found


def speed(runs: Mapping[int, Cell]) -> tuple[int, float]:
    """Puts first the row that comes furthest, and then the one that is there soonest."""
    done = {n: cell.seconds for n, cell in runs.items() if cell.is_complete}
    return -max(done, default=0), done[max(done)] if done else 0.0


def shown(runs: Mapping[int, Cell], n: int) -> str:
    """The time for n, or the limit; "-" if it was not asked for."""
    cell = runs.get(n)
    if cell is None:
        return "-"
    wrong = "" if cell.right else ", wrong"
    return (duration(cell.seconds) if cell.is_complete else str(cell.status)) + wrong


def write(cells: Sequence[Cell], versions: Mapping[str, str], about: str, target: Path) -> None:
    """The runs as CSV, the tables as Markdown, and a figure of the best rows (see ``best``)."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.with_suffix(".csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(
            ["engine", "formulation", "goal", "n", "status", "right", "seconds", "memory_mib"]
        )
        for cell in cells:
            facts = cell.engine, cell.formulation, str(cell.goal), cell.n, cell.status
            numbers = f"{cell.seconds:.6f}", f"{cell.memory_mib:.1f}"
            writer.writerow([*facts, "yes" if cell.right else "no", *numbers])
    everything, first = rows_of(cells, Goal.ALL), rows_of(cells, Goal.FIRST)
    lines = [
        *("# All solutions, by engine and formulation", "", about, ""),
        *("> " + sentence(everything), ""),
        *all_table(everything),
        "",
        "Growth: how many times as long n + 1 takes as n, at the end of a row. Identical: for each",
        "n that ended, exactly the known solutions, each once. Each time is of one run.",
        "",
        *(f"![{FIGURE}]({target.name}.svg)", ""),
        *("## One solution", "", *first_table(first), ""),
        *("## Engines", "", *engine_table(versions)),
    ]
    target.with_suffix(".md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    series = {
        engine: [Sampled(n, *[cell.seconds] * 3) for n, cell in runs.items() if cell.is_complete]
        for engine, (_, runs) in best(everything).items()
    }
    drawn = growth_chart({k: v for k, v in series.items() if v}, [FIGURE], "s", standalone=True)
    target.with_suffix(".svg").write_text(f"{drawn}\n", encoding="utf-8")


def best(rows: Mapping[Row, Mapping[int, Cell]]) -> dict[str, tuple[str, Mapping[int, Cell]]]:
    """For each engine the formulation that came furthest, and its runs."""
    found: dict[str, tuple[str, Mapping[int, Cell]]] = {}
    for (engine, formulation), runs in sorted(rows.items(), key=lambda item: speed(item[1])):
        found.setdefault(engine, (formulation, runs))
    return found


def sentence(rows: Mapping[Row, Mapping[int, Cell]]) -> str:
    """The sentence that a reader may quote."""
    done = [cell for runs in rows.values() for cell in runs.values() if cell.is_complete]
    wrong = [cell for cell in done if not cell.right]
    right = [cell for cell in done if cell.right]
    largest = max((cell.n for cell in right), default=0)
    engines = {cell.engine for cell in done}
    ranked = sorted((cell for cell in right if cell.n == largest), key=lambda cell: cell.seconds)
    first = " and ".join(list(dict.fromkeys(cell.engine for cell in ranked))[:2])
    agree = (
        "all gave the identical set of solutions"
        if not wrong
        else f"{len({(cell.engine, cell.formulation) for cell in wrong})} gave another set"
    )
    return (
        f"Of {len(engines)} constraint engines in up to three formulations ({len(rows)} rows), "
        f"{agree} for every n that they finished within the limits; all solutions of n = {largest} "
        f"came soonest from {first}."
    )


def all_table(rows: Mapping[Row, Mapping[int, Cell]]) -> list[str]:
    """A row per engine and formulation, the fastest first."""
    sizes = sorted({n for runs in rows.values() for n in runs})
    head = ("engine", "formulation", "identical", *(f"n = {n}" for n in sizes), "growth", "memory")
    found = []
    for (engine, formulation), runs in sorted(rows.items(), key=lambda item: speed(item[1])):
        done = [cell for cell in runs.values() if cell.is_complete]
        right = "yes" if done and all(cell.right for cell in done) else "no" if done else "-"
        growth = "-"
        if len(done) > 1:
            last, before = done[-1], done[-2]
            growth = f"{(last.seconds / before.seconds) ** (1 / (last.n - before.n)):.1f}"
        memory = f"{done[-1].memory_mib:,.0f} MiB" if done else "-"
        times = [shown(runs, n) for n in sizes]
        found.append((engine, formulation, right, *times, growth, memory))
    return table(head, found, len(sizes) + 2)


def first_table(rows: Mapping[Row, Mapping[int, Cell]]) -> list[str]:
    """A row per engine and formulation, the one that comes furthest first."""
    sizes = sorted({n for runs in rows.values() for n in runs})
    ranked = sorted(rows.items(), key=lambda item: speed(item[1]))
    found = [(*row, *(shown(runs, n) for n in sizes)) for row, runs in ranked]
    return table(("engine", "formulation", *(f"n = {n}" for n in sizes)), found, len(sizes))


def engine_table(versions: Mapping[str, str]) -> list[str]:
    """The version of each engine, and how it is called."""
    return table(
        ("engine", "version", "options"),
        [(*item, OPTIONS[item[0]]) for item in versions.items()],
        0,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
