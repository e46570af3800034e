"""Read a program's answers as placements: which of the usual shapes they have, as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from solvers.packing import pack
from solvers.placements import is_valid
from solvers.submissions.answers import Couple

Rows = tuple[Any, ...]
Shape = Callable[[Any, int], Rows | None]
"""One answer as rows, column 0 first, still counted as the program counts; None: not this shape."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The answers as placements, or as they came where they are none, and how they were read."""

    emitted: tuple[Any, ...]
    how: str
    base: int = 0


def _is_row(value: Any) -> bool:
    return type(value) is int


def as_rows(answer: Any, n: int) -> Rows | None:
    """A list of n rows."""
    del n
    return answer if isinstance(answer, tuple) and all(map(_is_row, answer)) else None


def _pairs(answer: Any) -> list[tuple[int, int]] | None:
    if not isinstance(answer, tuple):
        return None
    couples = [
        (item.first, item.second)
        if isinstance(item, Couple)
        else item
        if isinstance(item, tuple) and len(item) == 2
        else None
        for item in answer
    ]
    if not all(couple and all(map(_is_row, couple)) for couple in couples):
        return None
    return [couple for couple in couples if couple]


def _by_column(couples: list[tuple[int, int]] | None) -> Rows | None:
    """Rows in the order of their columns, if each column has exactly one queen."""
    if couples is None:
        return None
    columns = sorted(column for column, _ in couples)
    low = columns[0] if columns else 0
    if low not in (0, 1) or columns != list(range(low, low + len(columns))):
        return None
    return tuple(row for _, row in sorted(couples))


def as_row_column(answer: Any, n: int) -> Rows | None:
    """Pairs of row and column."""
    del n
    couples = _pairs(answer)
    return _by_column(couples and [(column, row) for row, column in couples])


def as_column_row(answer: Any, n: int) -> Rows | None:
    """Pairs of column and row."""
    del n
    return _by_column(_pairs(answer))


def as_board(answer: Any, n: int) -> Rows | None:
    """A board, line by line: a Q or a 1 on each, everything else empty."""
    if isinstance(answer, str):
        answer = tuple(answer.split())
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
    # Read line by line this is the transposed placement, which is no matter of right or wrong.
    return tuple(columns)


SHAPES: dict[str, Shape] = {
    "lists of rows": as_rows,
    "pairs of row and column": as_row_column,
    "pairs of column and row": as_column_row,
    "boards, line by line": as_board,
}


def read(
    answers: Sequence[Any], n: int, *, single: bool = False, one_by_one: bool = False
) -> Reading:
    """Read the answers together, in the shape that most of them have and most are right in.

    ``single``: the program gave one value, not a collection; ``one_by_one``: it gave its answers
    one after another, so that one of them may be the list of all solutions.
    """
    prefix = ""
    if answers and all(map(_is_row, answers)) and len(answers) == n and n > 0:
        answers, prefix = [tuple(answers)], "one solution, not a list of them: "
    elif single and len(answers) == 1 and isinstance(answers[0], str) and n > 1:
        prefix = "one text: "
    if one_by_one and n > 0 and list(answers) == [()]:
        return Reading((), "all solutions in one answer, which is empty")
    best = max(SHAPES, key=lambda name: _fitness(SHAPES[name], answers, n))
    if _fitness(SHAPES[best], answers, n)[0] == 0 and answers:
        flat = [one for answer in answers if isinstance(answer, tuple) for one in answer]
        inner = max(SHAPES, key=lambda name: _fitness(SHAPES[name], flat, n))
        if flat and _fitness(SHAPES[inner], flat, n)[0]:
            answers, best, prefix = flat, inner, "all solutions in one answer: "
        else:
            return Reading(tuple(answers), "no shape that is known")
    read_as = [SHAPES[best](answer, n) for answer in answers]
    base = _base([rows for rows in read_as if rows is not None], n)
    emitted = tuple(
        answer if rows is None else tuple(row - base for row in rows)
        for answer, rows in zip(answers, read_as, strict=True)
    )
    counted = "" if best.startswith("boards") else f", counted from {base}"
    return Reading(emitted, f"{prefix}{best}{counted}", base)


def _fitness(shape: Shape, answers: Sequence[Any], n: int) -> tuple[int, int]:
    """How many answers have the shape, and how many of these are right."""
    fitting = [rows for answer in answers if (rows := shape(answer, n)) is not None]
    base = _base(fitting, n)
    packed = pack((tuple(row - base for row in rows) for rows in fitting), n).placements()
    return len(fitting), int(is_valid(packed).sum())


def _base(rows: Sequence[Rows], n: int) -> int:
    """0 or 1: from where the program counts its rows, by all rows of all answers."""
    values = {row for one in rows for row in one}
    return 1 if values and min(values) >= 1 and max(values) >= n else 0
