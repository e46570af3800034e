"""A solution set as one packed array: canonical order, validity, digest, symmetries.

A packed set is a uint8 array of shape (count, n): one placement per row, one byte a queen.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

from solvers.lazy import hashlib
from solvers.lazy import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Placement = tuple[int, ...]
"""``placement[column]`` is the row of that column's queen; both are numbered from 0."""

Block: TypeAlias = "NDArray[np.integer]"
"""Many placements at once: shape (count, n), one placement per row."""

Packed: TypeAlias = "NDArray[np.uint8]"
"""A block in the suite's own form: one byte a queen, every row in 0..n-1."""

MAX_N = 255
"""The largest board: a row has to fit in one byte."""

CHUNK = 1 << 15
"""How many placements are looked at together where all of them would take much memory."""

Keys: TypeAlias = "NDArray[Any]"
"""One sortable scalar a placement, ordered as the placements are lexicographically."""


def empty(n: int) -> Packed:
    """The packed set that holds nothing."""
    return np.empty((0, n), np.uint8)


def keys(packed: Packed) -> Keys:
    """One sortable scalar a placement, in lexicographic order: a 64-bit word for n <= 16."""
    count, n = packed.shape
    if n > 16:
        return np.ascontiguousarray(packed).view(f"S{n}").reshape(count)
    words = np.zeros(count, np.uint64)
    for column in range(n):
        words <<= 4
        words |= packed[:, column]
    return words


def distinct(words: Keys) -> Keys:
    """These keys in order, each once; NumPy's own ``unique`` takes ten times as long."""
    ordered = np.sort(words)
    return np.concatenate([ordered[:1], ordered[1:][ordered[1:] != ordered[:-1]]])


def unpack_keys(words: Keys, n: int) -> Packed:
    """The placements of which ``words`` are the keys."""
    if n > 16:
        return np.ascontiguousarray(words).view(np.uint8).reshape(len(words), n)
    packed = np.empty((len(words), n), np.uint8)
    for column in range(n):
        packed[:, column] = (words >> 4 * (n - 1 - column)) & 15
    return packed


def digest(canonical: Packed) -> str:
    """``sha256:...`` of a set in canonical order.

    Hashed are n and the count in ASCII, with a space between and a line feed behind, and then one
    byte a queen, placement after placement: any tool can compute it from a list of solutions.
    """
    count, n = canonical.shape
    hashed = hashlib.sha256(f"{n} {count}\n".encode())
    for start in range(0, count, CHUNK):  # so that memory stays flat
        hashed.update(canonical[start : start + CHUNK].tobytes())
    return "sha256:" + hashed.hexdigest()


def is_valid(packed: Packed) -> NDArray[np.bool_]:
    """For each placement whether its rows are on the board and no two queens attack each other.

    Two queens attack when they share a row, a row + column or a row - column.
    """
    count, n = packed.shape
    valid = np.empty(count, np.bool_)
    check = _no_queen_attacked if n <= 64 else _no_line_shared
    for start in range(0, count, CHUNK):  # so that memory stays flat
        chunk = packed[start : start + CHUNK]
        valid[start : start + CHUNK] = check(chunk) & is_on_board(chunk)
    return valid


def is_on_board(packed: Packed) -> NDArray[np.bool_]:
    """For each placement whether all of its rows are below n."""
    on_board: NDArray[np.bool_] = (packed < packed.shape[1]).all(axis=1)
    return on_board


def attacking_pairs(placement: Sequence[int]) -> list[tuple[int, int]]:
    """All pairs of columns whose queens attack each other, the left one first."""
    return [
        (left, right)
        for left, right in combinations(range(len(placement)), 2)
        if abs(placement[left] - placement[right]) in (0, right - left)
    ]


def whole(number: object) -> int | None:
    """The int that a number is, also one of NumPy; None for anything else, True among it."""
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        return None
    return index(number)


def attacking_pair(placement: Sequence[int]) -> tuple[int, int] | None:
    """The first two columns whose queens attack each other, or None."""
    return next(iter(attacking_pairs(placement)), None)


def shared_line(row: int, other: int) -> str:
    """On what two queens of different columns that attack each other stand."""
    return "row" if row == other else "diagonal"


def attacked_squares(placement: Sequence[int]) -> set[tuple[int, int]]:
    """The squares (column, row) that some queen attacks, not counting its own square."""
    n = len(placement)
    return {
        (column, row)
        for column in range(n)
        for row in range(n)
        for other, queen in enumerate(placement)
        if (other, queen) != (column, row)
        and (other == column or abs(queen - row) in (0, abs(other - column)))
    }


def _no_queen_attacked(packed: Packed) -> NDArray[np.bool_]:
    """Column by column, with the attacked rows of each board as the bits of a word."""
    count, n = packed.shape
    word: Any = np.uint32 if n <= 32 else np.uint64
    taken, up, down, attacked = [np.zeros(count, word) for _ in range(4)]
    for column in range(n):
        queen = 1 << packed[:, column].astype(word)
        attacked |= (taken | up | down) & queen
        taken |= queen
        up = (up | queen) << 1
        down = (down | queen) >> 1
    none: NDArray[np.bool_] = attacked == 0
    return none


def _no_line_shared(packed: Packed) -> NDArray[np.bool_]:
    """For boards whose columns are longer than a word: count the lines on which queens stand."""
    n = packed.shape[1]
    return np.array([_lines(rows) == (n, n, n) for rows in packed.tolist()], np.bool_)


def _lines(rows: Sequence[int]) -> tuple[int, int, int]:
    """On how many rows and diagonals of either direction the queens stand."""
    down = {row - column for column, row in enumerate(rows)}
    return len({*rows}), len({row + column for column, row in enumerate(rows)}), len(down)
