"""The command ``queens``, also ``python -m solvers``: all that the suite can do."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from solvers.cli.command import Command, run_one_of

NAMES = (
    "compare", "bench", "boards", "check", "autograder", "solve", "trace", "show", "effort",
    "contract", "verify", "site",
)  # fmt: skip
"""Of the subcommands, each in the module of its name."""

EXAMPLES = [
    "{} compare --n 10",
    "{} solve --n 8 --limit 3",
    "{} trace --n 8 --limit 12 --explain",
]


def commands(arguments: Sequence[str]) -> list[Command]:
    """The subcommand that the arguments begin with; else all, which takes as long as most run."""
    named = [name for name in NAMES if [name] == list(arguments[:1])]
    return [import_module(f"solvers.cli.{name}").COMMAND for name in named or NAMES]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the subcommand that the arguments name and return its exit code."""
    return run_one_of(
        commands(sys.argv[1:] if arguments is None else arguments),
        "Solve N-Queens in several programming paradigms, compare the results, watch the "
        "searches, and grade students' programs. docs/glossary.md explains the terms, and so does "
        "each HTML report (queens compare --report FILE).",
        EXAMPLES,
        arguments,
    )
