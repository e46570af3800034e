"""Every regular expression that reads a stranger's text takes time that grows with its length."""

from __future__ import annotations

import ast
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from places import ROOT
from shares import a_share

from solvers.grading.reading_limit import limited_reading

GRADING = ROOT / "solvers" / "grading"
METHODS = {"match", "fullmatch", "search", "findall", "finditer", "sub", "split"}

SIZE = 40_000
PROCESSOR_SECONDS = 0.5
"""A text of this size is read in a few thousandths of a second; where the time grows with the
square of the size, in two seconds or more."""

SIGNS = (*" \t\n([0a'\".-,", " (", "a ", "0\t")
REPEATED = (" ", "\n", "(", "a")


@dataclass(frozen=True)
class Expression:
    """A regular expression, the method that is called, and the module that has it."""

    module: str
    pattern: str | bytes
    flags: int
    method: str

    def __str__(self) -> str:
        return f"{self.module}: {self.method} {self.pattern[:40]!r}"

    def read(self, text: Any) -> None:
        """Use the expression as the module does, to the end."""
        text = text.encode() if isinstance(self.pattern, bytes) else text
        found: Any = getattr(re.compile(self.pattern, self.flags), self.method)
        read = found("", text) if self.method == "sub" else found(text)
        if self.method == "finditer":
            deque(read, maxlen=0)


def patterns_in(value: Any) -> Iterator[re.Pattern[Any]]:
    """The expressions in a value of a module."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, (dict, list, tuple)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from patterns_in(each)


def name_of(node: ast.expr) -> str:
    """The name of a constant, or of the table that it is taken from; "" for others."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def text_of(node: ast.expr) -> str:
    """The text of a literal, with a word for each value in it."""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(each) for each in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else "word"


@cache
def expressions() -> list[Expression]:
    """All expressions of the modules of ``grading``, constants and literals."""
    found = []
    for path in sorted(GRADING.rglob("*.py")):
        if "harness" in path.parts or path.name == "init_process.py":  # these run in the sandbox
            continue
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        module: ModuleType = import_module(name)
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            home, method = name_of(node.func.value), node.func.attr
            if home == "re" and method in METHODS:
                found.append(Expression(name, text_of(node.args[0]), 0, method))
            elif method in METHODS:
                constants = patterns_in(getattr(module, home, None))
                found += [Expression(name, one.pattern, one.flags, method) for one in constants]
    return sorted({*found}, key=str)


def texts(pattern: str | bytes) -> Iterator[str]:
    """Texts of one sign, alone and with the words of the expression before it or between."""
    pattern = pattern.decode() if isinstance(pattern, bytes) else pattern
    words = {"", *re.findall(r"[A-Za-z][A-Za-z-]+", re.sub(r"\\[a-z]", " ", pattern))}
    for sign in SIGNS:
        for word in words:
            for begin in {word, f"({word}", f"{word}("}:
                yield begin + sign * (SIZE // len(sign))
            if sign in REPEATED:
                yield (word + sign) * (SIZE // len(word + sign))
        yield sign * (SIZE // len(sign)) + "!"


@a_share("expression", expressions(), ids=str)
def test_an_expression_reads_each_kind_of_text_in_linear_time(expression: Expression) -> None:
    for text in texts(expression.pattern):
        with limited_reading(PROCESSOR_SECONDS):
            expression.read(text)
