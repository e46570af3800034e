"""The natural changes of a program: one catalogue for all languages, and the words of each.

A change that makes no sense is found out when it is tried.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from solvers.grading.language import GUILE, PROLOG, PYTHON, RACKET, Language
from solvers.grading.repair.catalogue import ChangeKind, Edit
from solvers.grading.repair.parts import Node

MOST_NAMES, MOST_MOVES, LONGEST = 10, 10, 6000


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SIGNS = {"+": "-", "-": "+"}
DIFFERENT = _words("!= =\\= #\\= \\== \\=")
COMPARED = DIFFERENT | _words("== = =:= #= eq? eqv? equal? < > <= >= =< #< #> #=< #>=")
TESTS = COMPARED | _words("\\+ memberchk member nonvar var integer dif not forall")
NUMBERS = _words("+ - * abs len length quotient add1 sub1")
NO_NUMBERS = _words("and or not if cons case List Tuple = eq? eqv? equal?")
"""The heads of parts that are numbers, and of those around parts that are none."""
LISTS = _words("Subscript car cdr cadr null? first rest empty? length reverse append in-list")
ALTERED = _words("Subscript append add pop remove insert vector-set! hash-set!")
"""The functions whose first argument is a list, and those that alter it."""
COMPUTED = COMPARED | NUMBERS | _words("is between numlist length ins in")
"""In Prolog, the heads around a variable that is a number."""
VALUES = _words("value variable")
NOT_MOVED = _words("define define* else FunctionDef ClassDef Import ImportFrom")
INFIX = re.compile(r"and|or|not|is|in|not in|is not|mod|rem|[-+*/<>=#:^@%\\\\,;|&]+")
NUMBER = re.compile(r"-?\d{1,9}")

Texts = Iterator[tuple[ChangeKind, str]]

TAKEN = {
    ChangeKind.SIGN: "+ - | add1 sub1",
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
RULES = [
    (ChangeKind.NEGATION, "not/1 \\+/1", "{a}"),
    (ChangeKind.SIGN, "-/1 abs/1", "{a}"),
    (ChangeKind.VALUE, "+/2 -/2", "{a}|{b}"),
]
PYTHON_RULES = [
    (ChangeKind.SIGN, "-/2", "abs({it})"),
    (ChangeKind.SIGN, "==/2", "abs({a}) == abs({b})"),
    (ChangeKind.SIGN, "!=/2", "abs({a}) != abs({b})"),
    (ChangeKind.VARIABLE, "Subscript/2", "{b}"),
    (ChangeKind.RANGE, "range/1", "range(1, {a} + 1)"),
    (ChangeKind.RANGE, "range/2", "range({b})|range({a}, {b} + 1)"),
    (ChangeKind.RETURN, "Expr/1", "yield from {a}|return {a}"),
    (ChangeKind.STATEMENT_MISSING, "append/2 push/2", "{a}.pop()"),
    (ChangeKind.STATEMENT_MISSING, "add/2", "{a}.remove({b})"),
    (ChangeKind.STATEMENT_MISSING, "Assign/2", "{a} = 0|{a} = -1|{a} = '.'|{a} = False"),
    (ChangeKind.STATEMENT_MISSING, "+=/2", "{a} -= {b}"),
    (ChangeKind.STATEMENT_MISSING, "-=/2", "{a} += {b}"),
    (ChangeKind.COPY, "*/2", "[{aa} for _ in range({b})]"),
    (ChangeKind.COPY, "altered", "{it}[:]|[list(_row) for _row in {it}]|{it}.copy()"),
]
PROLOG_RULES = [
    (ChangeKind.SIGN, "-/2", "abs({it})"),
    (ChangeKind.FUNCTION, "delete/3", "select({b}, {a}, {c})"),
    (ChangeKind.VARIABLE, "[|]/2", "{b}"),
    (ChangeKind.SIGN, "=/2 ==/2 =:=/2", "abs({a}) =:= abs({b})"),
    (ChangeKind.SIGN, "\\=/2 \\==/2 =\\=/2", "abs({a}) =\\= abs({b})"),
]
LISP_RULES = [
    (ChangeKind.SIGN, "-/2", "(abs {it})"),
    (ChangeKind.FUNCTION, "cons/2", "(append {b} (list {a}))"),
    (ChangeKind.FUNCTION, "append/2", "(cons {ba} {a})"),
    (ChangeKind.FUNCTION, "if/3", "(append {b} {c})|(append {c} {b})|(append {a} {c})"),
    (ChangeKind.FUNCTION, "remove-duplicates/1 delete-duplicates/1 reverse/1", "{a}"),
    (ChangeKind.FUNCTION, "cdr/1 car/1 first/1 rest/1", "{a}"),
    (ChangeKind.BASE_CASE, "list/1", "{a}"),
    (ChangeKind.RETURN, "apply/2 append*/1", "{b}|{a}"),
    (ChangeKind.RETURN, "map/2 for/list/2 for*/list/2", "(apply append {it})"),
    (ChangeKind.RANGE, "range/1 in-range/1", "(range 1 (+ {a} 1))"),
    (ChangeKind.COMPARISON, "=/2 eq?/2 eqv?/2 equal?/2", "(memv {a} {ba})"),
    (ChangeKind.COPY, "make-vector/2", "(build-vector {a} (lambda (_) {b}))"),
    (ChangeKind.COPY, "altered", "(list-copy {it})|(vector-copy {it})|(hash-copy {it})"),
]
"""The head with the number of parts, and what takes the place of the whole part, {it}: {a} is its
first part, {ab} the second one of that."""
OWN_RULES = {PYTHON: PYTHON_RULES, PROLOG: PROLOG_RULES, RACKET: LISP_RULES, GUILE: LISP_RULES}
PROLOG_WORDS = {"and": ",", "or": ";", "not": "\\+"}
NOTHING = {PYTHON: "pass", PROLOG: "true"}
"""What stands in the place of a statement that is left out."""


class Catalogue:
    """The natural changes of a program with these parts."""

    def __init__(self, language: Language, parts: Sequence[Node]) -> None:
        self.language, self.parts = language, parts
        self.is_lisp, self.is_prolog = language in (RACKET, GUILE), language is PROLOG
        self.rules = RULES + OWN_RULES[language]
        self.taken: dict[str, list[tuple[ChangeKind, str]]] = {}
        for kind, groups in [*TAKEN.items(), (ChangeKind.COMPARISON, COMPARISONS[language])]:
            for group in groups.split(" | "):
                for old, new in itertools.permutations(group.split(), 2):
                    self.taken.setdefault(old, []).append((kind, new))
        firsts = [(part.head, part.items[0].text) for part in parts if part.items]
        self.lists = {text for head, text in firsts if head in LISTS}
        self.altered = {text for head, text in firsts if head in ALTERED}
        heads = [part for part in parts if part.role == "signature"]
        self.defined = {(part.head, len(part.items)): part for part in reversed(heads)}

    def edits(self) -> Iterator[Edit]:
        """All changes."""
        for part in self.parts:
            if part.role in VALUES | {"test", "statement"} and part.end - part.start <= LONGEST:
                of_part = self.of_atom(part), self.of_place(part), self.by_rules(part)
                yield from (_edit(part, *each) for each in itertools.chain(*of_part))
                yield from self.of_items(part)
            if part.role not in {"data", "signature", "name"}:
                yield from self.of_head(part)
            yield from self.of_rows(part)
            if part.role == "clause" and self.is_prolog:
                yield from self.of_clause(part)

    def inner(self, part: Node) -> str:
        """The text of a part as that of a larger one."""
        is_infix = part.items and INFIX.fullmatch(part.head) and not self.is_lisp
        return f"({part.text})" if is_infix else part.text

    def listed(self, head: str, *items: str) -> str:
        """The text of a part with this head."""
        head = PROLOG_WORDS.get(head, head) if self.is_prolog else head
        if self.is_lisp:
            return f"({' '.join([head, *items])})"
        if INFIX.fullmatch(head):
            return f"({f' {head} '.join(items)})" if len(items) > 1 else f"({head} ({items[0]}))"
        return f"{head}({', '.join(items)})"

    def of_atom(self, part: Node) -> Texts:
        """The changes of a number or a name."""
        own, around = part.head, part.around or part
        if NUMBER.fullmatch(own):
            for number in sorted({int(own) - 1, int(own) + 1, 0} - {int(own)}):
                kind = ChangeKind.OFF_BY_ONE if abs(number - int(own)) == 1 else ChangeKind.VALUE
                new = f"({number})" if number < 0 and not self.is_lisp else str(number)
                yield kind, new
        names = [*reversed([*part.names])][:MOST_NAMES] if not part.items else []  # nearest first
        is_name = own in names or part.role == "variable"
        for name in names if is_name else ():
            if name != own:
                if not self.is_lisp or (own in self.lists) == (name in self.lists):
                    yield ChangeKind.VARIABLE, name
                if self.language is PYTHON and name in self.lists:
                    yield ChangeKind.VARIABLE, f"{name}[{own}]"
                if (around.head, len(around.items)) in self.defined:
                    yield ChangeKind.VARIABLE, f"[{name}|{own}]"

    def of_place(self, part: Node) -> Texts:
        """The changes of an expression for where it stands: as a test, or as a number."""
        around, text = part.around or part, self.inner(part)
        is_name = not part.items and not NUMBER.fullmatch(part.head)
        if self.is_prolog:
            is_test = part.role == "statement"
            is_number = part.role == "variable" and around.head in COMPUTED
        else:
            is_test = part.role == "test" and bool(part.items or (is_name and not self.is_lisp))
            is_number = (is_name and part.head not in self.lists) or part.head in NUMBERS
            is_number = is_number and around.head not in NO_NUMBERS and part.role == "value"
        if is_test and part.head not in {"not", "\\+", "!"}:
            yield ChangeKind.NEGATION, self.listed("not", text)
            if self.is_prolog:
                yield ChangeKind.CUT, f"{text}, !"
        if is_number:
            yield from ((ChangeKind.OFF_BY_ONE, self.listed(each, text, "1")) for each in "+-")
        if part.role == "statement" and around.head == "define":
            for name in filter(self.lists.__contains__, around.names.maps[0]):
                yield ChangeKind.CONDITION_MISSING, f"(or (null? {name}) {text})"

    def by_rules(self, part: Node) -> Texts:
        """The changes of the table, and another test beside a comparison."""
        keys = {f"{part.head}/{len(part.items)}", "altered" if part.text in self.altered else ""}
        texts = {"it": self.inner(part)}
        for name, item in zip("abc", part.items, strict=False):
            texts |= {
                name + k: self.inner(each) for k, each in zip("abc", item.items, strict=False)
            }
            texts[name] = self.inner(item)
        for kind, heads, news in self.rules:
            for new in news.split("|") if keys & {*heads.split()} else ():
                with suppress(KeyError):  # it has no such part
                    yield kind, new.format_map(texts)
        if part.head in COMPARED and len(part.items) == 2:
            join = "and" if part.head in DIFFERENT else "or"
            for new in self.other_tests(part):
                yield ChangeKind.CONDITION_MISSING, self.listed(join, texts["it"], new)

    def other_tests(self, part: Node) -> Iterator[str]:
        """Tests that may be missing beside a comparison: with other signs, or of its parts."""
        inside = [each for each in self.parts if part.start <= each.start <= each.end <= part.end]
        signs = [at for each in inside if each.head in SIGNS for at in each.places()]
        for chosen in dict.fromkeys([tuple(signs), *((sign,) for sign in signs)]):
            new = part.source[: part.end]
            for start, end in sorted(chosen, reverse=True):
                new = new[:start] + SIGNS[new[start:end]] + new[end:]
            if chosen:
                yield new[part.start :]
        for item, other in itertools.permutations(part.items):
            of = item.items[0] if item.head == "abs" and item.items else item
            if of.head in SIGNS and len(of.items) == 2:
                one, two = map(self.inner, of.items)
                yield self.listed(part.head, one, two)
                yield self.listed(part.head, self.listed("-", two, one), self.inner(other))
                yield self.listed(part.head, one, self.inner(other))

    def of_head(self, part: Node) -> Iterator[Edit]:
        """Another operator, function or word."""
        for kind, new in self.taken.get(part.head, ()):
            padded = f" {new} " if part.items and INFIX.fullmatch(new) else new
            yield from (Edit(kind, *place, padded) for place in part.places())
        if self.is_prolog and part.role == "statement" and part.items:
            names = [name for name, count in self.defined if count == len(part.items)]
            for name in names if names != [part.head] else ():
                yield from (Edit(ChangeKind.FUNCTION, *place, name) for place in part.places())

    def of_items(self, part: Node) -> Iterator[Edit]:
        """Arguments in another order, a condition left out, a missing test of the diagonal."""
        head, items = part.head, part.items
        is_call = not INFIX.fullmatch(head) and not (self.language is PYTHON and head[:1].isupper())
        kind = ChangeKind.ORDER if head == "if" else ChangeKind.ARGUMENTS
        for near in itertools.pairwise(items) if len(items) > 3 else [items]:
            if (is_call or head == "-") and {each.role for each in near} <= VALUES:
                orders = itertools.permutations(range(len(near)))
                yield from (_ordered(kind, near, order) for order in [*orders][1:])
        if head in {"and", "or"}:
            nothing = ("#t" if head == "and" else "#f") if self.is_lisp else str(head == "and")
            yield from (_edit(each, ChangeKind.CONDITION_EXTRA, nothing) for each in items)
            tests = [each for each in items if each.head in COMPARED and len(each.items) == 2]
            if len({each.head for each in tests}) == 1 < len(tests):
                yield from self.of_tests(part, tests)

    def of_tests(self, part: Node, tests: Sequence[Node]) -> Iterator[Edit]:
        """Joined comparisons with one operator: another one in all, or a test of the diagonal."""
        pairs = [self.listed("-", *map(self.inner, each.items)) for each in tests[:2]]
        diagonal = self.listed(tests[0].head, *(self.listed("abs", pair) for pair in pairs))
        joined = f" {diagonal}" if self.is_lisp else f" {part.head} {diagonal}"
        yield Edit(ChangeKind.CONDITION_MISSING, part.items[-1].end, part.items[-1].end, joined)
        places = sorted((at for each in tests for at in each.places()[:1]), reverse=True)
        for kind, other in self.taken.get(tests[0].head, ()):
            new = part.text
            for start, end in places:
                new = new[: start - part.start] + other + new[end - part.start :]
            if kind is ChangeKind.COMPARISON:
                yield _edit(part, ChangeKind.COMPARISONS, new)

    def of_rows(self, part: Node) -> Iterator[Edit]:
        """A statement or a clause goes, or stands elsewhere."""
        rows = [each for each in part.items if each.role in {"statement", "clause"}]
        rows = [each for each in rows if each.head not in NOT_MOVED]
        for at, one in enumerate(rows):
            is_clause, others = one.role == "clause", rows[at + 1 : at + MOST_MOVES]
            is_test = is_clause if self.is_lisp else self.is_prolog and one.head in TESTS
            if len(rows) > 1 or not self.is_lisp:
                kind = ChangeKind.CONDITION_EXTRA if is_test else ChangeKind.STATEMENT_EXTRA
                yield _edit(one, kind, "" if is_clause else NOTHING.get(self.language, ""))
            is_goal = self.is_prolog and not is_clause
            for other in others if is_goal else others[:1]:
                yield _ordered(ChangeKind.ORDER, [one, other], (1, 0))
            if is_goal and others:  # as the last goal
                yield _ordered(ChangeKind.ORDER, [one, *others], [*range(1, len(others) + 1), 0])
            for block in one.items if self.language is PYTHON else ():
                if block.role == "block":
                    yield _moved(block.items[-1], one)
                    yield from (_moved(each, block.items[-1]) for each in others[:1])

    def of_clause(self, clause: Node) -> Iterator[Edit]:
        """In Prolog, a guard, a base case, the braces of a grammar rule, a longer negation."""
        head, *bodies = clause.items
        if self.defined.get((head.head, len(head.items))) is head:
            for at in range(len(head.items)):
                items = ("[]" if at == k else "_" for k in range(len(head.items)))
                fact = f"{head.head}({', '.join(items)}).\n"
                yield Edit(ChangeKind.BASE_CASE, clause.start, clause.start, fact)
        for body in bodies:
            for name in clause.names.maps[0]:
                yield Edit(ChangeKind.CONDITION_MISSING, body.start, body.start, f"{name} > 0, ")
            for one, other in itertools.pairwise(body.items):
                if one.head == "\\+":
                    both = f"\\+ ({clause.source[one.start + 2 : other.end]})"
                    yield Edit(ChangeKind.NEGATION, one.start, other.end, both)
            for goal in body.items:
                if clause.head == "-->" and goal.head in TESTS | {"is"}:
                    yield _edit(goal, ChangeKind.FUNCTION, f"{{ {goal.text} }}")


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
    while part.around and part.around.role != "block":
        part = part.around
    last = part.around.items[-1] if part.around else part
    return Edit(kind, last.end, last.end, f"\n{_indent(last)}{new}")


def _indent(part: Node) -> str:
    line = part.source[part.source.rfind("\n", 0, part.start) + 1 : part.start]
    return line if line.isspace() else ""


def _moved(moved: Node, model: Node) -> Edit:
    """A statement with the indentation of another one."""
    old, new = _indent(moved), _indent(model)
    lines = (old + moved.text).split("\n")
    text = "\n".join(new + line.removeprefix(old) for line in lines)
    return Edit(ChangeKind.INDENTATION, moved.start - len(old), moved.end, text)
