"""The natural changes of a Python program, read by ``ast``.

It stands alone, since it runs in the sandbox, beside ``python_trials.py``.
"""

from __future__ import annotations

import ast
import copy
import functools
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any

Edit = tuple[str, int, int, str]
"""The kind of a change, the place (start and end) of the text that goes, and the new text."""

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
EXCHANGED = {"+": "-", "-": "+", "<<": ">>", ">>": "<<", "//": "%", "%": "//"}
EXCHANGED |= {"in": "not in", "not in": "in", "is": "is not", "is not": "is"}
EXCHANGED |= {"and": "or", "or": "and"}
FUNCTIONS = {"any": "all", "all": "any", "min": "max", "max": "min"}
UNDONE = {"add": "{}.remove({})", "append": "{}.pop()", "push": "{}.pop()"}
OPERATOR = re.compile(r"not\s+in|is\s+not|[=!<>]=|<<|>>|//|[<>+%-]|\b(?:in|is|and|or)\b")
ATOMS = (ast.Name, ast.Constant, ast.Call, ast.Attribute, ast.Subscript, ast.List, ast.Tuple)
CONDITIONS = (ast.Compare, ast.Call, ast.Name, ast.BoolOp, ast.Attribute, ast.Subscript)
CONDITION_FIELDS = {"test", "ifs", "values", "elt", "operand"}
NUMBER_FIELDS = {"args", "comparators", "left", "slice", "right", "upper", "lower", "value"}
VALUE_FIELDS = {"args", "value", "elts", "right", "values"}
"""The fields of a node in which a condition, a number, a value that may be copied stands."""


