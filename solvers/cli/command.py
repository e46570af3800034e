"""A command and its help; makes a program of one command, or of several."""

from __future__ import annotations

import argparse
import os
import platform
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from solvers.cli.exit_codes import ExitCode
from solvers.errors import UnavailableError, UsageError, WriteError, error_words, printable
from solvers.install_hint import SOLVER_PARITY
from solvers.lazy import metadata


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its options, and a function that executes it and returns an exit code.

    ``execute`` may raise UsageError and UnavailableError. ``examples`` are at the end of the help:
    lines for a shell that work as they are, in this order; ``{}`` stands for the program's name.
    ``epilog`` comes before them.
    """

    name: str
    description: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    execute: Callable[[argparse.Namespace], int]
    examples: tuple[str, ...]
    epilog: str = ""


class OneLineParser(argparse.ArgumentParser):
    """An argument parser whose errors are one line: the mistake and the remedy."""

    def error(self, message: str) -> NoReturn:
        """Print an error of the arguments on stderr and leave with exit code 2."""
        self.tell(f"{message} (see --help)")
        sys.exit(ExitCode.USAGE)

    def tell(self, message: str) -> None:
        """Print an error on stderr, in one line."""
        print(f"{self.prog}: error: {printable(message)}", file=sys.stderr)


def run_program(parser: OneLineParser, arguments: Sequence[str] | None) -> int:
    """Execute the command of the arguments; return its exit code.

    Without a command, print the help and return the code of a usage error, because nothing was
    done.
    """
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    came: list[int] = []
    code: int = ExitCode.USAGE
    try:
        try:
            options, unknown = parser.parse_known_args(arguments)
            parser, command = vars(options).pop("chosen", (parser, None))
            if unknown:
                parser.error(f"unrecognized arguments: {' '.join(unknown)}")
            if options.version:
                python = f"Python {platform.python_version()}"
                print(f"{parser.prog} {_suite_version()} ({SOLVER_PARITY}, {python})")
                code = ExitCode.SUCCESS
            elif command:
                _take_signals(came)
                if sys.stdout is None:
                    raise UsageError("there is no standard output to write to")
                code = command.execute(options)
            else:
                parser.print_help(sys.stderr)
        finally:
            if sys.stdout:
                sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:  # a bug says nothing about what was asked
        return _told(error, parser)
    return ExitCode.INTERRUPTED if came else code  # Python drops what a finalizer raises


def _take_signals(came: list[int]) -> None:
    """Let SIGTERM and SIGHUP have the effect of Ctrl-C, so that all processes are ended.

    ``nohup`` ignores SIGHUP. The numbers of the signals go to ``came``.
    """

    def interrupt(number: int, _: object) -> None:
        came.append(number)
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, interrupt)


def _told(error: BaseException, parser: OneLineParser) -> ExitCode:
    """Say in one line why the command ended; return its exit code.

    If the reader of stdout has left, nothing is said. The text of a KeyboardInterrupt replaces the
    usual line.
    """
    if isinstance(error, BrokenPipeError):
        _forget_stdout()
        return ExitCode.INTERRUPTED
    if isinstance(error, KeyboardInterrupt):
        print(f"{parser.prog}: {str(error) or 'interrupted'}", file=sys.stderr)
        return ExitCode.INTERRUPTED
    if isinstance(error, (UsageError, UnavailableError, WriteError)):
        parser.tell(str(error))
        is_usage = not isinstance(error, UnavailableError)
        return ExitCode.USAGE if is_usage else ExitCode.UNAVAILABLE
    if isinstance(error, OSError):
        _forget_stdout()
        what = str(error.filename) if error.filename else "cannot write the output"
        parser.tell(f"{what}: {error.strerror or error}")
        return ExitCode.USAGE
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(frame.filename).name}, line {frame.lineno}"
    parser.tell(f"the suite failed: {error_words(error)} ({place}); please report this bug")
    return ExitCode.INCOMPLETE


def _forget_stdout() -> None:
    """Redirect stdout to nothing, so that Python can flush its buffer at the end without error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def add_command(command: Command, parser: argparse.ArgumentParser) -> None:
    """Give the parser the command's options and the end of its help."""
    command.add_arguments(parser)
    parser.set_defaults(chosen=(parser, command))
    parser.epilog = epilog(command.epilog, parser.prog, command.examples)


class HelpFormatter(argparse.HelpFormatter):
    """Wraps each paragraph of a help text separately, but no paragraph with indented lines."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        fill = super()._fill_text
        return "\n\n".join(
            paragraph if "\n  " in paragraph else fill(paragraph, width, indent)
            for paragraph in text.split("\n\n")
        )


def _suite_version() -> str:
    """The version of this package."""
    try:
        return metadata.version(SOLVER_PARITY)
    except metadata.PackageNotFoundError:
        return "(version unknown: this checkout is not installed)"


def epilog(text: str, program: str, examples: Iterable[str]) -> str:
    """The end of a command's help: a text, and example commands.

    In an example ``{}`` stands for the program's name.
    """
    if program.endswith(".py"):
        program = f"python {program}"
    lines = "\n".join(f"  {example.format(program)}" for example in examples)
    return "\n\n".join(part for part in (text, f"examples:\n{lines}") if part)
