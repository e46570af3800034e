"""A Python program as a text would print it: without types, remarks to tools, and counters.

What is left is what the paradigm is about, and it is still a program.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

COUNTERS = "Counters"
"""What a function is said to return that returns its counters."""

REMARKS = ("# type:", "# noqa")

SIGNATURE = re.compile(r"(?<=\w)\(\s+((?:[\w=]+,\s+)+)(?=\):)")
"""Parameters that stand on a line each, for the length of their types."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Cut(NamedTuple):
    """What is taken out, from one (line, column) to another, and what comes in its place."""

    start: tuple[int, int]
    end: tuple[int, int]
    instead: str = ""


def counter_names(source: str) -> set[str]:
    """The variables of a module that only count: they begin as 0, and are returned."""
    found: set[str] = set()
    for function in (one for one in ast.walk(ast.parse(source)) if isinstance(one, Function)):
        if _returns_counters(function):
            nodes = list(ast.walk(function))
            begun = {_root(one) for node in nodes for one, value in _pairs(node) if _is_zero(value)}
            begun -= {
                _root(node.target)
                for node in nodes
                if isinstance(node, ast.AugAssign) and _works(node)
            }
            returned = [node for node in nodes if isinstance(node, ast.Return)]
            found |= begun & {_root(one) for node in returned for one in ast.walk(node)}
    return found - {""}


def bare(source: str, counters: Collection[str]) -> str:
    """The program without annotations, without remarks to tools, and without these counters."""
    tree = ast.parse(source)
    cuts = [*_remarks(source)]
    for node in ast.walk(tree):
        if isinstance(node, Function):
            cuts += _annotations(node, source)
            cuts += _counting(node.body, counters, returns=_returns_counters(node), last=True)
            cuts += _dropped(node.args.args, counters)
        elif isinstance(node, ast.Call):
            cuts += _dropped(node.args, counters)
        elif isinstance(node, ast.AnnAssign) and node.value:
            cuts.append(Cut(_end(node.target), _end(node.annotation)))
    return _applied(source, cuts)


def _returns_counters(function: Function) -> bool:
    return isinstance(function.returns, ast.Name) and function.returns.id == COUNTERS


def _root(node: ast.AST) -> str:
    """The name behind ``name``, ``name[0]``, ``self.name`` and a parameter; "" of anything else."""
    if isinstance(node, ast.Subscript):
        return _root(node.value)
    if isinstance(node, ast.arg):
        return node.arg
    return getattr(node, "id", "") or getattr(node, "attr", "")


