"""Lint the prose that users read: documents, templates, messages and docstrings.

proselint finds clichés, redundancies, archaisms and doubled words; tools/phrases.txt adds the
phrases that this project does not use, each with a better one.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from proselint.checks import __register__
from proselint.registry import CheckRegistry
from proselint.registry.checks import Check, types
from proselint.tools import LintFile

ROOT = Path(__file__).resolve().parents[1]
PHRASES = ROOT / "tools" / "phrases.txt"

DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "benchmarks/README.md")
TEMPLATES = ("solvers/output/**/*.jinja", "solvers/output/**/*.js")
CODE = ("solvers/**/*.py", "compare.py")

CHECKS = (
    *("lexical_illusions", "archaism", "cliches", "hedging", "industrial_language", "malapropisms"),
    *("mixed_metaphors", "mondegreens", "needless_variants", "nonwords", "oxymorons", "redundancy"),
    *("skunked_terms", "social_awareness", "uncomparables", "phrases"),
)
"""The first, doubled words, is for documents only: code has its reasons to repeat words."""

NO_PROSE = re.compile(
    r"^```.*?^```|`[^`\n]*`|<!--.*?-->|\]\([^)]*\)|^\|[-: |]+\|$|\d[\d., ]*",
    re.DOTALL | re.MULTILINE,
)
"""Code, links, figures: blanked, so that the lines keep their numbers."""


NOUN_CLAUSE = re.compile(r"\A(?:What|Who|How|Where|Why|Which)\b|\b[Ww]hat(?:ever)?\b")
"""The beginnings of clauses that stand for nouns, in docstrings."""


class Text(NamedTuple):
    """A piece of prose and the line of the file where it begins."""

    path: Path
    line: int
    content: str


def texts() -> Iterator[Text]:
    """All prose of the project."""
    for pattern in (*DOCUMENTS, *TEMPLATES):
        for path in sorted(ROOT.glob(pattern)):
            yield Text(path, 1, path.read_text(encoding="utf-8"))
    for pattern in CODE:
        for path in sorted(ROOT.glob(pattern)):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield Text(path, node.lineno, node.value)


def docstrings() -> Iterator[Text]:
    """The docstrings of the suite and its benchmarks, those of variables among them."""
    for pattern in (*CODE, "benchmarks/**/*.py", "tools/*.py"):
        for path in sorted(ROOT.glob(pattern)):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                    yield Text(path, node.lineno, str(node.value.value))


def blank(match: re.Match[str]) -> str:
    """As many lines without words."""
    return re.sub(r"[^\n]", " ", match[0]).replace("  ", " .", 1)


def main() -> int:
    """Print each fault with its place; 1 if there is any."""
    phrases = {
        phrase.strip(): better.strip()
        for line in PHRASES.read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
        for phrase, _, better in [line.partition("=>")]
    }
    registry = CheckRegistry()
    registry.register_many(__register__)
    registry.register(
        Check(types.PreferredForms(phrases), path="phrases", message="write '{}' instead of '{}'")
    )
    faults = 0
    for text in texts():
        if text.content.count(" ") < 2:
            continue
        checks = CHECKS if text.path.suffix == ".md" else CHECKS[1:]
        lint = LintFile(str(text.path), NO_PROSE.sub(blank, text.content))
        for fault in lint.lint({"max_errors": 100, "checks": dict.fromkeys(checks, True)}):
            place = f"{text.path.relative_to(ROOT)}:{text.line + fault.pos[0] - 2}"
            print(f"{place}: {fault.check_result.message}")
            faults += 1
    for text in docstrings():
        if clause := NOUN_CLAUSE.search(text.content):
            line = text.line + text.content[: clause.start()].count("\n")
            place = f"{text.path.relative_to(ROOT)}:{line}"
            print(f"{place}: write a noun instead of the clause with {clause[0]!r}")
            faults += 1
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
