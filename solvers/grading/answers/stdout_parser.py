"""Solutions in what a program prints: lists, lines of numbers, drawings of boards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from solvers.grading.answers.value_parser import board_lines
from solvers.grading.protocol.decoding import Pair

MOST_FOUND = 100_000

OPENING, CLOSING = "([{", ")]}"
TOKEN = re.compile(
    r"[\[({]|[\])}]|-?\d+(?:\.(?=[\s\]]))?|'[^']*'|\"[^\"]*\"|[A-Za-z_]\w*|#\(|[-/.:,]|\S"
)

LABEL = re.compile(r"^.*?[:=?>]\s*(?=-?\d)|^[^\d-]*[A-Za-z]\s+(?=-?\d)")
NUMBERS = re.compile(r"-?\d+(?:[\s,;|-]+-?\d+)*")


def printed_lists(text: str, n: int) -> tuple[Any, ...]:
    """Every list of numbers, of pairs or of lines of a board; lists of such lists are opened."""
    found: list[Any] = []
    for value in _values(text):
        found += _opened(value, n)
    return tuple(_boards_of_rows(found[:MOST_FOUND], n))


def printed_lines(text: str, n: int) -> tuple[Any, ...]:
    """Every line that is nothing but numbers, after what may stand before a colon."""
    found = []
    for line in text.splitlines():
        bare = LABEL.sub("", line).strip().rstrip(".,;")
        if NUMBERS.fullmatch(bare) and not line.rstrip().endswith(":"):
            numbers = tuple(map(int, re.findall(r"(?<!\d)-?\d+|\d+", bare)))
            digits = bare if len(numbers) == 1 and len(bare) == n > 1 else ""
            found.append(tuple(map(int, digits)) if digits else numbers)
    if n == 1:
        return tuple(found[:1])
    several = [one for one in found if len(one) > 1]
    return tuple(several[:MOST_FOUND])


def printed_boards(text: str, n: int) -> tuple[Any, ...]:
    """Every drawing of a board: n lines that stand together, each of n squares."""
    found: list[Any] = []
    together: list[Any] = []
    for line in [*text.splitlines(), ""]:
        if _is_border(line, n):
            continue
        squares = _squares(line, n)
        if squares is not None and _are_labels(squares):
            continue
        if squares is None:
            together = []
            continue
        together.append(squares)
        if len(together) == n:
            found.append(tuple(together))
            together = []
    return tuple(found[:1] if n == 1 else found[:MOST_FOUND])


def _is_border(line: str, n: int) -> bool:
    """Whether it is a line between lines of squares: +---+---+, or column labels."""
    bare = line.strip()
    if not bare:
        return False
    if (
        len(bare) > n
        and re.fullmatch(r"[-+=|_─━┼┬┴├┤┌┐└┘╋═\s]+", bare)
        and re.search(r"[-=_─━═]{2}", bare)
    ):
        return "|" not in bare or "+" in bare or bool(re.fullmatch(r"[|\-+=_]+", bare))
    return False


def _are_labels(squares: tuple[Any, ...]) -> bool:
    """Whether they name the columns: a b c, 1 2 3."""
    codes = [ord(str(one)[:1] or " ") for one in squares]
    return len(codes) > 2 and codes == list(range(codes[0], codes[0] + len(codes)))


def _squares(line: str, n: int) -> tuple[Any, ...] | None:
    """The squares of one line of a drawing; None where it is none."""
    for read in _readings(line, n):
        is_labelled = len(read) == n + 1 > 2 and re.fullmatch(r"\d+|[a-z]", read[0])
        cells = read[1:] if is_labelled else read
        if len(cells) == n and all(len(one) <= 1 for one in cells) and any(cells):
            return tuple(_mark(one) for one in cells)
    return None


def _readings(line: str, n: int) -> Iterator[list[str]]:
    bare = line.rstrip("\r\n")
    if "|" in bare or "│" in bare:
        parts = re.split(r"[|│]", bare.strip())
        inner = parts[1:-1] if parts[0].strip() == "" and parts[-1].strip() == "" else parts
        yield [one.strip() for one in inner]
        if parts[-1].strip() == "":
            yield [one.strip() for one in parts[:-1]]
        bare = " ".join(part for part in parts)
    stripped = re.sub(r"[\[\](),'\"]", " ", bare)
    yield stripped.split()
    words = stripped.split()
    if len(words) == 1 and len(words[0]) == n:
        yield list(words[0])
    if len(bare) == n:
        yield ["" if one == " " else one for one in bare]
    if len(words) == 2 and len(words[1]) == n and words[0].rstrip(".:").isdecimal():
        yield list(words[1])


def _mark(square: str) -> Any:
    return int(square) if square in {"0", "1"} else square


def _values(text: str) -> Iterator[Any]:
    """Every bracketed value that stands by itself in the text, outermost ones."""
    stack: list[list[Any]] = []
    opened: list[str] = []
    for match in TOKEN.finditer(text):
        token = match[0].removeprefix("#") if match[0] == "#(" else match[0]
        if token in OPENING:
            stack.append([])
            opened.append(token)
        elif token in CLOSING:
            if not opened or OPENING.index(opened[-1]) != CLOSING.index(token):
                stack, opened = [], []
                continue
            value = _closed(stack.pop())
            opened.pop()
            if stack:
                stack[-1].append(value)
            else:
                yield value
        elif stack:
            stack[-1].append(_atom(token))


class _Sign(str):
    """A sign between values."""

    __slots__ = ()


def _atom(token: str) -> Any:
    if re.fullmatch(r"-?\d+\.?", token):
        return int(token.rstrip(".")[:20])
    if token in {"-", "/", ".", ":", ","}:
        return _Sign(token)
    if token in {"True", "#t"}:
        return True
    if token in {"False", "#f"}:
        return False
    return token.strip("'\"") if token[:1] in "'\"" else token


def _closed(items: list[Any]) -> Any:
    """The items of one pair of brackets: a list or a dotted pair; ``R-C`` and ``R/C`` are pairs."""
    found: list[Any] = []
    waiting = ""
    for item in items:
        if isinstance(item, _Sign):
            waiting = "" if item == "," else str(item)
            continue
        if waiting and found and isinstance(found[-1], int) and isinstance(item, int):
            found[-1] = Pair(found[-1], abs(item))
        elif found and isinstance(found[-1], int) and isinstance(item, int) and item < 0:
            found.append(item)
        else:
            found.append(item)
        waiting = ""
    if len(found) == 1 and isinstance(found[0], Pair) and any(one == "." for one in items):
        return found[0]
    return tuple(one for one in found if not _is_name(one))


def _is_name(value: Any) -> bool:
    """What stands before a bracket, as in queen(1, 2)."""
    return isinstance(value, str) and re.fullmatch(r"[a-z_]{2,}", value) is not None


def _opened(value: Any, n: int) -> Iterator[Any]:
    """The lists in a value that are one solution each, or one line of a board."""
    if not isinstance(value, tuple) or not value:
        return
    if all(type(one) is int or isinstance(one, Pair) for one in value):
        if len(value) > 1 or n == 1:
            yield value
    elif (
        _is_board(value, n)
        or _is_squares(value, n)
        or all(
            (isinstance(one, str) and len(one) <= 1) or type(one) in {int, bool} for one in value
        )
    ):
        yield value
    else:
        for one in value:
            yield from _opened(one, n)


def _is_cell(value: Any) -> bool:
    return type(value) in {int, bool} or (isinstance(value, str) and len(value) <= 1)


def _is_squares(value: tuple[Any, ...], n: int) -> bool:
    return len(value) == n and all(
        isinstance(one, tuple) and len(one) == 2 and all(type(part) is int for part in one)
        for one in value
    )


def _is_board(value: tuple[Any, ...], n: int) -> bool:
    return n > 2 and len(value) == n and board_lines(value, n) is not None


def _boards_of_rows(found: list[Any], n: int) -> list[Any]:
    """Boards whose lines were printed as a list each, put together."""
    if n < 3 or len(found) % n or not found:
        return found
    if all(isinstance(one, tuple) and len(one) == 2 for one in found):  # a square a line
        return [tuple(found[first : first + n]) for first in range(0, len(found), n)]
    boards = [tuple(found[first : first + n]) for first in range(0, len(found), n)]
    return list(boards) if all(_is_board(one, n) for one in boards) else found


Extract = Callable[[str, int], tuple[Any, ...]]
