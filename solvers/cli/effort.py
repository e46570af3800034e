"""The command ``queens effort``: the work that the puzzle takes, on paper and measured."""

from __future__ import annotations

import argparse
from itertools import chain

from solvers import registry
from solvers.cli.arguments import DEFAULT_N, add_backends, add_limits, add_size
from solvers.cli.command import Command
from solvers.cli.exit_codes import ExitCode
from solvers.errors import UsageError
from solvers.execution.limits import Limits
from solvers.execution.result import Ending, Status
from solvers.output.effort_text import effort_notes, effort_table, search_space
from solvers.output.text import console_for_output, print_trimmed
from solvers.puzzle.placements import MAX_N
from solvers.puzzle.problem import Problem
from solvers.tracing.effort import measure

BACKENDS = (
    "backtracking", "permutation", "sicp", "prolog", "python-constraint", "clpfd", "exact-cover",
    "sat", "asp", "cp-sat",
)  # fmt: skip
"""The backends that are measured unless others are named."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_size(parser, several=True, default=[DEFAULT_N], largest=MAX_N)
    names = ",".join(BACKENDS)
    about = f"the backends to measure; times are relative to the first (default: {names})"
    add_backends(parser, about, BACKENDS)
    add_limits(parser.add_argument_group("limits"))


def execute(options: argparse.Namespace) -> int:
    """Print the numbers for every size; raises UsageError."""
    backends = registry.choose(options.backends)
    for backend in backends:
        if not backend.enumerates:
            raise UsageError(f"{backend.name} finds only one solution, not all; leave it out")
        registry.check_possible(backend, Problem(max(options.n)))
    limits = Limits(seconds=options.time_limit, memory_mib=options.memory_limit)
    statuses: set[Status] = set()
    for n in options.n:
        print("\n".join(search_space(n)), flush=True)
        print()
        rows = measure(backends, Problem(n), limits)
        print_trimmed(console_for_output(), effort_table(rows))
        print()
        print("\n".join(effort_notes(n, rows)))
        print()
        ends = chain.from_iterable((row.run and row.run.ending, row.traced) for row in rows)
        statuses |= {ending.status for ending in ends if isinstance(ending, Ending)}
    if Status.UNAVAILABLE in statuses and options.backends is not BACKENDS:
        return ExitCode.UNAVAILABLE
    ran = statuses <= {Status.COMPLETE, Status.UNAVAILABLE}
    return ExitCode.SUCCESS if ran else ExitCode.INCOMPLETE


COMMAND = Command(
    name="effort",
    description="Compare search effort. For each backend, the table shows the time, the nodes and "
    "dead ends of its search, and its engine's own counters. Above the table are the numbers of "
    "possible arrangements, as in COMP 333.",
    epilog="exit codes: 0 all runs complete; 2 usage error; 3 a run or a traced search is "
    "incomplete; 4 a backend that you named cannot run here; 130 interrupted",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "{} --n 6",
        "{} --n 4-6 --backends sicp,sicp-interchanged",
    ),
)
