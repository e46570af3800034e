"""Generates boards: squares blocked at random, or queens placed at random.

The same seed gives the same boards on every machine, in every version of Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import count

from solvers.errors import UsageError
from solvers.puzzle.problem import Problem, Square, share_a_line, with_given

ATTEMPTS = 200
"""The most attempts to place one board's queens; then UsageError is raised."""

WORD_BYTES = 8
"""The number of bytes of a hash for one random number."""


class BoardKind(StrEnum):
    """The kinds of random boards."""

    BLOCKED = "blocked"
    """Blocked n-queens: each square is blocked with a probability, independently."""
    GIVEN = "given"
    """n-queens completion: some queens are already placed, and none attacks another.

    Each is placed on a square that the queens before it leave free. The board may have no solution
    (Gent, Jefferson and Nightingale, 2017).
    """


@dataclass(frozen=True, slots=True)
class Recipe:
    """A board's kind, density and seed, and its ``number`` in the series that they define, from 1.

    ``density`` is the probability with which a square is blocked, or the number of given queens.
    """

    kind: BoardKind
    density: Fraction
    seed: int
    number: int

    def board(self, n: int) -> Problem:
        """The board: the same recipe always gives the same one.

        Raises UsageError if that many queens cannot be placed.
        """
        numbers = random_numbers(f"board {n} {self.kind} {self.density} {self.seed} {self.number}")
        if self.kind is BoardKind.GIVEN:
            return with_given(n, _given(n, int(self.density), numbers))
        squares = [(column, row) for column in range(n) for row in range(n)]
        numerator, denominator = self.density.as_integer_ratio()
        blocked = [square for square in squares if number_below(denominator, numbers) < numerator]
        return Problem(n, blocked=frozenset(blocked))


def recipes(kind: BoardKind, density: Fraction, seed: int, boards: int) -> Iterator[Recipe]:
    """The first recipes of a series; a longer one begins with the same recipes."""
    return (Recipe(kind, density, seed, number) for number in range(1, boards + 1))


def _given(n: int, queens: int, numbers: Iterator[int]) -> list[Square]:
    """Squares of queens without attacks; tries ATTEMPTS times, then raises UsageError."""
    for _ in range(ATTEMPTS if queens <= n else 0):
        if (given := _one_attempt(n, queens, numbers)) is not None:
            return given
    raise UsageError(
        f"could not place {queens} queens at random on a board of {n} columns so that none attacks "
        "another; give fewer"
    )


def _one_attempt(n: int, queens: int, numbers: Iterator[int]) -> list[Square] | None:
    """One attempt at such squares; None if no free square is left."""
    free = [(column, row) for column in range(n) for row in range(n)]
    placed: list[Square] = []
    while len(placed) < queens:
        if not free:
            return None
        column, row = free[number_below(len(free), numbers)]
        placed.append((column, row))
        free = [
            (other, line) for other, line in free if not share_a_line((column, row), (other, line))
        ]
    return placed


def random_numbers(name: str) -> Iterator[int]:
    """Random 64-bit numbers that depend only on a name: the SHA-256 of a counter and the name.

    Between versions, Python promises the same numbers only for ``random()``, not for the functions
    that choose from a sequence. A hash is the same everywhere.
    """
    for counter in count():
        hashed = hashlib.sha256(counter.to_bytes(WORD_BYTES, "little") + name.encode()).digest()
        for start in range(0, len(hashed), WORD_BYTES):
            yield int.from_bytes(hashed[start : start + WORD_BYTES], "little")


def number_below(bound: int, numbers: Iterator[int]) -> int:
    """A number from 0 to ``bound`` - 1, all equally likely; the bound is from 1 to 2**64."""
    fair = (1 << 8 * WORD_BYTES) // bound * bound  # numbers from here on favour small ones
    return next(number for number in numbers if number < fair) % bound
