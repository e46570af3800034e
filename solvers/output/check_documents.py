"""A report on a check as a document for other programs: the suite's own JSON, and Gradescope's."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec

from solvers.output.check_text import paragraphs
from solvers.output.report import CheckReport

LONG_TEXTS = {"printed", "source"}
"""The fields that a document leaves out: whoever has the document has the program."""


def as_json(report: CheckReport) -> dict[str, Any]:
    """The suite's own JSON document about a check: the fields of the report."""
    fields = msgspec.to_builtins(report, enc_hook=int)  # a given board is its n
    return {"schema": 1, **{name: fields[name] for name in fields if name not in LONG_TEXTS}}


def as_gradescope(report: CheckReport) -> dict[str, Any]:
    """Gradescope's results.json: a test for each n with points; none passes if nothing is judged.

    The student reads it, so it names no command.
    """
    tests = [
        {
            "name": size.label,
            "score": size.points,
            "max_score": size.worth,
            "status": "passed" if size.points else "failed",
            "output": size.sentence,
            "visibility": "visible",
        }
        for size in report.sizes
        if size.worth
    ]
    told = "\n".join(paragraphs(report, for_student=True))
    return {
        "score": report.score or 0.0,
        "output": told,
        "visibility": "visible",
        "tests": tests,
    }


DOCUMENTS: dict[str, Callable[[CheckReport], str]] = {
    "json": lambda report: json.dumps(as_json(report), indent=2),
    "gradescope": lambda report: json.dumps(as_gradescope(report), indent=2),
}
"""The text that ``--output`` prints in each format."""
