"""The natural changes of a program: one catalogue for all languages, and the words of each.

A change that makes no sense is found out when it is tried.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from solvers.grading.language import GUILE, PROLOG, PYTHON, RACKET, Language
from solvers.grading.repair.catalogue import ChangeKind, Edit
from solvers.grading.repair.parts import Node

MOST_NAMES = 9


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SIGNS = {"+": "-", "-": "+"}
DIFFERENT = _words("!= =\\= #\\= \\== \\=")
COMPARED = DIFFERENT | _words("== = =:= #= eq? eqv? equal? < > <= >= =< #< #> #=< #>=")
NUMBERS = _words("+ - * abs len length quotient add1 sub1")
FORMS = _words("define define* lambda let let* letrec do case else begin if")
NO_NUMBERS = FORMS | _words("and or not cons List Tuple [...] [|] eq? eqv? equal?")
"""The heads of parts that are numbers, and of those around parts that are none."""
CONDITIONS = _words("if when unless and or filter If IfExp While ListComp GeneratorExp Return")
"""The heads of parts in which a test may stand."""
LISTS = _words("Subscript car cdr cadr null? first rest empty? length reverse append in-list")
ALTERED = _words("Subscript append add pop remove insert vector-set! hash-set!")
"""The functions whose first argument is a list, and those that alter it."""
INFIX = re.compile(r"and|or|not|is|in|not in|is not|mod|rem|[-+*/<>=#:^@%\\\\,;|&]+")
NUMBER = re.compile(r"-?\d{1,9}")
NAME = re.compile(r"[^\W\d][^\s,()]*")

TAKEN = {
    ChangeKind.SIGN: "+ - | << >> | add1 sub1",
    ChangeKind.AND_OR: "and or | ; ,",
    ChangeKind.CUT: "! true | -> *-> | -> ,",
    ChangeKind.FUNCTION: "any all | min max | nth0 nth1 | findall setof | member memberchk | "
    "selectchk select | subtract select | label all_different | car cdr cadr | first rest second | "
    "append cons | append-map map | ormap andmap | any every | for/and for/or | filter remove",
    ChangeKind.VALUE: "True False | #t #f | #true #false | '() #f | null #f",
    ChangeKind.BASE_CASE: "[] [_] | '() '(()) | null '(()) | empty '(())",
}
"""Operators, functions and words that are taken for one another, in any language."""
COMPARISONS = {
    PYTHON: "== != < <= > >=",
    PROLOG: "=\\= =:= < =< > >= | = =:= is == \\= =\\= #= | \\== =\\= \\= == | "
    "#= #\\= #< #=< #> #>=",
    RACKET: "= < > <= >= | eq? equal? eqv? = | memq member memv | null? pair? | empty? cons?",
}
COMPARISONS[GUILE] = COMPARISONS[RACKET]
# The keys of a part, and what takes its place: {it} is its text, {a} that of its first part.
PYTHON_RULES = [
    (ChangeKind.NEGATION, "test", "not {it}"),
    (ChangeKind.OFF_BY_ONE, "number", "({it} + 1)|({it} - 1)"),
    (ChangeKind.ABSOLUTE, "-/2", "abs({it})"),
    (ChangeKind.RETURN, "Expr/1", "yield from {a}|return {a}"),
    (ChangeKind.STATEMENT_MISSING, "append/2 push/2", "{a}.pop()"),
    (ChangeKind.STATEMENT_MISSING, "add/2", "{a}.remove({b})"),
    (ChangeKind.STATEMENT_MISSING, "Assign/2", "{a} = 0|{a} = -1|{a} = '.'|{a} = False"),
    (ChangeKind.STATEMENT_MISSING, "+=/2", "{a} -= {b}"),
    (ChangeKind.COPY, "*/2", "[list(_row) for _row in {it}]"),
    (ChangeKind.COPY, "altered", "{it}.copy()|[list(_row) for _row in {it}]"),
]
PROLOG_RULES = [
    (ChangeKind.NEGATION, "test", "\\+ ({it})"),
    (ChangeKind.CUT, "test", "{it}, !"),
    (ChangeKind.OFF_BY_ONE, "number", "({it} + 1)|({it} - 1)"),
    (ChangeKind.ABSOLUTE, "-/2", "abs({it})"),
    (ChangeKind.FUNCTION, "delete/3", "select({b}, {a}, {c})"),
    (ChangeKind.ABSOLUTE, "=/2 ==/2 =:=/2", "abs({a}) =:= abs({b})"),
    (ChangeKind.VARIABLE, "[|]/2", "{b}"),
]
LISP_RULES = [
    (ChangeKind.NEGATION, "test", "(not {it})"),
    (ChangeKind.OFF_BY_ONE, "number", "(+ {it} 1)|(- {it} 1)"),
    (ChangeKind.ABSOLUTE, "-/2", "(abs {it})"),
    (ChangeKind.FUNCTION, "cons/2", "(append {b} (list {a}))"),
    (ChangeKind.BRANCHES, "if/3", "(append {b} {c})|(append {c} {b})"),
    (ChangeKind.FUNCTION, "map/2 for/list/2 for*/list/2", "(apply append {it})"),
    (ChangeKind.STATEMENT_MISSING, "vector-set!/3", "(vector-set! {a} {b} #f)"),
    (ChangeKind.STATEMENT_MISSING, "vector-set!/3", "(vector-set! {a} {b} 0)"),
    (ChangeKind.COPY, "make-vector/2", "(build-vector {a} (lambda (_) {b}))"),
    (ChangeKind.COPY, "altered", "(list-copy {it})|(vector-copy {it})|(hash-copy {it})"),
]
OWN_RULES = {PYTHON: PYTHON_RULES, PROLOG: PROLOG_RULES, RACKET: LISP_RULES, GUILE: LISP_RULES}


class Catalogue:
    """The natural changes of a program with these parts."""

    def __init__(self, language: Language, parts: Sequence[Node]) -> None:
        self.language, self.parts = language, parts
        self.is_lisp, self.is_prolog = language in (RACKET, GUILE), language is PROLOG
        self.rules = [(ChangeKind.NEGATION, "not/1 \\+/1", "{a}"), *OWN_RULES[language]]
        self.taken: dict[str, list[tuple[ChangeKind, str]]] = {}
        for kind, groups in [*TAKEN.items(), (ChangeKind.COMPARISON, COMPARISONS[language])]:
            for group in groups.split(" | "):
                for old, new in itertools.permutations(group.split(), 2):
                    self.taken.setdefault(old, []).append((kind, new))
        firsts = [(part.head, part.items[0].text) for part in parts if part.items]
        tails = {part.items[-1].text for part in parts if part.head == "[|]"}
        self.lists = {text for head, text in firsts if head in LISTS} | tails
        self.altered = {text for head, text in firsts if head in ALTERED}
        self.added = [part for part in parts if part.head == "add" and len(part.items) == 2]
        heads = [part for part in parts if part.role == "signature"]
        self.defined = {(part.head, len(part.items)): part for part in reversed(heads)}
        self.names = [part for part in parts if part.role in {"name", "binding"} or is_name(part)]

    def edits(self) -> Iterator[Edit]:
        """All changes."""
        for part in self.parts:
            if part.role not in {"data", "signature", "name"}:
                news = self.of_atom(part), self.by_rules(part), self.other_tests(part)
                yield from (_edit(part, *each) for each in itertools.chain(*news))
                edits = self.of_head(part), self.of_items(part), self.of_rows(part)
                yield from itertools.chain(*edits)
            if part.role == "clause" and self.is_prolog:
                yield from self.of_clause(part)

    def names_near(self, part: Node) -> list[str]:
        """The names in the same definition or clause, the nearest ones first."""
        top = next(each for each in self.parts[0].items if part.end <= each.end)
        named = [each for each in self.names if top.start <= each.start < top.end]
        named.sort(key=lambda each: abs(each.start - part.start))
        return [*dict.fromkeys(each.head for each in named)][:MOST_NAMES]

    def inner(self, part: Node) -> str:
        """The text of a part as that of a larger one."""
        is_infix = part.items and INFIX.fullmatch(part.head) and not self.is_lisp
        return f"({part.text})" if is_infix else part.text

    def listed(self, head: str, one: str, other: str) -> str:
        """The text of an operation."""
        return f"({head} {one} {other})" if self.is_lisp else f"({one} {head} {other})"

    def of_atom(self, part: Node) -> Iterator[tuple[ChangeKind, str]]:
        """The changes of a number or a name."""
        own, around = part.head, part.around or part
        if NUMBER.fullmatch(own):
            for new in (int(own) - 1, int(own) + 1):
                is_negative = new < 0 and not self.is_lisp
                yield ChangeKind.OFF_BY_ONE, f"({new})" if is_negative else str(new)
        for name in self.names_near(part) if is_name(part) else ():
            if name != own:
                if not self.is_lisp or (own in self.lists) == (name in self.lists):
                    yield ChangeKind.VARIABLE, name
                if self.language is PYTHON and name in self.lists:
                    yield ChangeKind.VARIABLE, f"{name}[{own}]"
                if (around.head, len(around.items)) in self.defined:
                    yield ChangeKind.VARIABLE, f"[{name}|{own}]"

    def by_rules(self, part: Node) -> Iterator[tuple[ChangeKind, str]]:
        """The changes of the table."""
        around, keys = part.around or part, {f"{part.head}/{len(part.items)}"}
        if part.text in self.altered:
            keys.add("altered")
        is_tested = around.head in CONDITIONS or part.head in COMPARED or part.head[-1:] == "?"
        if part.role == "statement" if self.is_prolog else part.role == "value" and is_tested:
            keys.add("test")
        is_variable = is_name(part) and part.head not in {"_", *self.lists}
        above = part.around
        while above and above.role != "signature":
            above = above.around
        is_inside = around.head not in NO_NUMBERS and above is None
        if is_inside and (is_variable or part.head in NUMBERS):
            keys.add("number")
        texts = dict(zip(["it", *"abc"], map(self.inner, [part, *part.items]), strict=False))
        for kind, wanted, news in self.rules:
            for new in news.split("|") if keys & {*wanted.split()} else ():
                yield kind, new.format_map(texts)

    def other_tests(self, part: Node) -> Iterator[tuple[ChangeKind, str]]:
        """Another test beside a comparison: with other signs, or of two of its operands."""
        if part.head not in COMPARED or len(part.items) != 2:
            return
        join = "and" if part.head in DIFFERENT else "or"
        join = {"and": ",", "or": ";"}[join] if self.is_prolog else join
        inside = [each for each in self.parts if part.start <= each.start <= each.end <= part.end]
        signs = [at for each in inside if each.head in SIGNS for at in each.places()]
        chosen = dict.fromkeys([tuple(signs), *((sign,) for sign in signs)])
        tests = []
        for places in filter(None, chosen):
            test = part.source[: part.end]
            for start, end in sorted(places, reverse=True):
                test = test[:start] + SIGNS[test[start:end]] + test[end:]
            tests.append(test[part.start :])
        heads = {*SIGNS, "abs"}
        computed = [each for each in inside if each is part or each.head in heads]
        operands = [each for one in computed for each in one.items if each.head not in heads]
        pairs = itertools.combinations(map(self.inner, operands), 2)
        for test in [*tests, *(self.listed(part.head, *pair) for pair in pairs)]:
            yield ChangeKind.CONDITION_MISSING, self.listed(join, self.inner(part), test)

    def of_head(self, part: Node) -> Iterator[Edit]:
        """Another operator, function or word."""
        for kind, new in self.taken.get(part.head, ()):
            padded = f" {new} " if part.items and INFIX.fullmatch(new) else new
            yield from (Edit(kind, *place, padded) for place in part.places())
        if self.is_prolog and part.role == "statement" and part.items:
            for name, count in self.defined:
                if count == len(part.items):
                    yield from (Edit(ChangeKind.FUNCTION, *at, name) for at in part.places())

    def of_items(self, part: Node) -> Iterator[Edit]:
        """Arguments in another order, a condition left out, another operator in several."""
        head, items = part.head, part.items
        is_form = head in FORMS or (self.language is PYTHON and head[:1].isupper())
        is_call = bool(head) and not (is_form or INFIX.fullmatch(head))
        for near in itertools.pairwise(items) if len(items) > 3 else [items]:
            if (is_call or head == "-") and {each.role for each in near} <= {"value", "variable"}:
                orders = itertools.permutations(range(len(near)))
                yield from (_ordered(ChangeKind.ARGUMENTS, near, each) for each in [*orders][1:])
        for each in self.added if head in {"remove", "discard"} and len(items) == 2 else ():
            undo = f"{each.items[0].text}.{head}({each.items[1].text})"
            yield _edit(part, ChangeKind.STATEMENT_MISSING, undo)
        if head in {"and", "or"}:
            nothing = ("#t" if head == "and" else "#f") if self.is_lisp else str(head == "and")
            yield from (_edit(each, ChangeKind.CONDITION_EXTRA, nothing) for each in items)
            for kind, other in self.taken.get(items[0].head, ()):
                if kind is ChangeKind.COMPARISON:
                    new = part.text.replace(f"{items[0].head} ", f"{other} ")
                    yield _edit(part, ChangeKind.COMPARISONS, new)

    def of_rows(self, part: Node) -> Iterator[Edit]:
        """A statement or a clause goes, or stands elsewhere."""
        rows = [each for each in part.items if each.role in {"statement", "clause"}]
        for at, one in enumerate(rows):
            is_goal = self.is_prolog and one.role == "statement"
            nothing = "true" if is_goal else "pass" if one.role == "statement" else ""
            yield _edit(one, ChangeKind.STATEMENT_EXTRA, nothing)
            for last in range(at + 1, len(rows) if is_goal else min(at + 2, len(rows))):
                passed = range(1, last - at + 1)  # it is moved behind them, or the last one before
                for order in ([*passed, 0], [passed[-1], 0, *passed[:-1]]):
                    yield _ordered(ChangeKind.ORDER, rows[at : last + 1], order)
            for block in one.items if self.language is PYTHON else ():
                if block.role == "block":  # its last statement moves out
                    own = block.items[-1]
                    start, new = own.start - len(_indent(own)), _indent(one) + own.text
                    yield Edit(ChangeKind.INDENTATION, start, own.end, new)

    def of_clause(self, clause: Node) -> Iterator[Edit]:
        """In Prolog, a base case before the first clause, or a guard."""
        head, *bodies = clause.items
        if self.defined.get((head.head, len(head.items))) is head:
            for at in range(len(head.items)):
                items = ("[]" if at == k else "_" for k in range(len(head.items)))
                fact = f"{head.head}({', '.join(items)}).\n"
                yield Edit(ChangeKind.BASE_CASE, clause.start, clause.start, fact)
        for body, name in itertools.product(bodies, self.names_near(clause)):
            yield Edit(ChangeKind.CONDITION_MISSING, body.start, body.start, f"{name} > 0, ")


def is_name(part: Node) -> bool:
    """Whether the part is a variable."""
    is_atom = part.role == "value" and part.text == part.head
    return part.role == "variable" or (is_atom and bool(NAME.fullmatch(part.head)))


def _ordered(kind: ChangeKind, parts: Sequence[Node], order: Sequence[int]) -> Edit:
    """The change that puts parts in another order."""
    source = parts[0].source
    gaps = [source[one.end : other.start] for one, other in itertools.pairwise(parts)]
    texts = zip((parts[k].text for k in order), [*gaps, ""], strict=True)
    return Edit(kind, parts[0].start, parts[-1].end, "".join(itertools.chain(*texts)))


def _edit(part: Node, kind: ChangeKind, new: str) -> Edit:
    """The change that replaces a part; a missing statement comes at the end of its block."""
    if kind is not ChangeKind.STATEMENT_MISSING:
        return Edit(kind, part.start, part.end, new)
    while part.around and part.around.role != "block" and not part.text.startswith("("):
        part = part.around
    last = part.around.items[-1] if part.around else part
    return Edit(kind, last.end, last.end, f"\n{_indent(last)}{new}")


def _indent(part: Node) -> str:
    line = part.source[part.source.rfind("\n", 0, part.start) + 1 : part.start]
    return line if line.isspace() else ""
