"""Everything in a program's output that may be an answer: lists, numbers, boards, squares, totals.

The text is accounted for line by line. What is neither an answer, nor a number of solutions, nor
prose is left over, and keeps a program from being called right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any

from solvers.grading.answers.board_grid import attacks, is_empty, queens_on
from solvers.grading.answers.value_parser import plain
from solvers.grading.protocol.decoding import Pair
from solvers.puzzle.problem import KNOWN_COUNTS

MOST_FOUND = 100_000
SMALLEST_TALLY = 4
"""For a smaller n such a table looks like a board."""
LONGEST_LINE, LONGEST_LABEL = 1000, 200
"""A longer line is no answer, unless it holds lists."""

MOST_UNCLOSED, MOST_LOOKED_INTO = 50, 8
"""How many brackets that nothing closes are looked at, and how often the text in all brackets."""


class Kind(StrEnum):
    """In which form answers stand in a text."""

    LISTS = "lists"
    NUMBERS = "lines"
    DIGITS = "digits"
    SQUARES = "squares"
    SENTENCES = "sentences"
    BOARDS = "boards"


@dataclass(frozen=True, slots=True)
class Stream:
    """Answers of one form behind the same words, such as "solution"."""

    kind: Kind
    label: str = ""


@dataclass(slots=True)
class Printed:
    """What a text holds: answers by their streams, totals, and the rest."""

    items: dict[Stream, list[Any]] = field(default_factory=dict)
    totals: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    """Numbers that stand alone on a line, and are no answer."""
    leftover: list[str] = field(default_factory=list)
    partial: set[int] = field(default_factory=set)
    """How many queens are on the boards with fewer than n."""

    def add(self, kind: Kind, item: Any, label: str = "") -> None:
        """One more answer of this stream."""
        found = self.items.setdefault(Stream(kind, label), [])
        if len(found) < MOST_FOUND:
            found.append(item)


TRIES = re.compile(
    r"tr(y|ied)|check|test|candidat|step|current|partial|visit|explor|plac(e|ing)|state|queue|stack"
    r"|push|pop|backtrack|consider|call|attempt|conflict|remov|debug|trace|undo|move|input"
)
"""Words before what a program only looks at on its way."""

ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|\ufe0f|\u200b")
OPENING, CLOSING = "([{", ")]}"
TOKEN = re.compile(
    r"[\[({]|[\])}]|-?\d+\.\d+(?:e-?\d+)?|-?\d+(?:\.(?=[\s\],]))?|'[^'\n]*'|\"[^\"\n]*\""
    r"|[A-Za-z_]\w*(?:\.\d+)*|#\(|[-/.:,=]|\S"
)
BRACKETED_CELLS = re.compile(r"\s*(?:\d+\s+)?(?:[\[(][^\[\](),]{0,3}[\])]\s*)+$")
NUMBERS = re.compile(r"-?\d+(?:(?:\s*(?:,|;|\||->|=>|→|:)\s*|\s+|-)-?\d+)*")
SQUARE = re.compile(r"[A-Za-z]*(\d+)\s*(?:=|:|/|->|→|,|x|c|-)\s*[A-Za-z]*(\d+)")
NOTATION = re.compile(r"[QqDd]?[A-Za-z]\d{1,2}")
KEY = re.compile(r"[A-Za-z]+_?\d+|row|col|column|[rcxyij]", re.IGNORECASE)
"""Before a value that needs no name: Queen(row=1, col=2), {'Q1': 2}."""
HEAD = re.compile(r"^(?P<label>.*?[:=?>)\].#]\s*|[^\d]*[A-Za-z]\s+|)(?P<rest>-?\d.*)$")
INDENTED_QUEEN = re.compile(r"^[ \t.]*([Qq♛♕👑X*#1])$")
SURE_QUEENS = set("Qq♛♕👑")
BOARD_LINE = re.compile(r"[\sQq♛♕👑.\-_*+·#|│□■⬜⬛0xXoO]+")
REMARK = re.compile(r"^(.*[Qq♛♕👑].*?)(?:\s{2,}|\t)([A-Za-z]{2}.*\d.*)$")
BORDER = re.compile(r"[-+=|_*~#‾¯─━═┼┬┴├┤┌┐└┘╋│║╔╗╚╝╠╣╦╩╬\s]+")
TOTALS = (
    r"(?P<a>\d+)\s+(?:distinct |different |total |valid |possible |unique )*solutions?\b"
    r"(?!\s+(?:tried|checked|tested|so far|not|up to|left|per))",
    r"^(?!.*\b(?:n|size)\s*=\s*\d+\s*\.?$).*solutions?(?: found)?(?: (?:for|of) .*?)?"
    r"\s*(?::|=|is|are)\s*(?P<a>\d+)\s*\.?$",
    r"\"(?:count|total|(?:num|number)_?(?:of_?)?solutions)\"\s*:\s*(?P<a>\d+)",
    r"(?:total|count|found)\s*(?::|=)?\s*(?P<a>\d+)\s*\.?$",
)
OF_SO_MANY = re.compile(r"(?i)\bsolution\s*#?\s*\d+\s*(?:of|/)\s*(\d{1,9})\b")
TOTAL = [re.compile(pattern, re.IGNORECASE) for pattern in TOTALS]
SHOWN_ONLY = re.compile(r"\b(show|first|display|here|example|sample)", re.IGNORECASE)
"""How a line says that it is about some of the solutions only: "here are the first three"."""
CLASSES = re.compile(r"fundamental|symmetr|inequivalent|essential|unique|distinct", re.IGNORECASE)


def parse(text: str, n: int) -> Printed:
    """What stands in the text, as answers for n."""
    found = Printed()
    text = ESCAPES.sub("", text).replace("\r\n", "\n")
    lines = [line.rsplit("\r", 1)[-1] for line in text.split("\n")]
    lines = ["" if line.startswith("Warning:") else line for line in lines]  # the interpreter's
    found.totals += [int(number) for number in re.findall(OF_SO_MANY, text)]
    lines = [_without_brackets(line, n) if len(line) <= LONGEST_LINE else line for line in lines]
    values, rest = _values("\n".join(lines))
    _take_values(values, n, found)
    short = (line if len(line) <= LONGEST_LINE else "" for line in rest.split("\n"))
    _take_lines(list(short), n, found)
    if n > 3 and min(found.partial, default=0) > 1:  # no way to a solution, which begins with one
        found.leftover.append(f"a board with {min(found.partial)} queens")
    return found


def _without_brackets(line: str, n: int) -> str:
    """A line of a board whose squares stand in brackets, without them."""
    if BRACKETED_CELLS.match(line):
        cells = re.findall(r"[\[(]([^\[\](),]{0,3})[\])]", line)
        if len(cells) == n and not all(cell.strip().isdecimal() for cell in cells):
            return " ".join(cell.strip() or "." for cell in cells)
    return line


# Values in brackets


@lru_cache(maxsize=1)  # one text is looked at as answers for several n
def _values(text: str) -> tuple[list[tuple[str, Any]], str]:
    """Every value in brackets with the words before it on its line, and the text without them."""
    found: list[tuple[str, Any]] = []
    rest: list[str] = []
    tokens = list(TOKEN.finditer(text)) if any(opening in text for opening in OPENING) else []
    start = index = failures = looked_into = 0
    while index < len(tokens):
        bracket = tokens[index][0]
        opens = bracket in {*OPENING, "#("}
        end, value = _closing(tokens, index) if opens and failures < MOST_UNCLOSED else (-1, None)
        if end < 0:
            failures += opens
            index += 1
            continue
        first, last = tokens[index].start(), tokens[end].end()
        if not _is_answer_like(value) and looked_into < MOST_LOOKED_INTO * len(tokens):
            looked_into += end - index
            index += 1
            continue
        if _is_answer_like(value):
            before = text[start:first]
            rest += [before, "\x00", "\n" * text.count("\n", first, last)]
            told = before[-LONGEST_LABEL:]
            told = re.sub(r"\w+$", "", told) if bracket == "(" else told  # queen(1, 2)
            label = _label(told.rpartition("\n")[2])
            if found and "\n" not in before and value in {(1,), (len(found),)}:
                index = end + 1
                continue  # the number of the solution before it
            if not label and "\n" not in before and found:
                label = found[-1][0]
            found.append((label, value))
            start = last
        index = end + 1
    return found, "".join([*rest, text[start:]])


def _closing(tokens: Sequence[re.Match[str]], index: int) -> tuple[int, Any]:
    """Where the bracket is closed that opens at this token, and what stands in it; -1: nowhere."""
    stack: list[list[Any]] = []
    opened: list[str] = []
    for at in range(index, len(tokens)):
        token = tokens[at][0].removeprefix("#") if tokens[at][0] == "#(" else tokens[at][0]
        if token in OPENING:
            stack.append([])
            opened.append(token)
        elif token in CLOSING:
            if OPENING.index(opened[-1]) != CLOSING.index(token):
                return -1, None
            value = _closed(stack.pop())
            opened.pop()
            if not stack:
                return at, value
            stack[-1].append(value)
        else:
            stack[-1].append(_atom(token))
    return -1, None


def _label(text: str) -> str:
    return " ".join(re.findall(r"[^\W\d_]+", text.lower()))


WHOLE, DECIMAL = re.compile(r"-?\d+\.?"), re.compile(r"-?\d+\.\d+(e-?\d+)?")


class _Sign(str):
    """A sign between values."""

    __slots__ = ()


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
            found[-1] = Pair(found[-1], -item)
        elif waiting and found and isinstance(found[-1], int) and type(item) is int:
            found[-1] = Pair(found[-1], abs(item))
        else:
            found.append(item)
        waiting, apart = "", False
    if len(found) == 1 and isinstance(found[0], Pair) and any(item == "." for item in items):
        return found[0]
    names = {
        at for at, item in enumerate(found[:-1]) if _is_name(item) and _is_tuple(found[at + 1])
    }
    return tuple(item for at, item in enumerate(found) if at not in names)


def _is_tuple(value: Any) -> bool:
    return isinstance(value, tuple)


def _is_name(value: Any) -> bool:
    """What stands before a bracket, as in queen(1, 2)."""
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z_]{2,}", value) is not None


def _is_answer_like(value: Any) -> bool:
    """Whether it holds numbers or cells only, and is no remark such as (c) or (8)."""
    if isinstance(value, Pair):
        return True
    if not isinstance(value, tuple) or not value:
        return False
    return all(
        isinstance(element, Pair)
        or type(element) in {int, bool}
        or (isinstance(element, str) and (len(element) <= 3 or BOARD_LINE.fullmatch(element)))
        or (isinstance(element, tuple) and (not element or _is_answer_like(element)))
        for element in value
    ) and not (len(value) == 1 and (isinstance(value[0], str) or _is_range(value[0])))


def _is_range(value: Any) -> bool:
    """Whether it is a remark such as (1-10), not a square of the smallest board."""
    return isinstance(value, Pair) and max(value.first, value.second) > 1


def _take_values(values: Sequence[tuple[str, Any]], n: int, found: Printed) -> None:
    squares: dict[str, list[Any]] = {}
    rows: dict[str, list[Any]] = {}
    for label, value in values:
        for item in _opened(value, n):
            if isinstance(item, Pair) or (n != 2 and _is_square(item)):
                squares.setdefault(label, []).append(item)
            elif _is_board_of_texts(item, n):
                _take_board([list(line) for line in item], n, found, label)
            elif len(item) == n > 1 and _is_row_of_cells(item) and not _is_notation(item, n):
                rows.setdefault(label, []).append(item)
            elif len(item) > 1 or (n == 1 and item in {(0,), (1,), ("Q",)}):
                found.add(Kind.SQUARES if _is_notation(item, n) else Kind.LISTS, item, label)
            elif not label and type(item[0]) is int:
                found.leftover.append(str(list(item)))
    for label, having in squares.items():
        _take_blocks(Kind.SQUARES, having, label, n, found)
    for label, having in rows.items():
        _take_rows(having, label, n, found)


def _take_blocks(kind: Kind, having: list[Any], label: str, n: int, found: Printed) -> None:
    """Squares, n of which are one answer."""
    if len(having) % n == 0:
        for first in range(0, len(having), n):
            found.add(kind, tuple(having[first : first + n]), label)
    elif not TRIES.search(label) and not (label and len(having) < n):
        found.leftover.append(f"{label} {len(having)} squares".strip())


def _take_rows(having: list[Any], label: str, n: int, found: Printed) -> None:
    """Lines of cells: n of them are a board, unless each is a list of rows."""
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
            found.add(Kind.LISTS, row, label)
        elif not TRIES.search(label):
            found.leftover.append(f"{label} {row}".strip())


def _is_notation(words: Sequence[Any], n: int) -> bool:
    """Whether they name n squares: a2, b4."""
    return len(words) == n and all(NOTATION.fullmatch(str(word)) for word in words)


def _is_board_of_texts(item: tuple[Any, ...], n: int) -> bool:
    """Whether it is a board of one text per line: ['.Q..', '...Q', 'Q...', '..Q.']."""
    if len(item) != n or not all(isinstance(line, str) and len(line) == n > 1 for line in item):
        return False
    return bool(SURE_QUEENS & set("".join(item))) and any(len(set(line)) > 1 for line in item)


def _is_row_of_cells(item: tuple[Any, ...]) -> bool:
    """Whether it may be a line of a board: one cell is unlike the others, or all are alike."""
    if all(type(element) is int for element in item):
        return not any(item) or (len(item) > 2 and len(item) - item.count(0) == 1)
    return all(isinstance(element, (int, str)) for element in item)


def _opened(value: Any, n: int) -> Iterator[Any]:
    """The lists in a value that are one solution each, or one line of a board."""
    if isinstance(value, Pair):
        yield value
    elif not value or (n > 1 and is_empty([row for row in value if _is_tuple(row)], n)):
        return
    elif (
        all(not isinstance(element, (tuple, Pair)) for element in value)
        or (len(value) == n and n > 1 and all(_is_square(element) for element in value))
        or (len(value) == n > 1 and all(isinstance(element, Pair) for element in value))
    ):
        yield value
    else:
        for element in value:
            if isinstance(element, (tuple, Pair)):
                yield from _opened(element, n)


def _is_square(value: Any) -> bool:
    if isinstance(value, Pair):
        return True
    return (
        isinstance(value, tuple)
        and len(value) == 2
        and all(type(element) is int for element in value)
    )


# Lines


def _take_lines(lines: Sequence[str], n: int, found: Printed) -> None:
    lines = _without_tallies(_without_remarks(lines, n), n)
    taken = _take_boards(lines, n, found)
    rest = [line for number, line in enumerate(lines) if number not in taken and line.strip()]
    numbers: dict[str, list[tuple[int, ...]]] = {}
    same: list[tuple[str, tuple[int, ...]]] = []
    for line in rest:
        if "\x00" in line:
            _take_total(line.replace("\x00", " "), found)
            continue
        if _take_total(line, found) or _take_squares(line, n, found):
            continue
        if re.search(r"[A-Za-z]", line) and _take_clauses(line, n, found):
            continue
        template = re.sub(r"\d+", "#", line.strip())
        told = tuple(map(int, re.findall(r"(?<![\w.])\d+(?![\w]*\.\d)", line)))
        is_sentence = re.search(r"[A-Za-z]", line) and not _is_labelled(line, n)
        if is_sentence and template.count("#") in {2, 3} and len(told) > 1:
            same.append((template, told))
            continue
        _take_numbers(line, n, found, numbers)
    _take_worded(same, n, found)
    for label, having in numbers.items():
        _take_number_lines(having, label, n, found)
    if n > 2 and not found.items and len(alone := found.numbers) >= n and len(alone) % n == 0:
        for first in range(0, len(alone), n):
            found.add(Kind.NUMBERS, tuple(alone[first : first + n]))
        alone.clear()
    if n == 2 and found.numbers in ([0, 1], [1, 2]):
        found.leftover.append("\n".join(map(str, found.numbers)))


def _without_remarks(lines: Sequence[str], n: int) -> list[str]:
    """The lines with remarks beside the lines of boards below them: ". Q . .   row 1 -> col 2"."""
    told = [REMARK.match(line) for line in lines]
    told = [match if match and any(_readings(match[1], n)) else None for match in told]
    kept = [match[1] if match else line for match, line in zip(told, lines, strict=True)]
    return [*kept, *(match[2] for match in told if match)]


def _without_tallies(lines: Sequence[str], n: int) -> list[str]:
    """The lines without tables of how many solutions have a queen on each square.

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


