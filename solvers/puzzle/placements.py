"""A solution set as one packed array: canonical order, validity, digest, symmetries.

A packed set is an array of shape (count, n): one placement per row. Its type is the smallest
unsigned one that holds the rows: one byte per queen up to n = 255, two up to 65,535, then four.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
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

Packed: TypeAlias = "NDArray[np.unsignedinteger[Any]]"
"""A block in the suite's own form: of the type ``row_type(n)``, every row in 0..n-1."""

MAX_N = 255
"""The largest n for a search for all solutions: a row fits in one byte."""

MAX_N_FIRST = 1_000_000
"""The largest n for a search for one solution."""

CHUNK = 1 << 15
"""The number of placements that are processed together, to limit the memory."""

Keys: TypeAlias = "NDArray[Any]"
"""One sortable scalar per placement; their order is the lexicographic order of the placements."""


def row_bytes(n: int) -> int:
    """The number of bytes that store one row number of a board of size n."""
    return 1 if n <= MAX_N else 2 if n < 1 << 16 else 4


def row_type(n: int) -> Any:
    """The NumPy type of the rows in a packed set of this n."""
    return getattr(np, f"uint{8 * row_bytes(n)}")


def as_bytes(placement: Sequence[int]) -> bytes:
    """The bytes of a placement in a packed set; all its rows must be on the board."""
    if (width := row_bytes(len(placement))) == 1:
        return bytes(placement)
    return array({2: "H", 4: "I"}[width], placement).tobytes()


def from_bytes(raw: bytes | bytearray | memoryview, n: int, count: int, offset: int = 0) -> Packed:
    """Read ``count`` placements from their bytes; raises ValueError if the number is wrong."""
    packed: Packed = np.frombuffer(raw, row_type(n), offset=offset).reshape(count, n)
    return packed


def empty(n: int) -> Packed:
    """The packed set without placements."""
    return np.empty((0, n), row_type(n))


def keys(packed: Packed) -> Keys:
    """One sortable scalar per placement: a 64-bit word for n <= 16, else a byte string."""
    count, n = packed.shape
    if n > MAX_N:  # bytes are compared from the left, so the highest of each row comes first
        packed = packed.byteswap()
    if n > 16:
        return np.ascontiguousarray(packed).view(f"S{n * row_bytes(n)}").reshape(count)
    words = np.zeros(count, np.uint64)
    for column in range(n):
        words <<= 4
        words |= packed[:, column]
    return words


def distinct(words: Keys) -> Keys:
    """These keys in order, each once; NumPy's own ``unique`` takes ten times as long."""
    ordered = np.sort(words)
    return np.concatenate([ordered[:1], ordered[1:][ordered[1:] != ordered[:-1]]])


def contained(words: Keys, ordered: Keys) -> NDArray[np.bool_]:
    """For each key, whether it is among the sorted ones; NumPy's own ``isin`` imports much more."""
    if not len(ordered):
        return np.zeros(len(words), np.bool_)
    places = np.minimum(np.searchsorted(ordered, words), len(ordered) - 1)
    is_contained: NDArray[np.bool_] = ordered[places] == words
    return is_contained


def unpack_keys(words: Keys, n: int) -> Packed:
    """The placements that have these keys."""
    if n > 16:
        packed: Packed = np.ascontiguousarray(words).view(row_type(n)).reshape(len(words), n)
        return packed.byteswap() if n > MAX_N else packed
    packed = np.empty((len(words), n), np.uint8)
    for column in range(n):
        packed[:, column] = (words >> 4 * (n - 1 - column)) & 15
    return packed


def digest(canonical: Packed) -> str:
    """``sha256:...`` of a set in canonical order.

    The hashed bytes are n and the count in ASCII, a space between them and a line feed after them,
    then one byte per queen, placement after placement. Any tool can compute this from a list of
    solutions. For n above 255 a queen has two bytes, above 65,535 four, in little-endian order.
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
    count, n = packed.shape
    if not packed.size or packed.max() < n:  # nearly always, and ten times as fast
        return np.full(count, True, np.bool_)  # noqa: FBT003  # NumPy's own function
    on_board: NDArray[np.bool_] = (packed < n).all(axis=1)
    return on_board


def whole(number: object) -> int | None:
    """The value of anything like an integer, but not of a bool; None for anything else."""
    is_truth = type(number).__name__ in {"bool", "bool_"}  # Python's and NumPy's
    if is_truth or not isinstance(number, SupportsIndex):
        return None
    try:
        return index(number)
    except TypeError:  # an array, for example
        return None


def plain_rows(rows: Iterable[object]) -> tuple[Any, ...]:
    """The rows with each integer as an int; anything else stays as it is."""
    return tuple(row if (number := whole(row)) is None else number for row in rows)


def attacking_pair(placement: Sequence[int]) -> tuple[int, int] | None:
    """The first two columns whose queens attack each other, the left one first, or None."""
    return attacking_columns(list(enumerate(placement)))


def attacking_columns(queens: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """Like ``attacking_pair``, for queens (column, row) in some columns only, sorted by column."""
    pair = None
    rows: dict[int, int] = {}  # for each line its leftmost queen, of those to the right of column
    sums: dict[int, int] = {}
    differences: dict[int, int] = {}
    for column, row in reversed(queens):
        lines = (rows, row), (sums, row + column), (differences, row - column)
        if right := [nearest[line] for nearest, line in lines if line in nearest]:
            pair = column, min(right)
        for nearest, line in lines:
            nearest[line] = column
    return pair


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
    """For boards whose columns are longer than a word: no line may stand twice in a sorted list."""
    count, n = packed.shape
    rows, columns = packed.astype(np.int64), np.arange(n)
    valid = np.full(count, True, np.bool_)  # noqa: FBT003  # NumPy's own function
    for lines in (rows, rows + columns, rows - columns):
        lines.sort(axis=1)
        valid &= (lines[:, 1:] != lines[:, :-1]).all(axis=1)
    return valid
