"""Find all possible answers in a program's output: lists, numbers, boards, squares, totals.

The parser accounts for every line. A line that is neither an answer, nor a number of solutions, nor
prose is left over, and keeps a program from being called right.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from solvers.grading.answers.drawn_boards import (
    BOARD_LINE,
    SURE_QUEEN_SIGNS,
    any_attack,
    are_names,
    boards,
    is_border,
    is_empty,
    one_below_another,
    queens_on,
    single_spaced,
    unframed,
)
from solvers.grading.answers.number_lines import (
    CLASSES,
    LINES_KEPT,
    OF_SO_MANY,
    in_english,
    is_notation,
    label_of,
    notation,
    number_line,
    total,
)
from solvers.grading.answers.value_parser import plain
from solvers.grading.protocol import DottedPair
from solvers.puzzle.problem import KNOWN_COUNTS

MOST_FOUND = 100_000
MOST_STREAMS, OTHERS = 40, "others"
"""The most streams that are told apart, and the label of all further ones."""
SMALLEST_TALLY = 4
"""The smallest n whose tables of counts do not look like boards."""
LONGEST_LINE, LONGEST_LABEL = 1000, 200
"""The longest line that can be an answer without brackets, and the longest label of a value."""

DEEPEST = 50
"""The depth to which brackets may be nested."""


class AnswerForm(StrEnum):
    """The forms of answers in a text."""

    LISTS = "lists"
    NUMBERS = "lines"
    DIGITS = "digits"
    SQUARES = "squares"
    SENTENCES = "sentences"
    BOARDS = "boards"


@dataclass(frozen=True, slots=True)
class AnswerStream:
    """Answers of one form behind the same words, such as "solution"."""

    form: AnswerForm
    label: str = ""


@dataclass(slots=True)
class Printed:
    """The contents of a text: answers by stream, totals, and the rest."""

    items: dict[AnswerStream, list[Any]] = field(default_factory=dict)
    totals: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    """Numbers that stand alone on a line, and are no answer."""
    leftover: list[str] = field(default_factory=list)
    crowded: list[int] = field(default_factory=list)
    """The number of queens on each board that is neither a solution nor a way to one."""
    partial: list[int] = field(default_factory=list)
    """The number of queens on each board with more or fewer than n."""

    @property
    def is_explained(self) -> bool:
        """Whether no line is left over, and no board has too many queens."""
        return not (self.leftover or self.crowded)

    def add(self, kind: AnswerForm, item: Any, label: str = "") -> None:
        """Add an answer to the stream of this kind and label."""
        stream = AnswerStream(kind, label)
        if stream not in self.items and len(self.items) >= MOST_STREAMS:
            stream = AnswerStream(kind, OTHERS)
        found = self.items.setdefault(stream, [])
        if len(found) < MOST_FOUND:
            found.append(item)


IMPROVED = re.compile(
    r"initial|random|starting|\bbefore$|generation|fitness|iterat|population|epoch|restart|mutat|attempt"
    r"|step|state|current|conflict"
)
"""Matches words before a whole board that the program then improves."""

RESULT = re.compile(r"solution|answer|result|final|found|solved")
"""Matches words above a board that is a result."""

TRIES = re.compile(
    rf"{IMPROVED.pattern}|tr(y|ied)|check|test|candidat|partial|visit|explor|plac(?:e|ing)\b|queue"
    r"|placed (?:a |the )?queen|stack|push|pop|backtrack|consider|call|remov|debug"
    r"|trace|undo|move|input"
)
"""Matches words before a board that the program only tries."""

MEANT = frozenset(
    ("solution", "solutions", "board", "boards", "queens", "answer", "answers", "found", "number")
)
"""The words before a board that is plainly meant as a solution."""

REFUTED = re.compile(
    r"(?i)\bfalse\b|#f\b|\binvalid\b|\bincorrect\b|\brejected\b"
    r"|\bnot (?:a |valid )?(?:valid|solution|safe)\b"
)
"""Matches words by which a program rejects a placement."""

REJECTED = re.compile(
    r"(?i)\W*(?:rejected|invalid|incorrect|not (?:a )?(?:valid|solution|safe))\W*"
)
"""Matches a line that only rejects the board above it; "False" may be about a whole search."""

IN_BRACKETS = re.compile(r"[\[(][^\])]{0,200}[\])]")

FEW_DIGITS = 6

COUNTER = re.compile(r"[\[( ]{0,2}\d{1,9} ?(?:/|of) ?(\d{1,9})[\]) :]{0,2}")
"""Matches a line with the number of the solution below, and the number of all: 1/2."""

ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|\ufe0f|\u200b")
BLANK_LINES = re.compile(r"\n{3,}")
OPENING, CLOSING = set("([{"), set(")]}")
PAIRS_OF_SIGNS = {"(": ")", "[": "]", "{": "}"}
NUMBERS = r"\s*+-?\d{1,18}+\s*+(?:,\s*+-?\d{1,18}+\s*+)*+"
TOKEN = re.compile(
    rf"(?P<flat>\[{NUMBERS}\]|\({NUMBERS}\)|{{{NUMBERS}}})"
    r"|[\[({]|[\])}]|-?\d+\.\d+(?:e-?\d+)?|-?\d+(?:\.(?=[\s\],]))?|'[^'\n]*'|\"[^\"\n]*\""
    r"|[A-Za-z_]\w*(?:\.\d+)*|#\(|[-/.:,=]|\S"
)
LAST_WORD = re.compile(r"(?<!\w)\w++$")
KEY = re.compile(r"[A-Za-z]{1,20}_?\d{1,9}|row|col|column|[rcxyij]", re.IGNORECASE)
"""Matches a name before a value, which is dropped: Queen(row=1, col=2), {'Q1': 2}."""


def is_any_number(stream: AnswerStream, items: Sequence[Any], n: int) -> bool:
    """Whether the items may as well be other numbers: 2413 steps, or a table of n and counts."""
    if stream.form is AnswerForm.SQUARES and not stream.label and len(items) == 1:
        second = [square.second for square in items[0] if isinstance(square, DottedPair)]
        return len(set(second)) < len(second)
    if stream.form is not AnswerForm.DIGITS or MEANT.intersection(stream.label.split()):
        return False
    return bool(stream.label) or (len(items) == 1 and n <= FEW_DIGITS)


def parse(text: str, n: int) -> Printed:
    """Take the text apart, as answers for n."""
    found = Printed()
    text = in_english(ESCAPES.sub("", text).replace("\r\n", "\n"))
    text = BLANK_LINES.sub("\n\n", _without_refuted(text))
    lines = [line.rsplit("\r", 1)[-1] for line in text.split("\n")]
    lines = ["" if line.startswith("Warning:") else line for line in lines]  # the interpreter's
    found.totals += map(int, OF_SO_MANY.findall(text))
    counters = {at: match for at, line in enumerate(lines) if (match := COUNTER.fullmatch(line))}
    if len(counters) > 1 == len({match[1] for match in counters.values()}):
        found.totals += [int(match[1]) for match in counters.values()]
        lines = ["" if at in counters else line for at, line in enumerate(lines)]
    values, rest = _values("\n".join(lines))
    _take_values(values, n, found)
    short = (line if len(line) <= LONGEST_LINE else "" for line in rest.split("\n"))
    _take_lines(list(short), n, found)
    if n > 3 and min(found.partial, default=0) > 1:  # a search would show its first queen alone
        found.crowded = found.partial
    return found


@lru_cache(maxsize=1)  # one text is looked at as answers for several n
def _without_refuted(text: str) -> str:
    """The text without the placements that it rejects.

    The words of rejection are on the same line, above a board (with a colon), or below one.
    """
    kept: list[str] = []
    is_below = False
    for line in text.split("\n"):
        words = IN_BRACKETS.sub("", line) if len(line) <= LONGEST_LINE else ""
        is_refuted = REFUTED.search(words) is not None and "True" not in words
        if REJECTED.fullmatch(line):
            above = len(kept)
            while above and BOARD_LINE.fullmatch(kept[above - 1]):
                above -= 1
                kept[above] = ""
        is_below = is_refuted or (is_below and BOARD_LINE.fullmatch(line) is not None)
        kept.append("" if is_below else line)
        is_below = is_below and (not is_refuted or line.endswith(":"))
    return "\n".join(kept)


# Values in brackets


@dataclass(slots=True)
class _Bracket:
    """A bracket, closed or open: its sign, its place in the text, its items, the answers in it."""

    sign: str
    first: int
    items: list[Any] = field(default_factory=list)
    values: list[tuple[int, int, Any]] = field(default_factory=list)


def _bracketed(text: str) -> list[tuple[int, int, Any]]:
    """The outermost values in brackets that look like answers, each with its start and end."""
    outside = _Bracket("", 0)
    opened = [outside]
    for token in TOKEN.finditer(text):
        sign = token[0].removeprefix("#") if token[0] == "#(" else token[0]
        if token["flat"] and len(opened) <= DEEPEST:  # the most frequent value, read at once
            value: Any = tuple(map(int, sign[1:-1].split(",")))
            if not _is_counter(value, text[token.end() : token.end() + 3]):
                opened[-1].values.append((token.start(), token.end(), value))
            opened[-1].items.append(value)
        elif sign in OPENING and len(opened) <= DEEPEST:
            opened.append(_Bracket(sign, token.start()))
        elif sign in CLOSING or sign in OPENING or token["flat"]:
            if PAIRS_OF_SIGNS.get(opened[-1].sign) == sign:
                bracket = opened.pop()
                value = _closed(bracket.items)
                is_answer = _is_answer_like(value)
                is_answer = is_answer and not _is_counter(
                    value, text[token.end() : token.end() + 3]
                )
                one = [(bracket.first, token.end(), value)]
                opened[-1].values += one if is_answer else bracket.values
                opened[-1].items.append(value)
            else:  # the open brackets are never closed
                outside.values += [value for bracket in opened[1:] for value in bracket.values]
                del opened[1:]
        elif len(opened) > 1:
            opened[-1].items.append(_atom(sign))
    return [value for bracket in opened for value in bracket.values]


@lru_cache(maxsize=1)  # one text is looked at as answers for several n
def _values(text: str) -> tuple[list[tuple[str, Any]], str]:
    """Every value in brackets, with the words before it on its line; and the text around them."""
    found: list[tuple[str, Any]] = []
    rest: list[str] = []
    counted, start = "", 0
    for first, last, value in _bracketed(text):
        before = text[start:first]
        rest += [before, "\x00", "\n" * text.count("\n", first, last)]
        told = before[-LONGEST_LABEL:]
        told = LAST_WORD.sub("", told) if text[first] == "(" else told  # queen(1, 2)
        words = label_of(told.rpartition("\n")[2])
        label = f"{counted} {words}".strip()
        counted, start = "", last
        is_behind = bool(found) and "\n" not in before
        if is_behind and value in {(1,), (len(found),)}:
            counted = label  # the number of the solution before it
        else:
            found.append((label or found[-1][0] if is_behind else label, value))
    return found, "".join([*rest, text[start:]])


def _is_counter(value: Any, behind: str) -> bool:
    """Whether the value is the number of a solution that follows on the line: "(1) 2 4 1 3"."""
    follows = behind.strip(" \t:.-")[:1]
    return (
        isinstance(value, tuple)
        and len(value) == 1
        and type(value[0]) is int
        and (follows.isdecimal() or follows in OPENING)
    )


NAME = re.compile(r"[A-Za-z_]{2,}")
WHOLE, DECIMAL = re.compile(r"-?\d+\.?"), re.compile(r"-?\d+\.\d+(e-?\d+)?")


class _Sign(str):
    """A sign between values, such as "-" or ","."""

    __slots__ = ()


@lru_cache(LINES_KEPT)
def _atom(token: str) -> Any:
    if WHOLE.fullmatch(token):
        return int(token.rstrip(".")[:20])
    if DECIMAL.fullmatch(token):
        return plain(float(token))
    if token in {"-", "/", ".", ":", ",", "="}:
        return _Sign(token)
    if token in {"True", "#t"}:
        return True
    if token in {"False", "#f"}:
        return False
    return token.strip("'\"") if token[:1] in "'\"" else token


def _closed(items: list[Any]) -> Any:
    """The items of one pair of brackets: a list or a dotted pair; ``R-C`` and ``R/C`` are pairs."""
    found: list[Any] = []
    waiting, apart = "", True
    for item in items:
        if isinstance(item, _Sign):
            waiting, apart = "" if item == "," else str(item), item == ","
            if waiting in {":", "="} and found and KEY.fullmatch(str(found[-1])):
                found.pop()
                waiting = ""
            continue
        if type(item) is int and item < 0 and not apart and found and type(found[-1]) is int:
            found[-1] = DottedPair(found[-1], -item)
        elif waiting and found and isinstance(found[-1], int) and type(item) is int:
            found[-1] = DottedPair(found[-1], abs(item))
        else:
            found.append(item)
        waiting, apart = "", False
    if len(found) == 1 and isinstance(found[0], DottedPair) and any(item == "." for item in items):
        return found[0]
    return tuple(  # without the name before a bracket, as in queen(1, 2)
        item
        for item, behind in zip_longest(found, found[1:])
        if not (isinstance(behind, tuple) and isinstance(item, str) and NAME.fullmatch(item))
    )


def _is_answer_like(value: Any) -> bool:
    """Whether the value has numbers or cells only, and is no remark such as (c) or (1-8)."""
    if isinstance(value, DottedPair):
        return True
    if not isinstance(value, tuple) or not value:
        return False
    return all(
        isinstance(element, DottedPair)
        or type(element) in {int, bool}
        or (isinstance(element, str) and (len(element) <= 3 or BOARD_LINE.fullmatch(element)))
        or (isinstance(element, tuple) and (not element or _is_answer_like(element)))
        for element in value
    ) and not (
        len(value) == 1
        and (
            isinstance(value[0], str)
            or (isinstance(value[0], DottedPair) and max(value[0].first, value[0].second) > 1)
        )
    )


def _take_values(values: Sequence[tuple[str, Any]], n: int, found: Printed) -> None:
    squares: dict[str, list[Any]] = {}
    rows: dict[str, list[Any]] = {}
    for label, value in values:
        for item in _opened(value, n):
            if isinstance(item, DottedPair) or (n != 2 and _is_square(item)):
                squares.setdefault(label, []).append(item)
            elif _is_board_of_texts(item, n):
                _take_board([list(line) for line in item], n, found, label)
            elif len(item) == n > 1 and _is_row_of_cells(item) and not is_notation(item, n):
                rows.setdefault(label, []).append(item)
            elif len(item) > 1 or (n == 1 and item in {(0,), (1,), ("Q",)}):
                found.add(
                    AnswerForm.SQUARES if is_notation(item, n) else AnswerForm.LISTS, item, label
                )
            elif not label and type(item[0]) is int:
                found.leftover.append(str(list(item)))
    for label, having in squares.items():
        _take_blocks(AnswerForm.SQUARES, having, label, n, found)
    for label, having in rows.items():
        _take_rows(having, label, n, found)


def _take_blocks(kind: AnswerForm, having: list[Any], label: str, n: int, found: Printed) -> None:
    """Add each n squares as one answer; squares that make no whole answers are left over."""
    if len(having) % n == 0:
        for first in range(0, len(having), n):
            found.add(kind, tuple(having[first : first + n]), label)
    elif not TRIES.search(label) and not (label and len(having) < n):
        found.leftover.append(f"{label} {len(having)} squares".strip())


def _take_rows(having: list[Any], label: str, n: int, found: Printed) -> None:
    """Add each n lines of cells as a board or, if they are no boards, each as a list of rows."""
    boards = [tuple(having[first : first + n]) for first in range(0, len(having), n)]
    is_whole = len(having) % n == 0
    if is_whole and not any(map(any, having)):
        return  # boards without a queen
    if is_whole and all(queens_on(board, n) is not None for board in boards):
        for board in boards:
            _take_board(board, n, found, label)
        return
    for row in having:
        if all(type(element) is int for element in row):
            found.add(AnswerForm.LISTS, row, label)
        elif not TRIES.search(label):
            found.leftover.append(f"{label} {row}".strip())


def _is_board_of_texts(item: tuple[Any, ...], n: int) -> bool:
    """Whether the item is a board of one text per line: ['.Q..', '...Q', 'Q...', '..Q.']."""
    if len(item) != n or not all(isinstance(line, str) and len(line) == n > 1 for line in item):
        return False
    return bool(SURE_QUEEN_SIGNS & set("".join(item))) and any(len(set(line)) > 1 for line in item)


def _is_row_of_cells(item: tuple[Any, ...]) -> bool:
    """Whether the item may be a line of a board: zeros with at most one other number, or texts."""
    if all(type(element) is int for element in item):
        return not any(item) or (len(item) > 2 and len(item) - item.count(0) == 1)
    return all(isinstance(element, (int, str)) for element in item)


def _opened(value: Any, n: int) -> Iterator[Any]:
    """The lists in a value that are one solution each, or one line of a board."""
    if isinstance(value, DottedPair):
        yield value
    elif not value or (n > 1 and is_empty([row for row in value if isinstance(row, tuple)], n)):
        return
    elif (
        all(not isinstance(element, (tuple, DottedPair)) for element in value)
        or (len(value) == n and n > 1 and all(_is_square(element) for element in value))
        or (len(value) == n > 1 and all(isinstance(element, DottedPair) for element in value))
    ):
        yield value
    else:
        for element in value:
            if isinstance(element, (tuple, DottedPair)):
                yield from _opened(element, n)


def _is_square(value: Any) -> bool:
    if isinstance(value, DottedPair):
        return True
    return (
        isinstance(value, tuple)
        and len(value) == 2
        and all(type(element) is int for element in value)
    )


# Lines


def _take_lines(lines: Sequence[str], n: int, found: Printed) -> None:
    lines = unframed(single_spaced(lines))
    lines = _without_tallies(one_below_another(lines, n), n)
    taken = _take_boards(lines, n, found)
    rows: dict[str, list[tuple[int, ...]]] = {}
    sentences: dict[str, list[DottedPair]] = {}
    for number, line in enumerate(lines):
        if number in taken or not line.strip() or _take_total(line.replace("\x00", " "), found):
            continue
        if "\x00" not in line:
            _take_line(line.strip().rstrip(".,;"), n, found, rows, sentences)
    for template, having in sentences.items():
        if len(having) % n == 0 and not TRIES.search(template.lower()):
            _take_blocks(AnswerForm.SENTENCES, having, label_of(template), n, found)
    for label, runs in rows.items():
        _take_number_lines(runs, label, n, found)
    together = n * n if {*found.numbers} == {0, 1} else n  # the squares of a board, or its rows
    if n > 2 and not found.items and (alone := found.numbers) and len(alone) % together == 0:
        for first in range(0, len(alone), together):
            found.add(AnswerForm.NUMBERS, tuple(alone[first : first + together]))
        alone.clear()
    if n == 2 and found.numbers in ([0, 1], [1, 2]):
        found.leftover.append("\n".join(map(str, found.numbers)))


def _take_line(
    line: str,
    n: int,
    found: Printed,
    rows: dict[str, list[tuple[int, ...]]],
    sentences: dict[str, list[DottedPair]],
) -> None:
    """Add a line outside of boards: a list, squares, a sentence about a queen, or a number."""
    if named := notation(line, n):
        found.add(AnswerForm.SQUARES, *named)
        return
    told = number_line(line)
    if not told.texts or line.endswith(":"):
        return
    if squares := told.squares(n):
        found.add(AnswerForm.SQUARES, tuple(DottedPair(*square) for square in squares))
        return
    begins = told.begins
    run = told.numbers[begins:] if begins is not None else ()
    label = told.label(begins or 0)
    if digits := told.digits(n):
        found.add(AnswerForm.DIGITS, digits, label)
    elif len(told.texts) in {2, 3} and re.search(r"[A-Za-z]", line) and len(run) != n:
        template = re.sub(r"\d+", "#", line)
        sentences.setdefault(template, []).append(DottedPair(*told.numbers[-2:]))
    elif len(run) > 1:
        rows.setdefault(label, []).append(run)
    elif n == 1 and not label and run and run[0] in {0, 1}:
        found.add(AnswerForm.NUMBERS, run)
    elif run and not label:
        found.numbers.append(run[0])


def _without_tallies(lines: Sequence[str], n: int) -> list[str]:
    """The lines without tables that count, for each square, the solutions with a queen there.

    Each line and each column of such a table adds up to the number of solutions.
    """
    kept = list(lines)
    if not SMALLEST_TALLY <= n < len(KNOWN_COUNTS):
        return kept
    told = [_numbers_of(line, n) for line in kept]
    first = 0
    while first + n <= len(told):
        table = told[first : first + n]
        if all(table) and _is_tally(table, KNOWN_COUNTS[n]):
            kept[first : first + n] = [""] * n
            first += n
        else:
            first += 1
    return kept


def _numbers_of(line: str, n: int) -> tuple[int, ...]:
    """The numbers of a line with n numbers and no words; () for any other line."""
    told = number_line(line.strip(" \t[](),;|"))
    return told.numbers if len(told.texts) == n and told.begins == 0 and not told.label(0) else ()


def _is_tally(table: Sequence[Sequence[int]], total: int) -> bool:
    rows = list(range(len(table)))
    is_list = all(sorted(line) in (rows, [row + 1 for row in rows]) for line in table)
    sums = {*map(sum, table), *map(sum, zip(*table, strict=True))}
    return sums == {total} and not is_list


def _take_total(line: str, found: Printed) -> bool:
    told = None if CLASSES.search(line) else total(line)
    found.totals += told[:1] if told else ()
    return told is not None


def _take_number_lines(having: list[tuple[int, ...]], label: str, n: int, found: Printed) -> None:
    rows = [told for told in having if n == 1 or told != tuple(range(1, n + 1))]  # no heading
    counters = [told[0] for told in rows]
    first = 0 if n > 1 and counters[:1] == [0] else 1
    if counters == [*range(first, first + len(rows))]:
        if all(len(told) == n + 1 for told in rows):
            having = [told[1:] for told in rows]
        elif len(rows) > 1 and all(
            len(told) == n and sorted(told[1:]) in ([*range(n - 1)], [*range(1, n)])
            for told in rows
        ):
            return  # placements of one queen less, each behind its number
    if n != 2 and all(len(told) == 2 for told in having) and len(having) % n == 0:
        _take_blocks(AnswerForm.SQUARES, [DottedPair(*told) for told in having], label, n, found)
        return
    for told in having:
        found.add(AnswerForm.NUMBERS, told, label)


# Drawings


def _take_boards(lines: Sequence[str], n: int, found: Printed) -> set[int]:
    """Add every drawn board; return the indices of the lines that belong to a drawing."""
    lines = ["" if "\x00" in line else line for line in lines]
    names = {
        at
        for at, line in enumerate(lines)
        if n > 1 and len(words := line.split()) == n and are_names(words)
    }
    taken = {at for at, line in enumerate(lines) if is_border(line, n)}
    shown = [at for at in range(len(lines)) if not (at in taken or at in names)]
    for of_board, grid in boards(lines, shown, n):
        _take_board(grid, n, found, _improved(lines, of_board[0], taken))
        taken.update(of_board)
    for at in shown:
        line = lines[at]
        has_queen = SURE_QUEEN_SIGNS & set(line) and not re.search(r"[Qq]\d", line)
        if at not in taken and has_queen and BOARD_LINE.fullmatch(line):
            taken.add(at)
            found.leftover.append(line.strip())
    return taken | {at for at in names if taken & {at - 1, at + 1, at + 2}}


def _improved(lines: Sequence[str], first: int, taken: Collection[int]) -> str:
    """The words above a board that the program then improves; "" for any other board."""
    above = (lines[at] for at in reversed(range(first)) if lines[at].strip() and at not in taken)
    words = label_of(next(above, ""))
    return words if IMPROVED.search(words) and not RESULT.search(words) else ""


def _take_board(grid: Sequence[Sequence[Any]], n: int, found: Printed, label: str = "") -> None:
    squares = queens_on(grid, n)
    if squares is None or is_empty(grid, n) or not squares:
        return
    if len(squares) != n:
        if any_attack(squares) or len(squares) > n:
            found.crowded.append(len(squares))
        found.partial.append(len(squares))
        return
    whole = [row for row, _ in squares] == list(range(n))
    shown = tuple(
        tuple("Q" if (row, column) in squares else "." for column in range(n))
        for row in range(n)
    ) if whole else tuple(map(str, squares))  # fmt: skip
    found.add(AnswerForm.BOARDS, shown, label)