def _numbers_of(line: str, n: int) -> list[int]:
    """The n numbers that are all there is in a line; else nothing."""
    words = re.sub(r"[\[\](),;|]", " ", line).split() if len(line) <= LONGEST_LINE else []
    fits = len(words) == n and all(word.isdecimal() and len(word) < 7 for word in words)
    return list(map(int, words)) if fits else []


def _is_tally(table: Sequence[Sequence[int]], total: int) -> bool:
    rows = list(range(len(table)))
    is_list = all(sorted(line) in (rows, [row + 1 for row in rows]) for line in table)
    sums = {*map(sum, table), *map(sum, zip(*table, strict=True))}
    return sums == {total} and not is_list


def _is_labelled(line: str, n: int) -> bool:
    """Whether it is a label and n numbers, so few that it looks like a sentence about a square."""
    match = HEAD.match(line.strip())
    bare = match["rest"].strip().rstrip(".,;") if match else ""
    if bare.isdecimal() and len(bare) == n > 1:
        return True
    return n in {2, 3} and bool(NUMBERS.fullmatch(bare)) and len(re.findall(r"\d+", bare)) == n


def _take_total(line: str, found: Printed) -> bool:
    for pattern in TOTAL:
        if (match := pattern.search(line)) and not CLASSES.search(line):
            if SHOWN_ONLY.search(line):
                return True
            found.totals.append(int(match["a"][:9]))
            return True
    return False


