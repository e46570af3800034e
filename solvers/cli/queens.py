"""The command ``queens``, also ``python -m solvers``, with all subcommands of the suite."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from importlib import import_module

from solvers.cli.command import (
    Command,
    HelpFormatter,
    OneLineParser,
    add_command,
    epilog,
    run_program,
)

NAMES = ("compare", "check", "trace", "solve", "contract", "verify", "site")
"""The subcommands in the order of the help; a module of the same name holds each."""

EXAMPLES = [
    "{} compare --n 10",
    "{} solve --n 8 --limit 3",
    "{} trace --n 8 --limit 12 --explain",
]


def commands(arguments: Sequence[str]) -> list[Command]:
    """The subcommand that the arguments name, or else all, whose import takes half a second."""
    named = [name for name in NAMES if [name] == list(arguments[:1])] or NAMES
    return [import_module(f"solvers.cli.{name}").COMMAND for name in named]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the subcommand that the arguments name and return its exit code."""
    parser = OneLineParser(
        prog="queens",
        description="Solve N-Queens in several programming paradigms, compare the results, watch "
        "the searches, and grade students' programs. Each HTML report (queens compare --report "
        "FILE) explains the terms.",
        epilog=epilog("", "queens", EXAMPLES),
        formatter_class=HelpFormatter,
    )
    subparsers = parser.add_subparsers(
        title="commands", metavar="COMMAND", help="queens COMMAND --help shows its options"
    )
    for command in commands(sys.argv[1:] if arguments is None else arguments):
        own = subparsers.add_parser(
            command.name,
            help=re.split(r"[:.]\s", command.description)[0],
            description=command.description,
            formatter_class=HelpFormatter,
        )
        add_command(command, own)
    return run_program(parser, arguments)
