"""The command ``queens contract``: does a backend keep what every backend promises."""

from __future__ import annotations

import argparse
import json

from solvers import registry
from solvers.cli.command import Command
from solvers.cli.completion import completed_by, one_backend
from solvers.cli.exit_codes import of_claim
from solvers.errors import UnavailableError
from solvers.execution.availability import availability


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    backend = parser.add_argument(
        "backend",
        metavar="BACKEND",
        help="a file with BACKEND (my_queens.py), a module (my_package.queens:BACKEND), or the "
        "name of one that is installed",
    )
    completed_by(backend, one_backend)
    parser.add_argument(
        "--output",
        choices=["text", "json", "junit"],
        default="text",
        help="text (default), one JSON document, or JUnit's XML",
    )


def execute(options: argparse.Namespace) -> int:
    """Run all checks; raises UsageError and UnavailableError."""
    from solvers.output.endings import ending_words  # noqa: PLC0415
    from solvers.output.text import console_for_output  # noqa: PLC0415
    from solvers.testing.contract_text import (  # noqa: PLC0415  # with all that runs backends
        contract_document,
        junit_xml,
        print_check,
        summary,
    )
    from solvers.testing.session import Outcome, run_checks  # noqa: PLC0415

    backend = registry.find(options.backend)
    found = availability(backend)
    if not found.runs_here:
        raise UnavailableError(f"{backend.name} cannot run here: {ending_words(found.ending)}")
    console, results = console_for_output(), []
    for result in run_checks(options.backend):
        results.append(result)
        if options.output == "text":
            print_check(console, result)
    if options.output == "json":
        print(json.dumps(contract_document(backend.name, results), indent=2))
    elif options.output == "junit":
        print(junit_xml(backend.name, results))
    else:
        console.print(summary(backend.name, results), markup=False, soft_wrap=True)
    failed = any(one.outcome is Outcome.FAILED for one in results)
    return of_claim(holds=not failed)


COMMAND = Command(
    name="contract",
    description="Run the checks of the contract that every backend keeps on one of them, and say "
    "of each that fails on which board, and what it looks like.",
    epilog="exit codes: 0 all that ran passed, 1 one failed, 2 usage, 4 it cannot run here",
    add_arguments=add_arguments,
    execute=execute,
    examples=("{} sicp", "{} sat --output junit"),
)
