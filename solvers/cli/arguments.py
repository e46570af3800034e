"""Options that several commands share: limits, sandbox, backends."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from solvers.errors import UnavailableError
from solvers.execution.limits import Limits

if TYPE_CHECKING:  # only commands that run a student's program load what judges it
    from solvers.grading.sandbox import Sandbox

UNITS = {"": 1, "s": 1, "m": 60}

LONGEST_SECONDS = 1e8
"""About three years: more is a typing error."""

FOR_A_BACKEND = Limits()

LARGEST_MIB = 2**30
"""More than any machine has, and still a valid number of bytes everywhere."""


class Options(Protocol):
    """Takes options: a parser, or one group of them in its help."""

    def add_argument(self, *names: str, **how: Any) -> argparse.Action:
        """Add an option."""


class Groups(Options, Protocol):
    """Takes options, and groups of them."""

    def add_argument_group(self, title: str) -> Options:
        """Add a group."""


def read_duration(text: str) -> float:
    """Seconds: ``30``, ``30s`` or ``5m``."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)(s|m|)", text.strip(), re.ASCII)
    seconds = float(match[1]) * UNITS[match[2]] if match else 0.0
    if not 0 < seconds <= LONGEST_SECONDS:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a time limit; give e.g. 30, 30s or 5m (more than 0, at most "
            f"{LONGEST_SECONDS:,.0f} s)"
        )
    return seconds


def memory(text: str) -> float:
    """Mebibytes, more than 0."""
    try:
        mib = float(text)
    except ValueError:
        mib = 0.0
    if not 0 < mib <= LARGEST_MIB:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an amount of memory; give a number of mebibytes, e.g. 2048 (at most "
            f"{LARGEST_MIB:,})"
        )
    return mib


def count(text: str) -> int:
    """A whole number from 1."""
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not valid; give a whole number, 1 or more")
    return int(text)


def add_limits(
    options: Options, limits: Limits = FOR_A_BACKEND, *, whose: str = "each backend"
) -> None:
    """The options ``--time-limit`` and ``--memory-limit``, with these defaults."""
    add_time_limit(options, limits, whose=whose)
    add_memory_limit(options, limits, whose=whose)


def add_time_limit(
    options: Options,
    limits: Limits = FOR_A_BACKEND,
    *,
    whose: str = "each backend",
    first_seconds: float | None = None,
) -> None:
    """The option ``--time-limit``.

    With ``first_seconds``, the time for one solution, the default is None: the plan chooses it by
    the goal.
    """
    also = f", with --first {first_seconds:g}s" if first_seconds else ""
    options.add_argument(
        "--time-limit",
        type=read_duration,
        default=None if first_seconds else limits.seconds,
        metavar="TIME",
        help=f"time limit for {whose}, e.g. 30, 30s or 5m (default: {limits.seconds:g}s{also})",
    )


def add_memory_limit(
    options: Options, limits: Limits = FOR_A_BACKEND, *, whose: str = "each backend"
) -> None:
    """The option ``--memory-limit``."""
    options.add_argument(
        "--memory-limit",
        type=memory,
        default=limits.memory_mib,
        metavar="MIB",
        help=f"memory limit for {whose}, in MiB (default: {limits.memory_mib:g})",
    )


def add_submission_limits(options: Options) -> None:
    """Limits for a submission only: processor time, output, files."""
    for option, kind, default, metavar, about in (
        ("--cpu-limit", read_duration, 120.0, "TIME", "limit for processor time (default: 2m)"),
        (
            "--output-limit",
            memory,
            64.0,
            "MIB",
            "limit for printed text and answers, in MiB (default: 64)",
        ),
        (
            "--disk-limit",
            memory,
            64.0,
            "MIB",
            "limit for the total size of written files, in MiB (default: 64)",
        ),
    ):
        options.add_argument(option, type=kind, default=default, metavar=metavar, help=about)


def add_sandbox(options: Options) -> None:
    """The option ``--sandbox``."""
    options.add_argument(
        "--sandbox",
        choices=["auto", "strong", "basic"],
        default="auto",
        help="the sandbox for students' programs: strong (bubblewrap), basic, or auto, which uses "
        "the strongest that works (default: auto)",
    )


def choose_sandbox(wanted: str) -> Sandbox:
    """The chosen sandbox; raises UnavailableError if it does not work here."""
    from solvers.grading.sandbox import Sandbox  # noqa: PLC0415  # see above
    from solvers.grading.sandbox.commands import strong_works  # noqa: PLC0415

    if wanted == Sandbox.BASIC:
        return Sandbox.BASIC
    why_not = strong_works()
    if why_not and wanted == Sandbox.STRONG:
        raise UnavailableError(f"the strong sandbox cannot run here: {why_not}")
    return Sandbox.BASIC if why_not else Sandbox.STRONG


def add_backend(options: Options, default: str) -> None:
    """The option ``--backend`` for one backend."""
    option = options.add_argument(
        "--backend", default=default, metavar="NAME", help=f"the backend (default: {default})"
    )
    completed_by(option, one_backend)


def add_backends(options: Options, about: str, default: Sequence[str] | None = None) -> None:
    """The option ``--backends`` for several, whose help is ``about``."""
    option = options.add_argument(
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
    from solvers import registry  # noqa: PLC0415  # only completion needs it here

    return list(registry.backends())


def several_backends(prefix: str, **_: object) -> list[str]:
    """The list of names so far, with each backend that may come next."""
    from solvers import registry  # noqa: PLC0415  # as above

    before, comma, _unfinished = prefix.rpartition(",")
    chosen = before.split(",")
    known = (*registry.backends(), *registry.SELECTIONS, *registry.groups())
    names = [name for name in known if name not in chosen]
    return [f"{before}{comma}{name}" for name in names]