def _take_squares(line: str, n: int, found: Printed) -> bool:
    """A line of squares: a2 b4 c1 d3, Q1=2 Q2=4, 1/2 2/4."""
    bare = re.sub(r"^[^:]*[A-Za-z]{3}[^:]*:|^\s*\d+[.)]\s", "", line).strip().rstrip(".;")
    words = re.split(r"[\s,;]+", bare)
    if _is_notation(words, n) and not _is_heading(words):
        found.add(Kind.SQUARES, tuple(words), _label(line[: line.index(bare)]))
        return True
    squares = SQUARE.findall(bare)
    left = re.sub(r"[\s,;]", "", SQUARE.sub("", bare))
    are_apart = re.search(r"[A-Za-z=/]", bare) or all(map(SQUARE.fullmatch, bare.split()))
    if n > 1 and len(squares) == n and not left and are_apart and not _is_heading(words):
        found.add(Kind.SQUARES, tuple(Pair(int(a), int(b)) for a, b in squares))
        return True
    return False


def _is_heading(words: Sequence[str]) -> bool:
    """Whether they name columns: q1 q2 q3."""
    named = {re.sub(r"\d+$", "", word) for word in words if re.fullmatch(r"[A-Za-z]+\d+", word)}
    return len(words) > 1 == len(named) and len(set(words)) == len(words)


