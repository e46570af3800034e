"""Printed text as answers: boards, lines of n row numbers, lines of n pairs.

A board is n lines in a row with n cells each, of at most three kinds; every board counts, also one
that is no placement. Numbers or pairs stand alone on a line or in brackets. Different row numbers
may have words beside them; then all n numbers beside these words count. The numbers in order, from
0 or from 1, are a ruler. Where drawn boards have as many solutions as other lines, the boards are
the answers, with the lists of different rows that are none of them. Nothing else on the output is
looked at. A number alone is no board, so n = 1 is not read. A prompt is a line of its own: a
terminal would show the user's line break behind it. A label that begins other lines is no prompt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from solvers.grading.returned import (
    LISTS,
    MOST_KINDS,
    SMALLEST_SURE,
    Board,
    BoardAnswer,
    Format,
    NoPlacement,
    Reading,
    Shape,
    best_reading,
    board_formats,
    cells_of,
    numbers_in,
)
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import Placement

LARGEST = 12
"""The largest board that is looked for in a text for one size."""

PROMPT = re.compile(r"\A([^\n]{0,200}[?:>])[ \t]*(?=[^ \t\n])")
"""Matches a prompt before the first text of the program, up to the last sign that ends one."""

STROKES = frozenset("-+=_─━═┼╋╬┬┴├┤┌┐└┘╔╗╚╝╠╣╦╩")
"""The characters of a rule."""

BETWEEN = frozenset("| \t│┃║╎╏┆┇┊┋¦")
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
    """The printed texts for each n as answers, in the best format; None if none fits."""
    texts = {n: _prompt_apart(text) for n, text in texts.items() if n > 1}
    boards = {n: [*_boards(_lines(text, n), n)] for n, text in texts.items()}
    usual = {*chain(*(_cells(board) for n in boards if n >= SMALLEST_SURE for board in boards[n]))}
    boards = {
        n: [board for board in found if n >= SMALLEST_SURE or not usual or _cells(board) <= usual]
        for n, found in boards.items()
    }

    @cache
    def values(shape: Shape, n: int) -> list[Any]:
        with_digits = [line for line in texts[n].splitlines() if NUMBER.search(line)]
        return [*(_rows if shape is Shape.ROWS else _squares)(with_digits, n)]

    def read(answer_format: Format, n: int) -> list[BoardAnswer]:
        if answer_format.shape is Shape.BOARD:
            small = [board for board in boards[n] if n >= SMALLEST_SURE or len(_cells(board)) > 1]
            drawn = ((board, answer_format.read_board(board)) for board in small)
            return [each or NoPlacement(board, drawn=True) for board, each in drawn]
        given = values(answer_format.shape, n)
        listed = ((value, answer_format.solutions([value], n)) for value in given)
        return [
            each
            for value, answers in listed
            for each in ([NoPlacement(value)] if answers is None else answers)
        ]

    drawn = best_reading(board_formats([*chain(*boards.values())]), texts, read)
    listed = best_reading(LISTS, texts, read)
    if drawn is None or listed is None:
        return drawn or listed
    if drawn.worth[0] >= listed.worth[0]:
        found = {n: [*(drawn.found[n] or ()), *_others(listed, drawn, n)] for n in boards}
        return Reading(drawn.format, found)
    beside = {  # other lines than those of row numbers
        n: [each for each in boards[n] if not all(str(cell).isdecimal() for cell in _cells(each))]
        for n in boards
    }
    found = {
        n: [*(listed.found[n] or ()), *(NoPlacement(each, drawn=True) for each in beside[n])]
        for n in boards
    }
    return Reading(listed.format, found)


def _others(listed: Reading, drawn: Reading, n: int) -> Iterator[Placement]:
    """The lists with one queen in each row that are none of the drawn boards, turned or not."""
    from solvers.puzzle.symmetry import closure  # few programs print both

    turned = closure(pack({*drawn.placements(n)}, n).placements()).tolist()
    known = {*map(tuple, turned)}
    for rows in listed.placements(n):
        if len({*rows}) == n and rows not in known and not _is_ruler(rows, n):
            yield rows


def _cells(board: Board) -> set[Any]:
    """The kinds of cells on the board."""
    return {*chain(*board)}


def number_alone(text: str) -> int | None:
    """The number that stands alone on a line of the text; None without one, or with several."""
    numbers = [line.strip() for line in text.splitlines() if NUMBER.fullmatch(line.strip())]
    return int(numbers[0]) if len(numbers) == 1 else None


@lru_cache(maxsize=4)  # the first texts are read for their size, too
def read_one_text(text: str) -> tuple[int, Reading] | None:
    """The size for which a text has the most solutions, and its reading; None without a board.

    If it has none, the size for which it has the most answers.
    """
    found = [
        (n, reading)
        for n in range(SMALLEST_SURE, LARGEST + 1)
        if (reading := read_texts({n: text})) is not None
    ]
    return max(found, key=lambda each: (each[1].worth[0], each[1].answers), default=None)


def _prompt_apart(text: str) -> str:
    """The text with a line break behind its prompt, if it begins with one."""
    if not (match := PROMPT.match(text)):
        return text
    prompt, *others = (NUMBER.sub("", line) for line in (match[1], *text.splitlines()[1:]))
    is_label = any(line.startswith(prompt) for line in others)
    return text if is_label else f"{match[1]}\n{text[match.end() :]}"


def _lines(text: str, n: int) -> list[tuple[Any, ...] | None]:
    """The n cells of each line, None for another line; a rule between lines is left out.

    Several groups in brackets on one line are lines of their own. A rule can also consist of cells
    that stand in no line with others.
    """
    groups = {line: GROUP.findall(line) for line in text.splitlines()}
    parts = {line: found if len(found) > 1 else [line] for line, found in groups.items()}
    lines = [part for line in text.splitlines() for part in parts[line]]
    cells = {line: cells_of(line, n) for line in {*lines}}  # most lines come many times
    inside = {*chain(*(found for found in cells.values() if found and len({*found}) > 1))}
    return [
        found
        for line in lines
        if (found := cells[line]) or not (STROKES & {*line} and {*line} <= STROKES | BETWEEN)
        if not (found and inside and inside.isdisjoint(found))
    ]


def _boards(lines: Iterable[tuple[Any, ...] | None], n: int) -> Iterator[Board]:
    """The boards among the lines, from the top: n lines in a row, with at most MOST_KINDS of cells.

    A line with too many kinds, or a heading before a board, is no line of a board.
    """
    block: list[tuple[Any, ...]] = []
    for line in lines:
        if line is None or _is_ruler(line, n):
            block = []
            continue
        block.append(line)
        while len(_cells(tuple(block))) > MOST_KINDS:
            del block[0]
        if len(block) == n:
            yield tuple(block)
            block = []


def _is_ruler(cells: Sequence[Any], n: int) -> bool:
    """Whether the cells or numbers are those of the columns in order, from 0 or from 1."""
    shown = [*map(str, cells)]
    return any(shown == [*map(str, range(base, n + base))] for base in (0, 1))


def _rows(lines: Sequence[str], n: int) -> Iterator[tuple[int, ...]]:
    """N numbers, alone on a line or in brackets, or beside the words that n different ones have.

    The numbers in order, without brackets, are a ruler; with words, if others have words, too.
    """
    rows = {line: tuple(map(int, NUMBER.findall(line))) for line in lines}
    different = [*range(n)], [*range(1, n + 1)]
    words = {_words(line) for line in lines if sorted(rows[line]) in different}
    parts = {line: GROUP.findall(line) or [line] for line in rows}
    alone = {
        line: [found for part in parts[line] if (found := numbers_in(part.strip(), n))]
        for line in rows
    }
    worded = {
        line for line in rows if not alone[line] and len(rows[line]) == n and _words(line) in words
    }
    has_others = any(not _is_ruler(rows[line], n) for line in worded)
    for line in lines:
        if line in worded:
            yield from [] if has_others and _is_ruler(rows[line], n) else [rows[line]]
        else:
            is_listed = GROUP.search(line)
            yield from (each for each in alone[line] if is_listed or not _is_ruler(each, n))


def _words(line: str) -> str:
    """The line without its numbers."""
    return NUMBER.sub("", line)


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
