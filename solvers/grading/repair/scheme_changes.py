"""The natural changes of a program in Scheme or Racket, as patterns of its lists.

A change that makes no sense is found out when it is tried.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from solvers.grading.repair.catalogue import ChangeKind, Edit
from solvers.grading.repair.parentheses import DATA, FORMS, PLAIN, Node, nodes_of

LONGEST = 6000
"""The most characters of a part that is changed."""

HEADS = {
    ChangeKind.COMPARISON: "= < > <= >=|eq? equal? eqv? =|memq member memv|null? pair?|"
    "empty? cons?",
    ChangeKind.SIGN: "+ -|add1 sub1|1+ -1+|inc dec",
    ChangeKind.AND_OR: "and or|when unless",
    ChangeKind.FUNCTION: "car cadr cdr caar|cdr cddr|cadr caddr|first second rest last|min max|"
    "append cons list|append-map map|flatmap map|ormap andmap|any every|for/and for/or|"
    "for/list for*/list|for for*|filter remove|take drop|let let*|quotient remainder modulo|"
    "list-ref list-tail",
}
"""The heads that are taken for one another."""
OTHERS = [
    (kind, head, other)
    for kind, groups in HEADS.items()
    for group in groups.split("|")
    for head, other in itertools.permutations(group.split(), 2)
]

SAME = "=|eq?|eqv?|equal?"
REWRITES = [
    (ChangeKind.NEGATION, "(not A)", "A"),
    (ChangeKind.SIGN, "(abs A)", "A"),
    (ChangeKind.SIGN, "(- A B)", "(abs @)"),
    (ChangeKind.VARIABLE, "(+|- A B)", "A"),
    (ChangeKind.VARIABLE, "(+|- A B)", "B"),
    (ChangeKind.OFF_BY_ONE, "(add1|sub1|1+|-1+|inc|dec A)", "A"),
    (ChangeKind.FUNCTION, "(cons A B)", "(append B (list A))"),
    (ChangeKind.FUNCTION, "(append A (list B))", "(cons B A)"),
    (ChangeKind.FUNCTION, "(or A ...)", "(append A ...)"),
    (ChangeKind.FUNCTION, "(if A A B)", "(append A B)"),  # the first success only
    (ChangeKind.FUNCTION, "(if (F A) A B)", "(append A B)"),
    (ChangeKind.FUNCTION, "(if (F A) B A)", "(append A B)"),
    (ChangeKind.FUNCTION, "(remove-duplicates|delete-duplicates|reverse|sort A ...)", "A"),
    (ChangeKind.FUNCTION, "(cdr|car|first|rest A)", "A"),
    (ChangeKind.BASE_CASE, "(list A)", "A"),
    (ChangeKind.RETURN, "(apply append A)", "A"),
    (ChangeKind.RETURN, "(append* A)", "A"),
    (ChangeKind.RETURN, "(map|for/list|for*/list A ...)", "(apply append @)"),
    (ChangeKind.RANGE, "(iota A)", "(iota A 1)"),
    (ChangeKind.RANGE, "(range|in-range A)", "(range 1 (+ A 1))"),
    (ChangeKind.RANGE, "(in-naturals)", "(in-naturals 1)"),
    (ChangeKind.COPY, "(make-vector A B)", "(build-vector A (lambda (_) B))"),
    (ChangeKind.COMPARISON, f"({SAME} A (car|first B))", "(memv A B)"),
    (ChangeKind.CONDITION_MISSING, f"({SAME} (- A B) C)", "(or @ (= (- B A) C))"),
    (ChangeKind.CONDITION_MISSING, f"({SAME} C (- A B))", "(or @ (= (- B A) C))"),
    (ChangeKind.CONDITION_MISSING, f"({SAME} (- A B) C)", "(or @ (= A B))"),
    (ChangeKind.CONDITION_MISSING, f"({SAME} C (- A B))", "(or @ (= A B))"),
    (ChangeKind.CONDITION_MISSING, f"({SAME} (abs (- A B)) C)", "(or @ (= A B))"),
    (ChangeKind.CONDITION_MISSING, f"({SAME} C (abs (- A B)))", "(or @ (= A B))"),
]
"""Lists with what takes their place; a letter stands for any part, @ for the whole."""
PATTERNS = [(kind, nodes_of(old)[1], new) for kind, old, new in REWRITES]
DIAGONAL = "(= (abs (- A B)) (abs (- C D)))"
BESIDE = {
    f"(or ({SAME} A B) ({SAME} C D) ...)": f" {DIAGONAL}",
    f"(and (not ({SAME} A B)) (not ({SAME} C D)) ...)": f" (not {DIAGONAL})",
}
"""Tests of the row and the column, with that of the diagonal, which is put in at the end."""
DIAGONALS = [(nodes_of(old)[1], new) for old, new in BESIDE.items()]
LETTER = re.compile(r"(\b[A-F]\b|@|\.\.\.)")
ATOMS = [
    (ChangeKind.VALUE, "#t #true true", "#f"),
    (ChangeKind.VALUE, "#f #false false", "#t"),
    (ChangeKind.VALUE, "#t #true true #f #false false", "'()"),
    (ChangeKind.VALUE, "'() null empty nil", "#f"),
    (ChangeKind.BASE_CASE, "'() null empty nil", "(list '())"),
    (ChangeKind.BASE_CASE, "'(())", "'()"),
]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


EQUAL = frozenset(SAME.split("|"))
SAME_TURNED = EQUAL | _words("< > <= >= + * and or max min if")
"""The heads whose arguments are exchanged to no end, or as another change."""
RANGES = _words("range in-range iota build-list in-naturals enumerate-interval enumerate")
NUMBERS = _words("* abs length quotient add1 sub1")
COPIES = {"vector": "(vector-copy {})", "hash": "(hash-copy {})"}
READS = _words("vector-ref vector-set! hash-ref hash-set!")
OF_LISTS = _words("car cdr cadr null? pair? first rest empty? length reverse append in-list")
WITH_LISTS = _words("cons map filter remove memv member append andmap ormap any every apply")
"""The functions whose first or last argument is a list."""

NUMBER = re.compile(r"-?\d{1,9}")
TURNED = re.compile(r"(?<=\()[+-](?= )")


def edits_in(source: str) -> Iterator[Edit]:
    """The natural changes of the program."""
    nodes = nodes_of(source)
    lists, shared = set[str](), dict[str, str]()
    for node in nodes:
        if node.head == "define" and node.rest and len(node.rest[0].items) == 1:
            shared[node.rest[0].head] = ""
        if node.head in OF_LISTS and node.rest:
            lists.add(node.rest[0].name)
        if node.head in WITH_LISTS:
            lists.add(node.items[-1].name)
        if node.head.endswith("-set!") and node.rest:
            shared[node.rest[0].name] = node.head.removesuffix("-set!")
    return (edit for node in nodes[1:] for edit in _changes(node, lists, shared))


def _changes(node: Node, lists: set[str], shared: dict[str, str]) -> Iterator[Edit]:
    """The changes of a part; ``lists`` are names of lists, ``shared`` those of what is altered."""
    if node.role not in {"expr", "body", "clause"} or node.end - node.start > LONGEST:
        return
    if node.role == "clause":
        yield from _in_a_row(node, ChangeKind.CONDITION_EXTRA)
        return
    if node.role == "body" and (node.head in PLAIN or node.head not in FORMS):
        yield from _in_a_row(node, ChangeKind.STATEMENT_EXTRA)
    is_call = node.is_list and not node.is_quoted
    texts = _of_call(node) if is_call else _of_atom(node, lists, shared)
    for kind, new in itertools.chain(texts, _of_place(node, lists)):
        yield Edit(kind, node.start, node.end, new)
    if is_call and node.items:
        yield from _of_parts(node, node.items[0])


def _of_parts(node: Node, head: Node) -> Iterator[Edit]:
    """The changes of the head of a list, and of the order of its parts."""
    for kind, old, new in OTHERS:
        if old == node.head:
            yield Edit(kind, head.start, head.end, new)
    if node.head and node.head not in SAME_TURNED | DATA and node.head not in FORMS:
        for one, other in itertools.pairwise(node.rest):
            if one.role == other.role == "expr":
                yield _exchanged(ChangeKind.ARGUMENTS, one, other)
    for pattern, new in DIAGONALS:
        for text in _filled(pattern, node, new):
            yield Edit(ChangeKind.CONDITION_MISSING, node.end - 1, node.end - 1, text)
    if node.head == "if" and len(node.rest) == 3:
        yield _exchanged(ChangeKind.ORDER, *node.rest[1:])


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
    yield from ((kind, new) for kind, olds, new in ATOMS if own in olds.split())
    if NUMBER.fullmatch(own):
        kind = ChangeKind.RANGE if head in RANGES else ChangeKind.OFF_BY_ONE
        for number in sorted({int(own) - 1, int(own) + 1, 0} - {int(own)}):
            yield kind, str(number)
    elif shared.get(own) == "":
        yield ChangeKind.FUNCTION, f"({own})"
    elif own in (names := node.scope()):
        for new in names:
            if new != own and (new in lists) == (own in lists):
                yield ChangeKind.VARIABLE, new
        if own in shared and head not in READS:
            yield ChangeKind.COPY, COPIES.get(shared[own], "(list-copy {})").format(own)


def _of_place(node: Node, lists: set[str]) -> Iterator[tuple[ChangeKind, str]]:
    """The changes of an expression for where it stands: as an argument, a test or a result."""
    own, parent = node.text, node.parent or node
    head, is_name = parent.head, own in node.scope()
    is_loop = parent.role == "binding" and parent.parent and parent.parent.role == "bindings"
    is_number = (is_name and own not in lists) or (node.is_list and node.head in NUMBERS)
    if is_number and head not in OF_LISTS | EQUAL | {"if", "cons"}:
        kind = ChangeKind.RANGE if head in RANGES or is_loop else ChangeKind.OFF_BY_ONE
        yield from ((kind, f"({sign} {own} 1)") for sign in "+-")
        if is_loop:
            yield ChangeKind.RANGE, f"(in-range 1 (+ {own} 1))"
    if is_name and own in lists and parent.role == "expr" and head not in OF_LISTS:
        yield from ((ChangeKind.FUNCTION, f"({each} {own})") for each in ("cdr", "reverse"))
    of_clause = parent.role == "clause"
    is_test = node.place == 0 if of_clause else node.place == 1 and head in {"if", "when", "unless"}
    if (is_test or head in {"and", "or"}) and node.is_list and node.head != "not":
        yield ChangeKind.NEGATION, f"(not {own})"
    is_result = node.place > (0 if of_clause else 1) and (of_clause or head == "if")
    if is_result and (is_name or node.head == "cons"):
        yield ChangeKind.BASE_CASE, f"(list {own})"
    if node.role == "body" and head == "define" and node.head in {"and", "cond", "for/and", "not"}:
        for name in filter(lists.__contains__, parent.binds):
            yield ChangeKind.CONDITION_MISSING, f"(or (null? {name}) {own})"


def _of_call(node: Node) -> Iterator[tuple[ChangeKind, str]]:
    """The changes of a call or another form as a whole."""
    for kind, pattern, new in PATTERNS:
        yield from ((kind, text) for text in _filled(pattern, node, new))
    texts = [each.text for each in node.rest]
    if node.head in {"and", "or"} and len(texts) > 1:
        for at in range(len(texts)):
            left = " ".join(texts[:at] + texts[at + 1 :])
            yield ChangeKind.CONDITION_EXTRA, f"({node.head} {left})"
    if node.head in EQUAL and len(texts) == 2:
        second = TURNED.sub(lambda sign: "-" if sign[0] == "+" else "+", node.text)
        if second != node.text:
            yield ChangeKind.CONDITION_MISSING, f"(or {node.text} {second})"
        elif not any(each.head in NUMBERS for each in node.rest):
            for name in node.scope():
                second = f"(= (abs (- {texts[0]} {texts[1]})) {name})"
                yield ChangeKind.CONDITION_MISSING, f"(or {node.text} {second})"


def _filled(pattern: Node, node: Node, new: str) -> Iterator[str]:
    """The new text with the parts of a list in it, if the list is as the pattern says."""
    found = {"@": node.text}
    if _fits(pattern, node, found):
        yield "".join(found.get(part, part) for part in LETTER.split(new))


def _fits(pattern: Node, node: Node, found: dict[str, str]) -> bool:
    """Whether a part is as the pattern says; ``found`` gets the text of each letter."""
    if not pattern.is_list:
        if LETTER.fullmatch(pattern.text):
            return found.setdefault(pattern.text, node.text) == node.text
        return node.text in pattern.text.split("|")
    items, parts = pattern.items, node.items
    if items and items[-1].text == "...":
        items, parts = items[:-1], parts[: len(items) - 1]
        found["..."] = " ".join(each.text for each in node.items[len(items) :])
    is_alike = node.is_list and not node.is_quoted and len(items) == len(parts)
    return is_alike and all(_fits(*each, found) for each in zip(items, parts, strict=True))