def _take_clauses(line: str, n: int, found: Printed) -> bool:
    """A sentence for each queen on one line: "Q1 in row 2; Q2 in row 4"."""
    sign = ";" if ";" in line else ","
    clauses = [re.findall(r"\d+", clause) for clause in line.strip(" ;,.").split(sign)]
    if n < 2 or len(clauses) != n or any(len(told) != 2 for told in clauses):
        return False
    found.add(Kind.SQUARES, tuple(Pair(int(a), int(b)) for a, b in clauses))
    return True


def _take_worded(same: Sequence[tuple[str, tuple[int, ...]]], n: int, found: Printed) -> None:
    """Lines that tell one queen each: "Queen 1 at row 1 column 2"."""
    templates: dict[str, list[Pair]] = {}
    for template, told in same:
        templates.setdefault(template, []).append(Pair(*told[-2:]))
    for template, having in templates.items():
        if len(having) % n == 0 and not TRIES.search(template.lower()):
            _take_blocks(Kind.SENTENCES, having, _label(template), n, found)


def _take_numbers(
    line: str, n: int, found: Printed, numbers: dict[str, list[tuple[int, ...]]]
) -> None:
    match = HEAD.match(line.strip())
    if not match or line.rstrip().endswith(":"):
        return
    for head, rest in (("", line), (match["label"], match["rest"]), _numbered(match["rest"])):
        bare = rest.strip().rstrip(".,;")
        if n > 2 and (numbered := re.fullmatch(rf"\d+\s+([0-{min(n, 9)}]{{{n}}})", bare)):
            bare = numbered[1]
        if not NUMBERS.fullmatch(bare):
            continue
        label = _label(head)
        told = tuple(map(int, re.findall(r"(?<!\d)-?\d+", _without_signs(bare))))
        if len(told) > 1:
            numbers.setdefault(label, []).append(told)
        elif len(bare) == n > 1:
            found.add(Kind.DIGITS, bare, label)
        elif n == 1 and not label and told[0] in {0, 1}:
            found.add(Kind.NUMBERS, told, label)
        elif not label:
            found.numbers.append(int(bare[:9]))
        return


