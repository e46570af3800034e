"""Join the certificates of all shards of a board into one, without making anything again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from solvers.errors import UsageError
from solvers.lazy import numpy as np
from solvers.puzzle.placements import Placement, empty
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import Proof, header
from solvers.referee.certificate_check import PLACED, unpacked
from solvers.referee.certificate_maker import start
from solvers.splitting.certificates import Part, compressed, made, proven

AT_ONCE = 1 << 20
"""So many tokens of a shard are in memory."""


class ProvenShard(NamedTuple):
    """A certificate that was accepted, and what it proves."""

    path: Path
    proof: Proof


def join(shards: Sequence[ProvenShard], target: Path) -> Proof:
    """Write and check the certificate of the board with the queens that all shards have in common.

    Raises OSError, and UsageError where they are of different boards or one is missing.
    """
    boards = [shard.proof.problem for shard in shards]
    if len({(board.n, board.blocked) for board in boards}) != 1:
        raise UsageError("these are certificates of different boards, so they do not join")
    columns = zip(*(board.prefix for board in boards), strict=False)
    prefix = tuple(rows[0] for rows in takewhile(lambda rows: len(set(rows)) == 1, columns))
    by_prefix = {shard.proof.problem.prefix: shard for shard in shards}
    whole = boards[0].below(prefix)
    return proven(whole, target, _below(whole, by_prefix))


def _below(board: Problem, shards: Mapping[Placement, ProvenShard]) -> Iterator[Part]:
    """The parts of a board: those of its shard, or its own tokens and what is below each queen."""
    prefix = board.prefix
    if prefix in shards:
        yield from _copied(shards[prefix])
        return
    if not any(one[: len(prefix)] == prefix for one in shards):
        shown = ",".join(map(str, prefix))
        raise UsageError(f"the certificate of the shard with the first rows {shown} is missing")
    (tokens,) = start(board).tokens(board)
    rows = np.flatnonzero(tokens == PLACED)
    *until_placed, rest = np.split(tokens, rows + 1)
    for row, part in zip(rows.tolist(), until_placed, strict=True):
        yield made(part, board.n)
        yield from _below(board.below((*prefix, row)), shards)
    yield made(rest, board.n)


def _copied(shard: ProvenShard) -> Iterator[Part]:
    """The tokens of a shard's file, and its solutions."""
    problem, solutions = shard.proof.problem, shard.proof.solutions
    yield Part(b"", 0, solutions)
    left = len(header(problem, solutions))
    with shard.path.open("rb") as file:
        for content in unpacked(file):
            tokens = content[left:]
            left -= len(content) - len(tokens)
            yield Part(compressed(tokens), len(tokens), empty(problem.n))
