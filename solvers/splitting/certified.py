"""A certificate of a board of any size: made, written where that is wanted, and checked."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from solvers.puzzle.problem import Problem
from solvers.referee.certificate import Proof, proof_of
from solvers.splitting.certify import write_certificate
from solvers.splitting.certify_process import made_elsewhere
from solvers.splitting.split import Split

Watch = Callable[[str, int], object]
"""Told what is being done, ``make`` or ``check``, and how many more tokens are done."""


def unwatched(_what: str, _tokens: int) -> None:
    """Tell nobody."""


def certified(
    problem: Problem,
    target: Path | None = None,
    split: Split | None = None,
    watch: Watch = unwatched,
) -> Proof:
    """Write a certificate to the target and check what was written; None: keep no file.

    Raises OSError, ClusterError, and CertificateError, which would be a fault of ours.
    """
    if target is None:
        with TemporaryDirectory() as folder:
            return certified(problem, Path(folder) / "certificate", split, watch)
    if split and (split.jobs or split.cluster):
        for tokens in made_elsewhere(problem, target, split):
            watch("make", tokens)
    else:
        write_certificate(problem, target, None, partial(watch, "make"))
    with gzip.open(target) as file:
        return proof_of(file, partial(watch, "check"))
