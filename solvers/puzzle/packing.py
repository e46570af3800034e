"""Packs the output of a backend, and names the flaw of output that cannot be packed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from solvers.lazy import numpy as np
from solvers.puzzle.placements import Packed, as_bytes, empty, from_bytes, plain_rows, row_type

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Fault(StrEnum):
    """The faults of a solution set, named as in the JSON document."""

    MALFORMED = "malformed"
    INVALID = "invalid"
    EXTRA = "extra"
    DUPLICATE = "duplicate"
    MISSING = "missing"


class Flaw(StrEnum):
    """The flaws for which an answer cannot be packed as a placement."""

    NO_LIST = "no list"
    LENGTH = "length"
    NO_INT = "no int"
    OFF_BOARD = "off board"
    NO_PLACEMENT = "no placement"
    """A board without one queen per line, or n numbers or squares without one per column."""
    NO_BLOCK = "no block"
    """The array is not two-dimensional, has another width than n, or does not hold integers."""


@dataclass(frozen=True, slots=True)
class RejectedOutput:
    """An answer that cannot be packed: not integers, not n of them, or off the board.

    ``shown`` is its text. ``got`` is the wrong part, depending on the flaw: the name of a Python
    type, a number of rows or queens, a row, an array's shape and type, or DRAWN. ``column`` is its
    column, for a single wrong row.
    """

    flaw: Flaw
    shown: str
    n: int
    got: str = ""
    column: int = 0

    @property
    def fault(self) -> Fault:
        """The fault that the referee counts for this output."""
        is_board = self.flaw in {Flaw.OFF_BOARD, Flaw.NO_PLACEMENT}
        return Fault.INVALID if is_board else Fault.MALFORMED


DRAWN = "a drawn board"
REJECTED_KEPT = 10
"""The number of rejected answers that are kept to show; the others are only counted."""

SHOWN_CHARACTERS = 120
"""The most characters that are kept of an answer's text."""


def pack_one(emitted: object, n: int) -> bytes | RejectedOutput:
    """The bytes of one answer's rows, or the answer as rejected output."""
    if not isinstance(emitted, (tuple, list)):
        return RejectedOutput(Flaw.NO_LIST, briefly(emitted), n, type(emitted).__name__)
    emitted = tuple(emitted)  # a subclass can override anything
    if len(emitted) != n:
        return RejectedOutput(Flaw.LENGTH, briefly(emitted), n, str(len(emitted)))
    if not set(map(type, emitted)) <= {int}:
        emitted = plain_rows(emitted)
    if not set(map(type, emitted)) <= {int}:
        column = next(c for c, row in enumerate(emitted) if type(row) is not int)
        got = type(emitted[column]).__name__
        return RejectedOutput(Flaw.NO_INT, briefly(emitted), n, got, column)
    if n and not (min(emitted) >= 0 and max(emitted) < n):
        column = next(c for c, row in enumerate(emitted) if not 0 <= row < n)
        return RejectedOutput(Flaw.OFF_BOARD, briefly(emitted), n, briefly(emitted[column]), column)
    return as_bytes(emitted)


def pack_block(
    block: NDArray[Any], n: int
) -> tuple[Packed, list[RejectedOutput], dict[Fault, int]]:
    """The packed rows of a block, the first rejected ones, and the number of rejected per fault.

    Only the numbers of the array count; a mask, for example, is ignored.
    """
    block = np.asarray(block)
    if block.ndim != 2 or block.shape[1] != n or block.dtype.kind not in "iu":
        got = f"a block of shape {block.shape} and type {block.dtype}"
        rows = block if block.ndim else block.reshape(1)
        shown = [
            RejectedOutput(Flaw.NO_BLOCK, briefly(row), n, got) for row in rows[:REJECTED_KEPT]
        ]
        return empty(n), shown, {Fault.MALFORMED: len(rows)}
    if not block.size or (block.min() >= 0 and block.max() < n):
        return block.astype(row_type(n), copy=False), [], {}
    fits = ((block >= 0) & (block < n)).all(axis=1)
    odd = block[~fits]
    first = [pack_one(tuple(row), n) for row in odd[:REJECTED_KEPT].tolist()]
    shown = [item for item in first if isinstance(item, RejectedOutput)]
    return block[fits].astype(row_type(n)), shown, {Fault.INVALID: len(odd)}


class Packer:
    """Packs each answer as it arrives, so the backend may change the object afterwards.

    It counts the rejected answers by fault, and keeps the first few with their text.
    """

    def __init__(self, n: int) -> None:
        self.n = n
        self.count = 0
        self.packed = bytearray()
        self.rejected: list[RejectedOutput] = []
        self.rejected_counts: Counter[Fault] = Counter()

    def add(self, emitted: object) -> None:
        """Take one placement or a block of them, right or wrong."""
        if isinstance(emitted, RejectedOutput):
            self.refuse([emitted], {emitted.fault: 1})
        elif not isinstance(emitted, (tuple, list)) and isinstance(emitted, np.ndarray):
            block, rejected, counts = pack_block(emitted, self.n)
            self.take(block)
            self.refuse(rejected, counts)
        elif isinstance(placement := pack_one(emitted, self.n), RejectedOutput):
            self.refuse([placement], {placement.fault: 1})
        else:
            self.packed += placement
            self.count += 1

    def take(self, block: Packed) -> None:
        """Take placements that are packed already."""
        self.packed += block.tobytes()
        self.count += len(block)

    def refuse(self, rejected: Iterable[RejectedOutput], counts: Mapping[Fault, int]) -> None:
        """Add answers that were rejected elsewhere: the first few, and the number per fault."""
        self.rejected = [*self.rejected, *rejected][:REJECTED_KEPT]
        self.rejected_counts.update(counts)

    @property
    def total(self) -> int:
        """The number of all answers, packed or rejected."""
        return self.count + self.rejected_counts.total()

    def placements(self) -> Packed:
        """The packed answers in order, as an array of shape (count, n)."""
        return from_bytes(self.packed, self.n, self.count)


def pack(emitted: Iterable[object], n: int) -> Packer:
    """A packer with all these answers."""
    packer = Packer(n)
    for item in emitted:
        packer.add(item)
    return packer


def briefly(value: object) -> str:
    """Any value as text of limited length."""
    try:
        text = repr(value)
    except Exception as error:  # a stranger's __repr__, or an int beyond Python's digit limit
        text = f"<{type(value).__name__} that cannot be shown: {type(error).__name__}>"
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 3] + "..."
