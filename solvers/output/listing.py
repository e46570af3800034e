"""The source of what a backend exists for: the recursion, the clauses, the model."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from solvers.interface import Backend
from solvers.output.bare_source import bare, counter_names
from solvers.paradigms.prolog import program


@dataclass(frozen=True, slots=True)
class Listing:
    """Source text and the name of its language, as Pygments knows it."""

    text: str
    language: str

    @property
    def lines(self) -> int:
        """How many lines say something: no blank ones, no comments."""
        told = (line.strip() for line in self.text.splitlines())
        return sum(1 for line in told if line and not line.startswith(("#", "%")))


def listing(backend: Backend) -> Listing:
    """What a reader should see of the backend; a submission or a backend of a test has nothing.

    Types, remarks to tools and counters are left out: they are not the paradigm.
    """
    names = backend.listing
    if names and names[0].endswith(".pl"):
        text = program(names[0].removesuffix(".pl")).read_text(encoding="utf-8")
        return Listing("\n\n".join(_clauses(text, names[1:])), "prolog")
    module = sys.modules.get(getattr(backend.solve, "__module__", ""))
    if not names or module is None or module.__file__ is None:
        return Listing("", "python")
    source = Path(module.__file__).read_text(encoding="utf-8")
    parts = dict(_definitions(source))
    shown = "\n\n\n".join(parts[name] for name in names)
    return Listing(bare(shown, counter_names(source)), "python")


def _definitions(source: str) -> Iterable[tuple[str, str]]:
    """Each function, class and constant of a module; without docstrings."""
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            shown = set(range(node.lineno - 1, node.end_lineno or node.lineno))
            for text in _docstrings(node):
                end = text.end_lineno or text.lineno
                apart = end < len(lines) and not lines[end].strip()  # an empty line below it
                shown -= set(range(text.lineno - 1, end + apart))
            yield node.name, "\n".join(lines[number] for number in sorted(shown))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, "\n".join(lines[node.lineno - 1 : node.end_lineno])


def _docstrings(definition: ast.AST) -> Iterable[ast.stmt]:
    """Those of a definition and of all within it."""
    for node in ast.walk(definition):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            yield node.body[0]


def _clauses(text: str, names: Iterable[str]) -> Iterable[str]:
    """The clauses and directives of each predicate, those of one together."""
    paragraphs = re.split(r"\n\s*\n", text.strip())
    for name in names:
        clauses = [one for one in paragraphs if one.startswith((f"{name}(", f":- {name}("))]
        yield "\n".join(clauses)
