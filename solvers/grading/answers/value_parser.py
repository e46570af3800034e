"""The shapes of one solution: rows, squares, a board, each read as rows in the order of columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from solvers.grading.protocol.decoding import Pair

Rows = tuple[Any, ...]

QUEENS = (*("Q", "q", "♛", "♕", "👑", "1", 1, True, "X", "x", "#", "@", "*", "O", "o", "■", "●"),)
"""What stands for a queen on a board, the plainest first: where there is a Q, an X is none."""

EMPTIES = {
    *(
        "",
        ".",
        "-",
        "_",
        "*",
        "+",
        "·",
        "0",
        0,
        False,
        None,
        "x",
        "X",
        "#",
        "o",
        "O",
        "□",
        "e",
        "E",
    ),
    *(":", "|", "/", "1", "B", "W", "w", "b", "~", "=", "  ", "%", "▢", "■", "⬜", "⬛"),
}
"""What stands for an empty square."""


def upright(rows: Any) -> Any:
    """A board that was read line by line as a placement, where it is one.

    Two queens of one column are none, and stay as they were read.
    """
    if not isinstance(rows, tuple) or not all(map(is_row, rows)):
        return rows
    if sorted(rows) != list(range(len(rows))):
        return rows
    return tuple(rows.index(column) for column in range(len(rows)))


def is_row(value: Any) -> bool:
    """Whether it can be the row of a queen."""
    return type(value) is int


def as_rows(answer: Any, n: int, column_base: int) -> Rows | None:
    """A list of rows, also as a text of them."""
    del column_base
    if isinstance(answer, str):
        numbers = re.findall(r"-?\d+", answer)
        if re.search(r"[^\d\s,;:|()\[\]{}<>-]", answer) or not numbers:
            return None
        digits = len(numbers) == 1 and len(answer.strip()) == n
        rows = tuple(map(int, answer.strip() if digits else numbers))
        return rows if len(rows) == n else None
    return answer if isinstance(answer, tuple) and all(map(is_row, answer)) else None


def as_row_column(answer: Any, n: int, column_base: int) -> Rows | None:
    """Pairs of row and column."""
    del n
    couples = _pairs(answer)
    return _by_column(couples and [(column, row) for row, column in couples], column_base)


def as_column_row(answer: Any, n: int, column_base: int) -> Rows | None:
    """Pairs of column and row."""
    del n
    return _by_column(_pairs(answer), column_base)


def as_lines(answer: Any, n: int, column_base: int) -> Rows | None:
    """A board, line by line: one queen on each, everything else empty."""
    del column_base
    if isinstance(answer, str):
        answer = tuple(answer.split("\n") if "\n" in answer.strip() else answer.split())
        answer = tuple(line for line in answer if line.strip())
    if not isinstance(answer, tuple):
        return None
    if len(answer) == n * n != n and not any(isinstance(one, (tuple, Pair)) for one in answer):
        answer = tuple(answer[n * line : n * line + n] for line in range(n))
    return board_lines(answer, n)


def board_lines(lines: Sequence[Any], n: int) -> Rows | None:
    """The column of the queen on each of n lines of n squares."""
    cells = [_cells(line, n) for line in lines]
    if len(lines) != n or None in cells:
        return None
    whole = [line for line in cells if line is not None]
    squares = {(type(cell), cell) for line in whole for cell in line}
    queen = next(((type(one), one) for one in QUEENS if (type(one), one) in squares), None)
    if queen is None or not all(cell in EMPTIES for kind, cell in squares - {queen}):
        return None
    columns = []
    for line in whole:
        marks = [(type(cell), cell) == queen for cell in line]
        if sum(marks) != 1:
            return None
        columns.append(marks.index(True))
    return tuple(columns)


def is_empty_board(answer: Any) -> bool:
    """Whether it is a board without a queen, as what has found no solution may give."""
    return (
        isinstance(answer, tuple)
        and len(answer) > 1
        and all(
            isinstance(line, tuple) and len(line) == len(answer) and not any(line)
            for line in answer
        )
    )


def _cells(line: Any, n: int) -> list[Any] | None:
    if isinstance(line, str):
        if len(line) == n:
            return ["" if one == " " else one for one in line]
        squares = line.split()
        line = squares if len(squares) == n else [one for one in line if one != " "]
    elif not isinstance(line, tuple):
        return None
    cells = [one.strip() if isinstance(one, str) else one for one in line]
    plain = all(isinstance(one, (int, str)) or one is None for one in cells)
    return cells if plain and len(cells) == n else None


def _pairs(answer: Any) -> list[tuple[int, int]] | None:
    if not isinstance(answer, tuple):
        return None
    couples = list(map(_couple, answer))
    if not all(couple and all(map(is_row, couple)) for couple in couples):
        return None
    return [couple for couple in couples if couple]


def _couple(item: Any) -> tuple[Any, Any] | None:
    """The two numbers of a square: a pair, a list of two, perhaps after a name, or e4."""
    if isinstance(item, Pair):
        return item.first, item.second
    if isinstance(item, str) and (match := re.fullmatch(r"([a-z])(\d{1,2})", item.lower())):
        return ord(match[1]) - ord("a"), int(match[2])
    if isinstance(item, tuple) and len(item) == 3 and isinstance(item[0], str):
        return item[1], item[2]
    return (item[0], item[1]) if isinstance(item, tuple) and len(item) == 2 else None


def _by_column(couples: list[tuple[int, int]] | None, base: int) -> Rows | None:
    """Rows in the order of their columns, if each column has exactly one queen."""
    if couples is None:
        return None
    columns = sorted(column for column, _ in couples)
    if columns != list(range(base, base + len(columns))):
        return None
    return tuple(row for _, row in sorted(couples))


Shape = Callable[[Any, int, int], Rows | None]
"""One answer for n, with columns counted from a base, as rows, column 0 first, still counted as the
program counts; None: it has not this shape."""

ROWS, LINES = "lists of rows", "boards, line by line"
PAIRS = {"pairs of row and column": as_row_column, "pairs of column and row": as_column_row}
SHAPES: dict[str, Shape] = {ROWS: as_rows, **PAIRS, LINES: as_lines}
