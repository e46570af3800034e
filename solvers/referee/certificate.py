"""The claim of a certificate: all solutions of a board, shown without trust in any solver.

``certificate_check.py`` reads the format, and decides.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import IO

from solvers.errors import CertificateError, ContradictionError
from solvers.lazy import numpy as np
from solvers.puzzle.placements import Packed, digest, empty
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.certificate_check import BLOCKED, PLACED, check_certificate, unpacked
from solvers.referee.certificate_maker import Piece, piece, plan

SMALL = 500_000
"""So many tokens are made and checked in about a quarter of a second."""

LARGEST_PLAIN = 10
"""The largest free board whose certificate is that small."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The claim of an accepted certificate: these solutions, in order, and no others.

    ``placed``, ``blocked`` and ``attacked`` are how many squares got such a token.
    """

    problem: Problem
    solutions: Packed
    placed: int
    blocked: int
    attacked: int

    def to_find(self, goal: Goal) -> int:
        """The number of solutions to find: all, or one if there is any."""
        number = len(self.solutions)
        return number if goal is Goal.ALL else min(number, 1)

    @property
    def tokens(self) -> int:
        """The certificate's length."""
        return self.placed + self.blocked + self.attacked


def header(problem: Problem, solutions: Packed) -> bytes:
    """The text before the tokens; ``solutions`` are all of the board's, in order."""
    prefix = "".join(f" {row}" for row in problem.prefix)
    blocked = "".join(f" {column}:{row}" for column, row in sorted(problem.blocked))
    return (
        f"queens certificate 1\nn {problem.n}\nprefix{prefix}\nblocked{blocked}\n"
        f"solutions {len(solutions)}\nsha256 {digest(solutions).removeprefix('sha256:')}\n"
    ).encode()


def proof_of(file: IO[bytes], watch: Callable[[int], object] = lambda _: None) -> Proof:
    """The claim of a certificate file; ``watch`` is told of its tokens.

    Raises CertificateError, OSError where it cannot be read, and ContradictionError.
    """
    try:
        return _proof_of(unpacked(file), watch)
    except EOFError as error:
        raise CertificateError(str(error)) from None
    except zlib.error as error:
        raise CertificateError(f"it is not a gzip file, or it is damaged ({error})") from None


def _proof_of(content: Iterable[bytes], watch: Callable[[int], object] = lambda _: None) -> Proof:
    """The claim in the content of a certificate."""
    length = placed = closed = 0

    def counted() -> Iterator[bytes]:
        nonlocal length, placed, closed
        for chunk in content:
            length += len(chunk)
            placed += chunk.count(PLACED)
            closed += chunk.count(BLOCKED)
            watch(len(chunk))
            yield chunk

    try:
        n, prefix, blocked, found, _ = check_certificate(counted())
    except ValueError as error:
        raise CertificateError(f"it is not a valid certificate ({error})") from None
    problem = Problem(n, tuple(prefix), frozenset(blocked))
    if problem.known_count not in (None, len(found)):
        raise ContradictionError(f"{len(found)} proven and {problem.known_count} known for n = {n}")
    solutions = np.frombuffer(b"".join(found), np.uint8).reshape(len(found), n)
    tokens = length - len(header(problem, solutions))
    return Proof(problem, solutions, placed, closed, tokens - placed - closed)


@lru_cache(maxsize=64)
def small_proof(problem: Problem) -> Proof | None:
    """A certificate made from the board alone and checked; None where it is not small."""
    if problem.is_plain and problem.n > LARGEST_PLAIN:
        return None
    tokens, found = bytearray(), [empty(problem.n)]
    for part in plan(problem):
        left = SMALL - len(tokens)
        made = piece(part, left) if isinstance(part, Problem) else Piece(part, found[0])
        if made is None or len(made.tokens) > left:
            return None
        tokens += made.tokens.tobytes()
        found.append(made.solutions)
    return _proof_of([header(problem, np.concatenate(found)) + tokens])
