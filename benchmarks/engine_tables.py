"""The measured runs of engines as CSV, as tables in Markdown, and as a figure."""

from __future__ import annotations

import csv
from ast import get_docstring, parse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.formulations import EXCLUSION, FORMULATIONS
from benchmarks.tables import table
from solvers.execution.result import Status
from solvers.output.charts.comparison import Sampled, growth_chart
from solvers.output.messages import counted, duration
from solvers.puzzle.problem import Goal

FIGURE = "Processor seconds for all solutions, each engine in its fastest row"
LEGEND = """Each row has a process of its own, which runs all its boards. The times are medians of
processor seconds, of the engine's programs and of reading their solutions too, less the row's time
for n = 4, which is in the column *start*: importing a package is not in it, starting a program or
a compiler is. "<" stands before a time by which the starts alone differ, the first left out. ± is
half the distance from the fastest to the slowest run. *Wall* is the time on the clock for the last
n, start included; it means something only where nothing else ran. *Memory* is the most that was
seen in 20 looks a second, Python included. A row has the *place* after all that come further, or
whose runs were all faster by more than the starts of both differ. The limit counts the start, too,
and a row ends at the first run that reaches it; "-" says that this n was not asked any more.
*Default* is the engine's own search. Each engine ran with its own seed only, and each n is one
board: another seed, or another puzzle, may give another order."""
FAILURES = """## Failures that this comparison found

The rows avoid them. Tests show each, with [tests/known_faults](../../tests/known_faults).

"""
FAULTS = Path(__file__).parents[1] / "tests" / "known_faults"
COLUMNS = (
    "engine", "formulation", "search", "options", "version", "goal", "n", "run", "status", "right",
    "processor_seconds", "seconds", "startup_seconds", "memory_mib", "about",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """An engine in a formulation with a search, and the way it is called."""

    engine: str
    formulation: str
    search: str
    options: str

    @property
    def names(self) -> tuple[str, str, str]:
        """What tells the row from the others."""
        return self.engine, self.formulation, self.search


@dataclass(frozen=True, slots=True)
class Sample:
    """One run: ``right`` is None unless it is complete; the times are in seconds."""

    row: Row
    goal: Goal
    n: int
    number: int
    status: str
    right: bool | None
    processor: float
    wall: float
    startup: float
    memory_mib: float
    version: str


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs of one size: their processor seconds after the start, and what else is shown."""

    samples: Sequence[Sample]
    starts: Sequence[float]

    @property
    def noise(self) -> float:
        """The seconds by which the starts of the row differ."""
        return max(self.starts) - min(self.starts)

    @property
    def times(self) -> list[float]:
        """The processor seconds of each run, less those of the row's smallest board."""
        return sorted(max(each.processor - median(self.starts), 0.0) for each in self.samples)

    @property
    def is_complete(self) -> bool:
        """Whether each run ended by itself."""
        return all(each.status == Status.COMPLETE for each in self.samples)

    def __str__(self) -> str:
        if not self.is_complete:
            return self.samples[-1].status
        wrong = "" if all(each.right for each in self.samples) else ", wrong"
        least, middle, most = self.times[0], median(self.times), self.times[-1]
        if middle < self.noise:
            return f"< {duration(self.noise)}{wrong}"
        spread = f" ± {(most - least) / 2 / middle:.0%}" if len(self.times) > 1 and middle else ""
        return f"{duration(middle)}{spread}{wrong}"


Rows = Mapping[Row, Mapping[int, Runs]]


def rows_of(samples: Sequence[Sample], goal: Goal) -> Rows:
    """The runs for a goal by row and n, the row that comes furthest and is there soonest first."""
    found: dict[Row, dict[int, list[Sample]]] = {}
    for sample in samples:
        if sample.goal is goal:
            found.setdefault(sample.row, {}).setdefault(sample.n, []).append(sample)
    made = {}
    for row, sizes in found.items():
        first, *others = [each.processor for each in sizes[min(sizes)]]
        starts = others or [first]  # the first start may compile
        made[row] = {
            n: Runs(each, starts if n > min(sizes) else [0.0]) for n, each in sizes.items()
        }
    return dict(sorted(made.items(), key=lambda item: speed(item[1])))


def last(sizes: Mapping[int, Runs]) -> tuple[int, list[float], float]:
    """The largest n whose runs are all complete, their times and their noise; 0 without one."""
    n = max((n for n, runs in sizes.items() if runs.is_complete), default=0)
    return (n, sizes[n].times, sizes[n].noise) if n else (0, [0.0], 0.0)


def speed(sizes: Mapping[int, Runs]) -> tuple[int, float]:
    """Puts the larger n first, and then the smaller median."""
    n, times, _ = last(sizes)
    return -n, median(times)


def place(sizes: Mapping[int, Runs], rows: Rows) -> int:
    """1 and the number of rows that come further, or whose runs were all clearly faster."""
    n, times, noise = last(sizes)
    others = [last(other) for other in rows.values()]
    return 1 + sum(
        m > n or (m == n and each[-1] + max(starts, noise) < times[0]) for m, each, starts in others
    )


def write(samples: Sequence[Sample], missing: Sequence[str], about: str, target: Path) -> None:
    """The runs as CSV, the tables as Markdown, and a figure of the fastest rows."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.with_suffix(".csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for one in samples:
            right = {None: "", True: "yes", False: "no"}[one.right]
            seconds = one.processor, one.wall, one.startup
            numbers = ("" if one.right is None else f"{each:.6f}" for each in seconds)
            writer.writerow(
                [*one.row.names, one.row.options, one.version, one.goal, one.n, one.number,
                 one.status, right, *numbers, f"{one.memory_mib:.1f}", about]
            )  # fmt: skip
    everything, first = rows_of(samples, Goal.ALL), rows_of(samples, Goal.FIRST)
    versions = {one.row.engine: (one.version, one.row.options) for one in samples}
    engines = [(name, *facts) for name, facts in versions.items()]
    parts = [
        f"# All solutions, by engine, formulation and search\n\n{about}\n\n## Formulations",
        "\n".join(f"- **{name}**: {one.words}." for name, one in FORMULATIONS.items()),
        f"{EXCLUSION}\n\n## All solutions\n\n> {sentence(everything)}",
        *("\n".join(table_of(everything)), LEGEND),
        f"![{FIGURE}]({target.name.removesuffix('-unfinished')}.svg)",
        *(["## One solution", "\n".join(table_of(first))] if first else []),
        *("## Engines", "\n".join(table(("engine", "version", "options"), engines, 0))),
        *(f"Not measured, since it cannot run here: {one}" for one in dict.fromkeys(missing)),
        FAILURES + "\n".join(f"- `{file.stem}`: {text}" for file, text in failures().items()),
    ]
    target.with_suffix(".md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    fastest: dict[str, list[Sampled]] = {}
    for row, sizes in everything.items():
        drawn = [
            Sampled(n, median(runs.times), runs.times[0], runs.times[-1])
            for n, runs in sizes.items()
            if runs.is_complete and n > min(sizes) and runs.times[0]
        ]
        if drawn:
            fastest.setdefault(row.engine, drawn)
    if fastest:
        chart = growth_chart(fastest, [FIGURE], "s", standalone=True, has_growth=False)
        target.with_suffix(".svg").write_text(f"{chart}\n", encoding="utf-8")


def failures() -> dict[Path, str]:
    """The first paragraph of each program with a known fault."""
    files = sorted(FAULTS.glob("[!_]*.py"))
    texts = {file: get_docstring(parse(file.read_text())) or "" for file in files}
    return {file: " ".join(text.split()) for file, text in texts.items()}


def sentence(rows: Rows) -> str:
    """The sentence that a reader may quote; it names a fastest row only if no other comes near."""
    done = {
        row: [runs for runs in sizes.values() if runs.is_complete] for row, sizes in rows.items()
    }
    wrong = [
        row for row, runs in done.items() if not all(s.right for each in runs for s in each.samples)
    ]
    engines = {row.engine for row, runs in done.items() if runs}
    told = (
        "each run that ended gave exactly the known solutions"
        if not wrong
        else f"{len(wrong)} gave another set: {'; '.join(', '.join(row.names) for row in wrong)}"
    )
    first = [row for row, sizes in rows.items() if place(sizes, rows) == 1 and done[row]]
    if not first:
        return "No row has been measured."
    n, times, _ = last(rows[first[0]])
    ended = sum(last(sizes)[0] == n for sizes in rows.values())
    soonest = " and ".join(f"{each.engine} ({each.formulation}, {each.search})" for each in first)
    least, middle, most = map(duration, (times[0], median(times), times[-1]))
    return (
        f"Of {counted(len(engines), 'engine')} in {counted(len(rows), 'row')}, {told}. "
        f"{counted(ended, 'row')} found all solutions of n = {n}, the soonest, after its start, in "
        f"the least processor time: {soonest}, {middle} (from "
        f"{least} to {most} in {counted(len(times), 'run')})"
        + ("." if len(first) == 1 else "; the runs do not tell these rows apart.")
    )


def table_of(rows: Rows) -> list[str]:
    """A table with a line per row."""
    sizes = sorted({n for found in rows.values() for n in found})
    head = ["place", "engine", "formulation", "search", "start"]
    head += [*(f"n = {n}" for n in sizes[1:]), "wall", "memory"]
    lines = []
    for row, found in rows.items():
        done = found[last(found)[0]].samples if last(found)[0] else ()
        lines.append(
            (
                str(place(found, rows)),
                *row.names,
                duration(median(each.processor for each in found[sizes[0]].samples)),
                *(str(found.get(n, "-")) for n in sizes[1:]),
                duration(median(each.wall for each in done)) if done else "-",
                f"{median(each.memory_mib for each in done):,.0f} MiB" if done else "-",
            )
        )
    return table(head, lines, len(head) - 4)
