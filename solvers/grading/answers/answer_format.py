"""Read a program's answers as placements: in one way for all answers and every n.

Answers have many shapes, and which one a program means is seen from all of them together. The way
that makes most of them solutions is taken, so a right program is never misread; and since it is one
way, a program that counts from 0 here and from 1 there is found out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from typing import Any

from solvers.grading.answers.stdout_parser import (
    Extract,
    printed_boards,
    printed_lines,
    printed_lists,
)
from solvers.grading.answers.value_parser import (
    LINES,
    PAIRS,
    SHAPES,
    board_lines,
    is_empty_board,
    is_row,
)
from solvers.grading.check_options import Reads
from solvers.grading.protocol.decoding import Pair
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import is_valid

LOOKED_AT = 1000
"""How many answers for one n decide how they are read; by that reading all of them are judged."""


class Wrapping(StrEnum):
    """How a program hands over its solutions, as what is said before their shape."""

    EACH = ""
    ONE = "one solution, not a list of them: "
    ALL_IN_ONE = "all solutions in one answer: "
    FIRST_OF_TWO = "the first of the values that it gives: "
    SECOND_OF_TWO = "the second of the values that it gives: "
    LISTS = "printed lists: "
    NUMBERS = "printed lines of numbers: "
    BOARDS = "printed drawings: "

    @property
    def is_printed(self) -> bool:
        """Whether they are found in what it prints."""
        return self in PRINTED


PRINTED: dict[Wrapping, Extract] = {
    Wrapping.LISTS: printed_lists,
    Wrapping.NUMBERS: printed_lines,
    Wrapping.BOARDS: printed_boards,
}
"""How each is found there."""


@dataclass(frozen=True, slots=True)
class AnswerFormat:
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

    ``single``: it gave one value, and no collection of them. ``printed`` is what it printed.
    """

    values: tuple[Any, ...]
    n: int
    single: bool = False
    printed: str = field(default="", repr=False)
    reads: Reads = Reads.ANYWHERE
    _items: dict[Wrapping, tuple[Any, ...] | None] = field(default_factory=dict, repr=False)
    _scores: dict[AnswerFormat, Score] = field(default_factory=dict)

    def read(self, answer_format: AnswerFormat) -> tuple[Any, ...]:
        """Every answer as rows, column 0 first, counted from 0; what does not fit, as it came."""
        items = self._unwrapped(answer_format.wrapping)
        if items is None or not answer_format.shape:
            return self.values
        shape = SHAPES[answer_format.shape]
        read = (shape(item, self.n, answer_format.column_base) for item in items)
        return tuple(
            item if rows is None else tuple(row - answer_format.row_base for row in rows)
            for item, rows in zip(items, read, strict=True)
        )

    def scores(self) -> dict[AnswerFormat, Score]:
        """How well each reading fits; those that fit nothing are left out."""
        if not self._scores:
            self._scores = dict(self._scored())
        return self._scores

    def score(self, answer_format: AnswerFormat) -> Score:
        """How well this reading fits; where it fits nothing, what there is to fit counts."""
        unwrapped = self._unwrapped(answer_format.wrapping)
        items = len((self.values if unwrapped is None else unwrapped)[:LOOKED_AT])
        return self.scores().get(answer_format, Score(items=items))

    def _scored(self) -> Iterator[tuple[AnswerFormat, Score]]:
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
                    AnswerFormat(wrapping, name, column_base, row_base),
                    Score(int(is_valid(packed).sum()), len(fitting), len(packed), len(items)),
                )

    @property
    def count(self) -> int | None:
        """The number that it gave or, where it gave nothing, printed last; None: there is none."""
        if len(self.values) == 1 and is_row(self.values[0]):
            return int(self.values[0])
        if all(value is None or value is True for value in self.values):
            numbers = re.findall(r"(?<![\w.])\d+(?![\w.]*\d)", self.printed)
            return int(numbers[-1][:9]) if numbers else None
        return None

    @property
    def _text(self) -> str:
        """What it printed, or the one text that it gave, without colours."""
        given = self.values[0] if self.single and isinstance(self.values[0], str) else ""
        return re.sub(r"\x1b\[[0-9;]*m|\ufe0f", "", self.printed or given)

    def _unwrapped(self, wrapping: Wrapping) -> tuple[Any, ...] | None:
        if wrapping not in self._items:
            self._items[wrapping] = self._found(wrapping)
        return self._items[wrapping]

    def _found(self, wrapping: Wrapping) -> tuple[Any, ...] | None:
        if self.reads is (Reads.VALUES if wrapping.is_printed else Reads.STDOUT):
            return ()
        match wrapping:
            case Wrapping.EACH:
                return self.values
            case Wrapping.ONE:
                return self._one()
            case Wrapping.ALL_IN_ONE:
                return self._all_in_one()
            case Wrapping.FIRST_OF_TWO | Wrapping.SECOND_OF_TWO:
                return self._of_two(0 if wrapping is Wrapping.FIRST_OF_TWO else 1)
        return PRINTED[wrapping](self._text, self.n)

    def _all_in_one(self) -> tuple[Any, ...] | None:
        if not all(isinstance(value, tuple) for value in self.values):
            return None
        return tuple(item for value in self.values for item in value)

    def _one(self) -> tuple[Any, ...] | None:
        """The one solution that all values together are; nothing of what says there is none."""
        values = self.values
        if self.single:
            none = all(value is None or value is False for value in values)
            return () if none or all(map(_says_none, values)) else values
        if not values or is_empty_board(values):
            return ()
        if all(map(is_row, values)) and len(values) in {self.n, self.n * self.n}:
            return (values,)
        if len(values) == self.n and (_are_squares(values) or board_lines(values, self.n)):
            return (values,)
        return None

    def _of_two(self, index: int) -> tuple[Any, ...] | None:
        """The solutions of a value that holds something else besides, such as their number."""
        if self.single or len(self.values) != 2:  # that is what it is about
            return None
        wanted, other = self.values[index], self.values[1 - index]
        if not isinstance(wanted, tuple) or isinstance(other, tuple):
            return None
        return wanted


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


