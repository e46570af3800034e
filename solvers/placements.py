"""A solution set as one packed array: what fits in it, canonical order, digest, symmetries.

A packed set is a uint8 array of shape (count, n): one placement a row, one byte a queen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.interface import Fault, Misfit, Packed, Placement

MAX_N = 255
"""The largest board: a row has to fit in one byte."""

SHOWN_CHARACTERS = 120
"""How much of a misfit is kept to be shown."""

Keys = NDArray[Any]
"""One sortable scalar a placement, ordered as the placements are lexicographically."""


def pack_one(emitted: object, n: int) -> bytes | Misfit:
    """One emitted placement as n bytes, or what is wrong with it."""
    if not isinstance(emitted, (tuple, list)):
        return _misfit(Fault.MALFORMED, emitted, f"{_kind(emitted)} instead of a tuple of rows")
    if len(emitted) != n:
        return _misfit(Fault.MALFORMED, emitted, f"{len(emitted)} rows instead of {n}")
    if not set(map(type, emitted)) <= {int}:
        column = next(c for c, row in enumerate(emitted) if type(row) is not int)
        reason = f"column {column} holds a {_kind(emitted[column])}, not an int"
        return _misfit(Fault.MALFORMED, emitted, reason)
    if n and not (min(emitted) >= 0 and max(emitted) < n):
        column = next(c for c, row in enumerate(emitted) if not 0 <= row < n)
        reason = f"row {_short(emitted[column])} in column {column} is outside 0..{n - 1}"
        return _misfit(Fault.INVALID, emitted, reason)
    return bytes(emitted)


def pack_block(block: NDArray[Any], n: int) -> tuple[Packed, list[Misfit]]:
    """An emitted block as a packed array and what of it could not be packed."""
    if block.ndim != 2 or block.shape[1] != n or not np.issubdtype(block.dtype, np.integer):
        reason = f"a block of shape {block.shape} and type {block.dtype}, not (count, {n}) of ints"
        rows = block if block.ndim else block.reshape(1)
        return empty(n), [_misfit(Fault.MALFORMED, row, reason) for row in rows]
    fits = ((block >= 0) & (block < n)).all(axis=1)
    odd = [pack_one(tuple(row), n) for row in block[~fits].tolist()]
    return block[fits].astype(np.uint8), [misfit for misfit in odd if isinstance(misfit, Misfit)]


def pack(emitted: Iterable[object], n: int) -> tuple[Packed, list[Misfit]]:
    """Everything a backend emitted, in order, as one packed array and a list of misfits."""
    packed, misfits = bytearray(), []
    count = 0
    for item in emitted:
        if isinstance(item, np.ndarray):
            block, odd = pack_block(item, n)
            packed += block.tobytes()
            count += len(block)
            misfits += odd
        elif isinstance(one := pack_one(item, n), Misfit):
            misfits.append(one)
        else:
            packed += one
            count += 1
    return np.frombuffer(packed, np.uint8).reshape(count, n), misfits


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
        words <<= np.uint64(4)
        words |= packed[:, column]
    return words


def unpack_keys(words: Keys, n: int) -> Packed:
    """The placements of which ``words`` are the keys."""
    if n > 16:
        return np.ascontiguousarray(words).view(np.uint8).reshape(len(words), n)
    packed = np.empty((len(words), n), np.uint8)
    for column in range(n):
        packed[:, column] = (words >> np.uint64(4 * (n - 1 - column))) & np.uint64(15)
    return packed


def digest(canonical: Packed) -> str:
    """``sha256:...`` of a set in canonical order.

    Hashed are n and the count in ASCII, with a space between and a line feed behind, and then one
    byte a queen, placement after placement: any tool can compute it from a list of solutions.
    """
    count, n = canonical.shape
    header = f"{n} {count}\n".encode()
    return "sha256:" + hashlib.sha256(header + canonical.tobytes()).hexdigest()


def is_valid(packed: Packed) -> NDArray[np.bool_]:
    """For each placement whether no two of its queens attack each other.

    Two queens attack when they share a row, a row + column or a row - column.
    """
    count, n = packed.shape
    valid = np.ones(count, np.bool_)
    columns = np.arange(n, dtype=np.int16)
    for start in range(0, count, 1 << 16):  # in chunks, so that memory stays flat
        rows = packed[start : start + (1 << 16)].astype(np.int16)
        valid[start : start + (1 << 16)] = (
            _all_distinct(rows) & _all_distinct(rows + columns) & _all_distinct(rows - columns)
        )
    return valid


def begins_with(packed: Packed, prefix: Placement) -> NDArray[np.bool_]:
    """For each placement whether its first columns are the prefix."""
    starts: NDArray[np.bool_] = (packed[:, : len(prefix)] == np.array(prefix)).all(axis=1)
    return starts


def attacking_pairs(placement: Sequence[int]) -> list[tuple[int, int]]:
    """All pairs of columns whose queens attack each other, the left one first."""
    return [
        (left, right)
        for left, right in combinations(range(len(placement)), 2)
        if abs(placement[left] - placement[right]) in (0, right - left)
    ]


def attacking_pair(placement: Sequence[int]) -> tuple[int, int] | None:
    """The first two columns whose queens attack each other, or None."""
    return next(iter(attacking_pairs(placement)), None)


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


def symmetries(packed: Packed) -> dict[str, Packed]:
    """The images of a set of complete placements under the other seven symmetries of the board."""
    n = packed.shape[1]

    def turn(
        board: Packed,
    ) -> Packed:  # a quarter turn clockwise: (column, row) -> (n-1-row, column)
        turned = np.empty_like(board)
        columns = np.broadcast_to(np.arange(n, dtype=np.uint8), board.shape)
        np.put_along_axis(turned, (n - 1 - board.astype(np.int16)).astype(np.intp), columns, axis=1)
        return turned

    quarter = turn(packed)
    half = turn(quarter)
    return {
        "left-right mirror images": packed[:, ::-1],
        "top-bottom mirror images": half[:, ::-1],
        "half turns": half,
        "quarter turns clockwise": quarter,
        "quarter turns anticlockwise": turn(half),
        "mirror images in the main diagonal": quarter[:, ::-1],
        "mirror images in the other diagonal": turn(half)[:, ::-1],
    }


def closure(packed: Packed) -> Packed:
    """All valid placements together with all their symmetric images, in canonical order."""
    images = np.concatenate([packed, *symmetries(packed).values()])
    return unpack_keys(np.unique(keys(images)), packed.shape[1])


def representatives(packed: Packed) -> Keys:
    """For each placement the least key among its eight images: the same for a whole class."""
    images = np.stack([keys(packed), *map(keys, symmetries(packed).values())])
    least: Keys = np.sort(images, axis=0)[0]
    return least


def _all_distinct(values: NDArray[np.int16]) -> NDArray[np.bool_]:
    ordered = np.sort(values, axis=1)
    distinct: NDArray[np.bool_] = (ordered[:, 1:] != ordered[:, :-1]).all(axis=1)
    return distinct


def _misfit(fault: Fault, emitted: object, reason: str) -> Misfit:
    return Misfit(fault, _short(emitted), reason)


def _short(value: object) -> str:
    try:
        text = repr(value)
    except Exception as error:  # a stranger's __repr__, or an int beyond Python's digit limit
        text = f"<{type(value).__name__} that cannot be shown: {type(error).__name__}>"
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 3] + "..."


def _kind(value: object) -> str:
    return type(value).__name__
