"""The parts of a program in Scheme or Racket, read by its parentheses.

Nothing is known but the text: which part is a body, a binding or a clause follows from the word at
the head of its list.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field

MOST_TOKENS, MOST_NAMES, MOST_LEVELS = 100_000, 8, 40

PLAIN = {"begin": "body", "when": "expr body", "unless": "expr body"}
FORMS = PLAIN | dict.fromkeys(("define", "define*", "lambda", "λ"), "names body")
"""The roles of what follows the head of a form, the last one of all others, too."""
OTHER_FORMS = dict.fromkeys(("cond", "case"), "clause")
OTHER_FORMS |= dict.fromkeys(("for/fold", "for*/fold"), "bindings bindings body")
DATA = {"quote", "struct", "require", "provide", "import", "export", "library", "use-modules"}
DATA |= {"define-syntax", "define-syntax-rule", "define-struct", "define-record-type"}
DATA |= {"module", "module+"}

TOKEN = re.compile(
    r"""(?P<skipped>\s+|;[^\n]*|\#lang[^\n]*|\#!\S*|\#\|.*?(?:\|\#|\Z)|\#;)
    |(?P<mark>\#?(?:'|`|,@|,))
    |(?P<open>\#?[(\[{])|(?P<close>[)\]}])
    |(?P<text>(?:\#(?:rx|px)?\#?)?"(?:[^"\\]|\\.)*"?)
    |(?P<atom>\#\\(?:\w+|.)|[^\s()\[\]{}"';`,]+)
    |.""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(slots=True, eq=False)
class Node:
    """An atom or a list, with the quote before it; ``place`` is its place in the list around."""

    source: str
    start: int
    end: int
    parent: Node | None = None
    place: int = 0
    is_list: bool = False
    is_quoted: bool = False
    items: list[Node] = field(default_factory=list)
    role: str = "data"
    """expr, body, names, bindings, binding, clause, or data."""
    binds: list[str] = field(default_factory=list)
    """The names that it gives to its body."""

    @property
    def text(self) -> str:
        """The text, with its mark."""
        return self.source[self.start : self.end]

    @property
    def name(self) -> str:
        """The text of an atom; "" for a list."""
        return "" if self.is_list else self.text

    @property
    def head(self) -> str:
        """The word at the head of a list; "" without one."""
        return self.items[0].name if self.items else ""

    @property
    def rest(self) -> list[Node]:
        """What follows the head."""
        return self.items[1:]

    def scope(self) -> list[str]:
        """The names that the lists around give it, the nearest first."""
        names: dict[str, None] = {}
        node = self.parent
        for _ in range(MOST_LEVELS):
            if node:
                names |= dict.fromkeys(node.binds)
                node = node.parent
        return [*names][:MOST_NAMES]

    def give_roles(self) -> None:
        """Give the items of a list their roles, and the list the names that it binds."""
        items, head = self.items, self.head
        is_loop = head.startswith(("let", "for")) or head == "do"
        roles = ["expr", *(FORMS | OTHER_FORMS).get(head, "expr").split()]
        if self.is_quoted or self.role in {"data", "names"} or head in DATA:
            roles = ["data"]
        elif self.role == "bindings":
            is_pair = (
                each.is_list and items[k - 1].name[:2] != "#:" for k, each in enumerate(items)
            )
            roles = ["binding" if pair else "expr" for pair in is_pair]
        elif self.role in {"binding", "clause"}:
            roles = ["names", "expr"] if self.role == "binding" else ["expr", "body"]
        elif is_loop and head not in OTHER_FORMS:
            is_named = len(items) > 2 and not items[1].is_list
            roles = ["expr", *["names"] * is_named, "bindings", "body"]
        for k, item in enumerate(items):
            item.role = roles[min(k, len(roles) - 1)]
            if item.role == "names" and head in FORMS:
                parameters = item.items[head.startswith("define") :]
                self.binds += [each.name for each in parameters if each.name]
            elif item.role == "bindings":
                self.binds += [pair.head for pair in item.items if pair.head]
            elif item.role == "body" and item.head == "define" and item.rest:
                self.binds += [item.rest[0].name] if item.rest[0].name else []
        self.binds = self.binds[:MOST_NAMES]
        if items and items[0].role == "expr" and self.role in {"expr", "body"} and head:
            items[0].role = "data"


def nodes_of(source: str) -> list[Node]:
    """All parts of a text, each after the list that it stands in; the first is the whole text."""
    root = Node(source, 0, len(source), is_list=True, role="clause")
    nodes, stack, mark = [root], [root], -1
    for token in itertools.islice(TOKEN.finditer(source), MOST_TOKENS):
        kind, (start, end) = token.lastgroup, token.span()
        if kind == "mark":
            mark = start if mark < 0 else mark
        elif kind == "close" and len(stack) > 1:
            stack.pop().end = end
        elif kind in {"open", "text", "atom"}:
            parent = stack[-1]
            node = Node(source, start if mark < 0 else mark, end, parent, len(parent.items))
            node.is_list, node.is_quoted = kind == "open", mark >= 0 or token[0] == "#("
            parent.items.append(node)
            nodes.append(node)
            mark = -1
            if node.is_list:
                node.end = len(source)
                stack.append(node)
    for node in nodes:
        if node.is_list:
            node.give_roles()
    return nodes
