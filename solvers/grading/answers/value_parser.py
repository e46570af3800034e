"""The shapes of one solution: rows, squares, a board, each read as rows in the order of columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from solvers.grading.answers.drawn_boards import columns_of, is_empty
from solvers.grading.answers.number_lines import number_line
from solvers.grading.protocol import DottedPair

Rows = tuple[Any, ...]

ROWS, LINES, INDICES = "row numbers", "boards", "square numbers"
ROW_FIRST, COLUMN_FIRST = PAIRS = "(row, column) pairs", "(column, row) pairs"
SHAPES = (ROWS, *PAIRS, LINES, INDICES)
"""The shapes of one solution, the plainest first."""

LONGEST_TEXT = 20_000
"""The most characters of a text that is read as one solution."""


def plain(value: Any) -> Any:
    """The value with an int for each whole float: 2.0 is 2, and 1+2j is the square (1, 2)."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    if isinstance(value, DottedPair):
        return DottedPair(plain(value.first), plain(value.second))
    return int(value) if isinstance(value, float) and value.is_integer() else value


SAYS_NONE = re.compile(
    r"\b(no|not|without)( \w+){0,3} solutions?\b|unsolvable|cannot be solved"
    r"|solutions? does not exist",
    re.IGNORECASE,
)
"""The words for "no solution"."""

COUNTS = re.compile(r"count|total|(n|num|number)(_of)?_?solutions", re.IGNORECASE)


def without_names(values: tuple[Any, ...], *, single: bool) -> tuple[tuple[Any, ...], bool]:
    """The values without the names that a program gives them, and whether they are one value.

    {"count": 2, "solutions": [...]} becomes the solutions and the count, {1: [...], 2: [...]} the
    lists. One list beside truth values and figures becomes the list; None beside figures, None.
    """
    named = values[0] if single and len(values) == 1 else values
    if not isinstance(named, tuple) or not named:
        return values, single
    numbered = [
        (each.first, each.second) if isinstance(each, DottedPair) else each for each in named
    ]
    if all(isinstance(each, tuple) and len(each) == 2 for each in numbered):
        first = tuple(each[0] for each in numbered)
        rest = tuple(each[1] for each in numbered)
        counted = first in {tuple(range(len(first))), tuple(range(1, len(first) + 1))}
        if counted and all(isinstance(solution, tuple) for solution in rest):
            return rest, False
    if not single:
        kept = [value for value in values if not _are_figures(value)]
        is_beside = len(kept) == 1 < len(values) and isinstance(kept[0], tuple)
        return (kept[0], False) if is_beside else (values, single)
    if not all(isinstance(pair, DottedPair) and isinstance(pair.first, str) for pair in named):
        return values, single
    collections = [pair.second for pair in named if isinstance(pair.second, tuple)]
    is_none = not collections and any(pair.second is None for pair in named)
    if len(collections) != 1 or all(re.search(r"\d", pair.first) for pair in named):
        return ((None,), True) if is_none else (values, single)
    counts = (pair.second for pair in named if COUNTS.fullmatch(pair.first))
    count = next(counts, None)
    return (collections[0] if count is None else (collections[0], count)), False


def _are_figures(value: Any) -> bool:
    """Whether the value is a truth value, or named numbers: {"nodes": 26, "backtracks": 4}."""
    return isinstance(value, bool) or (
        isinstance(value, tuple)
        and all(
            isinstance(each, DottedPair)
            and isinstance(each.first, str)
            and isinstance(each.second, (int, float))
            for each in value
        )
        and bool(value)
    )


def is_row(value: Any) -> bool:
    """Whether the value is an int, and so can be the row of a queen."""
    return type(value) is int


def is_drawn(value: Any) -> bool:
    """Whether the value is a board of any size: lines of "Q" and ".", or of 1 and 0.

    At least one line ends with an empty square. Else the squares behind the queens may be missing.
    """
    signs = {"Q", "."} if isinstance(value, tuple) and {*map(type, value)} == {str} else {0, 1}
    return (
        isinstance(value, tuple)
        and all(
            isinstance(line, (str, tuple)) and line and signs.issuperset(line) for line in value
        )
        and any(line[-1] in {".", 0} for line in value)
    )


def rows_of(answer: Any, shape: str, n: int, column_base: int) -> Rows | None:
    """The rows of an answer in this shape, column 0 first, counted as the program counts.

    The answer counts columns from ``column_base``. None: the answer has another shape.
    """
    if isinstance(answer, str) and len(answer) > LONGEST_TEXT:
        return None
    if shape == ROWS:
        return _as_rows(answer, n)
    if shape == LINES:
        lines = board_lines(answer, n)
        return None if lines is None else columns_of(lines, n)
    if shape == INDICES:
        return _as_indices(answer, n, column_base)
    couples = _pairs(answer, n)
    if couples and shape == ROW_FIRST:
        couples = [(column, row) for row, column in couples]
    return _by_column(couples, column_base)


