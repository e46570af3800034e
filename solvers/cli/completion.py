"""Completion: what a shell is told when somebody presses Tab in a line that begins with a command.

docs/install.md says how it is switched on.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable

from solvers import registry

Completer = Callable[..., list[str]]
"""What completes the value of an option; called by argcomplete with keywords."""


def answer_the_shell(parser: argparse.ArgumentParser) -> None:
    """Where a shell asks how its line may go on, answer and leave."""
    if "_ARGCOMPLETE" in os.environ:
        import argcomplete  # noqa: PLC0415  # only a shell that asks needs it

        argcomplete.autocomplete(parser)


def completed_by(option: argparse.Action, completer: Completer) -> None:
    """Let the values of the option be completed so."""
    option.completer = completer  # type: ignore[attr-defined]  # where argcomplete looks for it


def one_backend(**_: object) -> list[str]:
    """The names of all backends."""
    return list(registry.backends())


def several_backends(prefix: str, **_: object) -> list[str]:
    """The list of names so far, with each backend that may come next."""
    before, comma, _unfinished = prefix.rpartition(",")
    chosen = before.split(",")
    names = [name for name in (*registry.backends(), "all") if name not in chosen]
    return [f"{before}{comma}{name}" for name in names]
