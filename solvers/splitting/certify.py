"""Make the certificate of a board of any size, in parts by several processes where that is wanted.

A file is a chain of gzip members: the header, the tokens of the split columns, those of the parts.
A part is compressed where it is made, so that joining is nothing but writing one behind the other.
"""

from __future__ import annotations

import gzip
import shutil
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from solvers.atomic_file import replacing
from solvers.interface import Backend
from solvers.lazy import numpy as np
from solvers.puzzle.placements import Packed, empty
from solvers.puzzle.problem import Problem
from solvers.puzzle.tally import Retention
from solvers.referee.certificate import header
from solvers.referee.certificate_maker import piece, plan
from solvers.splitting.executors import Workers
from solvers.splitting.split import Split

LEVEL = 6
"""How hard gzip tries: more takes longer, and saves little."""


class Part(NamedTuple):
    """Compressed tokens, how many they are, and the solutions among them."""

    member: bytes
    tokens: int
    solutions: Packed


def write_certificate(
    problem: Problem, target: Path, split: Split | None, watch: Callable[[int], object]
) -> None:
    """Make a certificate and write it; raises OSError and ClusterError.

    ``watch`` is told how many more tokens are there.
    """
    # What makes a backend's workers ready makes these ready.
    with (split or Split()).opened(MAKER, problem, Retention.SOLUTIONS) as opened:
        write_parts(problem, target, parts(problem, opened.workers), watch)


def write_parts(
    problem: Problem, target: Path, parts: Iterable[Part], watch: Callable[[int], object]
) -> None:
    """Write the parts of a certificate as one, whole or not at all. Raises OSError.

    In memory are only the solutions and a part: the header, which says how many solutions there
    are, is known last and stands first.
    """
    found = [empty(problem.n)]
    with TemporaryFile(dir=target.parent) as members:
        for part in parts:
            members.write(part.member)
            found.append(part.solutions)
            watch(part.tokens)
        members.seek(0)
        with replacing(target, "certificate") as whole:
            whole.write(compressed(header(problem, np.concatenate(found))))
            shutil.copyfileobj(members, whole)


def parts(problem: Problem, workers: Workers) -> Iterator[Part]:
    """All parts in order; what a lost worker had is made here."""
    waiting: deque[tuple[Problem | Packed, Future[Part] | None]] = deque()

    def next_part() -> Part:
        item, task = waiting.popleft()
        try:
            return task.result() if task else made(item, problem.n)
        except (BrokenExecutor, CancelledError):
            return made(item, problem.n)

    for item in plan(problem):
        task = None
        if isinstance(item, Problem):
            with suppress(BrokenExecutor):
                task = workers.executor.submit(made, item, problem.n)
        waiting.append((item, task))
        if len(waiting) > workers.most_at_once:
            yield next_part()
    while waiting:
        yield next_part()


def made(item: Problem | Packed, n: int) -> Part:
    """The part of a board of n columns, or of tokens that are there already."""
    tokens, solutions = piece(item) if isinstance(item, Problem) else (item, empty(n))
    return Part(compressed(tokens.tobytes()), len(tokens), solutions)


def compressed(content: bytes) -> bytes:
    """A gzip member without a time, so that the same board has the same file."""
    return gzip.compress(content, LEVEL, mtime=0)


def _solve(problem: Problem, _work: Counter[str]) -> Iterator[Packed]:
    yield piece(problem).solutions


MAKER = Backend(name="certificate", paradigm="proof", solve=_solve)
"""Not among the backends: it never runs, and asks for nothing to be imported."""
