"""Read a program's answers as placements: in one way for all answers and every n.

Answers have many shapes, and which one a program means is seen from all of them together. The way
that makes most of them solutions is taken, so a right program is never misread; and since it is one
way, a program that counts from 0 here and from 1 there is found out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from typing import Any

from solvers.board.packing import pack
from solvers.board.placements import is_valid
from solvers.submissions.answers import Pair

Rows = tuple[Any, ...]


LOOKED_AT = 1000
"""How many answers for one n decide how they are read; by that reading all of them are judged."""


class Wrapping(StrEnum):
    """How a program hands over its solutions, as what is said before their shape."""

    EACH = ""
    ONE = "one solution, not a list of them: "
    ALL_IN_ONE = "all solutions in one answer: "


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read answers. ``column_base`` and ``row_base`` say from where they are counted.

    ``shape`` is one of SHAPES; "" is the reading of a program whose answers are no placements.
    """

    wrapping: Wrapping
    shape: str
    column_base: int = 0
    row_base: int = 0

    @property
    def words(self) -> str:
        """How answers are read, in words."""
        if not self.shape:
            return "no shape that is known"
        counted = "" if self.by_lines else f", counted from {self.row_base}"
        return f"{self.wrapping}{self.shape}{counted}"

    @property
    def by_lines(self) -> bool:
        """Whether what it gives are boards line by line: the column of each row's queen."""
        return self.shape == LINES


@dataclass(slots=True)
class Answers:
    """What a program answered for one n.

    ``single``: it gave one value, and no collection of them.
    """

    values: tuple[Any, ...]
    n: int
    single: bool = False
    _scores: dict[Reading, Score] = field(default_factory=dict)

    def read(self, reading: Reading) -> tuple[Any, ...]:
        """Every answer as rows, column 0 first, counted from 0; what does not fit, as it came."""
        items = self._unwrapped(reading.wrapping)
        if items is None or not reading.shape:
            return self.values
        shape = SHAPES[reading.shape]
        read = (shape(item, self.n, reading.column_base) for item in items)
        return tuple(
            item if rows is None else tuple(row - reading.row_base for row in rows)
            for item, rows in zip(items, read, strict=True)
        )

    def scores(self) -> dict[Reading, Score]:
        """How well each reading fits; those that fit nothing are left out."""
        if not self._scores:
            self._scores = dict(self._scored())
        return self._scores

    def score(self, reading: Reading) -> Score:
        """How well this reading fits; where it fits nothing, what there is to fit counts."""
        items = len((self._unwrapped(reading.wrapping) or ())[:LOOKED_AT])
        return self.scores().get(reading, Score(items=items))

    def _scored(self) -> Iterator[tuple[Reading, Score]]:
        for wrapping, name, column_base in product(Wrapping, SHAPES, (0, 1)):
            items = (self._unwrapped(wrapping) or ())[:LOOKED_AT]
            if not items or (column_base and name not in PAIRS):
                continue
            read = (SHAPES[name](item, self.n, column_base) for item in items)
            fitting = [rows for rows in read if rows is not None]
            if not fitting:
                continue
            for row_base in (0,) if name == LINES else (0, 1):
                moved = (tuple(row - row_base for row in rows) for rows in fitting)
                packed = pack(moved, self.n).placements()
                yield (
                    Reading(wrapping, name, column_base, row_base),
                    Score(int(is_valid(packed).sum()), len(fitting), len(packed), len(items)),
                )

    def _unwrapped(self, wrapping: Wrapping) -> tuple[Any, ...] | None:
        values = self.values
        if wrapping is Wrapping.EACH:
            return values
        if wrapping is Wrapping.ONE:
            one = not self.single and len(values) == self.n and all(map(_is_row, values))
            return (values,) if one and values else None if values else ()
        if not all(isinstance(value, tuple) for value in values):
            return None
        return tuple(item for value in values for item in value)


@dataclass(frozen=True, slots=True)
class Score:
    """How many answers are solutions, have the shape, are on the board, and are there at all."""

    right: int = 0
    fitting: int = 0
    on_board: int = 0
    items: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.right + other.right,
            self.fitting + other.fitting,
            self.on_board + other.on_board,
            self.items + other.items,
        )


def choose(answers: Mapping[int, Answers]) -> Reading:
    """The reading that fits the answers for all n best; of equals the plainest.

    What fits an earlier n goes first, so that what was said of it stays true.
    """
    readings = sorted({one for each in answers.values() for one in each.scores()}, key=_plainness)
    if not readings:
        return Reading(Wrapping.EACH, "")

    def rank(reading: Reading) -> tuple[float, ...]:
        scores = [one.score(reading) for one in answers.values()]
        total = sum(scores, Score())
        return (
            *(score.right for score in scores),
            total.fitting / (total.items or 1),
            total.on_board / (total.items or 1),
        )

    return max(readings, key=rank)  # the first of equals


def _plainness(reading: Reading) -> tuple[int, ...]:
    return (
        list(Wrapping).index(reading.wrapping),
        list(SHAPES).index(reading.shape),
        reading.row_base,
        reading.column_base,
    )


def upright(rows: Any) -> Any:
    """A board that was read line by line as a placement, where it is one.

    Two queens of one column are none, and stay as they were read.
    """
    if not isinstance(rows, tuple) or sorted(rows) != list(range(len(rows))):
        return rows
    return tuple(rows.index(column) for column in range(len(rows)))


def _is_row(value: Any) -> bool:
    return type(value) is int


def as_rows(answer: Any, n: int, column_base: int) -> Rows | None:
    """A list of rows."""
    del n, column_base
    return answer if isinstance(answer, tuple) and all(map(_is_row, answer)) else None


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
    """A board, line by line: a Q or a 1 on each, everything else empty."""
    del column_base
    if isinstance(answer, str):
        answer = tuple(answer.split("\n") if "\n" in answer.strip() else answer.split())
        answer = tuple(line for line in answer if line.strip())
    if not isinstance(answer, tuple) or len(answer) != n:
        return None
    columns = []
    for line in answer:
        if isinstance(line, str):
            marks = [square in "Qq" for square in line.replace(" ", "")]
        elif isinstance(line, tuple) and all(
            square in (0, 1, "Q", ".", "q", "") for square in line
        ):
            marks = [square in (1, "Q", "q") for square in line]
        else:
            return None
        if len(marks) != n or sum(marks) != 1:
            return None
        columns.append(marks.index(True))
    return tuple(columns)


def _pairs(answer: Any) -> list[tuple[int, int]] | None:
    if not isinstance(answer, tuple):
        return None
    couples = [
        (item.first, item.second)
        if isinstance(item, Pair)
        else item
        if isinstance(item, tuple) and len(item) == 2
        else None
        for item in answer
    ]
    if not all(couple and all(map(_is_row, couple)) for couple in couples):
        return None
    return [couple for couple in couples if couple]


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
