"""What is said of a certificate: what it proves, how long it will be, how far it is."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

import rich.progress
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from solvers.errors import UsageError
from solvers.output.messages import counted, duration, proof_words, title
from solvers.puzzle.placements import digest
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import Proof, small_proof
from solvers.referee.certificate_maker import estimated_tokens

SAMPLE = Problem(8)
"""A board whose certificate shows how fast this machine is."""

CERTAIN = 3
"""So many figures of an estimate are shown."""


def proven_lines(proof: Proof) -> list[str]:
    """What a certificate proves, with the digest of the set."""
    number = counted(len(proof.solutions), "solution") if len(proof.solutions) else "no solution"
    others = ", and no others" if len(proof.solutions) else ""
    squares = " ".join(f"{column}:{row}" for column, row in sorted(proof.problem.blocked))
    return [
        f"{title(proof.problem)}: {number}{others} ({proof_words(proof)})",
        *([f"blocked squares: {squares}"] if squares else []),
        f"{counted(proof.tokens, 'token')}; digest of the set: {digest(proof.solutions)}",
    ]


def estimate(problem: Problem) -> str:
    """How long a certificate will be, and how long one process takes to make and check it."""
    began = time.perf_counter()
    sample = small_proof.__wrapped__(SAMPLE)
    seconds = time.perf_counter() - began
    tokens = estimated_tokens(problem)
    shown = float(f"{tokens:.{CERTAIN}g}")
    took = duration(seconds * tokens / sample.tokens) if sample else "-"
    length = f"a certificate of about {shown:,.0f} tokens"
    return f"{title(problem)}: {length}, which takes one process about {took}"


@contextmanager
def opened(path: str) -> Iterator[IO[bytes]]:
    """A certificate to be read; on a terminal it is shown how much of the file is done.

    Standard input (-) and a pipe are copied to a temporary file, which has a name to read it again.
    """
    if path == "-" and sys.stdin is None:
        raise UsageError("there is no standard input to read the certificate from")
    if path == "-" or not Path(path).is_file():
        with (
            NamedTemporaryFile() as copy,
            nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb") as pipe,
        ):
            shutil.copyfileobj(pipe, copy)
            copy.seek(0)
            yield copy
        return
    with rich.progress.open(
        path,
        "rb",
        description="check the certificate",
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as file:
        yield file


@contextmanager
def told_progress(problem: Problem) -> Iterator[Callable[[str, int], object]]:
    """Say on stderr how long it will take, and on a terminal show how far it is."""
    print(estimate(problem), file=sys.stderr)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as progress:
        tasks = {
            what: progress.add_task(f"{what} the certificate", total=estimated_tokens(problem))
            for what in ("make", "check")
        }
        yield lambda what, tokens: progress.advance(tasks[what], tokens)
