"""The options that split a run, and choose whether its solutions are kept."""

from __future__ import annotations

import argparse
from pathlib import Path

from solvers.cli.arguments import count
from solvers.puzzle.tally import Retention
from solvers.splitting.split import Split


def address(text: str) -> str:
    """The address of a cluster."""
    if not text:
        raise argparse.ArgumentTypeError(
            "the address is empty; give the address of a Dask scheduler, or local"
        )
    return text


def add_splitting(parser: argparse.ArgumentParser) -> None:
    """The options that split a run and choose whether its solutions are kept."""
    add = parser.add_argument
    add(
        "--jobs",
        type=count,
        metavar="K",
        help="split each run by prefix and solve the parts in K processes",
    )
    add(
        "--cluster",
        type=address,
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
        "--audit",
        type=count,
        default=0,
        metavar="K",
        help="let the referee recount K random parts of each run (needs --count or "
        "--digest, and --jobs or --cluster)",
    )
    keep = parser.add_mutually_exclusive_group()
    for what, how in (
        (Retention.COUNT, "compare only the numbers of solutions, without keeping the solutions"),
        (Retention.DIGEST, "compare only digests of the solutions, without keeping the solutions"),
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
    """How the options split a run; None if they do not."""
    wanted = (options.jobs, options.cluster, options.depth, options.mirror, options.checkpoint)
    if not any(wanted):
        return None
    return Split(
        jobs=options.jobs or 0,
        cluster=options.cluster or "",
        depth=options.depth,
        mirror=options.mirror,
        checkpoint=options.checkpoint,
    )
