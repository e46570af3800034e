"""Write certificates, then check the file.

A file is a chain of two gzip members: the header and the tokens.
"""

from __future__ import annotations

import gzip
import shutil
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

from solvers.atomic_file import FileKind, replacing
from solvers.errors import CertificateError
from solvers.lazy import numpy as np
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.certificate import FIRST_LINE, Proof, header, proof_of, token_blocks

LEVEL = 6
"""The compression level of gzip; a higher one takes longer and saves little."""

GZIP = zlib.MAX_WBITS | 16
"""The format of gzip, as zlib names it."""


def _is_certificate(first: bytes) -> bool:
    """Whether a file that begins with these bytes is a certificate."""
    try:
        return zlib.decompressobj(GZIP).decompress(first).startswith(FIRST_LINE)
    except zlib.error:
        return False


CERTIFICATE = FileKind("certificate", _is_certificate)


def make_certificate(
    problem: Problem,
    target: Path | None = None,
    watch: Callable[[str, int], object] = lambda _stage, _tokens: None,
) -> Proof:
    """Make a certificate, write it to the target, check it, and return its claim.

    The target is replaced only if it proves the problem; without a target no file is kept. The
    header counts the solutions, so it is written after the last token is made; until then, a
    temporary file beside the target holds the tokens. Memory holds one block and the solutions.
    ``watch`` is called with the stage, ``make`` or ``check``, and the number of tokens since the
    last call. Raises OSError. A CertificateError is a bug in this suite.
    """
    folder = target.parent if target else None  # also the one with room for the file
    with replacing(target, CERTIFICATE) if target else TemporaryFile() as file:
        solutions = []
        with TemporaryFile(dir=folder) as packed:
            # Without a time, so that the same board has the same file.
            with gzip.GzipFile("", "wb", LEVEL, packed, mtime=0) as member:
                for block in token_blocks(problem):
                    member.write(block.tokens.tobytes())
                    solutions.append(block.solutions)
                    watch("make", len(block.tokens))
            packed.seek(0)
            file.write(gzip.compress(header(problem, np.concatenate(solutions)), LEVEL, mtime=0))
            shutil.copyfileobj(packed, file)
        file.seek(0)
        proof = proof_of(file, partial(watch, "check"))
        if proof.problem != replace(problem, goal=Goal.ALL):
            raise CertificateError("it is the certificate of another board")
    return proof
