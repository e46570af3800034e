"""Counts solutions as they come and sums their hashes, without keeping the solutions.

A solution that came twice is found if the solutions come in order, or if there are few enough to
keep their keys.

The digest is a sum of hashes: it does not depend on the order, and the digests of the parts of a
split run add up to the digest of the whole. Equal sums mean equal solutions, each as often, unless
two 128-bit sums coincide by chance. The hash is not a cryptographic one, so an attacker could
construct two sets with one digest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from solvers.lazy import numpy as np
from solvers.puzzle.placements import CHUNK, Packed, empty, keys
from solvers.puzzle.problem import Problem

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEEDS = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F
"""The initial values of the two halves of a hash."""

MODULUS = 1 << 64

MOST_KEPT = 1 << 24
"""The most bytes of keys that are kept, in case the solutions come in no order; two million keys
of eight bytes each, for boards up to n = 16."""

Words: TypeAlias = "NDArray[np.uint64]"


@dataclass(frozen=True, slots=True)
class CountedSet:
    """The facts that the referee keeps in place of the solutions.

    ``valid`` counts the right solutions, ``invalid`` those with two queens that attack each other,
    and ``extra`` those that are valid but not allowed by the board. ``repeated`` counts the right
    ones that are known to have come before. ``total`` is the sum of the hashes of the right ones.
    ``distinct``: no two right ones are equal; False means that some are, or that it is unknown.
    """

    valid: int = 0
    invalid: int = 0
    extra: int = 0
    repeated: int = 0
    total: int = 0
    distinct: bool = True

    @property
    def solutions(self) -> int:
        """The number of solutions, right or wrong."""
        return self.valid + self.invalid + self.extra

    @property
    def sum_digest(self) -> str:
        """The digest as text, ``sum128:`` and 32 hexadecimal digits."""
        return f"sum128:{self.total:032x}"


class SetCounter:
    """Counts solutions block by block.

    It knows whether they are distinct if they come in order, or if their keys fit in MOST_KEPT.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.arrived = 0
        self._counted = CountedSet()
        self._last = keys(empty(problem.n))
        self._kept: bytearray | None = bytearray()

    @property
    def counted(self) -> CountedSet:
        """The facts about the solutions so far."""
        if self._counted.distinct or self._kept is None:
            return self._counted
        words = np.sort(np.frombuffer(self._kept, self._last.dtype))
        repeated = int((words[1:] == words[:-1]).sum())
        return replace(self._counted, repeated=repeated, distinct=not repeated)

    def add(self, block: Packed) -> None:
        """Count a block, shape (count, n), in chunks so that memory stays flat."""
        self.arrived += len(block)
        for first in range(0, len(block), CHUNK):
            chunk = block[first : first + CHUNK]
            valid = self.problem.peaceful(chunk)
            fitting = valid & self.problem.allows(chunk)
            right = chunk if fitting.all() else chunk[fitting]
            words = keys(right)
            if self._kept is not None:
                self._kept += words.tobytes()
                if len(self._kept) > MOST_KEPT:
                    self._kept = None
            words = np.concatenate([self._last, words])
            part = CountedSet(
                valid=len(right),
                invalid=int((~valid).sum()),
                extra=int((valid & ~fitting).sum()),
                repeated=int((words[1:] == words[:-1]).sum()),
                total=sum_of_hashes(right),
                distinct=bool((words[1:] > words[:-1]).all()),
            )
            self._counted = merged(self._counted, part)
            self._last = words[-1:]


def merged(counted: CountedSet, other: CountedSet) -> CountedSet:
    """The sum of two counted sets that have no solution in common."""
    halves = divmod(counted.total, MODULUS), divmod(other.total, MODULUS)
    high, low = map(sum, zip(*halves, strict=True))
    return CountedSet(
        valid=counted.valid + other.valid,
        invalid=counted.invalid + other.invalid,
        extra=counted.extra + other.extra,
        repeated=counted.repeated + other.repeated,
        total=high % MODULUS * MODULUS + low % MODULUS,
        distinct=counted.distinct and other.distinct,
    )


def counted_set_of(packed: Packed, problem: Problem) -> CountedSet:
    """Count a whole set, in any order, and find out whether its solutions are distinct."""
    running = SetCounter(problem)
    running.add(packed[np.argsort(keys(packed))])
    return running.counted


def sum_of_hashes(packed: Packed) -> int:
    """The sum of the hashes of all placements: 128 bits, each half a sum modulo 2 ** 64.

    The bytes of a placement are padded with zeros to little-endian words of eight bytes. Each half
    of the hash begins with its own seed and mixes in one word after another.
    """
    raw = np.ascontiguousarray(packed).view(np.uint8)
    count, size = raw.shape
    filled = np.zeros((count, -(-size // 8) * 8), np.uint8)
    filled[:, :size] = raw
    words = filled.view("<u8")
    total = 0
    for seed in SEEDS:
        hashes = np.full(count, seed, np.uint64)
        for word in range(words.shape[1]):
            hashes = mixed(hashes ^ words[:, word])
        total = total * MODULUS + int(hashes.sum(dtype=np.uint64))
    return total


def mixed(words: Words) -> Words:
    """Each word with its bits mixed by SplitMix64 (Steele, Lea and Flood 2014)."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
