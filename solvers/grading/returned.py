"""Returned values as placements: five shapes, and one format for all n.

A value is n row numbers, n squares, a drawn board, a collection of such solutions, or a number.
Rows and squares count from 0 or from 1. The format is the one by which most answers are solutions,
so a right program is never misread; every value from n = 4 on has to fit it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, product
from typing import Any

from solvers.grading.given import are_given, solutions_among
from solvers.grading.language import Language
from solvers.grading.protocol import Pair
from solvers.grading.shown import shown
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import Placement

SMALLEST_SURE = 4
"""The smallest n from which on every value has to fit the format."""

MOST_SIGNS = 12
"""The most signs that are tried as the sign of a queen."""

MOST_KINDS = 3
"""The most kinds of cells on a board: a queen, and squares of two colours."""


@dataclass(frozen=True, slots=True)
class NoPlacement:
    """An answer of the right shape that is no placement, such as a board with two queens in a line.

    ``value``: its n rows or squares, or lines if it is ``drawn``; ``returned``: the whole answer.
    """

    value: tuple[Any, ...]
    drawn: bool = False
    returned: Any = None

    def shown(self, language: Language) -> str:
        """The answer as text: the lines of a board, or the value as the language writes it."""
        if self.drawn:
            return "\n".join(" ".join(map(str, line)) for line in self.value)
        return shown(self.value if self.returned is None else self.returned, language)


BoardAnswer = Placement | NoPlacement
"""One answer that was read as a board."""


class Shape(StrEnum):
    """The shapes of one solution."""

    ROWS = "row numbers"
    SQUARES = "squares"
    BOARD = "boards"


@dataclass(frozen=True, slots=True)
class Format:
    """The format of all answers of a subject.

    ``in_collections``: each value is a collection of solutions, else one solution. Numbers count
    from ``base``. The number at ``column`` in a square is its column; in a drawn board, a line is
    a column if ``column`` is 0, else a place in each line is. ``sign`` is the sign of a queen,
    ``empty`` are the other signs of boards with more than one square. Of given boards, ``column``
    can be 1 with row numbers, too: each number is the column of a row.
    """

    shape: Shape = Shape.ROWS
    in_collections: bool = False
    base: int = 0
    column: int = 0
    sign: Any = None
    empty: frozenset[Any] = frozenset()
    is_for_given: bool = False
    """Whether the answers are for given boards, so that rows and columns are not exchanged."""

    @property
    def by_lines(self) -> bool:
        """Whether the answers are boards in which each line has one queen."""
        return self.shape is Shape.BOARD and self.column == 0 and not self.is_for_given

    @property
    def by_rows(self) -> bool:
        """Whether each number is the column of a row."""
        return self.shape is Shape.ROWS and self.column == 1

    @property
    def axes(self) -> tuple[int, int]:
        """The numbers of the first column and the first row, as the program counts them."""
        return self.base, self.base

    def solutions(self, values: Sequence[Any], n: int) -> list[BoardAnswer] | None:
        """The answers in these values; None if one of them does not fit."""
        answers = []
        for item in self._items(values, n):
            if (answer := self._read(item, n)) is None:
                return None
            if isinstance(answer, NoPlacement) and not answer.drawn:
                answer = replace(answer, returned=item)
            answers.append(answer)
        odd = [each for each in answers if isinstance(each, NoPlacement)]
        if len(odd) == len(answers) and any(self._is_off_board(each, n) for each in odd):
            return None  # such answers are boards only beside others
        return answers

    def _is_off_board(self, answer: NoPlacement, n: int) -> bool:
        """Whether it has row numbers or squares that are off the board."""
        parts = answer.value if self.shape is Shape.ROWS else chain(*answer.value)
        return not answer.drawn and not all(0 <= part - self.base < n for part in parts)

    def misfit(self, values: Sequence[Any], n: int) -> Any:
        """The first solution among the values that does not fit."""
        items = self._items(values, n)
        return next((item for item in items if self._read(item, n) is None), items[0])

    def _items(self, values: Sequence[Any], n: int) -> list[Any]:
        """The solutions in the values, unread; [] if they say that there is none.

        One board whose cells are all alike says so for n = 2 and 3.
        """
        items: list[Any] = []
        for value in values:
            is_collection = self.in_collections and isinstance(value, tuple)
            items += map(_without_number, value) if is_collection else (value,)
        is_small_board = self.shape is Shape.BOARD and 1 < n < SMALLEST_SURE
        if len(items) == 1 and (
            (items == [*values] and stands_for_none(items[0]))
            or (is_small_board and is_empty_board(items[0], n, self.sign))
        ):
            return []
        return items

    def read_board(self, board: Board) -> BoardAnswer | None:
        """The answer that a drawn board is; None if it has too many kinds of cells."""
        sign = board[0][0] if len(board) == 1 and board[0][0] not in self.empty else self.sign
        if rows := _queens(board, sign, self.column):
            return rows
        return NoPlacement(board, drawn=True) if len({*chain(*board)}) <= MOST_KINDS else None

    def _read(self, value: Any, n: int) -> BoardAnswer | None:
        """The answer that a value is in this format; None if it does not fit."""
        if self.shape is Shape.BOARD:
            board = drawn_board(value, n)
            return self.read_board(board) if board else None
        is_rows = self.shape is Shape.ROWS
        given: tuple[Any, ...] | None = rows_of(value, n) if is_rows else squares_of(value, n)
        if given is None:
            return None
        rows = given if is_rows else _rows_by_column(given, self.column, self.base)
        if rows is None:
            return None if self._is_off_board(NoPlacement(given), n) else NoPlacement(given)
        if off_board := sum(not 0 <= row - self.base < n for row in rows):
            return NoPlacement(given) if off_board == 1 else None
        placement = tuple(row - self.base for row in rows)
        turned = _rows_by_column(tuple(enumerate(placement)), 1, 0) if self.by_rows else placement
        return NoPlacement(rows) if turned is None else turned


def _without_number(item: Any) -> Any:
    """The solution of a numbered one, as in a dictionary; any other item unchanged."""
    is_numbered = isinstance(item, Pair) and isinstance(item[1], (tuple, str))
    return item[1] if is_numbered else item


def stands_for_none(value: Any) -> bool:
    """Whether the value says that there is no solution: None, false, or an empty value."""
    return value is None or value is False or value in ((), "")


def is_empty_collection(value: Any) -> bool:
    """Whether the value is a collection without a solution: nothing in it, or only such."""
    return isinstance(value, tuple) and all(map(is_empty_collection, value))


def rows_of(value: Any, n: int) -> tuple[int, ...] | None:
    """The n numbers of a row: a list of them, or a text of n digits or of numbers."""
    if isinstance(value, str):
        value = numbers_in(value, n)
    is_row = isinstance(value, tuple) and len(value) == n
    return value if is_row and all(type(item) is int for item in value) else None


NUMBERS = re.compile(r"[\s,;()\[\]{}]*\d{1,9}(?:[\s,;()\[\]{}]+\d{1,9})*[\s,;()\[\]{}]*")
"""Matches whole numbers between separators and brackets."""


def numbers_in(text: str, n: int) -> tuple[int, ...] | None:
    """The n numbers of which a text consists; None for any other text."""
    if text.isdecimal() and len(text) == n:
        return tuple(map(int, text))
    if not NUMBERS.fullmatch(text):
        return None
    numbers = re.findall(r"\d+", text)
    return tuple(map(int, numbers)) if len(numbers) == n else None


def squares_of(value: Any, n: int) -> tuple[tuple[int, int], ...] | None:
    """The n squares of a placement, each a pair of numbers; None for any other value."""
    if not isinstance(value, tuple) or len(value) != n:
        return None
    squares = tuple(map(_square, value))
    return None if None in squares else squares  # type: ignore[return-value]  # None is excluded


def _square(value: Any) -> tuple[int, int] | None:
    is_pair = isinstance(value, tuple) and len(value) == 2
    return value if is_pair and all(type(part) is int for part in value) else None


def _rows_by_column(
    squares: tuple[tuple[int, int], ...], column: int, base: int
) -> tuple[int, ...] | None:
    """The other number of each square, in the order of the columns; None if a column is twice."""
    rows = {square[column] - base: square[1 - column] for square in squares}
    is_whole = rows.keys() == {*range(len(squares))}
    return tuple(rows[each] for each in range(len(squares))) if is_whole else None


Board = tuple[tuple[Any, ...], ...]


def drawn_board(value: Any, n: int) -> Board | None:
    """The n lines of n cells of a drawn board; None for any other value."""
    if isinstance(value, str):
        value = tuple(line for line in value.split("\n") if line.strip())
    if not isinstance(value, tuple) or len(value) != n:
        return None
    lines = tuple(cells_of(line, n) for line in value)
    return None if None in lines else lines  # type: ignore[return-value]  # None is excluded


def cells_of(line: Any, n: int) -> tuple[Any, ...] | None:
    """The n cells of a line: a list, n characters, or n parts between bars, commas or spaces."""
    if isinstance(line, tuple):
        is_flat = len(line) == n and not any(isinstance(cell, tuple) for cell in line)
        return line if is_flat else None
    if not isinstance(line, str):
        return None
    line = line.replace(EMOJI_SIGN, "")
    if len(line) == n:
        return tuple(line)
    bare = BARS.sub("|", BRACKETS.sub("", line))
    for separator in ("|", ",", None):
        if separator is None or separator in bare:
            parts = bare.strip().strip(separator).split(separator)
            if len(parts) == n:
                return tuple(part.strip() or " " for part in parts)
    whole = bare.strip()
    return tuple(whole) if len(whole) == n else None


EMOJI_SIGN = "\ufe0f"
"""The character by which a text asks for the coloured form of the character before it."""

BRACKETS = re.compile(r"[\[\](){}'\"]")
BARS = re.compile("[│┃║╎╏┆┇┊┋¦]")
"""Matches a vertical bar of a frame other than the usual one."""


def is_empty_board(value: Any, n: int, sign: Any) -> bool:
    """Whether the value is a board of n lines whose cells are all alike, and no queens."""
    cells = {*chain(*(drawn_board(value, n) or ()))}
    return len(cells) == 1 and sign not in cells


def _queens(board: Board, sign: Any, column: int) -> Placement | None:
    """The place of the only sign in each line, or in each column; None if a line has no such."""
    lines = board if column == 0 else tuple(zip(*board, strict=True))
    places = [line.index(sign) for line in lines if line.count(sign) == 1]
    return tuple(places) if len(places) == len(lines) else None


def signs_of(lines: Iterable[tuple[Any, ...]]) -> list[Any]:
    """The cells that may be queens: those that are alone in a line, most frequent first."""
    alone: Counter[Any] = Counter()
    for line, times in Counter(lines).items():  # most lines come many times
        for cell, number in Counter(line).items():
            alone[cell] += times * (number == 1)
    return [sign for sign, times in alone.most_common(MOST_SIGNS) if times]


@dataclass(frozen=True, slots=True)
class Reading:
    """The answers for each n in one format; None where a value does not fit it."""

    format: Format
    found: Mapping[int, list[BoardAnswer] | None]

    def placements(self, n: int) -> list[Placement]:
        """The placements among the answers for n."""
        return [each for each in self.found.get(n) or () if not isinstance(each, NoPlacement)]

    @property
    def answers(self) -> int:
        """The number of answers for all n."""
        return sum(len(each or ()) for each in self.found.values())

    def solutions(self, n: int) -> int:
        """The number of different solutions among the answers for n."""
        return solutions_among(pack({*self.placements(n)}, n).placements(), n)

    @property
    def worth(self) -> tuple[int, int, int, int]:
        """The numbers by which readings are compared.

        More solutions, more sizes, fewer other answers, fewer of these that are no placements.
        """
        solutions = sum(map(self.solutions, self.found))
        placements = sum(len(self.placements(n)) for n in self.found)
        read = sum(each is not None for each in self.found.values())
        return solutions, read, solutions - self.answers, placements - self.answers

    @property
    def is_doubtful(self) -> bool:
        """Whether pairs that are no placements may be no squares: no answer is a solution."""
        sure = [n for n in self.found if n >= SMALLEST_SURE]
        odd = any(len(self.placements(n)) < len(self.found[n] or ()) for n in sure)
        return odd and self.format.shape is not Shape.BOARD and not any(map(self.solutions, sure))


Read = Callable[[Format, int], list[BoardAnswer] | None]
"""Gives the answers for n in a format; None if they do not fit."""


def best_reading(formats: Iterable[Format], sizes: Iterable[int], read: Read) -> Reading | None:
    """The reading by which most answers are solutions; None if no format reads an answer.

    Sizes below SMALLEST_SURE count only if there are no others, or between formats that read the
    others equally well.
    """
    sizes = sorted(sizes)
    counted = [n for n in sizes if n >= SMALLEST_SURE] or sizes

    def sure(reading: Reading) -> Reading:
        return Reading(reading.format, {n: reading.found[n] for n in counted})

    possible = both_ways(formats) if are_given(sizes) else formats
    # One after another, since each takes memory for all answers.
    readings = (Reading(each, {n: read(each, n) for n in sizes}) for each in possible)
    fitting = (each for each in readings if any(sure(each).found.values()))
    return max(fitting, key=lambda each: (sure(each).worth, each.worth), default=None)


def both_ways(formats: Iterable[Format]) -> Iterator[Format]:
    """The formats of answers for a given board, each in both directions, the usual one first."""
    for each in formats:
        ways = (1, 0) if each.shape is Shape.BOARD else (0, 1)
        yield from (replace(each, column=way, is_for_given=True) for way in ways)


def read_values(values: Mapping[int, tuple[Any, ...]]) -> Reading | None:
    """The returned values for each n as answers, in the best format; None if none fits."""
    return best_reading(
        _formats(values), values, lambda answer_format, n: answer_format.solutions(values[n], n)
    )


def _formats(values: Mapping[int, tuple[Any, ...]]) -> Iterator[Format]:
    """The formats that the values may have."""
    for in_collections in (False, True):  # a text alone is one solution
        yield from (replace(each, in_collections=in_collections) for each in LISTS)
    for in_collections in (False, True):  # after the numbers, as [[1]] may be both for n = 1
        counted = [n for n in values if n >= SMALLEST_SURE] or [*values]
        found = (
            drawn_board(item, n)
            for n in counted
            for value in values[n]
            for item in (value if in_collections and isinstance(value, tuple) else (value,))
        )
        for each in board_formats([board for board in found if board is not None]):
            yield replace(each, in_collections=in_collections)


LISTS = [
    *(Format(Shape.ROWS, base=base) for base in (0, 1)),
    *(Format(Shape.SQUARES, base=base, column=column) for base, column in product((0, 1), (0, 1))),
]
"""The formats of answers that are not drawn."""


def board_formats(boards: Sequence[Board]) -> Iterator[Format]:
    """The formats that drawn boards may have; the sign is None where no cell can be a queen."""
    signs = signs_of(line for board in boards for line in (*board, *zip(*board, strict=True)))
    cells = frozenset(chain(*(chain(*board) for board in boards if len(board) > 1)))
    for sign, column in product(signs or [None], (0, 1)):
        empty = cells - {sign} if signs else frozenset()
        yield Format(Shape.BOARD, column=column, sign=sign, empty=empty)


def count_in(values: tuple[Any, ...]) -> int | None:
    """The number, if the only value is one; else None."""
    return values[0] if len(values) == 1 and type(values[0]) is int else None
