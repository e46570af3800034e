"""The options that split a run, and that count solutions instead of keeping them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from solvers.cli.arguments import Options, count

if TYPE_CHECKING:  # few runs are split
    from solvers.splitting.split_run import Split


def address(text: str) -> str:
    """The address of a cluster."""
    if not text:
        raise argparse.ArgumentTypeError(
            "the address is empty; give the address of a Dask scheduler, or local"
        )
    return text


def add_splitting(options: Options) -> None:
    """The options that split a run, and ``--count``."""
    add = options.add_argument
    add(
        "--jobs",
        type=count,
        metavar="K",
        help="processes per run: split each run by prefix and solve the parts in K processes",
    )
    add(
        "--cluster",
        type=address,
        metavar="ADDRESS",
        help="solve the parts on the Dask cluster at this address; 'local' starts one",
    )
    add(
        "--mirror",
        action="store_true",
        help="search only half of the rows in the first column, and find the other solutions by "
        "reflection",
    )
    add(
        "--checkpoint",
        type=Path,
        metavar="DIR",
        help="save finished parts in this folder; run again to continue",
    )
    add(
        "--count",
        action="store_true",
        help="check and count each solution, and keep none: for boards with too many solutions for "
        "the memory",
    )


def chosen_split(options: argparse.Namespace) -> Split | None:
    """The split that the options ask for; None if they ask for none."""
    if not any((options.jobs, options.cluster, options.mirror, options.checkpoint)):
        return None
    from solvers.splitting.split_run import Split  # noqa: PLC0415  # see above

    return Split(
        jobs=options.jobs or 0,
        cluster=options.cluster or "",
        mirror=options.mirror,
        checkpoint=options.checkpoint,
    )
