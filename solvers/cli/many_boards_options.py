"""The options of ``compare.py`` for many boards, and what does not go with them."""

from __future__ import annotations

import argparse
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from solvers.errors import UsageError
from solvers.puzzle.problem import Goal
from solvers.puzzle.tally import Retention

if TYPE_CHECKING:
    from solvers.benchmark.outcome import Pair

OF_ONE_BOARD = (
    *("n", "board", "given", "blocked", "prefix", "show", "list"),
    *("jobs", "cluster", "depth", "mirror", "checkpoint", "audit"),
)
"""The options that many boards do not go with, all of them empty where they are not given."""


def add_many_boards(parser: argparse.ArgumentParser) -> None:
    """The options for many boards."""
    add = parser.add_argument_group("many boards").add_argument
    add(
        "--boards",
        metavar="FILE",
        help="with --first, in place of --n: each backend on each board of a file that queens "
        "boards has made; - is standard input",
    )
    add(
        "--runs",
        type=Path,
        metavar="FILE",
        help="where the runs are kept, a line each; a second call does only the rest (default: "
        "beside the boards, as NAME.runs.jsonl)",
    )
    add(
        "--pair",
        type=pair,
        action="append",
        metavar="A,B",
        help="hold two of the backends against each other (default: if there are two, these)",
    )
    add("--plots", type=Path, metavar="DIR", help="write the plots to this folder, as SVG")


def pair(text: str) -> Pair:
    """Two different names."""
    names = text.split(",")
    if len(set(names)) != 2 or len(names) != 2:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no pair; give two backends, e.g. cp-sat,local-search"
        )
    return names[0], names[1]


def refuse_alone(options: argparse.Namespace) -> None:
    """Raise UsageError where what is said of many boards has none."""
    for name in ("runs", "pair", "plots"):
        if getattr(options, name):
            raise UsageError(f"--{name} is for many boards: add --boards")


def refuse_others(options: argparse.Namespace) -> None:
    """Raise UsageError for options that say nothing where the boards are those of a file."""
    if options.goal is not Goal.FIRST:
        raise UsageError("on many boards one solution of each is looked for: add --first")
    found = {f"--{name}": getattr(options, name) for name in OF_ONE_BOARD}
    found["--repeat"] = options.repeat > 1
    found["--count and --digest"] = options.keep is not Retention.SOLUTIONS
    found["programs"] = options.files
    for name, given in found.items():
        if given:
            raise UsageError(f"--boards has its boards from a file: leave out {name}")


def chosen_pairs(options: argparse.Namespace, backends: Collection[str]) -> list[Pair]:
    """The pairs that were asked for; raises UsageError for one that is not run."""
    pairs: list[Pair] = options.pair or []
    for name in (name for pair in pairs for name in pair):
        if name not in backends:
            raise UsageError(
                f"--pair names {name}, which is not run: there are {', '.join(backends)}"
            )
    return list(dict.fromkeys(pairs))


def kept_at(options: argparse.Namespace) -> Path | None:
    """The file of the runs; None where boards from standard input have none."""
    if options.runs is not None or options.boards == "-":
        chosen: Path | None = options.runs
        return chosen
    return Path(options.boards).with_suffix(".runs.jsonl")
