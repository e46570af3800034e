"""The source of a backend, as its file has it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from solvers.interface import Backend
from solvers.tracing.source_lines import program_of

LANGUAGES = {
    ".c": "c", ".hs": "haskell", ".lp": "prolog", ".mzn": "minizinc", ".pl": "prolog",
    ".py": "python", ".rkt": "racket", ".scm": "scheme", ".sql": "sql",
}  # fmt: skip
"""The names of languages, as Pygments knows them, by the suffixes of files."""

CORE = 16
"""The number of lines of a program that are shown before it is opened."""

COMMENTS = ("#", "%", ";", "//", "--")


@dataclass(frozen=True, slots=True)
class Listing:
    """Source text and the name of its language, as Pygments knows it."""

    text: str = ""
    language: str = "text"

    @property
    def lines(self) -> int:
        """The number of lines with code: no blank lines, no comments, no docstrings."""
        documented = set(_documented(self.text)) if self.language == "python" else set()
        lines = (line.strip() for line in self.text.splitlines())
        return sum(
            bool(line) and not line.startswith(COMMENTS) and number not in documented
            for number, line in enumerate(lines, 1)
        )

    @property
    def core(self) -> str:
        """The part to read first: the longest function of Python, else the first lines of code."""
        lines = self.text.splitlines()
        documented = set(_documented(self.text)) if self.language == "python" else set()
        first, last = 1, len(lines)
        if self.language == "python":
            found = [
                node for node in ast.parse(self.text).body if isinstance(node, ast.FunctionDef)
            ]
            length = {(node.lineno, node.end_lineno or node.lineno): 0 for node in found}
            for begin, end in length:
                length[begin, end] = len({*range(begin, end + 1)} - documented)
            first, last = max(length, key=lambda place: length[place], default=(first, last))
        code = [
            line
            for number, line in enumerate(lines[first - 1 : last], first)
            if line.strip() and not line.strip().startswith(COMMENTS) and number not in documented
        ]
        return "\n".join(code[:CORE])


def listing(backend: Backend) -> Listing:
    """The program of a backend; empty for one without a file."""
    file = program_of(backend)
    if file is None:
        return Listing()
    text = file.read_text(encoding="utf-8", errors="replace")
    return Listing(text, LANGUAGES.get(file.suffix, "text"))


def _documented(text: str) -> Iterator[int]:
    """The numbers of the lines of all docstrings."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)
