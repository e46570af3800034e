"""The parts of a program, as a tree, and the roles that they have in it.

The reader of a language tells the parts in rows: a role, a head, and the place where the part
begins and ends. The head of a name or a number is its text; that of any other part is its operator
or function, or a word for its form.

The roles are value, test, statement (in Prolog a goal), clause, block (statements), variable, name
(where one gets its value) and data. Other parts only hold parts together.
"""

from __future__ import annotations

import itertools
import re
from collections import ChainMap
from collections.abc import Iterable
from dataclasses import dataclass, field

Row = tuple[str, str, int, int]
ROWS = [(str, str, int, int)]
MOST_ROWS, MOST_SCOPES = 5000, 20

OPERATIONS = {"Compare", "BoolOp", "BinOp", "AugAssign", "UnaryOp"}
"""Python's names of the parts whose heads are operators."""
SCOPE = re.compile(r"let\S*|for|for[*/]\S*|define\*?|lambda|λ|do|FunctionDef|fact|:-|-->")
"""The heads of the parts whose names are known inside alone."""
ROLES = {"begin": "statement", "if": "test value", "when": "test statement", "cond": "clause"}
ROLES |= {"unless": "test statement", "case": "value clause"}
ROLES |= dict.fromkeys(("and", "or", "not"), "test")
ROLES |= dict.fromkeys(("define", "define*", "lambda", "λ"), "names statement")
ROLES |= dict.fromkeys(("for/fold", "for*/fold"), "bindings bindings statement")
"""In Lisp, the roles of what follows the head of a list, the last one of all others, too."""


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
    names: ChainMap[str, None] = field(default_factory=ChainMap)
    """The names that are known in it; the first map has those that it gives a value itself."""

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


def parts_in(source: str, rows: Iterable[Row], *, is_lisp: bool = False) -> list[Node]:
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
        names = part.around.names if part.around else part.names
        is_scope = SCOPE.fullmatch(part.head) and len(names.maps) < MOST_SCOPES
        part.names = names.new_child() if is_scope else names
        if is_lisp:
            _give_roles(part)
        if part.head in OPERATIONS and part.items:
            begin = part.items[-2].end if len(part.items) > 1 else part.start
            part.head = source[begin : part.items[-1].start].strip("() \n")
        if part.role in {"name", "variable"} and part.head != "_" and not part.items:
            part.names.maps[-1 if "." in part.head else 0][part.head] = None  # self.x everywhere
    return parts


def _give_roles(part: Node) -> None:
    """Give the parts of a list in Lisp their roles, by the word at its head and by their places."""
    is_loop = part.head.startswith(("let", "for")) or part.head == "do"
    roles = ROLES.get(part.head, "bindings statement" if is_loop else "value").split()
    is_named = is_loop and bool(part.items) and part.items[0].text == part.items[0].head
    for k, item in enumerate(part.items[is_named:] if part.role != "data" else ()):
        if item.role == "value":
            item.role = roles[min(k, len(roles) - 1)]
        for one, each in itertools.pairwise([item, *item.items]):
            if item.role == "bindings":
                each.role = "test" if one.head.startswith("#:") else "binding"
                part.names.update({each.head: None} if each.items else {})
            elif item.role == "names":
                each.role = "name"
            elif item.role == "clause":
                each.role = "test" if one is item and not item.head else "statement"
        if item.role == "names" and part.head in {"lambda", "λ"}:
            part.names[item.head] = None
