"""The values that options take, and the options that several commands have."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from solvers.errors import UnavailableError
from solvers.execution.limits import Limits
from solvers.grading.sandbox import Sandbox
from solvers.grading.sandbox.commands import strong_works
from solvers.puzzle.tally import Retention
from solvers.splitting.split import Split

UNITS = {"": 1, "s": 1, "m": 60}

LONGEST_SECONDS = 1e8
"""About three years: whoever asks for more has mistyped."""

FOR_A_BACKEND = Limits()

LARGEST_MIB = 2**30
"""More than any machine has, and little enough to be counted in bytes everywhere."""


def duration(text: str) -> float:
    """Seconds: ``30``, ``30s`` or ``5m``."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)(s|m|)", text.strip(), re.ASCII)
    seconds = float(match[1]) * UNITS[match[2]] if match else 0.0
    if not 0 < seconds <= LONGEST_SECONDS:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a time; give more than 0 and at most {LONGEST_SECONDS:.0f} s, "
            "e.g. 30, 30s or 5m"
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
            f"{text!r} is not a memory size; give mebibytes, at most {LARGEST_MIB}, e.g. 2048"
        )
    return mib


def count(text: str) -> int:
    """A whole number from 1."""
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a count; give a whole number from 1")
    return int(text)


def add_limits(
    parser: argparse.ArgumentParser,
    limits: Limits = FOR_A_BACKEND,
    *,
    whose: str = "each backend",
    first_seconds: float | None = None,
) -> None:
    """The options ``--time-limit`` and ``--memory-limit``, with these defaults.

    Where one solution can be the goal, which is given ``first_seconds``, the default of the former
    is None, and the command chooses.
    """
    also = f", with --first {first_seconds:g}s" if first_seconds else ""
    parser.add_argument(
        "--time-limit",
        type=duration,
        default=None if first_seconds else limits.seconds,
        metavar="TIME",
        help=f"for {whose}: 30, 30s or 5m (default: {limits.seconds:g}s{also})",
    )
    parser.add_argument(
        "--memory-limit",
        type=memory,
        default=limits.memory_mib,
        metavar="MIB",
        help=f"for {whose} (default: {limits.memory_mib:g})",
    )


def add_splitting(parser: argparse.ArgumentParser) -> None:
    """How a run is split, and what is kept of its solutions."""
    add = parser.add_argument
    add(
        "--jobs",
        type=count,
        metavar="K",
        help="split each backend's run by prefix and solve the parts in K processes",
    )
    add(
        "--cluster",
        default="",
        metavar="ADDRESS",
        help="solve the parts on the Dask cluster at this address; 'local' starts one",
    )
    add(
        "--depth",
        type=count,
        metavar="D",
        help="split by the first D columns (default: enough to give each process 16 parts)",
    )
    add(
        "--mirror",
        action="store_true",
        help="solve only half of the rows of the first column, and reflect the solutions",
    )
    add(
        "--checkpoint",
        type=Path,
        metavar="DIR",
        help="keep finished parts in this folder; a second call does only the rest",
    )
    add(
        "--audit",
        type=count,
        default=0,
        metavar="K",
        help="with --count or --digest: count K parts of each run again, chosen at random",
    )
    keep = parser.add_mutually_exclusive_group()
    for what, how in (
        (Retention.COUNT, "compare counts, without keeping the solutions"),
        (Retention.DIGEST, "compare digests, without keeping the solutions"),
    ):
        keep.add_argument(
            f"--{what}",
            action="store_const",
            dest="keep",
            const=what,
            default=Retention.SOLUTIONS,
            help=how,
        )


def chosen_split(options: argparse.Namespace) -> Split | None:
    """How the options split a run; None where they do not."""
    wanted = (options.jobs, options.cluster, options.depth, options.mirror, options.checkpoint)
    if not any(wanted):
        return None
    return Split(
        jobs=options.jobs or 0,
        cluster=options.cluster,
        depth=options.depth,
        mirror=options.mirror,
        checkpoint=options.checkpoint,
    )


def add_submission_limits(parser: argparse.ArgumentParser) -> None:
    """What else a submission may use: output, processes, processor time, answers, files."""
    add = parser.add_argument
    add(
        "--output-limit",
        type=memory,
        default=64.0,
        metavar="MIB",
        help="of what is printed and answered (default: 64)",
    )
    add(
        "--process-limit",
        type=count,
        default=32,
        metavar="K",
        help="at the same time (default: 32)",
    )
    add(
        "--cpu-limit",
        type=duration,
        default=120.0,
        metavar="TIME",
        help="of the processor (default: 2m)",
    )
    add(
        "--answer-limit",
        type=memory,
        default=1.0,
        metavar="MIB",
        help="for one answer (default: 1)",
    )
    add("--disk-limit", type=memory, default=64.0, metavar="MIB", help="of files (default: 64)")


def add_sandbox(parser: argparse.ArgumentParser) -> None:
    """The option ``--sandbox``."""
    parser.add_argument(
        "--sandbox",
        choices=["auto", *Sandbox],
        default="auto",
        help="how a student's program is contained: strong (bubblewrap), basic, or auto, the best "
        "that works",
    )


def choose_sandbox(wanted: str) -> Sandbox:
    """The sandbox that was asked for; raises UnavailableError where it does not work."""
    if wanted == Sandbox.BASIC:
        return Sandbox.BASIC
    why_not = strong_works()
    if why_not and wanted == Sandbox.STRONG:
        raise UnavailableError(f"the strong sandbox cannot run here: {why_not}")
    return Sandbox.BASIC if why_not else Sandbox.STRONG
