"""Write certificates in parts, then check the file.

A file is a chain of gzip members: the header, the tokens of the split columns, those of the parts.
Each part is a gzip member, so files are joined by writing their parts one after another.
"""

from __future__ import annotations

import gzip
import shutil
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from solvers.atomic_file import FileKind, replacing
from solvers.errors import CertificateError
from solvers.lazy import numpy as np
from solvers.puzzle.placements import Packed, empty
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.certificate import (
    FIRST_LINE,
    Proof,
    TokenBlock,
    certificate_parts,
    header,
    proof_of,
    token_blocks,
)

AHEAD = 4
"""The parts per thread that are begun but not yet written."""

LEVEL = 6
"""The compression level of gzip; a higher one takes longer and saves little."""


def _is_certificate(first: bytes) -> bool:
    """Whether a file that begins with these bytes is a certificate."""
    try:
        return zlib.decompressobj(GZIP).decompress(first).startswith(FIRST_LINE)
    except zlib.error:
        return False


GZIP = zlib.MAX_WBITS | 16
"""The format of gzip, as zlib names it."""

CERTIFICATE = FileKind("certificate", _is_certificate)


class CompressedTokens(NamedTuple):
    """Compressed tokens, their number, and the solutions among them."""

    member: bytes
    tokens: int
    solutions: Packed


def make_certificate(
    problem: Problem,
    target: Path | None = None,
    jobs: int = 1,
    watch: Callable[[str, int], object] = lambda _stage, _tokens: None,
) -> Proof:
    """Make a certificate in ``jobs`` threads, write it to the target, check it, return its claim.

    The target is replaced only if it proves the problem; without a target no file is kept. The
    header counts the solutions, so it is written after the last part is made; until then, a
    temporary file beside the target holds the parts. Memory holds one part and the solutions.
    ``watch`` is called with the stage, ``make`` or ``check``, and the number of tokens since the
    last call. Raises OSError. A CertificateError is a bug in this suite.
    """
    folder = target.parent if target else None  # also the one with room for the file
    with replacing(target, CERTIFICATE) if target else TemporaryFile() as file:
        solutions = [empty(problem.n)]
        with TemporaryFile(dir=folder) as members:
            for part in make_parts(problem, jobs):
                members.write(part.member)
                solutions.append(part.solutions)
                watch("make", part.tokens)
            members.seek(0)
            file.write(compressed(header(problem, np.concatenate(solutions))))
            shutil.copyfileobj(members, file)
        file.seek(0)
        proof = proof_of(file, partial(watch, "check"))
        if proof.problem != replace(problem, goal=Goal.ALL):
            raise CertificateError("it is the certificate of another board")
    return proof


def make_parts(problem: Problem, jobs: int = 1) -> Iterator[CompressedTokens]:
    """Yield all parts in order. Threads make them, because NumPy and gzip release Python's lock."""
    waiting: deque[Future[CompressedTokens]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for item in certificate_parts(problem):
                waiting.append(pool.submit(make_part, item, problem.n))
                if len(waiting) > jobs * (1 + AHEAD):
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def make_part(item: Problem | Packed, n: int) -> CompressedTokens:
    """The part of ``item``: a board to search, or tokens that are known already."""
    blocks = list(token_blocks(item)) if isinstance(item, Problem) else [TokenBlock(item, empty(n))]
    return CompressedTokens(
        b"".join(compressed(block.tokens.tobytes()) for block in blocks),
        sum(len(block.tokens) for block in blocks),
        np.concatenate([block.solutions for block in blocks]),
    )


def compressed(content: bytes) -> bytes:
    """A gzip member without a time, so that the same board has the same file."""
    return gzip.compress(content, LEVEL, mtime=0)
