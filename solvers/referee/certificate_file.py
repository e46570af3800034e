"""Write certificates in parts, then check the file.

A file is a chain of gzip members: the header, the tokens of the split columns, those of the parts.
Each part is a gzip member, so files are joined by writing their parts one after another.
"""

from __future__ import annotations

import gzip
import shutil
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NamedTuple

from solvers.atomic_file import FileKind, replacing
from solvers.errors import CertificateError
from solvers.lazy import numpy as np
from solvers.puzzle.placements import Packed, empty
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.certificate import (
    FIRST_LINE,
    PIECE_TOKENS,
    Proof,
    certificate_parts,
    divided,
    header,
    make_tokens,
    proof_of,
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

OnTokens = Callable[[str, int], object]
"""Called with the stage, ``make`` or ``check``, and the number of tokens since the last call."""


class CompressedTokens(NamedTuple):
    """Compressed tokens, their number, and the solutions among them."""

    member: bytes
    tokens: int
    solutions: Packed


def unwatched(_what: str, _tokens: int) -> None:
    """Do nothing."""


def make_certificate(
    problem: Problem, target: Path | None = None, jobs: int = 1, watch: OnTokens = unwatched
) -> Proof:
    """Make a certificate in ``jobs`` threads, write it to the target and check it.

    Without a target no file is kept. Raises OSError. A CertificateError is a bug in this suite.
    """
    return prove(problem, target, make_parts(problem, jobs), watch)


def prove(
    problem: Problem,
    target: Path | None,
    parts: Iterable[CompressedTokens],
    watch: OnTokens = unwatched,
) -> Proof:
    """Write the parts, check them and return their claim.

    The target is replaced only if they prove the problem. Raises OSError, and CertificateError.
    """
    with replacing(target, CERTIFICATE) if target else TemporaryFile() as file:
        folder = target.parent if target else None  # also the one with room for the file
        write_parts(problem, file, parts, partial(watch, "make"), folder)
        file.seek(0)
        proof = proof_of(file, partial(watch, "check"))
        if proof.problem != replace(problem, goal=Goal.ALL):
            raise CertificateError("it is the certificate of another board")
    return proof


def write_parts(
    problem: Problem,
    whole: IO[bytes],
    parts: Iterable[CompressedTokens],
    watch: Callable[[int], object],
    folder: Path | None = None,
) -> None:
    """Write the header and the parts of a certificate. Raises OSError.

    The header counts the solutions, so it is written after the last part is made; until then, a
    temporary file in ``folder`` holds the parts. Memory holds one part and the solutions.
    """
    found = [empty(problem.n)]
    with TemporaryFile(dir=folder) as members:
        for part in parts:
            members.write(part.member)
            found.append(part.solutions)
            watch(part.tokens)
        members.seek(0)
        whole.write(compressed(header(problem, np.concatenate(found))))
        shutil.copyfileobj(members, whole)


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
    if not isinstance(item, Problem):
        return CompressedTokens(compressed(item.tobytes()), len(item), empty(n))
    found = make_tokens(item, PIECE_TOKENS)
    if found is not None:
        return CompressedTokens(
            compressed(found.tokens.tobytes()), len(found.tokens), found.solutions
        )
    members, tokens, solutions = zip(*(make_part(part, n) for part in divided(item)), strict=True)
    return CompressedTokens(b"".join(members), sum(tokens), np.concatenate(solutions))


def compressed(content: bytes) -> bytes:
    """A gzip member without a time, so that the same board has the same file."""
    return gzip.compress(content, LEVEL, mtime=0)
