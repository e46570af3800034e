"""Sets of placements without NumPy, which the page's Python lacks: there they are small.

A set is a list of rows of bytes, and such a row is its own key. ``put_in_place`` gives the suite
these functions for those of the same names that compute whole sets at once.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from solvers import lazy
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import attacking_pair
from solvers.puzzle.problem import Problem
from solvers.puzzle.symmetry import MOVES
from solvers.referee.certificate import TokenBlock
from solvers.referee.certificate_check import BLOCKED, PLACED


class Array:
    """Keys, or truths about placements; with ``n``, a packed set."""

    dtype = "uint8"
    __hash__ = None  # type: ignore[assignment]  # as those of NumPy

    def __init__(self, items: Iterable[Any], n: int | None = None) -> None:
        self.items, self.n = list(items), n
        self.ndim = 1 if n is None else 2
        self.shape = (len(self.items), n)

    def __len__(self) -> int:
        return len(self.items)

    def __eq__(self, other: object) -> Any:
        others = other.items if isinstance(other, Array) else [other] * len(self)
        return Array(map(operator.eq, self.items, others))

    def __and__(self, other: Array) -> Array:
        return Array(map(operator.and_, self.items, other.items))

    def __invert__(self) -> Array:
        return Array(map(operator.not_, self.items))

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, int):
            return self.items[key] if self.n is None else Array(self.items[key])
        if isinstance(key, slice):
            return Array(self.items[key], self.n)
        if isinstance(key, tuple):  # all placements, and a column
            return Array(rows[key[1]] for rows in self.items)
        pairs = zip(self.items, key.items, strict=True)
        return Array((item for item, is_chosen in pairs if is_chosen), self.n)

    def all(self) -> bool:
        """Whether all items are true."""
        return all(self.items)

    def any(self) -> bool:
        """Whether any item is true."""
        return any(self.items)

    def sum(self) -> int:
        """The number of items that are true."""
        return sum(self.items)

    def tolist(self) -> list[Any]:
        """The items; those of a set are lists of rows."""
        return list(self.items if self.n is None else map(list, self.items))

    def tobytes(self) -> bytes:
        """The rows of all placements, one byte for each."""
        return b"".join(self.items)


NUMPY: dict[str, Any] = {
    "ndarray": Array,
    "uint8": Array.dtype,
    "int16": "int16",
    "array": lambda lists, _: Array(lists, len(lists[0])),
    "asarray": lambda given: given,
    "sort": lambda given: Array(sorted(given.items)),
    "concatenate": lambda arrays: Array(
        chain.from_iterable(each.items for each in arrays), arrays[0].n
    ),
    "array_equal": lambda given, other: given.items == other.items,
}
"""What is used of NumPy beside the functions below."""


def from_bytes(raw: bytes | bytearray | memoryview, n: int, count: int, offset: int = 0) -> Array:
    """Read ``count`` placements from their bytes; raises ValueError if the number is wrong."""
    rows = bytes(raw)[offset:]
    if len(rows) != count * n:
        raise ValueError(f"{len(rows)} bytes are not {count} placements of {n} rows")
    return Array((rows[at * n : (at + 1) * n] for at in range(count)), n)


def is_on_board(packed: Array) -> Array:
    """For each placement whether all of its rows are below n."""
    return Array(max(rows, default=-1) < len(rows) for rows in packed.items)


def allows(problem: Problem, packed: Array) -> Array:
    """For each placement, whether it begins with the prefix and avoids the blocked squares."""
    return Array(
        all(row in allowed for row, allowed in zip(rows, problem.domains, strict=True))
        for rows in packed.items
    )


def peaceful(problem: Problem, packed: Array) -> Array:
    """For each placement, whether it is on the board and no two queens attack each other."""
    return Array(
        max(rows, default=-1) < len(rows) and problem.attacking(enumerate(rows)) is None
        for rows in packed.items
    )


def pack_block(block: Array, n: int) -> tuple[Any, ...]:
    """The packed rows of a block, the first rejected ones, and the number of rejected per fault."""
    packer = pack(map(tuple, block.items), n)
    return packer.placements(), packer.rejected, packer.rejected_counts


def symmetries(packed: Array) -> dict[str, Array]:
    """The images of a set of complete placements under the other seven symmetries of the board."""

    def image(rows: bytes, move: Callable[..., tuple[int, int]]) -> bytes:
        squares = sorted(move(len(rows) - 1, *square) for square in enumerate(rows))
        return bytes(row for _, row in squares)

    return {
        name: Array((image(rows, move) for rows in packed.items), packed.n)
        for name, move in MOVES.items()
    }


def representatives(packed: Array) -> Array:
    """For each placement the least among its eight images."""
    images = [packed, *symmetries(packed).values()]
    return Array(map(min, *(each.items for each in images)))


def make_tokens(problem: Problem, most: float) -> TokenBlock | None:
    """All tokens below the prefix of a board; None if they are more than ``most``."""
    n, tokens, solutions = problem.n, bytearray(), list[bytes]()

    def extend(queens: tuple[int, ...]) -> None:
        column = len(queens)
        if column == n:
            solutions.append(bytes(queens))
            return
        attackers: dict[int, int] = {}
        for left in reversed(range(column)):  # so that the first one stays
            row, away = queens[left], column - left
            attacked: Iterable[int] = (row, row + away, row - away)
            if problem.colours:
                square = left, row
                attacked = (r for r in range(n) if problem.attack(square, (column, r)))
            attackers |= dict.fromkeys(attacked, left)
        open_rows = {*problem.domains[column]}
        for row in range(n):
            token = attackers.get(row, PLACED if row in open_rows else BLOCKED)
            tokens.append(token)
            if token == PLACED and len(tokens) <= most:
                extend((*queens, row))

    extend(problem.prefix)
    made: tuple[Any, Any] = memoryview(tokens), Array(solutions, n)
    return TokenBlock(*made) if len(tokens) <= most else None


def proven_solutions(problem: Problem) -> Iterator[Any]:
    """All solutions of the board in order, in one block."""
    if found := make_tokens(problem, float("inf")):
        yield found.solutions


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "empty": lambda n: Array([], n),
    "keys": lambda packed: Array(packed.items),
    "unpack_keys": lambda words, n: Array(words.items, n),
    "distinct": lambda words: Array(sorted({*words.items})),
    "contained": lambda words, others: Array(map({*others.items}.__contains__, words.items)),
    "is_valid": lambda packed: (
        Array(attacking_pair(rows) is None for rows in packed.items) & is_on_board(packed)
    ),
    **{
        function.__name__: function
        for function in (
            *(from_bytes, is_on_board, pack_block, symmetries, representatives),
            *(make_tokens, proven_solutions),
        )
    },
}
"""The functions of ``solvers/puzzle`` and ``solvers/referee`` that are others here."""

METHODS: dict[str, Callable[..., Any]] = {"allows": allows, "peaceful": peaceful}
"""The methods of a problem that are others here."""


def put_in_place() -> None:
    """Let all modules of the suite use these functions, and of NumPy only what is here."""
    vars(lazy.numpy).update(NUMPY)
    for name, method in METHODS.items():
        setattr(Problem, name, method)
    for name, module in [*sys.modules.items()]:
        if name.startswith("solvers.") and module is not sys.modules[__name__]:
            names = FUNCTIONS.keys() & vars(module).keys()
            vars(module).update({name: FUNCTIONS[name] for name in names})
