"""The command ``queens effort``: how much work the puzzle takes, on paper and measured."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import factorial, perm

from rich.table import Table

from solvers import registry
from solvers.cli.arguments import DEFAULT_N, add_backends, add_limits, add_size, prefix
from solvers.cli.command import Command
from solvers.cli.exit_codes import ExitCode
from solvers.execution.backend_run import run
from solvers.execution.limits import Limits
from solvers.execution.result import Ending, Run, Status
from solvers.interface import Backend
from solvers.output.messages import counted, duration, ending_words, note, title
from solvers.output.run_table import work
from solvers.output.text import console_for_output, print_trimmed
from solvers.puzzle.placements import MAX_N
from solvers.puzzle.problem import Problem
from solvers.tracing.effort import Effort, conflict_tests, efforts
from solvers.tracing.traces import is_traced

BACKENDS = (
    "backtracking", "permutation", "sicp", "prolog", "python-constraint", "clpfd", "exact-cover",
    "sat", "asp", "cp-sat",
)  # fmt: skip
LARGEST_COUNTED = 10
"""Up to this n, counting conflict tests takes only seconds."""
LARGEST_TRACED = 8
"""Up to this n a traced search takes seconds in every paradigm."""
LARGEST_TIMED = 12
"""Up to this n a run takes minutes at most."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_size(parser, several=True, default=[DEFAULT_N], largest=MAX_N)
    names = ",".join(BACKENDS)
    about = f"the backends to measure; times are relative to the first (default: {names})"
    add_backends(parser, about, BACKENDS)
    parser.add_argument(
        "--prefix",
        type=prefix,
        default=(),
        metavar="ROWS",
        help="find only solutions whose queens in the first columns are in these rows, e.g. 0",
    )
    add_limits(parser.add_argument_group("limits"))


def execute(options: argparse.Namespace) -> int:
    """Print the numbers for every size; raises UsageError."""
    backends = registry.choose(options.backends)
    for backend in backends:
        registry.check_possible(backend, Problem(max(options.n)))
    limits = Limits(seconds=options.time_limit, memory_mib=options.memory_limit)
    if max(options.n) > LARGEST_TIMED:
        print(
            f"queens effort: at n = {max(options.n)}, each backend may need its whole time limit "
            f"({limits.seconds:g} s), one after another; --time-limit sets a shorter one",
            file=sys.stderr,
        )
    for number, problem in enumerate([Problem(n, options.prefix) for n in options.n]):
        if number:
            print()
        print("\n".join(_on_paper(problem)))
        sys.stdout.flush()
        print()
        works = _works(backends, problem, limits)
        print_trimmed(console_for_output(), _table(works))
        print()
        print("\n".join(_legend(problem.n, works)))
    return ExitCode.SUCCESS


def _on_paper(problem: Problem) -> list[str]:
    """The numbers that need no search. The course text gives them for the empty board."""
    if problem.prefix:
        return [title(problem)]
    lines = search_space(problem.n)
    if problem.n <= LARGEST_COUNTED:
        tests = f"{conflict_tests(problem.n):,} pairs of queens"
        lines.append(f"backtracking finds all solutions by testing {tests}")
    return lines


def search_space(n: int) -> list[str]:
    """The three numbers of the text, with their meanings."""
    numbers = {
        "with the queens on any squares, counting every order of placing them": perm(n * n, n),
        "with one queen per column": n**n,
        "with one queen per column and row": factorial(n),
    }
    width = max(len(f"{number:,}") for number in numbers.values())
    return [
        f"{counted(n, 'queen')}: the number of possible arrangements",
        *(f"{number:>{width},}  {meaning}" for meaning, number in numbers.items()),
    ]


@dataclass(frozen=True, slots=True)
class _Work:
    """The work of one backend: its timed run, and the effort of its traced search."""

    backend: Backend
    run: Run | None
    """None where its method would take too long."""
    traced: Effort | Ending | None = None
    """Its numbers, or the end of a search that has none; None where nothing was traced."""

    @property
    def effort(self) -> Effort | None:
        """The numbers of its traced search, if there are any."""
        return self.traced if isinstance(self.traced, Effort) else None


