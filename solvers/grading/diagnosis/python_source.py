"""Mistakes that the source of a program in Python shows."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from solvers.grading.diagnosis.mistakes import MISTAKES
from solvers.grading.finding import Fact, Finding, finding
from solvers.grading.language import PYTHON
from solvers.grading.submission import Submission

UNCERTAIN = {
    *(Fact.NONE_FOUND, Fact.NONE_ABOVE_1, Fact.NO_WAY_BACK, Fact.LAST_MISSING, Fact.FIRST_MISSING),
    *(Fact.FIRST_ROW_ONLY, Fact.FIRST_QUEEN_ONLY, Fact.DIAGONALS_OF_FIRST_QUEEN),
}
"""The facts about answers that many mistakes explain, among them a loop that ends too early."""


def nodes(submission: Submission) -> list[ast.AST]:
    """All nodes of a program's syntax tree; none if it is not in Python or has a syntax error."""
    if submission.language is not PYTHON:
        return []
    try:
        return list(ast.walk(ast.parse(submission.source)))
    except (SyntaxError, ValueError):
        return []


def kept_default(submission: Submission) -> str:
    """The parameter of a function that returns its default, a list; "": there is none.

    Python makes the list only once, so that it keeps the answers of earlier calls.
    """
    functions = (node for node in nodes(submission) if isinstance(node, ast.FunctionDef))
    for function in functions:
        given = [*function.args.posonlyargs, *function.args.args]
        defaults = function.args.defaults
        lists = {
            argument.arg
            for argument, default in zip(given[len(given) - len(defaults) :], defaults, strict=True)
            if isinstance(default, ast.List)
        }
        returned = (node.value for node in ast.walk(function) if isinstance(node, ast.Return))
        names = (value.id for value in returned if isinstance(value, ast.Name))
        if name := next((name for name in names if name in lists), ""):
            return name
    return ""


def in_source(submission: Submission, known: Sequence[Finding]) -> list[Finding]:
    """The mistake in the source, if there is only one, and the known facts have many causes."""
    if any(each.fact in MISTAKES.keys() - UNCERTAIN for each in known):
        return []
    found: list[Finding] = []
    for node in nodes(submission):
        match node:
            case ast.For(body=body) if _always_ends(body):
                found.append(finding(Fact.LOOP_ENDS, line=node.lineno))
            case ast.BinOp(ast.List([ast.List() | ast.BinOp(ast.List(), ast.Mult())]), ast.Mult()):
                found.append(finding(Fact.ONE_ROW_REPEATED, line=node.lineno))
    return found if len(found) == 1 else []


def _always_ends(body: Sequence[ast.stmt]) -> bool:
    """Whether a loop with this body makes one round at most, and does more than leave at once."""
    is_plain = len(body) == 1 and isinstance(body[0], (ast.Return, ast.Break))
    goes_on = any(
        isinstance(node, (ast.Continue, ast.Yield, ast.YieldFrom))
        for statement in body
        for node in ast.walk(statement)
    )
    return _ends(body) and not (is_plain or goes_on)


def _ends(body: Sequence[ast.stmt]) -> bool:
    """Whether the last of these statements always leaves the function or the loop."""
    match body[-1]:
        case ast.Return() | ast.Break():
            return True
        case ast.If(body=then, orelse=otherwise) if otherwise:
            return _ends(then) and _ends(otherwise)
    return False
