"""Printed text as placements: boards, lines of n row numbers, lines of n pairs.

A board is n lines in a row with n cells each, and one queen in each line. Numbers or pairs stand
alone on a line or in brackets. Different row numbers may have words beside them; then all n numbers
beside these words count. Where boards are drawn, they are the answers. Nothing else on the output
is looked at. A number alone is no board, so n = 1 is not read. A prompt is a line of its own: a
terminal would show the user's line break behind it. A label that begins other lines is no prompt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, product
from typing import Any

from solvers.grading.returned import (
    SMALLEST_SURE,
    Board,
    Format,
    Reading,
    Shape,
    best_reading,
    cells_of,
    marks_of,
    numbers_in,
)
from solvers.puzzle.placements import Placement

LARGEST = 12
"""The largest board that is looked for in a text for one size."""

MOST_KINDS = 3
"""The most kinds of cells on a board: a queen, and squares of two colours."""

PROMPT = re.compile(r"\A([^\n]{0,200}[?:>])[ \t]*(?=[^ \t\n])")
"""Matches a prompt before the first text of the program, up to the last sign that ends one."""

STROKES = frozenset("-+=_─━═┼╋╬┬┴├┤┌┐└┘╔╗╚╝╠╣╦╩")
"""The characters of a rule."""

BETWEEN = frozenset("| \t│║")
"""The characters that a rule may have beside its strokes."""

NUMBER = re.compile(r"\d{1,9}")

PAIR = re.compile(
    r"[(\[]\s*(\d{1,9})\s*,\s*(\d{1,9})\s*[)\]]|\b(\d{1,9})/(\d{1,9})\b"
    r"|\b[a-z]\w{0,30}\(\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)"
)
"""Matches a pair of numbers: ``(0, 1)``, ``[0, 1]``, ``0/1`` or ``q(0,1)``."""

PAIRS = re.compile(r"\d{1,9}:\d{1,9}(?:[\s,;]+\d{1,9}:\d{1,9})*")
"""Matches pairs, each written as ``0:1``, between separators."""

GROUP = re.compile(r"[(\[{][^()\[\]{}]*[)\]}]")
"""Matches a group in brackets without another group in it."""


def read_texts(texts: Mapping[int, str]) -> Reading | None:
    """The printed texts for each n as placements, in the best format; None if none fits."""
    texts = {n: _prompt_apart(text) for n, text in texts.items() if n > 1}
    lines = {n: _lines(text, n) for n, text in texts.items()}
    marks = marks_of(line for found in lines.values() for line in found if line)
    boards = [Format(Shape.BOARD, mark=mark) for mark in marks]
    others = [
        *(Format(Shape.ROWS, base=base) for base in (0, 1)),
        *(
            Format(Shape.SQUARES, base=base, column=column)
            for base, column in product((0, 1), repeat=2)
        ),
    ]

    @cache
    def numbers(shape: Shape, n: int) -> list[Any]:
        find = _rows if shape is Shape.ROWS else _squares
        with_digits = [line for line in texts[n].splitlines() if NUMBER.search(line)]
        return list(find(with_digits, n))

    def read(answer_format: Format, n: int) -> list[Placement]:
        if answer_format.shape is Shape.BOARD:
            values: Iterable[Any] = _boards(lines[n], n, answer_format.mark)
        else:
            values = numbers(answer_format.shape, n)
        found = (answer_format.solutions([value], n) for value in values)
        return [placement for placements in found for placement in placements or ()]

    return best_reading(boards, texts, read) or best_reading(others, texts, read)


def read_one_text(text: str) -> tuple[int, Reading] | None:
    """The size for which a text has the most solutions, and its reading; None without a board."""
    found = [
        (n, reading)
        for n in range(SMALLEST_SURE, LARGEST + 1)
        if (reading := read_texts({n: text})) is not None
    ]
    return max(found, key=lambda each: each[1].worth, default=None)


def _prompt_apart(text: str) -> str:
    """The text with a line break behind its prompt, if it begins with one."""
    if not (match := PROMPT.match(text)):
        return text
    prompt, *others = (NUMBER.sub("", line) for line in (match[1], *text.splitlines()[1:]))
    is_label = any(line.startswith(prompt) for line in others)
    return text if is_label else f"{match[1]}\n{text[match.end() :]}"


def _lines(text: str, n: int) -> list[tuple[Any, ...] | None]:
    """The n cells of each line, None for another line; a rule between lines is left out.

    Several groups in brackets on one line are lines of their own.
    """
    lines = [part for line in text.splitlines() for part in _parts(line)]
    cells = {line: cells_of(line, n) for line in {*lines}}  # most lines come many times
    return [cells[line] for line in lines if cells[line] or not _is_rule(line)]


def _parts(line: str) -> list[str]:
    groups = GROUP.findall(line)
    return groups if len(groups) > 1 else [line]


def _is_rule(line: str) -> bool:
    """Whether the line is drawn between the lines of a board."""
    return bool(STROKES & {*line}) and {*line} <= STROKES | BETWEEN


def _boards(lines: list[tuple[Any, ...] | None], n: int, mark: Any) -> Iterator[Board]:
    """The runs of n lines, each with one ``mark``, from the top."""
    block: list[tuple[Any, ...]] = []
    for line in lines:
        if line is None or line.count(mark) != 1:
            block = []
            continue
        block.append(line)
        if len(block) == n:
            if len({*chain(*block)}) <= MOST_KINDS:
                yield tuple(block)
            block = []


def _rows(lines: Sequence[str], n: int) -> Iterator[tuple[int, ...]]:
    """N numbers, alone on a line or in brackets, or beside the words that n different ones have."""
    rows = {line: tuple(map(int, NUMBER.findall(line))) for line in lines}
    different = [*range(n)], [*range(1, n + 1)]
    words = {NUMBER.sub("", line) for line in lines if sorted(rows[line]) in different}
    for line in lines:
        found = [numbers_in(part.strip(), n) for part in GROUP.findall(line) or [line]]
        if any(found):
            yield from filter(None, found)
        elif len(rows[line]) == n and NUMBER.sub("", line) in words:
            yield rows[line]


def _squares(lines: Iterable[str], n: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """N pairs, alone on a line or in brackets."""
    for line in lines:
        paired = PAIR.sub(lambda pair: f" {':'.join(filter(None, pair.groups()))} ", line)
        for part in GROUP.findall(paired) or [paired]:
            if PAIRS.fullmatch(bare := part.strip("()[]{} \t,;")):
                pairs = (pair.split(":") for pair in re.findall(r"[\d:]+", bare))
                squares = tuple((int(first), int(second)) for first, second in pairs)
                if len(squares) == n:
                    yield squares
