"""The source text of a backend's program, the part to read first, and who searches in it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, String

from solvers import registry
from solvers.interface import Backend
from solvers.tracing.source_lines import program_of

PYGMENTS_NAMES = {
    ".c": "c", ".hs": "haskell", ".lp": "prolog", ".mzn": "minizinc", ".pl": "prolog",
    ".pro": "prolog", ".prolog": "prolog", ".py": "python", ".rkt": "racket", ".scm": "scheme",
    ".sls": "scheme", ".sps": "scheme", ".sql": "sql", ".ss": "scheme",
}  # fmt: skip
"""The name of a language in Pygments, for each suffix of a file."""

CORE = 16
"""The most lines of a program that are shown before the reader opens it."""


QUESTIONS = ("who searches", "who undoes a wrong choice", "what is known before the next choice")
"""The questions to every paradigm, as headings."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Source text, and the name of its language in Pygments."""

    text: str = ""
    language: str = "text"

    @property
    def lines(self) -> int:
        """The number of lines with code: no blank lines, comments or docstrings, and no record."""
        return sum(map(len, self._blocks))

    @property
    def core(self) -> str:
        """The part to read first: the longest one behind the imports, else the first lines."""
        return "\n".join(max(self._blocks[1:] or self._blocks, key=len)[:CORE])

    @property
    def _blocks(self) -> list[list[str]]:
        """The lines with code of each part between two blank lines, without the record."""
        parts = re.split(r"\n{3,}", self.text)
        return [self._code(part) for part in parts if not part.startswith("BACKEND = ")]

    def _code(self, text: str) -> list[str]:
        lexer, at, numbers = get_lexer_by_name(self.language, stripnl=False), 0, set[int]()
        for kind, token in lexer.get_tokens(text):
            if kind not in Comment and kind not in String.Doc:
                parts = enumerate(token.split("\n"), at)
                numbers |= {number for number, part in parts if part.strip()}
            at += token.count("\n")
        return [line for number, line in enumerate(text.split("\n")) if number in numbers]


def listing(backend: Backend) -> Listing:
    """The program of a backend; empty for one without a file."""
    file = program_of(backend)
    if file is None:
        return Listing()
    text = file.read_text(encoding="utf-8", errors="replace")
    return Listing(text, PYGMENTS_NAMES.get(file.suffix, "text"))


def choice_facts(backend: Backend) -> tuple[str, str, str]:
    """The answers of a backend to QUESTIONS, or else of its parent; "" where there is none."""
    known = backend.searches, backend.undoes, backend.knows
    parent = registry.find_or_none(backend.variant_of) if not any(known) else None
    return choice_facts(parent) if parent else known
