"""Certificates of which somebody has changed, cut off, added or exchanged something."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from io import BytesIO
from random import Random
from typing import NamedTuple

from boards import BOARDS
from conftest import all_solutions

from solvers.puzzle.problem import Problem
from solvers.referee import certificate_check
from solvers.referee.certificate import header
from solvers.referee.certificate_maker import piece

MOST = 300
"""Tokens of a board of which certificates are changed: what is wrong is then often in reach."""

TO_TOKENS = len("sha256 ") + 64 + 1
"""From the last line of the header to the tokens."""


def content(problem: Problem) -> bytes:
    """A right certificate, not compressed."""
    tokens, solutions = piece(problem)
    return header(problem, solutions) + tokens.tobytes()


def small_boards() -> list[Problem]:
    """Boards with few tokens: free, begun, and with blocked squares."""
    begun = [Problem(4), Problem(5), Problem(5, (1,)), Problem(6, (1, 3)), Problem(4, (1, 3, 0, 2))]
    return [*begun, *(one for one in BOARDS.values() if len(content(one)) < MOST)]


class Mutated(NamedTuple):
    """A certificate, and whether what was changed is the compressed file.

    Readers of gzip differ in what they let pass there, such as zeros behind it and unused flags.
    """

    file: bytes
    in_gzip: bool = False


def mutated(number: int) -> Iterator[Mutated]:
    """So many certificates, the same ones every time; most are wrong."""
    random = Random(8)  # noqa: S311  # the same ones every time
    right = [content(problem) for problem in small_boards()]
    for _ in range(number):
        one = random.choice(right)
        if random.random() < 0.1:
            yield Mutated(_changed(gzip.compress(one, 1, mtime=0), random), in_gzip=True)
            continue
        if random.random() < 0.2:  # the tokens of another board
            board, _, _ = one.partition(b"solutions")
            one = board + b"".join(random.choice(right).partition(b"solutions")[1:])
        for _ in range(random.randint(1, 2)):
            one = _changed(one, random)
        yield Mutated(gzip.compress(one, 1, mtime=0))


def _changed(one: bytes, random: Random) -> bytes:
    one = one or b"q"
    tokens = min(one.find(b"sha256") + TO_TOKENS, len(one) - 1)
    place = random.randrange(random.choice([0, tokens, tokens, tokens]), len(one))
    before, after = one[:place], one[place + 1 :]
    near = bytes([one[place] ^ 1 << random.randrange(8)])
    usual = bytes([random.choice([0, 1, 2, 3, 254, 255])])
    other = random.randrange(len(one))
    exchanged = bytearray(one)
    exchanged[place], exchanged[other] = one[other], one[place]
    return random.choice(
        [
            before + near + after,
            before + usual + after,
            before + usual + one[place:],
            before + after,
            before,
            one + usual,
            bytes(exchanged),
        ]
    )


def is_accepted(certificate: bytes) -> bool:
    """Whether the plain checker accepts it; fails where the set that it proves is not right."""
    try:
        with gzip.open(BytesIO(certificate)) as file:
            found = certificate_check.check(file)
    except (ValueError, EOFError, zlib.error, gzip.BadGzipFile):
        return False
    with gzip.open(BytesIO(certificate)) as file:
        n, prefix, blocked, _ = certificate_check.read_header(file)
    begins = len(prefix)
    assert [tuple(one) for one in found] == sorted(
        one
        for one in all_solutions(n)
        if list(one[:begins]) == prefix and blocked.isdisjoint(enumerate(one))
    )
    return True
