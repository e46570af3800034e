"""The natural changes of a program in Scheme or Racket, read by its parentheses.

Nothing is known but the text: which part is a body, a binding or a clause follows from the word at
the head of its list. A change that makes no sense is found out when it is tried.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from solvers.grading.repair.catalogue import Edit, Kind

MOST_EDITS = 5000
MOST_NODES, LONGEST, MOST_NAMES, MOST_LEVELS = 50_000, 1500, 8, 40

HEADS = [
    (Kind.COMPARISON, "= < > <= >=|eq? equal? eqv? =|memq member memv|null? pair?|empty? cons?"),
    (Kind.SIGN, "+ -|add1 sub1|1+ -1+|inc dec"),
    (Kind.AND_OR, "and or|when unless"),
    (Kind.FUNCTION, "car cadr cdr caar|cdr cddr|cadr caddr|first second rest last|min max"),
    (Kind.FUNCTION, "append cons list|append-map map|flatmap map|ormap andmap|any every"),
    (Kind.FUNCTION, "for/and for/or|for/list for*/list|for for*|filter remove|take drop|let let*"),
    (Kind.FUNCTION, "quotient remainder modulo|list-ref list-tail"),
]
"""The heads that are taken for one another."""
OTHERS = [
    (kind, head, other)
    for kind, groups in HEADS
    for group in groups.split("|")
    for head, other in itertools.permutations(group.split(), 2)
]

EQUAL = {"=", "eq?", "eqv?", "equal?"}
SAME_TURNED = {*EQUAL, "<", ">", "<=", ">=", "+", "*", "and", "or", "max", "min", "if"}
"""The heads whose arguments are exchanged to no end, or as another change."""
RANGES = {"range", "in-range", "iota", "build-list", "in-naturals", "enumerate-interval", "enumerate"}
SPLICED = {"map", "for/list", "for*/list"}
NUMBERS = {"+", "-", "*", "abs", "length", "quotient", "add1", "sub1"}
COPIES = {"vector": "(vector-copy {})", "hash": "(hash-copy {})", "list": "(list-copy {})"}
OF_LISTS = set("car cdr cadr null? pair? first rest empty? length reverse append in-list".split())
WITH_LISTS = set("cons map filter remove memq memv member append andmap ormap any every apply".split())
"""The functions whose first or last argument is a list."""
EMPTY = {"'()", "null", "empty", "nil"}
TRUTHS = {"#t": "#f", "#f": "#t", "#true": "#false", "#false": "#true", "true": "false", "false": "true"}

BODIES = {"begin": 1, "when": 2, "unless": 2, "define": 2, "define*": 2, "lambda": 2, "λ": 2}
"""The place at which the body begins."""
DATA = set("quote define-syntax define-syntax-rule struct define-struct define-record-type".split())
DATA |= set("require provide import export use-modules module+ module library".split())

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
NUMBER = re.compile(r"-?\d{1,9}")


@dataclass(slots=True, eq=False)
class Node:
    """An atom, or a list, with the mark of a quote before it; ``place`` is its place in its list."""

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
    def head(self) -> str:
        """The word at the head of a list; "" without one."""
        return self.items[0].text if self.items and not self.items[0].is_list else ""

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


def give_roles(node: Node) -> None:
    """Give the items of a list their roles, and the list the names that it binds."""
    items, head, count = node.items, node.head, len(node.items)
    roles = ["expr"] * count
    if node.is_quoted or node.role in {"data", "names", "head"} or head in DATA:
        roles = ["data"] * count
    elif node.role == "bindings":
        is_option = [False, *(each.text[:2] == "#:" for each in items if not each.is_list or True)]
        roles = ["binding" if each.is_list else "expr" for each in items]
        roles = ["expr" if after else role for role, after in zip(roles, is_option, strict=False)]
    elif node.role == "binding":
        roles[0] = "names"
    elif node.role == "clause":
        roles[1:] = ["body"] * (count - 1)
    elif head in {"cond", "case"}:
        roles[1:] = ["clause"] * (count - 1)
    elif head in BODIES:
        begin = BODIES[head]
        roles[begin:] = ["body"] * (count - begin)
        if begin == 2 and head not in {"when", "unless"}:
            roles[1:2] = ["names"]
            named = items[1].items if items[1].is_list else []
            names = named[head.startswith("define") :]
            node.binds = [each.text for each in names if not each.is_list]
    elif head.startswith(("let", "for")) or head == "do":
        begin = 2 if count > 2 and not items[1].is_list else 1
        last = begin + 1 if head.startswith(("for/fold", "for*/fold")) else begin
        roles[begin:] = ["body"] * (count - begin)
        roles[1 : last + 1] = ["names"] * (begin - 1) + ["bindings"] * (last + 1 - begin)
        pairs = [pair for each in items[begin : last + 1] for pair in each.items[:MOST_NAMES]]
        node.binds = [pair.head for pair in pairs if pair.head]
    if "body" in roles:
        inner = [each for each in items[:MOST_LEVELS] if each.head == "define" and each.items[1:]]
        node.binds += [each.items[1].text for each in inner if not each.items[1].is_list]
    if count and roles[0] == "expr" and node.role in {"expr", "body"} and not items[0].is_list:
        roles[0] = "head"
    for item, role in zip(items, roles, strict=False):
        item.role = role


def edits_in(source: str) -> Iterator[Edit]:
    """The natural changes of the program, at most so many as are tried."""
    nodes = nodes_of(source)
    nodes[0].role = "clause"
    for node in nodes:
        if node.is_list:
            give_roles(node)
    lists, shared = set[str](), dict[str, str]()
    for node in nodes:
        for each in node.items[1:2] if node.head in OF_LISTS else ():
            lists.add(each.text[:MOST_LEVELS])
        if node.head in WITH_LISTS:
            lists.add(node.items[-1].text[:MOST_LEVELS])
        if node.head.endswith("-set!") and node.rest:
            shared[node.rest[0].text[:MOST_LEVELS]] = node.head.removesuffix("-set!")
    edits = (edit for node in nodes[1:] for edit in _changes(node, lists, shared))
    is_short = (edit for edit in edits if len(edit.new) <= LONGEST)
    return itertools.islice(is_short, MOST_EDITS)


def _changes(node: Node, lists: set[str], shared: dict[str, str]) -> Iterator[Edit]:
    """The changes of a part; ``lists`` and ``shared`` are names of lists, and of what is altered."""
    if node.role not in {"expr", "body", "clause"} or node.end - node.start > 4 * LONGEST:
        return
    if node.role == "clause":
        yield from _in_a_row(node, Kind.CONDITION_EXTRA)
        return
    if node.role == "body" and node.head not in BODIES.keys() - {"when", "unless", "begin"}:
        yield from _in_a_row(node, Kind.STATEMENT_EXTRA)
    edits = _of_list(node) if node.is_list and not node.is_quoted else _of_atom(node, lists, shared)
    edits = itertools.chain(edits, _of_place(node, lists))
    yield from (Edit(kind, node.start, node.end, new) for kind, new in edits)
    if node.is_list and not node.is_quoted and node.items:
        head, rest = node.items[0], node.rest
        for kind, old, new in OTHERS:
            if old == node.head:
                yield Edit(kind, head.start, head.end, new)
        if head.role == "head" and node.head not in SAME_TURNED | BODIES.keys() | DATA:
            for one, other in itertools.pairwise(rest):
                if one.role == other.role == "expr":
                    yield _exchanged(Kind.ARGUMENTS, one, other)
        if node.head == "if" and len(rest) == 3:
            yield _exchanged(Kind.ORDER, *rest[1:])


def _exchanged(kind: Kind, one: Node, other: Node) -> Edit:
    between = one.source[one.end : other.start]
    return Edit(kind, one.start, other.end, other.text + between + one.text)


def _in_a_row(node: Node, kind: Kind) -> Iterator[Edit]:
    """A clause or a body form goes, or stands after the next one."""
    row = node.parent.items if node.parent else []
    alike = [each for each in row[node.place + 1 :][:1] if each.role == node.role]
    if node.head != "else" and (alike or row[node.place - 1].role == node.role):
        yield Edit(kind, node.start, node.end, "")
        if alike and alike[0].head not in {"else", "define"}:
            yield _exchanged(Kind.ORDER, node, alike[0])


def _of_atom(node: Node, lists: set[str], shared: dict[str, str]) -> Iterator[tuple[Kind, str]]:
    """The changes of a number, a truth value, the empty list or a name."""
    own, head = node.text, node.parent.head if node.parent else ""
    if NUMBER.fullmatch(own):
        kind = Kind.RANGE if head in RANGES else Kind.OFF_BY_ONE
        yield from ((kind, str(new)) for new in sorted({int(own) - 1, int(own) + 1, 0} - {int(own)}))
    elif own in TRUTHS:
        yield Kind.VALUE, TRUTHS[own]
        yield Kind.VALUE, "'()"
    elif own in EMPTY:
        yield Kind.BASE_CASE, "(list '())"
        yield Kind.VALUE, "#f"
    elif own == "'(())":
        yield Kind.BASE_CASE, "'()"
    elif own in (names := node.scope()):
        yield from (
            (Kind.VARIABLE, new) for new in names if new != own and (new in lists) == (own in lists)
        )
        if own in shared and head not in {"vector-ref", "vector-set!", "hash-ref", "hash-set!"}:
            yield Kind.COPY, COPIES.get(shared[own], "(list-copy {})").format(own)


def _of_place(node: Node, lists: set[str]) -> Iterator[tuple[Kind, str]]:
    """The changes of an expression for where it stands: as an argument, a test or a result."""
    own, parent = node.text, node.parent or node
    head, is_name = parent.head, own in node.scope()
    is_sum = node.is_list and node.head in NUMBERS - {"+", "-"}
    is_loop = parent.role == "binding" and parent.parent and parent.parent.role == "bindings"
    if (is_name and own not in lists or is_sum) and head not in OF_LISTS | EQUAL | {"if", "cons"}:
        kind = Kind.RANGE if head in RANGES or is_loop else Kind.OFF_BY_ONE
        yield from ((kind, f"({sign} {own} 1)") for sign in "+-")
        if is_loop:
            yield Kind.RANGE, f"(in-range 1 (+ {own} 1))"
    if is_name and own in lists and parent.role == "expr" and head not in OF_LISTS:
        yield from ((Kind.FUNCTION, f"({each} {own})") for each in ("cdr", "reverse"))
    is_test = node.place == 1 and head in {"if", "when", "unless"} or head in {"and", "or"}
    is_test = is_test or parent.role == "clause" and node.place == 0 and own != "else"
    if is_test and node.is_list and node.head != "not":
        yield Kind.NEGATION, f"(not {own})"
    is_result = head == "if" and node.place > 1 or parent.role == "clause" and node.place > 0
    if is_result and (is_name or node.head == "cons"):
        yield Kind.BASE_CASE, f"(list {own})"
    if node.role == "body" and node.head in {"and", "cond", "for/and", "not"}:
        owner = parent.binds if parent.head == "define" else []
        for name in owner:
            if name in lists:
                yield Kind.CONDITION_MISSING, f"(or (null? {name}) {own})"


def _of_list(node: Node) -> Iterator[tuple[Kind, str]]:
    """The changes of a call or another form as a whole."""
    own, head, rest = node.text, node.head, node.rest
    texts = [each.text for each in rest]
    match head, texts:
        case "and" | "or", [_, _, *_]:
            if head == "or":
                yield Kind.FUNCTION, f"(append {' '.join(texts)})"
            for at in range(len(texts)):
                yield Kind.CONDITION_EXTRA, f"({head} {' '.join(texts[:at] + texts[at + 1 :])})"
            yield from _third_condition(node)
        case "not", [inner]:
            yield Kind.NEGATION, inner
        case "abs", [inner]:
            yield Kind.SIGN, inner
        case "-", [_, _]:
            yield Kind.SIGN, f"(abs {own})"
        case "add1" | "sub1" | "1+" | "-1+" | "inc" | "dec", [inner]:
            yield Kind.OFF_BY_ONE, inner
        case "cons", [first, others]:
            yield Kind.FUNCTION, f"(append {others} (list {first}))"
        case "append", [others, _] if rest[1].head == "list" and len(rest[1].items) == 2:
            yield Kind.FUNCTION, f"(cons {rest[1].items[1].text} {others})"
        case "list", [inner]:
            yield Kind.BASE_CASE, inner
        case ("apply", ["append", inner]) | ("append*", [inner]):
            yield Kind.RETURN, inner
        case "iota", [last]:
            yield Kind.RANGE, f"(iota {last} 1)"
        case "range" | "in-range", [last]:
            yield Kind.RANGE, f"({head} 1 (+ {last} 1))"
        case "in-naturals", []:
            yield Kind.RANGE, "(in-naturals 1)"
        case "make-vector", [count, inner] if rest[1].is_list:
            yield Kind.COPY, f"(build-vector {count} (lambda (_) {inner}))"
        case "if", [_, one, other]:
            tested = rest[0].rest[0].text if len(rest[0].items) == 2 else texts[0]
            if tested in {one, other}:  # the first success only
                yield Kind.FUNCTION, f"(append {tested} {one if tested == other else other})"
    if head in SPLICED:
        yield Kind.RETURN, f"(apply append {own})"
    if head in EQUAL and len(texts) == 2:
        for second in dict.fromkeys(_second_conditions(node, texts)):
            yield Kind.CONDITION_MISSING, f"(or {own} {second})"
    if head in {"safe?", "cdr"} and len(texts) == 1:
        yield Kind.FUNCTION, texts[0]


def _second_conditions(node: Node, texts: Sequence[str]) -> Iterator[str]:
    """What is tested as well: the other diagonal, the row, or a diagonal beside the row."""
    own = node.text
    for each in (inner for part in (node, *node.rest) for inner in part.rest):
        if each.head in {"+", "-"} and len(each.rest) == 2:
            one, other = (part.text for part in each.rest)
            sign = "-" if each.head == "+" else "+"
            turned = [f"({sign} {one} {other})"] + [f"(- {other} {one})"] * (sign == "+")
            yield from (own.replace(each.text, new) for new in turned)
            if each.head == "-":
                yield f"(= {one} {other})"
    if not any(each.head in NUMBERS for each in node.rest):
        for name in node.scope():
            yield f"(= (abs (- {texts[0]} {texts[1]})) {name})"


def _third_condition(node: Node) -> Iterator[tuple[Kind, str]]:
    """The diagonal beside the row and the column."""
    parts = [each.rest[0] if each.head == "not" and each.rest else each for each in node.rest]
    equal = [each for each in parts if each.head in EQUAL and len(each.rest) == 2]
    if len(equal) == 2:
        sides = [f"(abs (- {each.rest[0].text} {each.rest[1].text}))" for each in equal]
        new = f"(= {' '.join(sides)})"
        new = f"(not {new})" if node.head == "and" else new
        yield Kind.CONDITION_MISSING, f"{node.text[:-1]} {new})"
