"""The parts of a program in Scheme or Racket, read by its parentheses.

Nothing is known but the text: which part is a body, a binding or a clause follows from the word at
the head of its list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

MOST_NODES, MOST_NAMES, MOST_LEVELS = 50_000, 8, 40

BODIES = {"begin": 1, "when": 2, "unless": 2, "define": 2, "define*": 2, "lambda": 2, "λ": 2}
"""The place at which the body begins."""
PLAIN = {"begin", "when", "unless"}
DATA = {
    "quote",
    "define-syntax",
    "define-syntax-rule",
    "struct",
    "define-struct",
    "require",
    "provide",
}
DATA |= {"define-record-type", "import", "export", "use-modules", "module+", "module", "library"}

TOKEN = re.compile(
    r"""(?P<skipped>\s+|;[^\n]*|\#lang[^\n]*|\#!\S*)
    |(?P<comment>\#\|)|(?P<dropped>\#;)
    |(?P<mark>\#?(?:'|`|,@|,))
    |(?P<open>\#?[(\[{])|(?P<close>[)\]}])
    |(?P<text>(?:\#(?:rx|px)?\#?)?"(?:[^"\\]|\\.)*"?)
    |(?P<atom>\#\\(?:\w+|.)|[^\s()\[\]{}"';`,]+)
    |.""",
    re.VERBOSE | re.DOTALL,
)
COMMENT = re.compile(r"\#\||\|\#")


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
    """expr, body, head, names, bindings, binding, clause, or data."""
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
            if node is None:
                break
            names |= dict.fromkeys(node.binds)
            node = node.parent
        return [*names][:MOST_NAMES]


def nodes_of(source: str) -> list[Node]:
    """All parts of a text, each after the list that it stands in; the first is the whole text."""
    root = Node(source, 0, len(source), is_list=True)
    nodes, stack, at = [root], [root], 0
    mark, drops = -1, False
    while at < len(source) and len(nodes) < MOST_NODES:
        token = TOKEN.match(source, at)
        assert token  # noqa: S101  # its last part takes any character
        kind, start, at = token.lastgroup, at, token.end()
        if kind == "comment":
            at = _after_comment(source, at)
        elif kind == "dropped":
            drops = True
        elif kind == "mark":
            mark = start if mark < 0 else mark
        elif kind == "close":
            if len(stack) > 1:
                stack.pop().end = at
        elif kind in {"open", "text", "atom"}:
            parent = stack[-1]
            quoted = mark >= 0 or token[0].startswith("#(")
            node = Node(source, start if mark < 0 else mark, at, parent, len(parent.items))
            node.is_list, node.is_quoted = kind == "open", quoted
            if not drops:
                parent.items.append(node)
                nodes.append(node)
            mark, drops = -1, False
            if kind == "open":
                node.end = len(source)
                stack.append(node)
    return nodes


def _after_comment(source: str, at: int) -> int:
    depth = 1
    while depth and (found := COMMENT.search(source, at)):
        depth += 1 if found[0] == "#|" else -1
        at = found.end()
    return len(source) if depth else at


def give_roles(node: Node) -> None:  # noqa: C901  # a table of forms
    """Give the items of a list their roles, and the list the names that it binds."""
    items, head, count = node.items, node.head, len(node.items)
    roles = ["expr"] * count
    if node.is_quoted or node.role in {"data", "names", "head"} or head in DATA:
        roles = ["data"] * count
    elif node.role == "bindings":
        is_pair = (each.is_list and items[k - 1].name[:2] != "#:" for k, each in enumerate(items))
        roles = ["binding" if pair else "expr" for pair in is_pair]
    elif node.role == "binding":
        roles[:1] = ["names"]
    elif node.role == "clause":
        roles[1:] = ["body"] * (count - 1)
    elif head in {"cond", "case"}:
        roles[1:] = ["clause"] * (count - 1)
    elif head in BODIES:
        begin = BODIES[head]
        roles[begin:] = ["body"] * (count - begin)
        if head not in PLAIN:
            roles[1:2] = ["names"]
            named = items[1].items if count > 1 and items[1].is_list else []
            names = named[head.startswith("define") :][:MOST_NAMES]
            node.binds = [each.name for each in names if each.name]
    elif head.startswith(("let", "for")) or head == "do":
        begin = 2 if count > 2 and not items[1].is_list else 1
        last = begin + 1 if head.startswith(("for/fold", "for*/fold")) else begin
        roles[begin:] = ["body"] * (count - begin)
        roles[1 : last + 1] = ["names"] * (begin - 1) + ["bindings"] * (last + 1 - begin)
        pairs = [pair for each in items[begin : last + 1] for pair in each.items[:MOST_NAMES]]
        node.binds = [pair.head for pair in pairs if pair.head]
    if "body" in roles:
        inner = [each for each in items[:MOST_LEVELS] if each.head == "define" and each.items[1:]]
        node.binds += [each.items[1].name for each in inner if each.items[1].name]
    if count and roles[0] == "expr" and node.role in {"expr", "body"} and not items[0].is_list:
        roles[0] = "head"
    for item, role in zip(items, roles, strict=False):
        item.role = role
