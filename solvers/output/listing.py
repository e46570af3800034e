"""The source text of a backend's program, and the part to read first."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from solvers.interface import Backend
from solvers.tracing.source_lines import program_of

LANGUAGES = {
    ".c": "c", ".hs": "haskell", ".lp": "prolog", ".mzn": "minizinc", ".pl": "prolog",
    ".pro": "prolog", ".prolog": "prolog", ".py": "python", ".rkt": "racket", ".scm": "scheme",
    ".sls": "scheme", ".sps": "scheme", ".sql": "sql", ".ss": "scheme",
}  # fmt: skip
"""The name of a language in Pygments, for each suffix of a file."""

CORE = 16
"""The most lines of a program that are shown before the reader opens it."""

COMMENTS = ("#", "%", ";", "//", "--")
"""The beginnings of comment lines in these languages."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Source text, and the name of its language in Pygments."""

    text: str = ""
    language: str = "text"

    @property
    def lines(self) -> int:
        """The number of lines with code: no blank lines, comments or docstrings, and no record."""
        return len(self._code)

    @property
    def core(self) -> str:
        """The part to read first: the longest function of Python, else the first lines of code."""
        tree = self._tree
        functions = [
            {number: line for number, line in self._code.items() if number in _lines_of(node)}
            for node in tree.body
            if isinstance(node, ast.FunctionDef)
        ]
        return "\n".join([*max(functions, key=len, default=self._code).values()][:CORE])

    @property
    def _tree(self) -> ast.Module:
        """The parsed program; empty if it is not Python, or not correct, as a student's may be."""
        try:
            return ast.parse(self.text if self.language == "python" else "")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return ast.Module([], [])

    @property
    def _code(self) -> dict[int, str]:
        """The lines with code, by their numbers, from 1."""
        tree = self._tree
        documented = {
            number
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr | ast.Assign) and _is_about_the_program(node)
            for number in _lines_of(node)
        }
        return {
            number: line
            for number, line in enumerate(self.text.splitlines(), 1)
            if line.strip() and not line.strip().startswith(COMMENTS) and number not in documented
        }


def _is_about_the_program(node: ast.Expr | ast.Assign) -> bool:
    """Whether this is a docstring, or the record of the backend."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    return [each.id for each in node.targets if isinstance(each, ast.Name)] == ["BACKEND"]


def _lines_of(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def listing(backend: Backend) -> Listing:
    """The program of a backend; empty for one without a file."""
    file = program_of(backend)
    if file is None:
        return Listing()
    text = file.read_text(encoding="utf-8", errors="replace")
    return Listing(text, LANGUAGES.get(file.suffix, "text"))
