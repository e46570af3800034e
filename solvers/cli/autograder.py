"""The command ``queens autograder``: build an archive that a grading system runs."""

from __future__ import annotations

import argparse
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from solvers.cli import check
from solvers.cli.command import Command
from solvers.cli.exit_codes import ExitCode
from solvers.errors import UnavailableError, printable
from solvers.grading.autograder.archive import SYSTEMS, requirements, suite_files, zip_archive
from solvers.install_hint import SOLVER_PARITY


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options for the archive, and, without help, those of ``queens check``."""
    add = parser.add_argument
    add(
        "system",
        metavar="SYSTEM",
        choices=sorted(SYSTEMS),
        help=f"the grading system: {' or '.join(sorted(SYSTEMS))}",
    )
    add(
        "--out",
        type=Path,
        default=Path("autograder.zip"),
        metavar="FILE",
        help="the archive to write (default: autograder.zip)",
    )
    listed = len(parser._actions)  # argparse has no other way to hide them
    check.add_judging_options(parser)
    for action in parser._actions[listed:]:  # the help of check lists them
        action.help = argparse.SUPPRESS


def execute(options: argparse.Namespace) -> int:
    """Write the archive; raises UsageError and UnavailableError."""
    check.points_of(options)
    try:
        required = requirements(requires(SOLVER_PARITY) or [])
    except PackageNotFoundError:
        raise UnavailableError(f"{SOLVER_PARITY} is not installed: pip install -e .") from None
    folder, scripts = SYSTEMS[options.system]
    entries = [*scripts(_arguments(options)), ("requirements.txt", required)]
    files = [(f"{folder}{name}", data) for name, data in (*entries, *suite_files())]
    options.out.write_bytes(zip_archive(files))
    names = ", ".join(f"{folder}{name}" for name, _ in entries)
    print(f"wrote {printable(str(options.out))}, which contains {names} and this suite")
    return ExitCode.SUCCESS


def _arguments(options: argparse.Namespace) -> list[str]:
    """The options of ``queens check`` that differ from their defaults, as command-line words."""
    parser = argparse.ArgumentParser()
    check.add_judging_options(parser)
    usual = vars(parser.parse_args([]))
    written: list[str] = []
    for name, value in usual.items():
        given = getattr(options, name)
        if given == value:
            continue
        option = f"--{name.replace('_', '-')}"
        written.append(option if given is True else f"{option}={given}")  # a value may begin with -
    return written


COMMAND = Command(
    name="autograder",
    description="Build an autograder archive: autograder.zip for Gradescope, or a zip file for "
    "PrairieLearn's external grader.",
    epilog="All options of queens check that judge a program work here too: those on its help "
    "screen except --show-output, --output, --out, --feedback, --project and --jobs. For check50, "
    "use queens check FILE --output check50.",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "{} gradescope --task all --points 4:1,6:2,8:3",
        "{} prairielearn --n 6 --out queens.zip",
    ),
)
