"""The options that choose backends, and their completion in a shell.

docs/install.md says how completion is switched on.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from solvers import registry


def add_backend(parser: argparse.ArgumentParser, default: str) -> None:
    """The option ``--backend`` for one backend."""
    option = parser.add_argument(
        "--backend", default=default, metavar="NAME", help=f"default: {default}"
    )
    completed_by(option, one_backend)


def add_backends(
    parser: argparse.ArgumentParser, about: str, default: Sequence[str] | None = None
) -> None:
    """The option ``--backends`` for several, whose help is ``about``."""
    option = parser.add_argument(
        "--backends",
        type=lambda text: text.split(","),
        default=default,
        metavar="NAMES",
        help=about,
    )
    completed_by(option, several_backends)


def completed_by(option: argparse.Action, completer: Callable[..., list[str]]) -> None:
    """Complete the values of the option with this; argcomplete calls it with keywords."""
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
