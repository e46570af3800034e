"""Generates boards: squares blocked at random, or queens placed at random.

The same seed gives the same boards on every machine, in every version of Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from solvers.errors import UsageError
from solvers.puzzle.problem import Problem, Square, with_given

Item = TypeVar("Item")

ATTEMPTS = 200
"""The number of attempts to place one board's queens before it fails."""

WORD_BYTES = 8
"""The number of bytes of a hash for one random number."""


class RandomNumbers:
    """Random numbers that depend on a name only: the words of SHA-256 over the name and a counter.

    Python keeps the numbers of its own generators only for ``random()``, not for the functions that
    choose from a sequence. A hash is the same everywhere.
    """

    def __init__(self, name: str) -> None:
        self._words = _words(name.encode())

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, all equally likely; the bound is from 1 to 2**64."""
        fair = (1 << 8 * WORD_BYTES) // bound * bound  # above it some numbers were more likely
        while (word := next(self._words)) >= fair:
            pass
        return word % bound

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items, all equally likely."""
        return items[self.below(len(items))]


@dataclass(frozen=True, slots=True)
class Blocked:
    """Blocked n-queens: each square is blocked with this probability, independently."""

    share: Fraction

    @property
    def density(self) -> float:
        """The average share of blocked squares."""
        return float(self.share)

    def board(self, n: int, stream: RandomNumbers) -> Problem:
        """A board of this kind."""
        squares = [(column, row) for column in range(n) for row in range(n)]
        above, below = self.share.as_integer_ratio()
        return Problem(
            n, blocked=frozenset(square for square in squares if stream.below(below) < above)
        )


@dataclass(frozen=True, slots=True)
class Completion:
    """n-queens completion: this many queens are already placed, and none attacks another.

    Each is placed on a square that the queens before it leave free. The board may have no solution
    (Gent, Jefferson and Nightingale, 2017).
    """

    queens: int

    @property
    def density(self) -> float:
        """The number of given queens."""
        return float(self.queens)

    def board(self, n: int, stream: RandomNumbers) -> Problem:
        """A board of this kind; raises UsageError if that many queens cannot be placed."""
        for _ in range(ATTEMPTS if self.queens <= n else 0):
            if (given := _peaceful(n, self.queens, stream)) is not None:
                return with_given(n, given)
        raise UsageError(
            f"could not place {self.queens} queens at random on a board of {n} columns so that "
            "none attacks another; give fewer"
        )


BoardKind = Blocked | Completion


@dataclass(frozen=True, slots=True)
class Recipe:
    """The recipe of one board: the ``number``-th of its kind and size from this seed."""

    kind: BoardKind
    seed: int
    number: int

    def board(self, n: int) -> Problem:
        """The board: the same recipe always gives the same one; raises UsageError."""
        what = (
            f"blocked {self.kind.share}"
            if isinstance(self.kind, Blocked)
            else f"given {self.kind.queens}"
        )
        return self.kind.board(n, RandomNumbers(f"board {n} {what} {self.seed} {self.number}"))


def recipes(kind: BoardKind, seed: int, count: int) -> Iterator[Recipe]:
    """The first ``count`` recipes of a kind; a larger count begins with the same ones."""
    return (Recipe(kind, seed, number) for number in range(1, count + 1))


def _peaceful(n: int, queens: int, stream: RandomNumbers) -> list[Square] | None:
    """Squares of queens that do not attack each other; None where no square is left for one."""
    free = [(column, row) for column in range(n) for row in range(n)]
    placed: list[Square] = []
    while len(placed) < queens:
        if not free:
            return None
        column, row = stream.choice(free)
        placed.append((column, row))
        free = [
            (other, line)
            for other, line in free
            if other != column and abs(line - row) not in (0, abs(other - column))
        ]
    return placed


def _words(name: bytes) -> Iterator[int]:
    counter = 0
    while True:
        hashed = hashlib.sha256(counter.to_bytes(WORD_BYTES, "little") + name).digest()
        for start in range(0, len(hashed), WORD_BYTES):
            yield int.from_bytes(hashed[start : start + WORD_BYTES], "little")
        counter += 1