def _numbered(rest: str) -> tuple[str, str]:
    """A line after the number of the solution: "1) 2 4 1 3", "1. 2413", "1 : 2 4 1 3"."""
    head, _, told = rest.partition(next((sign for sign in (")", ":", ". ") if sign in rest), "\n"))
    return head, told


def _without_signs(bare: str) -> str:
    """The numbers with spaces between: 2-4-1-3 holds no negative ones."""
    if re.fullmatch(r"\d+(\s*(-|->|=>|→)>?\s*\d+)+", bare):
        return re.sub(r"[^\d]+", " ", bare)
    return re.sub(r"->|=>|→", " ", bare)


def _take_number_lines(having: list[tuple[int, ...]], label: str, n: int, found: Printed) -> None:
    counters = [told[0] for told in having]
    first = 0 if n > 1 and counters[:1] == [0] else 1
    if all(len(told) == n + 1 for told in having) and counters == [
        *range(first, first + len(having))
    ]:
        having = [told[1:] for told in having]
    if n != 2 and all(len(told) == 2 for told in having) and len(having) % n == 0:
        _take_blocks(Kind.SQUARES, [Pair(*told) for told in having], label, n, found)
        return
    for told in having:
        found.add(Kind.NUMBERS, told, label)


# Drawings


def _take_boards(lines: Sequence[str], n: int, found: Printed) -> set[int]:
    """Take every drawing; gives the numbers of the lines that belong to one."""
    taken: set[int] = set()
    headings: set[int] = set()
    lines = _filled_up(lines, n)
    rows: list[list[list[str]]] = []
    for number, line in enumerate(lines):
        readings = [] if "\x00" in line else list(_readings(line, n))
        if n > 1 and readings and _are_labels(readings):
            headings.add(number)
        if number in headings or _is_border(line, n):
            taken.add(number)
            readings = []
        rows.append(readings)
    shown = [number for number in range(len(lines)) if number not in taken]
    for only_whole in (True, False):  # then those that are no solutions
        first = 0
        while first <= len(shown) - n:
            at = shown[first : first + n]
            grid = _grid([rows[number] for number in at], n)
            squares = queens_on(grid, n) if grid else None
            is_whole = squares is not None and _is_whole(squares, n)
            if grid and (is_whole or not only_whole):
                _take_board(grid, n, found)
                taken.update(at)
                first += n
            else:
                first += 1
        shown = [number for number in shown if number not in taken]
    for number in shown:
        line = lines[number]
        names = line.split()
        if (
            len(names) == n > 1
            and _are_names(names)
            and {number - 1, number + 1, number + 2} & taken
        ):
            taken.add(number)
        is_name = re.search(r"[Qq]\d", line)
        if SURE_QUEENS & set(line) and BOARD_LINE.fullmatch(line) and not is_name:
            taken.add(number)
            found.leftover.append(line.strip())
    return taken if any(stream.kind is Kind.BOARDS for stream in found.items) else taken - headings


