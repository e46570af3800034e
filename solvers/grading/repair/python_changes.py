"""The natural changes of a Python program, read by ``ast``, and the trial of each.

It runs in the sandbox: the suite's harness loads it as a program, with the student's beside it.
Nothing that it tells is believed before it was checked.
"""

from __future__ import annotations

import ast
import io
import itertools
import pathlib
import re
import signal
import sys
import types
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

Edit = tuple[str, int, int, str]
"""The kind of a change, the place (start and end) of the text that goes, and the new text."""

MOST_PARTS, DEEPEST = 10_000, 8
"""More parts than the solutions for n = 8 have in any form, and deeper lists."""
LONGEST_TEXT = 4000
HERE = pathlib.Path(__file__).parent
harness: Any = sys.modules["__main__"]

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
EXCHANGED = {"+": "-", "-": "+", "<<": ">>", ">>": "<<", "//": "%", "%": "//"}
EXCHANGED |= {"in": "not in", "not in": "in", "is": "is not", "is not": "is"}
EXCHANGED |= {"and": "or", "or": "and"}
PLUS_FOR_MINUS = str.maketrans("+-", "-+")
FUNCTIONS = {"any": "all", "all": "any", "min": "max", "max": "min"}
UNDONE = {"add": "{}.remove({})", "append": "{}.pop()", "push": "{}.pop()"}
COPIES = ("{}[:]", "[list(_row) for _row in {}]", "{}.copy()")
OPERATOR = re.compile(r"not\s+in|is\s+not|[=!<>]=|<<|>>|//|[<>+%-]|\b(?:in|is|and|or)\b")
ATOMS = (ast.Name, ast.Constant, ast.Call, ast.Attribute, ast.Subscript, ast.List, ast.Tuple)
CONDITIONS = (ast.Compare, ast.Call, ast.Name, ast.BoolOp, ast.Attribute, ast.Subscript)
CONDITION_FIELDS = {"test", "ifs", "values", "elt", "operand"}
NUMBER_FIELDS = {"args", "comparators", "left", "slice", "right", "upper", "lower", "value"}
VALUE_FIELDS = {"args", "value", "elts", "right", "values"}
"""The fields of a node in which a condition, a number, a value that may be copied stands."""
NOT_MOVED = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


def changes(name: str) -> list[Edit]:
    """The changes of the program in this file, each once; [] if it cannot be read."""
    try:
        return [*dict.fromkeys(PythonSource(_text(name)).changes())]
    except (SyntaxError, ValueError, RecursionError):
        return []


def tried(
    name: str,
    call: str,
    sizes: Sequence[int],
    edits: Sequence[tuple[int, int, int, str]],
    seconds: float,
) -> Iterator[list[Any]]:
    """For each change, its number and the answers for the sizes: None, or a value and a text.

    ``call`` has {n} in the place of n; "": the program is started with n. Each answer may take so
    many ``seconds`` of processor time.
    """
    source = _text(name)
    signal.signal(signal.SIGVTALRM, _stop)
    sys.setrecursionlimit(600)
    for at, start, end, new in edits:
        text = source[:start] + new + source[end:]
        yield [at, [_answer(text, str(HERE / name), call, n, seconds) for n in sizes]]


def _text(name: str) -> str:
    return (HERE / name).read_bytes().decode(errors="replace")


def _stop(*_: object) -> None:
    raise TimeoutError


def _answer(text: str, path: str, call: str, n: int, seconds: float) -> list[Any] | None:
    printed = io.StringIO()
    sys.argv, sys.stdin = [path, str(n)], io.StringIO(f"{n}\n")
    module = types.ModuleType("submission" if call else "__main__")
    module.__file__ = path
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds / 10)
        with redirect_stdout(printed), redirect_stderr(io.StringIO()):
            harness.predefine(text, module)
            exec(compile(text, path, "exec", dont_inherit=True), module.__dict__)  # noqa: S102  # it is what this file is for
            value = harness.call(module, call.replace("{n}", str(n))) if call else None
            value = _kept(value, itertools.count())
    except SystemExit:
        value = None
    except BaseException:  # whatever a student's program raises
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return [value, printed.getvalue()[:LONGEST_TEXT]]


