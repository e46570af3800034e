"""The command ``queens``, also ``python -m solvers``: all that the suite can do."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.commands import (
    boards,
    check,
    compare,
    contract,
    handin,
    show,
    solve,
    trace,
    verify,
    work,
)
from solvers.commands.command import run_one_of

COMMANDS = [
    compare.COMMAND,
    check.COMMAND,
    handin.COMMAND,
    solve.COMMAND,
    trace.COMMAND,
    show.COMMAND,
    boards.COMMAND,
    work.COMMAND,
    contract.COMMAND,
    verify.COMMAND,
]

EXAMPLES = [
    "{} compare --n 6",
    "{} solve --n 8 --limit 3",
    "{} trace --n 8 --limit 4 --explain",
]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the subcommand that the arguments name and return its exit code."""
    return run_one_of(
        COMMANDS,
        "N-Queens in the programming paradigms of the courses: compared, solved, traced, drawn.",
        EXAMPLES,
        arguments,
    )