def _is_whole(squares: Sequence[tuple[int, int]], n: int) -> bool:
    return [row for row, _ in squares] == list(range(n))


def _filled_up(lines: Sequence[str], n: int) -> list[str]:
    """The lines with boards filled up whose lines end with the queen."""
    filled = list(lines)
    matches = [INDENTED_QUEEN.match(line) if n > 1 else None for line in lines]
    first = 0
    while first <= len(lines) - n:
        together = [match for match in matches[first : first + n] if match]
        indents = [match.start(1) for match in together]
        width = max(indents, default=0) // (n - 1) if n > 1 else 0
        if len(together) < n or not width or any(indent % width for indent in indents):
            first += 1
            continue
        for number, indent in enumerate(indents):
            column = indent // width
            filled[first + number] = "." * column + "Q" + "." * (n - 1 - column)
        first += n
    return filled


def _take_board(grid: Sequence[Sequence[Any]], n: int, found: Printed, label: str = "") -> None:
    squares = queens_on(grid, n)
    if squares is None or is_empty(grid, n) or not squares:
        return
    if len(squares) != n:
        if attacks(squares) or len(squares) > n:
            found.leftover.append(f"a board with {len(squares)} queens")
        found.partial.add(len(squares))
        return
    whole = _is_whole(squares, n)
    shown = tuple(
        tuple("Q" if (row, column) in squares else "." for column in range(n))
        for row in range(n)
    ) if whole else tuple(map(str, squares))  # fmt: skip
    found.add(Kind.BOARDS, shown, label)


