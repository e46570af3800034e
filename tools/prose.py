"""Lint the prose that users read: documents, templates, messages and docstrings, and test names.

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

DOCUMENTS = ("*.md", ".github/ISSUE_TEMPLATE/*.yml", "docs/*.md", "benchmarks/README.md")
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

NOUN_CLAUSE_IN_A_NAME = re.compile(
    r"(?<=\Atest )(?:who|where|which)\b|\b(?:what(?:ever)?|how|why)\b|\b(?:who|where|which)\Z"
)
"""The same in the words of a test's name, where ``which`` can also begin a relative clause."""

FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)

NO_TESTS = ("tests/attacks/", "tests/zoo/")
"""Programs that the tests run, with the names that their authors would give."""


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


def noun_clauses() -> Iterator[Text]:
    """Clauses that stand for nouns: in docstrings, those of variables too, and in tests' names."""
    for pattern in (*CODE, "benchmarks/**/*.py", "tests/**/*.py", "tools/*.py"):
        for path in sorted(ROOT.glob(pattern)):
            if path.relative_to(ROOT).as_posix().startswith(NO_TESTS):
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                    text = str(node.value.value)
                    found = NOUN_CLAUSE.search(text)
                elif isinstance(node, FUNCTION) and node.name.startswith("test_"):
                    text = node.name.replace("_", " ")
                    found = NOUN_CLAUSE_IN_A_NAME.search(text)
                else:
                    continue
                if found:
                    yield Text(path, node.lineno + text[: found.start()].count("\n"), found[0])


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
    for clause in noun_clauses():
        place = f"{clause.path.relative_to(ROOT)}:{clause.line}"
        print(f"{place}: write a noun instead of the clause with {clause.content!r}")
        faults += 1
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
