"""Code that may end a search too early, for programs that find only the first solution."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from enum import StrEnum

from solvers.grading.diagnosis.python_source import nodes
from solvers.grading.finding import Fact, Finding
from solvers.grading.language import PROLOG, PYTHON
from solvers.grading.submission import Submission


class EarlyEnd(StrEnum):
    """The code of a program that may end its search after the first solution."""

    CUT = "cut"
    RETURN = "return"
    ESCAPE = "escape"


SIGNS = {
    PROLOG: (r"!|\bonce\(", EarlyEnd.CUT),
    PYTHON: (r"\bnext\(|\[:?[01]\]", EarlyEnd.RETURN),
}
IN_SCHEME = (r"\(for\*?/(?:or|first)\b|\(or\b|call/cc|call-with-|let/ec", EarlyEnd.ESCAPE)
"""For Scheme and the other languages: the sign of a search that ends early."""

MOST_LOOPS = 50
"""The most loops of a program that are examined."""


def with_early_end(mistake: Finding, submission: Submission) -> Finding:
    """The finding of a first solution, with the code that may end the search; others unchanged.

    Without such code, nothing shows that the program searches on.
    """
    if mistake.fact is not Fact.FIRST_ONLY:
        return mistake
    sign, early_end = SIGNS.get(submission.language, IN_SCHEME)
    if not _leaves_a_loop(submission) and not re.search(sign, submission.text):
        return replace(mistake, fact=Fact.ONE_ONLY)  # a formula, for example
    return replace(mistake, details={**mistake.details, "ends": early_end})


def _leaves_a_loop(submission: Submission) -> bool:
    """Whether a loop of a Python program contains a return or a break."""
    loops = [node for node in nodes(submission) if isinstance(node, (ast.For, ast.While))]
    parts = (part for loop in loops[:MOST_LOOPS] for part in ast.walk(loop))
    return any(isinstance(part, (ast.Return, ast.Break)) for part in parts)