class Exchanged(ast.NodeTransformer):
    """A copy of a condition with + and - exchanged, or with b - a in the place of a - b."""

    def __init__(self, *, turns: bool) -> None:
        self.turns = turns

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Exchange the operator, or the operands of a difference."""
        self.generic_visit(node)
        if self.turns and isinstance(node.op, (ast.Add, ast.Sub)):
            node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        elif isinstance(node.op, ast.Sub):
            node.left, node.right = node.right, node.left
        return node


class PythonSource:
    """A program, with the places of its parts."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tree = ast.parse(source)
        lines = source.splitlines(keepends=True)
        self.starts = [0, *itertools.accumulate(map(len, lines))]
        self.lines = lines

    def place(self, line: int, byte: int) -> int:
        """The place in the text, of a line from 1 and a number of bytes in it."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        return self.starts[line - 1] + len(text.encode()[:byte].decode(errors="replace"))

    def span(self, node: Any) -> tuple[int, int]:
        """Where a node begins and ends."""
        return (
            self.place(node.lineno, node.col_offset),
            self.place(node.end_lineno, node.end_col_offset),
        )

    def text(self, node: Any) -> str:
        """The text of a node, without parentheses around it."""
        start, end = self.span(node)
        return self.source[start:end]

    def part(self, node: Any) -> str:
        """The text of a node as a part of a larger expression."""
        return self.text(node) if isinstance(node, ATOMS) else f"({self.text(node)})"

    def changes(self) -> Iterator[Edit]:
        """All changes of the catalogue."""
        tree = self.tree
        kept = [
            target.id
            for statement in tree.body
            if isinstance(statement, ast.Assign)
            and isinstance(statement.value, (ast.List, ast.Dict, ast.Set, ast.Call))
            for target in statement.targets
            if isinstance(target, ast.Name)
        ]
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        scopes: dict[ast.AST, Scope] = {}
        for function in functions:  # an inner function comes later, and replaces the outer one
            scope = Scope(function, scopes.get(function))
            scopes.update(dict.fromkeys(ast.walk(function), scope))
        outside = Scope(tree)
        for node in ast.walk(tree):
            scope = scopes.get(node, outside)
            for name, value in ast.iter_fields(node):
                for item in value if isinstance(value, list) else [value]:
                    if isinstance(item, ast.expr) and not isinstance(node, ast.JoinedStr):
                        yield from self.of_expression(item, name, scope)
                if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                    yield from self.of_block(value, scope)
                    if isinstance(node, ast.FunctionDef):
                        yield from self.kept_between_calls(node, kept)

    def of_expression(self, node: ast.expr, name: str, scope: Scope) -> Iterator[Edit]:
        """The changes of an expression; ``name`` is the field in which it stands."""
        start, end = self.span(node)
        texts = (self.texts(node), self.texts_at(node, name), self.other_names(node, scope))
        yield from ((kind, start, end, new) for kind, new in itertools.chain(*texts))
        if isinstance(node, ast.Compare):
            yield from self.of_operators([node.left, *node.comparators], "comparison")
        elif isinstance(node, ast.BinOp):
            yield from self.of_operators([node.left, node.right], "sign")
        elif isinstance(node, ast.Call):
            for one, other in itertools.pairwise(node.args):
                (first, _), (_, last) = self.span(one), self.span(other)
                yield "argument order", first, last, f"{self.text(other)}, {self.text(one)}"

    def other_names(self, node: ast.expr, scope: Scope) -> Iterator[tuple[str, str]]:
        """Other variables of the function, or other attributes of self, in the place of one."""
        if not isinstance(getattr(node, "ctx", None), ast.Load):
            return
        if isinstance(node, ast.Name) and node.id in scope.names:
            others = sorted(scope.names - {node.id})
            items = (f"{name}[{node.id}]" for name in scope.indexed)
            yield from (("variable", other) for other in (*others, *items))
        elif isinstance(node, ast.Attribute) and node.attr in scope.attributes:
            home = self.part(node.value)
            for other in sorted(scope.attributes - {node.attr}):
                yield "variable", f"{home}.{other}"

    def texts_at(self, node: ast.expr, name: str) -> Iterator[tuple[str, str]]:
        """The changes that depend on the field in which an expression stands."""
        own = self.text(node)
        is_read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        if isinstance(node, CONDITIONS) and name in CONDITION_FIELDS:
            yield "negation", f"(not {self.part(node)})"
        if isinstance(node, (ast.Name, ast.BinOp, ast.Call)) and is_read and name in NUMBER_FIELDS:
            yield from (("plus or minus one", f"({own} {sign} 1)") for sign in "+-")
        if isinstance(node, (ast.Name, ast.Attribute)) and is_read and name in VALUE_FIELDS:
            yield "copy", f"{own}[:]"
            yield "copy", f"[list(_row) for _row in {own}]"
            yield "copy", f"{own}.copy()"

    def of_operators(self, operands: Sequence[Any], kind: str) -> Iterator[Edit]:
        """The changes of the operators between operands; of all of a chain, one at a time."""
        for one, other in itertools.pairwise(operands):
            start, end = self.span(one)[1], self.span(other)[0]
            if found := OPERATOR.search(self.source, start, end):
                old = " ".join(found[0].split())
                others = [EXCHANGED[old]] if old in EXCHANGED else COMPARISONS
                for new in others:
                    if new != old:
                        yield kind, found.start(), found.end(), new

    @functools.singledispatchmethod
    def texts(self, _: Any) -> Iterator[tuple[str, str]]:
        """The changes of an expression as a whole: their kinds and the new texts."""
        return iter(())

    @texts.register(ast.Compare)
    def _(self, node: ast.Compare) -> Iterator[tuple[str, str]]:
        own = self.text(node)
        for turns in (True, False):
            second = ast.unparse(Exchanged(turns=turns).visit(copy.deepcopy(node)))
            if second != ast.unparse(node):
                yield "condition missing", f"({own} or {second})"
                yield "condition missing", f"({own} and {second})"
        if len(node.comparators) == 1:
            left, right = self.text(node.left), self.text(node.comparators[0])
            found = OPERATOR.search(own, len(left))
            if found and any(
                isinstance(each, ast.BinOp) for each in (node.left, *node.comparators)
            ):
                yield "sign", f"abs({left}) {found[0]} abs({right})"

    @texts.register(ast.BoolOp)
    def _(self, node: ast.BoolOp) -> Iterator[tuple[str, str]]:
        values = [self.part(each) for each in node.values]
        old = "and" if isinstance(node.op, ast.And) else "or"
        yield "and/or", f"({f' {EXCHANGED[old]} '.join(values)})"
        for k in range(len(values)):
            yield "condition too many", f" {old} ".join(values[:k] + values[k + 1 :])
        for text in self.all_compared(node):
            yield "comparison", text

    @texts.register(ast.BinOp)
    def _(self, node: ast.BinOp) -> Iterator[tuple[str, str]]:
        yield "sign", f"abs({self.text(node)})"
        if isinstance(node.op, (ast.Add, ast.Sub)):
            yield "plus or minus one", self.part(node.left)
        if isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List) and node.left.elts:
            first = self.text(node.left.elts[0])
            yield "copy", f"[{first} for _ in range({self.text(node.right)})]"

    @texts.register(ast.UnaryOp)
    def _(self, node: ast.UnaryOp) -> Iterator[tuple[str, str]]:
        if isinstance(node.op, (ast.Not, ast.USub)):
            kind = "negation" if isinstance(node.op, ast.Not) else "sign"
            yield kind, self.part(node.operand)

    @texts.register(ast.Constant)
    def _(self, node: ast.Constant) -> Iterator[tuple[str, str]]:
        value = node.value
        if isinstance(value, bool):
            yield "value", str(not value)
        elif isinstance(value, int):
            numbers = {value - 1, value + 1, 0, -1} - {value}
            yield from (("plus or minus one", str(number)) for number in sorted(numbers))

    @texts.register(ast.Subscript)
    def _(self, node: ast.Subscript) -> Iterator[tuple[str, str]]:
        if isinstance(node.ctx, ast.Load):
            yield "variable", self.text(node.slice)

    @texts.register(ast.Call)
    def _(self, node: ast.Call) -> Iterator[tuple[str, str]]:
        called = node.func.id if isinstance(node.func, ast.Name) and node.args else ""
        texts = [self.text(each) for each in node.args]
        if called == "abs":
            yield "sign", f"({texts[0]})"
        elif called in FUNCTIONS:
            yield "function", f"{FUNCTIONS[called]}({', '.join(texts)})"
        elif called == "range" and len(texts) == 2:
            yield "range", f"range({texts[1]})"
            yield "range", f"range({texts[0]}, {texts[1]} + 1)"
        elif called == "range" and len(texts) == 1:
            yield "range", f"range(1, {texts[0]} + 1)"

    def all_compared(self, node: ast.BoolOp) -> Iterator[str]:
        """The condition with another operator in all its comparisons that have the same one."""
        start, end = self.span(node)
        own = self.source[start:end]
        compared = [each for each in node.values if isinstance(each, ast.Compare)]
        places = [
            found
            for each in compared
            if (found := OPERATOR.search(own, self.span(each.left)[1] - start))
        ]
        if len(places) < 2 or len({found[0] for found in places}) > 1:
            return
        for new in (each for each in COMPARISONS if each != places[0][0]):
            text = own
            for found in reversed(places):
                text = text[: found.start()] + new + text[found.end() :]
            yield f"({text})"

    def of_block(self, block: Sequence[ast.stmt], scope: Scope) -> Iterator[Edit]:
        """The changes of the statements of a block."""
        no_move = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
        for at, statement in enumerate(block):
            if isinstance(statement, no_move):
                continue
            start, end = self.span(statement)
            text, after = self.text(statement), block[at + 1 :]
            yield "statement too many", start, end, "pass"
            if after and not isinstance(after[0], no_move):
                (first, last), between = (
                    self.span(after[0]),
                    self.source[end : self.span(after[0])[0]],
                )
                yield "order", start, last, self.source[first:last] + between + text
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                missing = "yield from" if scope.is_generator else "return"
                yield "return", start, end, f"{missing} {text}"
            for undo in self.undoing(statement):
                yield self.added_after(block[-1], undo)
            yield from self.of_indentation(statement, after)

    def undoing(self, statement: ast.stmt) -> Iterator[str]:
        """The statements that take back what this one does."""
        match statement:
            case ast.Expr(ast.Call(ast.Attribute(home, attr), [value, *_])) if attr in UNDONE:
                yield UNDONE[attr].format(self.text(home), self.text(value))
            case ast.Assign([ast.Subscript() as target], _):
                yield from (
                    f"{self.text(target)} = {value}" for value in ("0", "-1", "'.'", "False")
                )
            case ast.AugAssign(ast.Name() | ast.Attribute() | ast.Subscript() as target, op, value):
                for kind, sign in ((ast.Add, "-="), (ast.Sub, "+="), (ast.BitOr, "^=")):
                    if isinstance(op, kind):
                        yield f"{self.text(target)} {sign} {self.text(value)}"

    def added_after(self, statement: ast.stmt, new: str) -> Edit:
        """A statement added after another one, in the same block."""
        end = self.span(statement)[1]
        return "statement missing", end, end, f"\n{self.indent(statement)}{new}"

    def indent(self, statement: ast.stmt) -> str:
        """The white space before a statement."""
        line = self.lines[statement.lineno - 1]
        return line[: len(line) - len(line.lstrip())]

    def of_indentation(self, statement: Any, after: Sequence[ast.stmt]) -> Iterator[Edit]:
        """The last statement of an inner block goes out, or the next statement goes in."""
        for name in ("body", "orelse"):
            inner = getattr(statement, name, None)
            if not isinstance(inner, list) or not inner or isinstance(statement, ast.IfExp):
                continue
            if inner[0].lineno == statement.lineno:  # on one line
                continue
            for last in self.lasts(inner):
                yield self.indented(last, statement, is_alone=last in inner and len(inner) == 1)
            if after and not isinstance(after[0], ast.FunctionDef):
                yield self.indented(after[0], inner[-1])

    def lasts(self, block: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
        """The last statement of a block, and of the block that is last in it."""
        last = block[-1]
        yield last
        for name in ("body", "orelse"):
            inner = getattr(last, name, None)
            if isinstance(inner, list) and len(inner) > 1 and inner[-1].lineno > last.lineno:
                yield inner[-1]

    def indented(self, moved: Any, model: ast.stmt, *, is_alone: bool = False) -> Edit:
        """A statement with the indentation of another one; its block keeps one if it was alone."""
        start, end = self.starts[moved.lineno - 1], self.span(moved)[1]
        old, new = self.indent(moved), self.indent(model)
        lines = self.source[start:end].split("\n")
        text = "\n".join(new + line.removeprefix(old) for line in lines)
        return "indentation", start, end, f"{old}pass\n{text}" if is_alone else text

    def kept_between_calls(self, function: ast.FunctionDef, kept: list[str]) -> Iterator[Edit]:
        """What a function keeps from one call to the next is emptied."""
        first = function.body[0]
        start = self.span(first)[0]
        if first.lineno == function.lineno:
            return
        for name in kept:
            new = f"{name}.clear()\n{self.indent(first)}"
            yield "statement missing", start, start, new
        for default in function.args.defaults:
            if isinstance(default, (ast.List, ast.Dict, ast.Set)):
                names = function.args.args[-len(function.args.defaults) :]
                name = names[function.args.defaults.index(default)].arg
                (begin, end), before = self.span(default), self.indent(first)
                head = "None" + self.source[end:start]
                again = f"if {name} is None:\n{before}    {name} = {self.text(default)}\n{before}"
                yield "default value", begin, start, head + again


class Scope:
    """The names of a function: its variables, those that are indexed, the attributes of self."""

    def __init__(self, function: ast.AST, outer: Scope | None = None) -> None:
        nodes = [*ast.walk(function)]
        self.names = {node.arg for node in nodes if isinstance(node, ast.arg)} - {"self"}
        self.names |= {
            node.id
            for node in nodes
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        self.names |= outer.names if outer else set()
        indexed = (node.value for node in nodes if isinstance(node, ast.Subscript))
        self.indexed = sorted({node.id for node in indexed if isinstance(node, ast.Name)})
        self.attributes = {
            node.attr
            for node in nodes
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
            if node.value.id == "self"
        }
        self.is_generator = any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes)
