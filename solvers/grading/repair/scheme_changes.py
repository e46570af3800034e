"""The natural changes of a program in Scheme or Racket.

A change that makes no sense is found out when it is tried.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from solvers.grading.repair.catalogue import ChangeKind, Edit
from solvers.grading.repair.parentheses import BODIES, DATA, PLAIN, Node, give_roles, nodes_of

MOST_EDITS, LONGEST = 5000, 1500

HEADS = [
    (
        ChangeKind.COMPARISON,
        "= < > <= >=|eq? equal? eqv? =|memq member memv|null? pair?|empty? cons?",
    ),
    (ChangeKind.SIGN, "+ -|add1 sub1|1+ -1+|inc dec"),
    (ChangeKind.AND_OR, "and or|when unless"),
    (ChangeKind.FUNCTION, "car cadr cdr caar|cdr cddr|cadr caddr|first second rest last|min max"),
    (ChangeKind.FUNCTION, "append cons list|append-map map|flatmap map|ormap andmap|any every"),
    (
        ChangeKind.FUNCTION,
        "for/and for/or|for/list for*/list|for for*|filter remove|take drop|let let*",
    ),
    (ChangeKind.FUNCTION, "quotient remainder modulo|list-ref list-tail"),
]
"""The heads that are taken for one another."""
OTHERS = [
    (kind, head, other)
    for kind, groups in HEADS
    for group in groups.split("|")
    for head, other in itertools.permutations(group.split(), 2)
]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


EQUAL = _words("= eq? eqv? equal?")
SAME_TURNED = EQUAL | _words("< > <= >= + * and or max min if")
"""The heads whose arguments are exchanged to no end, or as another change."""
RANGES = _words("range in-range iota build-list in-naturals enumerate-interval enumerate")
NUMBERS = _words("+ - * abs length quotient add1 sub1")
SPLICED = _words("map for/list for*/list")
TAKEN_OFF = _words("remove-duplicates delete-duplicates reverse sort cdr car first rest")
COPIES = {"vector": "(vector-copy {})", "hash": "(hash-copy {})", "list": "(list-copy {})"}
STEPS = _words("add1 sub1 1+ -1+ inc dec")
OF_LISTS = _words("car cdr cadr null? pair? first rest empty? length reverse append in-list")
WITH_LISTS = _words("cons map filter remove memv member append andmap ormap any every apply")
"""The functions whose first or last argument is a list."""
EMPTY = _words("'() null empty nil")
TRUTHS = {"#t": "#f", "#f": "#t", "#true": "#f", "#false": "#t", "true": "#f", "false": "#t"}

NUMBER = re.compile(r"-?\d{1,9}")


def edits_in(source: str) -> Iterator[Edit]:
    """The natural changes of the program, at most so many as are tried."""
    nodes = nodes_of(source)
    nodes[0].role = "clause"
    for node in nodes:
        if node.is_list:
            give_roles(node)
    lists, shared = set[str](), dict[str, str]()
    for node in nodes:
        if node.head == "define" and node.items[1:] and len(node.items[1].items) == 1:
            shared[node.items[1].head] = ""
        for each in node.items[1:2] if node.head in OF_LISTS else ():
            lists.add(each.name)
        if node.head in WITH_LISTS:
            lists.add(node.items[-1].name)
        if node.head.endswith("-set!") and node.rest:
            shared[node.rest[0].name] = node.head.removesuffix("-set!")
    edits = (edit for node in nodes[1:] for edit in _changes(node, lists, shared))
    is_short = (edit for edit in edits if len(edit.new) <= LONGEST)
    return itertools.islice(is_short, MOST_EDITS)


def _changes(node: Node, lists: set[str], shared: dict[str, str]) -> Iterator[Edit]:
    """The changes of a part; ``lists`` are names of lists, ``shared`` those of what is altered."""
    if node.role not in {"expr", "body", "clause"} or node.end - node.start > 4 * LONGEST:
        return
    if node.role == "clause":
        yield from _in_a_row(node, ChangeKind.CONDITION_EXTRA)
        return
    if node.role == "body" and (node.head in PLAIN or node.head not in BODIES):
        yield from _in_a_row(node, ChangeKind.STATEMENT_EXTRA)
    edits = _of_list(node) if node.is_list and not node.is_quoted else _of_atom(node, lists, shared)
    edits = itertools.chain(edits, _of_place(node, lists))
    yield from (Edit(kind, node.start, node.end, new) for kind, new in edits)
    if node.is_list and not node.is_quoted and node.items:
        yield from _of_parts(node, node.items[0], node.rest)


def _of_parts(node: Node, head: Node, rest: Sequence[Node]) -> Iterator[Edit]:
    """The changes of the head of a list, and of the order of its parts."""
    for kind, old, new in OTHERS:
        if old == node.head:
            yield Edit(kind, head.start, head.end, new)
    if head.role == "head" and node.head not in SAME_TURNED | DATA and node.head not in BODIES:
        for one, other in itertools.pairwise(rest):
            if one.role == other.role == "expr":
                yield _exchanged(ChangeKind.ARGUMENTS, one, other)
    if node.head in {"and", "or"}:
        yield from _third_condition(node)
    if node.head == "if" and len(rest) == 3:
        yield _exchanged(ChangeKind.ORDER, *rest[1:])


def _exchanged(kind: ChangeKind, one: Node, other: Node) -> Edit:
    between = one.source[one.end : other.start]
    return Edit(kind, one.start, other.end, other.text + between + one.text)


def _in_a_row(node: Node, kind: ChangeKind) -> Iterator[Edit]:
    """A clause or a body form goes, or stands after the next one."""
    row = node.parent.items if node.parent else []
    alike = [each for each in row[node.place + 1 : node.place + 2] if each.role == node.role]
    if node.head != "else" and (alike or row[node.place - 1].role == node.role):
        yield Edit(kind, node.start, node.end, "")
        if alike and alike[0].head not in {"else", "define"}:
            yield _exchanged(ChangeKind.ORDER, node, alike[0])


def _of_atom(
    node: Node, lists: set[str], shared: dict[str, str]
) -> Iterator[tuple[ChangeKind, str]]:
    """The changes of a number, a truth value, the empty list or a name."""
    own, head = node.text, node.parent.head if node.parent else ""
    if NUMBER.fullmatch(own):
        kind = ChangeKind.RANGE if head in RANGES else ChangeKind.OFF_BY_ONE
        yield from (
            (kind, str(new)) for new in sorted({int(own) - 1, int(own) + 1, 0} - {int(own)})
        )
    elif own in TRUTHS:
        yield ChangeKind.VALUE, TRUTHS[own]
        yield ChangeKind.VALUE, "'()"
    elif own in EMPTY:
        yield ChangeKind.BASE_CASE, "(list '())"
        yield ChangeKind.VALUE, "#f"
    elif own == "'(())":
        yield ChangeKind.BASE_CASE, "'()"
    elif shared.get(own) == "":
        yield ChangeKind.FUNCTION, f"({own})"
    elif own in (names := node.scope()):
        yield from (
            (ChangeKind.VARIABLE, new)
            for new in names
            if new != own and (new in lists) == (own in lists)
        )
        if own in shared and head not in {"vector-ref", "vector-set!", "hash-ref", "hash-set!"}:
            yield ChangeKind.COPY, COPIES.get(shared[own], "(list-copy {})").format(own)


def _of_place(node: Node, lists: set[str]) -> Iterator[tuple[ChangeKind, str]]:
    """The changes of an expression for where it stands: as an argument, a test or a result."""
    own, parent = node.text, node.parent or node
    head, is_name = parent.head, own in node.scope()
    is_sum = node.is_list and node.head in NUMBERS - {"+", "-"}
    is_loop = parent.role == "binding" and parent.parent and parent.parent.role == "bindings"
    if ((is_name and own not in lists) or is_sum) and head not in OF_LISTS | EQUAL | {"if", "cons"}:
        kind = ChangeKind.RANGE if head in RANGES or is_loop else ChangeKind.OFF_BY_ONE
        yield from ((kind, f"({sign} {own} 1)") for sign in "+-")
        if is_loop:
            yield ChangeKind.RANGE, f"(in-range 1 (+ {own} 1))"
    if is_name and own in lists and parent.role == "expr" and head not in OF_LISTS:
        yield from ((ChangeKind.FUNCTION, f"({each} {own})") for each in ("cdr", "reverse"))
    is_test = (node.place == 1 and head in {"if", "when", "unless"}) or head in {"and", "or"}
    is_test = is_test or (parent.role == "clause" and node.place == 0 and own != "else")
    if is_test and node.is_list and node.head != "not":
        yield ChangeKind.NEGATION, f"(not {own})"
    is_result = (head == "if" and node.place > 1) or (parent.role == "clause" and node.place > 0)
    if is_result and (is_name or node.head == "cons"):
        yield ChangeKind.BASE_CASE, f"(list {own})"
    if node.role == "body" and node.head in {"and", "cond", "for/and", "not"}:
        owner = parent.binds if parent.head == "define" else []
        for name in owner:
            if name in lists:
                yield ChangeKind.CONDITION_MISSING, f"(or (null? {name}) {own})"


def _of_list(node: Node) -> Iterator[tuple[ChangeKind, str]]:  # noqa: C901, PLR0912  # a table of calls
    """The changes of a call or another form as a whole."""
    own, head, rest = node.text, node.head, node.rest
    texts = [each.text for each in rest]
    match head, texts:
        case "and" | "or", [_, _, *_]:
            if head == "or":
                yield ChangeKind.FUNCTION, f"(append {' '.join(texts)})"
            for at in range(len(texts)):
                yield (
                    ChangeKind.CONDITION_EXTRA,
                    f"({head} {' '.join(texts[:at] + texts[at + 1 :])})",
                )
        case "not", [inner]:
            yield ChangeKind.NEGATION, inner
        case "abs", [inner]:
            yield ChangeKind.SIGN, inner
        case "+" | "-", [one, other]:
            yield from (
                (ChangeKind.VARIABLE, each) for each in (one, other) if not NUMBER.match(each)
            )
            if head == "-":
                yield ChangeKind.SIGN, f"(abs {own})"
        case _, [inner] if head in STEPS:
            yield ChangeKind.OFF_BY_ONE, inner
        case "cons", [first, others]:
            yield ChangeKind.FUNCTION, f"(append {others} (list {first}))"
        case "append", [others, _] if rest[1].head == "list" and len(rest[1].items) == 2:
            yield ChangeKind.FUNCTION, f"(cons {rest[1].items[1].text} {others})"
        case "list", [inner]:
            yield ChangeKind.BASE_CASE, inner
        case ("apply", ["append", inner]) | ("append*", [inner]):
            yield ChangeKind.RETURN, inner
        case "iota", [last]:
            yield ChangeKind.RANGE, f"(iota {last} 1)"
        case "range" | "in-range", [last]:
            yield ChangeKind.RANGE, f"({head} 1 (+ {last} 1))"
        case "in-naturals", []:
            yield ChangeKind.RANGE, "(in-naturals 1)"
        case "make-vector", [count, inner] if rest[1].is_list:
            yield ChangeKind.COPY, f"(build-vector {count} (lambda (_) {inner}))"
        case "if", [_, one, other]:
            tested = rest[0].rest[0].text if len(rest[0].items) == 2 else texts[0]
            if tested in {one, other}:  # the first success only
                yield ChangeKind.FUNCTION, f"(append {tested} {one if tested == other else other})"
    if head in SPLICED:
        yield ChangeKind.RETURN, f"(apply append {own})"
    if head in EQUAL and len(texts) == 2:
        if rest[1].head in {"car", "first"} and len(rest[1].items) == 2:
            yield ChangeKind.COMPARISON, f"(memv {texts[0]} {rest[1].items[1].text})"
        for second in dict.fromkeys(_second_conditions(node, texts)):
            yield ChangeKind.CONDITION_MISSING, f"(or {own} {second})"
    if head in TAKEN_OFF and texts:
        yield ChangeKind.FUNCTION, texts[0]


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


def _third_condition(node: Node) -> Iterator[Edit]:
    """The diagonal beside the row and the column."""
    parts = [each.rest[0] if each.head == "not" and each.rest else each for each in node.rest]
    equal = [each for each in parts if each.head in EQUAL and len(each.rest) == 2]
    if len(equal) > 1:
        sides = [f"(abs (- {each.rest[0].text} {each.rest[1].text}))" for each in equal[:2]]
        new = f"(= {' '.join(sides)})"
        new = f" (not {new})" if node.head == "and" else f" {new}"
        yield Edit(ChangeKind.CONDITION_MISSING, node.end - 1, node.end - 1, new)