def _kept(value: Any, seen: Iterator[int], depth: int = 0) -> Any:
    """A copy of a value; raises ValueError if it is larger than any that can be right."""
    if next(seen) > MOST_PARTS or depth > DEEPEST:
        raise ValueError
    value = harness.as_lists(value)
    if not harness.is_collection(value) or isinstance(value, (set, frozenset)):
        return value
    return [_kept(item, seen, depth + 1) for item in itertools.islice(value, MOST_PARTS)]


class PythonSource:
    """A program, with the places of its parts."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tree = ast.parse(source)
        self.lines = source.splitlines(keepends=True)
        self.starts = [0, *itertools.accumulate(map(len, self.lines))]
        self.attributes = {
            node.attr
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
            if node.value.id == "self"
        }

    def span(self, node: Any) -> tuple[int, int]:
        """Where a node begins and ends."""
        ends = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
        start, end = (
            self.starts[line - 1] + len(self.lines[line - 1].encode()[:byte].decode())
            for line, byte in ends
        )
        return start, end

    def text(self, node: Any) -> str:
        """The text of a node, without parentheses around it."""
        start, end = self.span(node)
        return self.source[start:end]

    def part(self, node: Any) -> str:
        """The text of a node as a part of a larger expression."""
        return self.text(node) if isinstance(node, ATOMS) else f"({self.text(node)})"

    def operator(self, operand: ast.expr) -> re.Match[str] | None:
        """The operator behind an operand."""
        return OPERATOR.search(self.source, self.span(operand)[1])

    def changes(self) -> Iterator[Edit]:
        """All changes of the catalogue."""
        outside, scopes = Scope(self.tree), dict[ast.AST, Scope]()
        for node in ast.walk(self.tree):
            scope = scopes.get(node)
            if isinstance(node, ast.FunctionDef):
                scope = Scope(node, scope)
                yield from self.kept_between_calls(node)
            if scope:
                scopes.update(dict.fromkeys(ast.iter_child_nodes(node), scope))
            for field, value in ast.iter_fields(node):
                items = value if isinstance(value, list) else [value]
                if items and isinstance(items[0], ast.stmt):
                    yield from self.of_block(items, scope or outside)
                for item in items if not isinstance(node, ast.JoinedStr) else ():
                    if isinstance(item, ast.expr):
                        yield from self.of_expression(item, field, scope or outside)

    def of_expression(self, node: ast.expr, field: str, scope: Scope) -> Iterator[Edit]:
        """The changes of an expression; ``field`` is the one in which it stands."""
        if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            return
        start, end = self.span(node)
        texts = itertools.chain(self.texts_at(node, field), self.texts(node, scope))
        yield from ((kind, start, end, new) for kind, new in texts)
        match node:
            case ast.Compare(left, _, others):
                yield from self.of_operators([left, *others], "comparison")
            case ast.BinOp(left, _, right):
                yield from self.of_operators([left, right], "sign")
            case ast.Call(_, arguments):
                for one, other in itertools.pairwise(arguments):
                    (first, _), (_, last) = self.span(one), self.span(other)
                    yield "argument order", first, last, f"{self.text(other)}, {self.text(one)}"

    def of_operators(self, operands: Sequence[ast.expr], kind: str) -> Iterator[Edit]:
        """The changes of the operators between operands, one at a time."""
        for operand in operands[:-1]:
            if found := self.operator(operand):
                old = " ".join(found[0].split())
                for new in [EXCHANGED[old]] if old in EXCHANGED else COMPARISONS:
                    if new != old:
                        yield kind, *found.span(), new

    def texts_at(self, node: ast.expr, field: str) -> Iterator[tuple[str, str]]:
        """The changes that depend on the field in which an expression stands."""
        if isinstance(node, CONDITIONS) and field in CONDITION_FIELDS:
            yield "negation", f"(not {self.part(node)})"
        if isinstance(node, (ast.Name, ast.BinOp, ast.Call)) and field in NUMBER_FIELDS:
            yield from (("plus or minus one", f"({self.text(node)} {sign} 1)") for sign in "+-")
        if isinstance(node, (ast.Name, ast.Attribute)) and field in VALUE_FIELDS:
            yield from (("copy", each.format(self.text(node))) for each in COPIES)

    def texts(self, node: ast.expr, scope: Scope) -> Iterator[tuple[str, str]]:  # noqa: C901, PLR0912  # a table
        """The changes of an expression as a whole: their kinds and the new texts."""
        own = self.text(node)
        match node:
            case ast.Name(name) if name in scope.names:
                items = [f"{each}[{name}]" for each in scope.lists]
                yield from (("variable", new) for new in [*sorted(scope.names - {name}), *items])
            case ast.Attribute(home, name) if name in self.attributes:
                for other in sorted(self.attributes - {name}):
                    yield "variable", f"{self.part(home)}.{other}"
            case ast.Subscript(_, index):
                yield "variable", self.text(index)
            case ast.Constant(bool() as value):
                yield "value", str(not value)
            case ast.Constant(int() as value):
                for number in sorted({value - 1, value + 1, 0, -1} - {value}):
                    yield "plus or minus one", str(number)
            case ast.UnaryOp(ast.Not() | ast.USub() as operator, operand):
                yield "negation" if isinstance(operator, ast.Not) else "sign", self.part(operand)
            case ast.Call(ast.Name("abs"), [inner]):
                yield "sign", f"({self.text(inner)})"
            case ast.Call(ast.Name("range"), [last]):
                yield "range", f"range(1, {self.text(last)} + 1)"
            case ast.Call(ast.Name("range"), [first, last]):
                yield "range", f"range({self.text(last)})"
                yield "range", f"range({self.text(first)}, {self.text(last)} + 1)"
            case ast.Call(ast.Name(name), [_, *_]) if name in FUNCTIONS:
                yield "function", FUNCTIONS[name] + own.removeprefix(name)
            case ast.BinOp(left, operator, right):
                yield "sign", f"abs({own})"
                if isinstance(operator, (ast.Add, ast.Sub)):
                    yield "plus or minus one", self.part(left)
                if isinstance(operator, ast.Mult) and isinstance(left, ast.List) and left.elts:
                    row = self.text(left.elts[0])
                    yield "copy", f"[{row} for _ in range({self.text(right)})]"
            case ast.BoolOp():
                yield from self.of_conditions(node)
            case ast.Compare(left, _, [right, *more]):
                seconds = [own.translate(PLUS_FOR_MINUS)]
                found = None if more else self.operator(left)
                if found and ast.BinOp in {type(left), type(right)}:
                    one, other = self.text(left), self.text(right)
                    yield "sign", f"abs({one}) {found[0]} abs({other})"
                    seconds.append(f"-({one}) {found[0]} {other}")
                for second in seconds:
                    if second != own:
                        yield "condition missing", f"({own} or {second})"
                        yield "condition missing", f"({own} and {second})"

    def of_conditions(self, node: ast.BoolOp) -> Iterator[tuple[str, str]]:
        """The changes of conditions that "and" or "or" joins."""
        parts = [self.part(each) for each in node.values]
        old = "and" if isinstance(node.op, ast.And) else "or"
        yield "and/or", f"({f' {EXCHANGED[old]} '.join(parts)})"
        for k in range(len(parts)):
            yield "condition too many", f" {old} ".join(parts[:k] + parts[k + 1 :])
        compared = [
            (k, found.start() - self.span(each)[0], found[0])
            for k, each in enumerate(node.values)
            if isinstance(each, ast.Compare) and (found := self.operator(each.left))
        ]
        same = {operator for *_, operator in compared}
        for new in COMPARISONS if len(compared) > 1 == len(same) else ():
            changed = [self.text(each) for each in node.values]
            for k, at, operator in compared:
                changed[k] = changed[k][:at] + new + changed[k][at + len(operator) :]
            yield "comparisons", f"({f' {old} '.join(changed)})"

    def of_block(self, block: Sequence[ast.stmt], scope: Scope) -> Iterator[Edit]:
        """The changes of the statements of a block."""
        for at, statement in enumerate(block):
            if isinstance(statement, NOT_MOVED):
                continue
            (start, end), text = self.span(statement), self.text(statement)
            after = [each for each in block[at + 1 : at + 2] if not isinstance(each, NOT_MOVED)]
            yield "statement too many", start, end, "pass"
            for other in after:
                first, last = self.span(other)
                yield "order", start, last, self.text(other) + self.source[end:first] + text
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                missing = "yield from" if scope.is_generator else "return"
                yield "return", start, end, f"{missing} {text}"
            last = self.span(block[-1])[1]
            for undo in self.undoing(statement):
                yield "statement missing", last, last, f"\n{self.indent(block[-1])}{undo}"
            for inner in self.blocks(statement):
                deeper = (each[-1] for each in self.blocks(inner[-1]) if len(each) > 1)
                for moved in (inner[-1], *deeper):
                    yield self.indented(moved, statement, is_alone=[moved] == inner)
                for moved in after:
                    yield self.indented(moved, inner[-1])

    def undoing(self, statement: ast.stmt) -> Iterator[str]:
        """The statements that take back what this one does."""
        match statement:
            case ast.Expr(ast.Call(ast.Attribute(home, attr), [value, *_])) if attr in UNDONE:
                yield UNDONE[attr].format(self.text(home), self.text(value))
            case ast.Assign([ast.Subscript() as target], _):
                yield from (f"{self.text(target)} = {each}" for each in ("0", "-1", "'.'", "False"))
            case ast.AugAssign(target, ast.Add() | ast.Sub() | ast.BitOr() as operator, value):
                sign = {ast.Add: "-=", ast.Sub: "+=", ast.BitOr: "^="}[type(operator)]
                yield f"{self.text(target)} {sign} {self.text(value)}"

    def blocks(self, statement: ast.stmt) -> list[list[ast.stmt]]:
        """The blocks of a statement that are below its first line."""
        inner = (getattr(statement, field, []) for field in ("body", "orelse"))
        return [block for block in inner if block and block[0].lineno > statement.lineno]

    def indent(self, statement: ast.stmt) -> str:
        """The white space before a statement."""
        line = self.lines[statement.lineno - 1]
        return line[: len(line) - len(line.lstrip())]

    def indented(self, moved: ast.stmt, model: ast.stmt, *, is_alone: bool = False) -> Edit:
        """A statement with the indentation of another one; its block keeps one if it was alone."""
        start, end = self.starts[moved.lineno - 1], self.span(moved)[1]
        old, new = self.indent(moved), self.indent(model)
        lines = self.source[start:end].split("\n")
        text = "\n".join(new + line.removeprefix(old) for line in lines)
        return "indentation", start, end, f"{old}pass\n{text}" if is_alone else text

    def kept_between_calls(self, function: ast.FunctionDef) -> Iterator[Edit]:
        """What a function keeps from one call to the next is emptied, or made anew."""
        start, before = self.span(function.body[0])[0], self.indent(function.body[0])
        if function.body[0].lineno == function.lineno:
            return
        for statement in self.tree.body:
            match statement:
                case ast.Assign([ast.Name(name)], ast.List() | ast.Dict() | ast.Set() | ast.Call()):
                    yield "statement missing", start, start, f"{name}.clear()\n{before}"
        defaults = function.args.defaults
        names = [each.arg for each in function.args.args[-len(defaults) :]]
        for name, default in zip(names, defaults, strict=False):
            if isinstance(default, (ast.List, ast.Dict, ast.Set)):
                begin, end = self.span(default)
                again = f"if {name} is None:\n{before}    {name} = {self.text(default)}\n{before}"
                yield "default value", begin, start, f"None{self.source[end:start]}{again}"


class Scope:
    """The names of a function: its variables, and those that are indexed."""

    def __init__(self, function: ast.AST, outer: Scope | None = None) -> None:
        nodes = [*ast.walk(function)]
        names = {node.arg for node in nodes if isinstance(node, ast.arg)} - {"self"}
        read = [node for node in nodes if isinstance(node, ast.Name)]
        names |= {node.id for node in read if isinstance(node.ctx, ast.Store)}
        self.names: set[str] = names | (outer.names if outer else set())
        indexed = (node.value for node in nodes if isinstance(node, ast.Subscript))
        self.lists = sorted({node.id for node in indexed if isinstance(node, ast.Name)})
        self.is_generator = any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes)