def choose(answers: Mapping[int, Answers]) -> AnswerFormat:
    """The reading that fits the answers for all n best; of equals the plainest.

    What fits an earlier n goes first, so that what was said of it stays true.
    """
    formats = sorted({one for each in answers.values() for one in each.scores()}, key=_plainness)
    if not formats:
        return AnswerFormat(Wrapping.EACH, "")

    def rank(answer_format: AnswerFormat) -> tuple[float, ...]:
        scores = [one.score(answer_format) for one in answers.values()]
        total = sum(scores, Score())
        printed = answer_format.wrapping.is_printed
        if printed and total.fitting < total.items:
            return ()  # some of what was found in its text is something else
        # A number that was printed for one queen may be a placement, and may be anything.
        told = [s.right for n, s in zip(answers, scores, strict=True) if not (printed and n == 1)]
        return (
            *([0] * (len(scores) - len(told))),
            *told,
            total.fitting / (total.items or 1),
            total.on_board / (total.items or 1),
        )

    best = max(formats, key=rank)  # the first of equals
    return best if rank(best) else AnswerFormat(Wrapping.EACH, "")


def _says_none(value: Any) -> bool:
    """Whether it is a text that tells that there is no solution, or an empty board."""
    told = isinstance(value, str) and re.search(r"\b(no|not|none|impossible)\b", value.lower())
    return bool(told) or is_empty_board(value)


def _are_squares(values: tuple[Any, ...]) -> bool:
    return all(
        isinstance(one, Pair) or (isinstance(one, tuple) and len(one) == 2) for one in values
    )


def _plainness(answer_format: AnswerFormat) -> tuple[int, ...]:
    return (
        list(Wrapping).index(answer_format.wrapping),
        list(SHAPES).index(answer_format.shape),
        answer_format.row_base,
        answer_format.column_base,
    )
