"""The parts of a program, as a tree, and the roles that they have in it.

The reader of a language tells the parts in rows: a role, a head, and the place where the part
begins and ends. The head of a name or a number is its text; that of any other part is its operator
or function, or a word for its form. Scheme and Racket are read here, by their parentheses alone.

The roles are value, statement (in Prolog a goal), clause, block (statements), variable, name
(where one gets its value) and data. Other parts only hold parts together.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

Row = tuple[str, str, int, int]
ROWS = [(str, str, int, int)]
MOST_ROWS, MOST_TOKENS = 5000, 100_000

OPERATIONS = {"Compare", "BoolOp", "BinOp", "AugAssign", "UnaryOp"}
"""Python's names of the parts whose heads are operators."""
DATA = {"quote", "struct", "require", "provide", "import", "export", "library", "use-modules"}
DATA |= {"define-syntax", "define-syntax-rule", "define-struct", "define-record-type", "module"}
TOKEN = re.compile(
    r"""(?P<skipped>\s+|;[^\n]*|\#lang[^\n]*|\#!\S*|\#\|.*?(?:\|\#|\Z)|\#;)
    |(?P<open>\#?[(\[{])|(?P<close>[)\]}])
    |(?P<atom>'\(\)|(?:\#(?:rx|px)?\#?)?"(?:[^"\\]|\\.)*"?|\#\\(?:\w+|.)|'?[^\s()\[\]{}"';`,]+)
    |.""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(slots=True, eq=False)
class Node:
    """A part of a program, with those in it and the one around it."""

    source: str
    role: str
    head: str
    start: int
    end: int
    around: Node | None = None
    items: list[Node] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its text."""
        return self.source[self.start : self.end]

    def places(self) -> list[tuple[int, int]]:
        """The places of its head: before its parts, or else between them."""
        ends = [self.start, *(each.end for each in self.items)]
        starts = [*(each.start for each in self.items), self.end]
        found = [self.source.find(self.head, *gap) for gap in zip(ends, starts, strict=True)]
        places = [(at, at + len(self.head)) for at in found if at >= 0 and self.head]
        return places[:1] if found[0] >= 0 else places


def parts_in(source: str, rows: Iterable[Row]) -> list[Node]:
    """The whole program, and the parts in it; each stands in the smallest one around it."""
    parts = [Node(source, "block", "", 0, len(source))]
    around = parts[0]
    for role, head, start, end in sorted(rows, key=lambda row: (row[2], -row[3]))[:MOST_ROWS]:
        while around.around and not around.start <= start <= end <= around.end:
            around = around.around
        part = Node(source, role, head, start, min(end, around.end), around)
        around.items.append(part)
        parts.append(part)
        around = part
    for part in parts:
        if part.head in OPERATIONS and part.items:
            begin = part.items[-2].end if len(part.items) > 1 else part.start
            part.head = source[begin : part.items[-1].start].strip("() \n")
    return parts


def rows_of_lisp(source: str) -> tuple[Row, ...]:
    """The rows of a program in Scheme or Racket: the head of a list is its first word."""
    rows, lists, is_first = list[Row](), list[int](), False
    for token in itertools.islice(TOKEN.finditer(source), MOST_TOKENS):
        kind, (start, end) = token.lastgroup, token.span()
        role, head, first, _ = rows[lists[-1]] if lists else ("value", "", start, end)
        if kind == "close" and lists:
            rows[lists.pop()] = (role, head, first, end)
        elif kind == "atom" and is_first:
            rows[lists[-1]] = ("data" if token[0] in DATA else role, token[0], first, end)
        elif kind in {"open", "atom"}:
            role = "data" if role == "data" else "value"
            if kind == "open":
                role = "clause" if role == "value" and head == "cond" else role
                lists.append(len(rows))
            rows.append((role, "" if kind == "open" else token[0], start, end))
        is_first = kind == "open" or (is_first and kind == "skipped")
    return tuple(rows)
