"""Random numbers that are the same on every machine, in every version of Python."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")

WORD_BYTES = 8
"""How many bytes of a hash make one number."""


class Stream:
    """Numbers that a name decides: the words of SHA-256 over the name and a counter.

    Python promises its own generators' numbers for ``random()`` only, not for what chooses from a
    sequence; a hash is the same everywhere.
    """

    def __init__(self, name: str) -> None:
        self._words = _words(name.encode())

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, each as likely; the bound is from 1 to 2**64."""
        fair = (1 << 8 * WORD_BYTES) // bound * bound  # beyond it some numbers would come oftener
        while (word := next(self._words)) >= fair:
            pass
        return word % bound

    def choice(self, items: Sequence[Item]) -> Item:
        """One of them, each as likely."""
        return items[self.below(len(items))]


def _words(name: bytes) -> Iterator[int]:
    counter = 0
    while True:
        hashed = hashlib.sha256(counter.to_bytes(WORD_BYTES, "little") + name).digest()
        for start in range(0, len(hashed), WORD_BYTES):
            yield int.from_bytes(hashed[start : start + WORD_BYTES], "little")
        counter += 1