def _pairs(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What an assignment gives a value, and the value."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                yield from zip(target.elts, node.value.elts, strict=True)
            else:
                yield target, node.value


def _is_zero(value: ast.expr) -> bool:
    """Whether counting begins here: with 0 or [0]; or ends here, with all figures as one."""
    if isinstance(value, ast.List) and len(value.elts) == 1:
        return _is_zero(value.elts[0])
    return isinstance(value, ast.DictComp) or (isinstance(value, ast.Constant) and value.value == 0)


def _works(node: ast.AugAssign) -> bool:
    """Whether something is done here, and not only counted: ``moves += improve(board)``."""
    return isinstance(node.value, ast.Call)


def _remarks(source: str) -> Iterator[Cut]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and token.string.startswith(REMARKS):
            before = token.line[: token.start[1]].rstrip()
            yield Cut((token.start[0], len(before)), token.end)


def _annotations(function: Function, source: str) -> Iterator[Cut]:
    every = function.args
    arguments = [*every.posonlyargs, *every.args]
    defaults = [*[None] * (len(arguments) - len(every.defaults)), *every.defaults]
    for argument, default in zip(
        [*arguments, *every.kwonlyargs], [*defaults, *every.kw_defaults], strict=True
    ):
        start = argument.lineno, argument.col_offset + len(argument.arg)
        if argument.annotation and default:
            yield Cut(start, (default.lineno, default.col_offset), "=")
        elif argument.annotation:
            yield Cut(start, _end(argument.annotation))
    if function.returns:
        line = source.splitlines()[function.returns.lineno - 1]
        arrow = line.rindex(" -> ", 0, function.returns.col_offset + 1)
        yield Cut((function.returns.lineno, arrow), _end(function.returns))


def _counting(
    body: Sequence[ast.stmt], counters: Collection[str], *, returns: bool, last: bool
) -> Iterator[Cut]:
    """Statements that only count, in these and what they hold; a body is never left empty.

    ``returns``: they stand in a function that returns its counters; ``last``: at its end.
    """
    cuts = []
    for statement in body:
        end = last and statement is body[-1]
        for inner in ("body", "orelse", "finalbody"):
            if not isinstance(statement, Function | ast.ClassDef):
                within = getattr(statement, inner, [])
                inmost = end and isinstance(statement, ast.With)
                yield from _counting(within, counters, returns=returns, last=inmost)
        if returns and isinstance(statement, ast.Return) and not end:
            yield Cut(_start(statement), _end(statement), "return")
        elif (returns and isinstance(statement, ast.Return)) or _only_counts(statement, counters):
            cuts.append(Cut(_start(statement), _end(statement)))
        else:
            yield from _partly(statement, counters)
    if body and len(cuts) == len(body):
        cuts[0] = cuts[0]._replace(instead="pass")
    yield from cuts


def _only_counts(statement: ast.stmt, counters: Collection[str]) -> bool:
    if isinstance(statement, ast.Nonlocal):
        return set(statement.names) <= set(counters)
    if isinstance(statement, ast.AugAssign):
        return _root(statement.target) in counters
    pairs = list(_pairs(statement))
    return bool(pairs) and all(_root(target) in counters for target, _ in pairs)


def _partly(statement: ast.stmt, counters: Collection[str]) -> Iterator[Cut]:
    """Several variables get their values at once, and some of them count."""
    pairs = list(_pairs(statement))
    kept = [pair for pair in pairs if _root(pair[0]) not in counters]
    if len(kept) < len(pairs):
        left, right = (", ".join(map(ast.unparse, side)) for side in zip(*kept, strict=True))
        yield Cut(_start(statement), _end(statement), f"{left} = {right}")


def _dropped(
    items: Sequence[ast.arg] | Sequence[ast.expr], counters: Collection[str]
) -> Iterator[Cut]:
    """Parameters and arguments that are counters, each with the comma that it needs no more."""
    for before, item in zip([None, *items], items, strict=False):
        if isinstance(item, ast.arg | ast.Name) and _root(item) in counters:
            start = _end(before) if before else _start(item)
            yield Cut(start, _end(item))


def _start(node: ast.stmt | ast.expr | ast.arg) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.stmt | ast.expr | ast.arg) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or 0


def _applied(source: str, cuts: Iterable[Cut]) -> str:
    """The source without the cuts, and without lines in which they leave only a remark."""
    lines = source.splitlines()
    gone = set()
    reached = 0, 0
    outermost = []
    for cut in sorted(cuts, key=lambda cut: (cut.start, -cut.end[0], -cut.end[1])):
        if cut.start >= reached:
            outermost.append(cut)
            reached = cut.end
    for start, end, instead in reversed(outermost):
        rest = "" if instead == "pass" else lines[end[0] - 1][end[1] :]  # a remark on what is gone
        lines[start[0] - 1] = left = lines[start[0] - 1][: start[1]] + instead + rest
        gone |= set(range(start[0], end[0]))
        if not left.strip() or (not instead and left.lstrip().startswith(("#", ","))):
            gone.add(start[0] - 1)
    kept = "\n".join(line for number, line in enumerate(lines) if number not in gone)
    return SIGNATURE.sub(lambda found: f"({' '.join(found[1].split()).removesuffix(',')}", kept)
