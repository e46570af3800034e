"""What a command says of itself: the layout of its help, its examples, its version."""

from __future__ import annotations

import argparse
import platform
from collections.abc import Iterable, Sequence

from solvers.lazy import metadata

PACKAGE = "solver-parity"


class HelpFormatter(argparse.HelpFormatter):
    """Fills each paragraph by itself, and leaves lines that are indented as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        fill = super()._fill_text
        return "\n\n".join(
            paragraph if "\n  " in paragraph else fill(paragraph, width, indent)
            for paragraph in text.split("\n\n")
        )


class ShowVersion(argparse.Action):
    """The option ``--version``, which looks the version up only where it is asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="show the version and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it and leave."""
        print(f"{parser.prog} {version()} ({PACKAGE}, Python {platform.python_version()})")
        parser.exit()


def version() -> str:
    """The version of this package."""
    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return "of a checkout that is not installed"


def epilog(text: str, program: str, examples: Iterable[str]) -> str:
    """The end of a command's help: what else is to be said, and commands that work as they stand.

    In an example ``{}`` stands for the program's name.
    """
    if program.endswith(".py"):
        program = f"python {program}"
    lines = "\n".join(f"  {example.format(program)}" for example in examples)
    return "\n\n".join(part for part in (text, f"examples:\n{lines}") if part)
