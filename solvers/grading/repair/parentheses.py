"""The parts of a program in Scheme or Racket, read by its parentheses alone."""

from __future__ import annotations

import itertools
import re

from solvers.grading.repair.parts import Row

MOST_TOKENS = 100_000
DATA = {"quote", "struct", "require", "provide", "import", "export", "library", "use-modules"}
DATA |= {"define-syntax", "define-syntax-rule", "define-struct", "define-record-type", "module"}
TOKEN = re.compile(
    r"""(?P<skipped>\s+|;[^\n]*|\#lang[^\n]*|\#!\S*|\#\|.*?(?:\|\#|\Z)|\#;)
    |(?P<mark>\#?(?:'|`|,@|,))
    |(?P<open>\#?[(\[{])|(?P<close>[)\]}])
    |(?P<text>(?:\#(?:rx|px)?\#?)?"(?:[^"\\]|\\.)*"?)
    |(?P<atom>\#\\(?:\w+|.)|[^\s()\[\]{}"';`,]+)
    |.""",
    re.VERBOSE | re.DOTALL,
)


def rows_of_lisp(source: str) -> list[Row]:
    """The rows of the text, as ``parts_in`` takes them: the head of a list is its first word."""
    rows, lists, mark, is_first = list[Row](), list[int](), -1, False
    for token in itertools.islice(TOKEN.finditer(source), MOST_TOKENS):
        kind, (start, end) = token.lastgroup, token.span()
        if kind == "mark":
            mark = start if mark < 0 else mark
        elif kind == "close" and lists:
            row = lists.pop()
            role, head, start, _ = rows[row]
            head = head if source[start] in "([{" else source[start:end]  # of what is quoted
            rows[row] = (role, head, start, end)
        elif kind == "atom" and is_first and mark < 0:
            role, _, start, end = rows[lists[-1]]
            rows[lists[-1]] = ("data" if token[0] in DATA else role, token[0], start, end)
        elif kind in {"open", "text", "atom"}:
            around = rows[lists[-1]] if lists else ("value", "", start, end)
            is_quoted = bool(lists) and source[around[2]] not in "([{"
            if kind == "open":
                lists.append(len(rows))
            start, mark = start if mark < 0 else mark, -1
            head = "" if kind == "open" else source[start:end]
            rows.append(("data" if is_quoted or around[0] == "data" else "value", head, start, end))
        is_first = kind == "open" or (is_first and kind == "skipped")
    return rows