def _grid(rows: Sequence[list[list[str]]], n: int) -> list[list[str]] | None:
    """The cells of lines that are read in the same way and hold a board; None: they hold none."""
    if not all(rows):
        return None
    for style in range(len(STYLES)):
        grid = [readings[style] for readings in rows]
        if all(grid) and (queens_on(grid, n) is not None or is_empty(grid, n)):
            return grid
    return None


def _is_border(line: str, n: int) -> bool:
    """Whether it is a line between lines of squares: +---+---+, ======."""
    bare = line.strip()
    if not bare or not BORDER.fullmatch(bare) or (len(bare) <= n and set(bare) != {"="}):
        return False
    if not re.search(r"[-=_*~#‾¯─━═]{2}", bare):
        return False
    return "|" not in bare or "+" in bare or bool(re.fullmatch(r"[|\-+=_]+", bare))


def _are_labels(readings: Sequence[Sequence[str]]) -> bool:
    """Whether they name the columns: a b c, 1 2 3."""
    return _are_names(next(filter(None, readings)))


def _are_names(names: Sequence[str]) -> bool:
    if len(names) < 2 or not all(name.isdecimal() or len(name) == 1 for name in names):
        return False
    codes = [int(name) if name.isdecimal() else ord(name) for name in names]
    return codes == list(range(codes[0], codes[0] + len(codes)))


def _readings(line: str, n: int) -> Iterator[list[str]]:
    """The line as n cells, in each style in which it can be read; empty where it cannot."""
    found = [style(line, n) for style in STYLES]
    fitting = [cells if len(cells) == n and _are_cells(cells) else [] for cells in found]
    if any(fitting):
        yield from fitting


def _are_cells(cells: Sequence[str]) -> bool:
    """Whether they may be the cells of one line: few symbols, and no numbers but one queen's."""
    bare = [cell.strip() for cell in cells]
    if all(cell.isdecimal() for cell in bare):
        return (
            False
            or len(bare) - bare.count("0") <= 1 < len(bare) - 1
            or (len(bare) == 2 and "0" in bare)
        )
    kinds = {cell.lower() for cell in bare}
    return (
        len(kinds) <= 4
        and not any(re.search(r"\s", cell) for cell in kinds)
        and all(len(cell) <= 8 for cell in kinds)
        and (all(len(cell) <= 2 for cell in kinds) or len(kinds) <= 2)
    )


def _by_bars(line: str, n: int) -> list[str]:
    if not re.search(r"[|│║]", line):
        return []
    parts = re.split(r"[|│║]", line.strip())
    if not parts[-1].strip():
        parts = parts[:-1]
    if len(parts) == n + 1:
        parts = parts[1:]
    return [part.strip() for part in parts]


def _between_bars(line: str, n: int) -> list[str]:
    """The cells of a line between two bars, where empty squares may be spaces."""
    match = re.fullmatch(r"\s*[|│║]([^|│║]*)[|│║]\s*", line)
    if match is None or n < 2:
        return []
    inside = match[1]
    shapes = {n: inside, 2 * n - 1: inside[::2], 2 * n + 1: inside[1::2]}
    return [cell.strip() for cell in shapes.get(len(inside), "")]


def _by_words(line: str, n: int) -> list[str]:
    words = re.sub(r"[\[\](),'\"|│║]", " ", line).split()
    if len(words) == n + 2 and words[0] == words[-1]:
        return words[1:-1]
    if len(words) == n + 1 and re.fullmatch(r"\d+[.:)]?|[A-Za-z]", words[0]):
        return words[1:]
    if len(words) == n + 1 and words[-1].isdecimal():
        return words[:-1]
    return words


def _by_characters(line: str, n: int) -> list[str]:
    if len(line) == n:
        return list(line)
    words = line.strip(" |").split()
    if len(words) == 2 and len(words[1]) == n and words[0].rstrip(".:)").isdecimal():
        return list(words[1])
    return list(words[0]) if len(words) == 1 and len(words[0]) == n else []


def _by_width(line: str, n: int) -> list[str]:
    for width in (2, 3, 4):
        if n > 1 and width * n - 1 <= len(line) <= width * n:
            return [line[width * cell : width * cell + width].strip() for cell in range(n)]
    return []


STYLES = (_by_bars, _between_bars, _by_words, _by_characters, _by_width)
