"""The placement in a drawn board: the symbol of its queens, and their squares."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

QUEENS = (
    *(
        "q",
        "queen",
        "♛",
        "♕",
        "👑",
        "👸",
        "qq",
        "1",
        1,
        True,
        "x",
        "r",
        "d",
        "reina",
        "dame",
        "rainha",
    ),
    *("regina", "#", "@", "*", "o", "■", "●"),
)
"""The signs of a queen, the plainest first: where there is a Q, an X is none."""

EMPTIES = {
    *("", ".", "-", "_", "*", "+", "·", "0", 0, False, None, "x", "#", "o", "□", "e", "empty"),
    *(":", "|", "/", "1", "b", "w", "~", "=", "%", "▢", "■", "⬜", "⬛", "▪", "▫", "▯"),
}
"""The signs of an empty square."""

MOST_SYMBOLS = 4
"""The most symbols of a drawn board: a queen, and squares of two or three kinds."""

Symbol = tuple[type, Any]


def columns_of(lines: Sequence[Sequence[Any]], n: int) -> tuple[int, ...] | None:
    """The column of the queen on each of n lines of n cells; None where not each has one."""
    squares = queens_on(lines, n)
    if squares is None or [row for row, _ in squares] != list(range(n)):
        return None
    return tuple(column for _, column in squares)


def queens_on(lines: Sequence[Sequence[Any]], n: int) -> list[tuple[int, int]] | None:
    """The squares of all queens, line by line; None unless it is a board of n lines of n cells."""
    if len(lines) != n or any(len(line) != n for line in lines):
        return None
    cells = [[_symbol(cell) for cell in line] for line in lines]
    counts = Counter(cell for line in cells for cell in line)
    queens = _queens(counts, n)
    if queens is None:
        return None
    return [
        (row, column)
        for row, line in enumerate(cells)
        for column, cell in enumerate(line)
        if cell in queens
    ]


def is_empty(lines: Sequence[Sequence[Any]], n: int) -> bool:
    """Whether it is a board without a queen."""
    if len(lines) != n or any(len(line) != n for line in lines):
        return False
    symbols = {_symbol(cell) for line in lines for cell in line}
    has_queens = symbols & set(_QUEEN_SYMBOLS) and (n == 1 or len(symbols) > 1)
    return symbols <= _EMPTY_SYMBOLS and not has_queens


def any_attack(squares: Sequence[tuple[int, int]]) -> bool:
    """Whether two of these queens attack each other."""
    return any(
        a == c or b == d or abs(a - c) == abs(b - d)
        for index, (a, b) in enumerate(squares)
        for c, d in squares[:index]
    )


def _symbol(cell: Any) -> Symbol:
    """A cell as its symbol, without variations of its spelling."""
    if isinstance(cell, str):
        return str, _spelled(cell)
    if isinstance(cell, float) and cell.is_integer():
        return int, int(cell)
    return type(cell), cell


@lru_cache(maxsize=256)  # boards repeat a few cells thousands of times
def _spelled(cell: str) -> str:
    return re.sub(r"^q\d+$", "q", cell.strip(" []()'\"").lower())


_QUEEN_SYMBOLS = tuple(map(_symbol, QUEENS))
_SURE_SYMBOLS = set(_QUEEN_SYMBOLS[:6])
_EMPTY_SYMBOLS = set(map(_symbol, EMPTIES))


def _queens(counts: Counter[Symbol], n: int) -> set[Symbol] | None:
    """The symbols of queens: one, or the numbers 1 to n; None where there is no board."""
    numbers = {value for kind, value in counts if kind is int or _is_digits(kind, value)}
    placed = {int(value) for value in numbers} - {0}
    if len(numbers) == len(counts) and placed == set(range(1, n + 1)) and n > 1:
        named = {symbol for symbol in counts if int(symbol[1])}
        return named if all(counts[symbol] == 1 for symbol in named) else None
    if n == 1 and all(kind is int and value for kind, value in counts):
        return set(counts)
    if len(counts) > MOST_SYMBOLS:
        return None
    for queen in _possible(counts, n):
        others = set(counts) - {queen}
        is_sure = queen in _SURE_SYMBOLS and counts[queen] == n and not any(map(_is_word, others))
        if others <= _EMPTY_SYMBOLS or len(counts) == 2 or is_sure:
            return {queen}
    return None


def _possible(counts: Counter[Symbol], n: int) -> Iterator[Symbol]:
    known = [queen for queen in _QUEEN_SYMBOLS if queen in counts]
    # Where a symbol may mean both, that of which there are as many as queens means one.
    yield from sorted(known, key=lambda queen: queen in _EMPTY_SYMBOLS and counts[queen] != n)
    if n > 1:
        yield from (
            symbol for symbol, times in counts.items() if times == n and symbol not in known
        )


def _is_word(symbol: Symbol) -> bool:
    return str(symbol[1]).isalnum()


def _is_digits(kind: type, value: Any) -> bool:
    return kind is str and value.isdecimal()