def _works(backends: Sequence[Backend], problem: Problem, limits: Limits) -> list[_Work]:
    """Time the runs, one after another; then trace the searches, which nobody times."""
    works = [_Work(backend, _timed(backend, problem, limits)) for backend in backends]
    if problem.n > LARGEST_TRACED:
        return works
    traced = [work.backend for work in works if _seconds(work) and is_traced(work.backend)]
    found = dict(zip(traced, efforts(traced, problem, limits), strict=True))
    return [replace(work, traced=found.get(work.backend)) for work in works]


def _timed(backend: Backend, problem: Problem, limits: Limits) -> Run | None:
    if problem.n > min(backend.practical_n, backend.largest_n):
        return None
    found = run(backend, problem, limits)
    if found.status is Status.CANCELLED:
        raise KeyboardInterrupt
    return found


def _table(works: Sequence[_Work]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("backend", no_wrap=True)
    for name in ("time", "ratio", "nodes", "dead ends", "depth", "branching"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("the engine's own counters")
    first: float | None = None
    for row in works:
        seconds = _seconds(row)
        first = first or seconds
        ratio = f"{seconds / first:.2f}" if seconds and first else "-"
        time = duration(row.run.seconds) if row.run else "-"
        table.add_row(row.backend.name, time, ratio, *_in_nodes(row.effort), _counted(row))
    return table


def _seconds(row: _Work) -> float | None:
    """The time of a complete run."""
    return row.run.seconds if row.run and row.run.status is Status.COMPLETE else None


def _in_nodes(effort: Effort | None) -> list[str]:
    if effort is None:
        return ["-"] * 4
    numbers = (effort.nodes, effort.dead_ends, effort.depth)
    return [*(f"{number:,}" for number in numbers), f"{effort.branching:.2f}"]


def _counted(row: _Work) -> str:
    """The engine's own counters, or why there are none."""
    if row.run is None:
        most = min(row.backend.practical_n, row.backend.largest_n)
        return f"left out: its method is practical only up to n = {most}"
    if row.run.status is not Status.COMPLETE:
        return f"{row.run.status}: {note(row.run)}"
    return ", ".join(work(row.run))


def _legend(n: int, works: Sequence[_Work]) -> list[str]:
    """The notes below the table."""
    measured = [row.backend.name for row in works if _seconds(row)]
    about_nodes = [
        "Nodes are states in which a decision is made; dead ends are decisions that led nowhere.",
        "Both are counted in a separate, traced run, and mean the same thing for all engines.",
    ]
    if n > LARGEST_TRACED:
        about_nodes = [f"Nodes are counted up to n = {LARGEST_TRACED}."]
    lines = [
        *(f"The ratio is the time divided by that of {name}." for name in measured[:1]),
        *about_nodes,
        "Each engine's own counters mean something different, so you cannot compare them.",
    ]
    lines += [
        f"{row.backend.name} tries {row.effort.conflict_rows:,} rows and calls nc/3 for each; nc/3 "
        f"calls itself, too, so it is called {row.effort.conflict_calls:,} times in all."
        for row in works
        if row.effort and row.effort.conflict_calls
    ]
    lines += [
        f"The nodes of {row.backend.name} are not counted (its trace: {ending_words(row.traced)})."
        for row in works
        if isinstance(row.traced, Ending)
    ]
    silent = [row.backend.name for row in works if not is_traced(row.backend)]
    if silent:
        names = ", ".join(silent)
        lines.append(f"No nodes are counted for backends that do not report their steps: {names}.")
    return lines


COMMAND = Command(
    name="effort",
    description="Compare search effort. For each backend, the table shows the time, the nodes and "
    "dead ends of its search, and its engine's own counters. Above the table are the numbers of "
    "possible arrangements on the empty board, as in COMP 333; with --prefix, they are left out.",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "{} --n 6",
        "{} --n 8 --prefix 0 --backends backtracking,sicp,prolog",
        "{} --n 4-7 --backends sicp,sicp-interchanged",
    ),
)