def _as_rows(answer: Any, n: int) -> Rows | None:
    """The rows in a list, or in a text of n numbers; None if the answer is neither."""
    if isinstance(answer, str):
        told = number_line(answer.strip(" \t\n()[]{}<>.,;"))
        if digits := told.digits(n):
            return tuple(map(int, digits))
        rows = () if told.begins is None else told.numbers[told.begins :]
        return rows if len(rows) == n else None
    return answer if isinstance(answer, tuple) and all(map(is_row, answer)) else None


def _as_indices(answer: Any, n: int, column_base: int) -> Rows | None:
    """The rows of n square numbers, which count line by line; None for any other answer."""
    if not isinstance(answer, tuple) or len(answer) != n or not all(map(is_row, answer)):
        return None
    if n < 2 or max(answer) < n + column_base:
        return None
    couples = [divmod(square - column_base, n) for square in answer]
    return _by_column([(column, row) for row, column in couples], 0)


def board_lines(answer: Any, n: int) -> Sequence[Sequence[Any]] | None:
    """The cells of a board of n lines; None if the answer is no such board."""
    if isinstance(answer, str):
        answer = tuple(answer.split("\n") if "\n" in answer.strip() else answer.split())
        answer = tuple(line for line in answer if line.strip())
        is_flat = len(answer) == 1 and len(answer[0]) == n * n
        is_flat = is_flat and len(set(answer[0])) <= n  # else it is a word, such as "none"
        answer = tuple(answer[0]) if is_flat else answer
    if not isinstance(answer, tuple):
        return None
    if len(answer) == n * n != n and not any(
        isinstance(element, (tuple, DottedPair)) for element in answer
    ):
        answer = tuple(answer[n * line : n * line + n] for line in range(n))
    if len(answer) != n:
        return None
    lines = []
    for line in answer:
        if (cells := _cells(line, n)) is None:
            return None  # at once: most answers are no boards
        lines.append(cells)
    return [line for line in lines if line]


def says_none(value: Any, n: int) -> bool:
    """Whether the value says "no solution": nothing, false, a text, or an empty board."""
    if value is None or value is False or value == ():
        return True
    if isinstance(value, str) and not re.search(r"\d", value):
        return board_lines(value, n) is None or is_empty_board(value, n)
    return isinstance(value, (tuple, str)) and is_empty_board(value, n)


def is_empty_board(answer: Any, n: int) -> bool:
    """Whether the answer is a board without a queen, as a search without a solution may give."""
    lines = board_lines(answer, n)
    return n > 1 and lines is not None and is_empty(lines, n)


def _cells(line: Any, n: int) -> list[Any] | None:
    if isinstance(line, str):
        if len(line) == n:
            return list(line)
        squares = line.split()
        line = squares if len(squares) == n else [cell for cell in line if cell != " "]
    elif not isinstance(line, tuple):
        return None
    flat = all(isinstance(cell, (int, str, float)) or cell is None for cell in line)
    return list(line) if flat and len(line) == n else None


def _pairs(answer: Any, n: int) -> list[tuple[int, int]] | None:
    if isinstance(answer, str):  # "1:2; 2:4"
        return list(number_line(answer).squares(n)) or None
    if not isinstance(answer, tuple) or (answer and is_row(answer[0])):
        return None
    couples = []
    for item in answer:
        couple = couple_of(item)
        if not (couple and all(map(is_row, couple))):
            return None  # at once, as above: most lists are of no squares at all
        couples.append(couple)
    return couples


def couple_of(item: Any) -> tuple[Any, Any] | None:
    """The two numbers of a square: of a pair, a list of two, e4, or a text; None: no square."""
    if isinstance(item, DottedPair):
        return item.first, item.second
    if isinstance(item, str):
        if match := re.fullmatch(r"[qd]?([a-z])(\d{1,2})", item.lower()):
            return ord(match[1]) - ord("a"), int(match[2])
        numbers = number_line(item).numbers
        return (numbers[0], numbers[1]) if len(numbers) == 2 else None
    if isinstance(item, tuple) and len(item) == 1:
        return couple_of(item[0])
    if isinstance(item, tuple) and len(item) == 3 and isinstance(item[0], str):
        return item[1], item[2]
    is_pair = isinstance(item, tuple) and len(item) == 2
    return (_number_of(item[0]), _number_of(item[1])) if is_pair else None


def _number_of(value: Any) -> Any:
    """One number of a square, which may have a name, as in {"row": 1}, or be a letter."""
    if isinstance(value, DottedPair) and isinstance(value.first, str):
        return value.second
    is_letter = isinstance(value, str) and re.fullmatch(r"[A-Za-z]", value)
    return ord(value.lower()) - ord("a") if is_letter else value


def _by_column(couples: list[tuple[int, int]] | None, base: int) -> Rows | None:
    """Rows in the order of their columns, if each column has exactly one queen."""
    if couples is None:
        return None
    columns = sorted(column for column, _ in couples)
    if columns != list(range(base, base + len(columns))):
        return None
    return tuple(row for _, row in sorted(couples))
