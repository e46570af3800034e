"""Lines of numbers and of squares: a line is its numbers, and the signs and words between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from solvers.grading.answers.totals import LINES_KEPT, NUMBER

NOTATION = re.compile(r"[QqDd]?[A-Za-z]\d{1,2}")
COUNTER_SIGNS = {")", "]", ":", ".", ").", "|", "->", "=>", "→"}
"""The signs between the number of a solution and the solution."""


@dataclass(frozen=True, slots=True)
class NumberLine:
    """The numbers of a line, as they are written, with the text before, between and behind them."""

    texts: tuple[str, ...]
    apart: tuple[str, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers."""
        return tuple(int(text[:18]) for text in self.texts)

    @property
    def begins(self) -> int | None:
        """The start of the run that ends with the line: numbers with only signs between them.

        Words and other numbers may stand before it: "Solution 1 of 2: 2 4 1 3".
        """
        if self.apart[-1].strip():
            return None
        first = max((at for at, text in enumerate(self.apart) if has_words(text)), default=0)
        signs = [sign.strip() for sign in self.apart[first + 1 : -1]]
        if len(signs) > 1 and signs[0] in COUNTER_SIGNS and signs[0] not in signs[1:]:
            first += 1
        return None if self.apart[first][-1:].isalpha() else first

    def label(self, begins: int) -> str:
        """The words before the run."""
        return label_of(" ".join(self.apart[: begins + 1]))

    def digits(self, n: int) -> str:
        """One solution as a number of n digits, behind at most the number of the solution."""
        last, before = (self.texts[-1], self.apart[-2]) if self.texts else ("", "")
        if len(last) != n or n == 1 or before[-1:].isalpha() or self.apart[-1].strip():
            return ""
        sign = before.strip()
        is_counted = sign[-1:] in COUNTER_SIGNS or (n > 2 and not sign)
        on_board = all(int(digit) <= n for digit in last if digit.isdecimal())
        return last if len(self.texts) == 1 or (is_counted and on_board) else ""

    def squares(self, n: int) -> tuple[tuple[int, int], ...]:
        """The squares of n queens, if it names so many in one way: "Q1=2 Q2=4", "1/2, 2/4"."""
        return self._couples(n) if len(self.texts) in {2 * n, 2 * n + 1} else ()

    @property
    def couples(self) -> tuple[tuple[int, int], ...]:
        """The couples of a line of nothing else: "{4: 2, 5: 10}", "((4 . 2) (5 . 10))"."""
        return () if len(self.texts) % 2 else self._couples(len(self.texts) // 2)

    def _couples(self, n: int) -> tuple[tuple[int, int], ...]:
        """The last n couples, if there are several and they are written in one way."""
        between = [sign.strip() for sign in self.apart[-2 * n : -1]]
        inner, outer = set(between[::2]), set(between[1::2])
        if n < 2 or len(inner) != 1 or len(outer) != 1 or inner == outer:
            return ()
        numbers = self.numbers[-2 * n :]
        return tuple(zip(numbers[::2], numbers[1::2], strict=True))


@lru_cache(LINES_KEPT)
def number_line(line: str) -> NumberLine:
    """The line taken apart."""
    texts: list[str] = []
    apart: list[str] = []
    at = 0
    for match in NUMBER.finditer(line):
        if "." in match[0]:
            continue
        texts.append(match[0])
        apart.append(line[at : match.start()])
        at = match.end()
    return NumberLine(tuple(texts), (*apart, line[at:]))


@lru_cache(LINES_KEPT)
def label_of(text: str) -> str:
    """The words of a text."""
    return " ".join(re.findall(r"[^\W\d_]+", text.lower()))


def has_words(text: str) -> bool:
    """Whether letters or digits are in it."""
    return any(map(str.isalnum, text))


def notation(line: str, n: int) -> tuple[tuple[str, ...], str] | None:
    """The n squares at the end of a line, and the words before them: "1: a2 b4 c1 d3"."""
    words = re.split(r"[\s,;]+", line.strip(" \t.,;"))
    squares, before = words[-n:], words[:-n]
    is_set_off = not before or n > 2 or before[-1][-1:] in {":", ")", ".", "="}
    if not is_notation(squares, n) or is_heading(squares) or not is_set_off:
        return None
    return None if before and NOTATION.fullmatch(before[-1]) else (
        tuple(squares), label_of(" ".join(before))
    )  # fmt: skip


def is_notation(words: Sequence[object], n: int) -> bool:
    """Whether they name n squares: a2, b4."""
    return len(words) == n and all(NOTATION.fullmatch(str(word)) for word in words)


def is_heading(words: Sequence[str]) -> bool:
    """Whether they name columns: q1 q2 q3."""
    named = {word.rstrip("0123456789") for word in words if word[:1].isalpha()}
    return len(words) > 1 == len(named) and len(set(words)) == len(words)
