"""All four harnesses keep to the one specification of their protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import skip_or_fail

from solvers.execution.ending import Cause
from solvers.execution.limits import Limits
from solvers.grading.calls import CallPlan
from solvers.grading.protocol.specification import (
    FAILURES,
    FUNCTION_WORDS,
    PREDICATE_WORDS,
)
from solvers.grading.running_submission import RunningSubmission
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import find

pytestmark = pytest.mark.usefixtures("compiled_harness")

GIVEN: dict[str, Any] = {
    "n": 3, "0": 0, "1": 1, "true": True, "nil": (), "set": (), "unset": (-1, -1, -1),
    "board": ((0, 0, 0),) * 3, "dots": ((".", ".", "."),) * 3,
    "range1": (1, 2, 3),
}  # fmt: skip

ECHO = {
    "python": "def echo(x):\n    return [sorted(x) if isinstance(x, set) else x]\n",
    "racket": "#lang racket/base\n(define (echo x) (list x))\n",
    "guile": "(define (echo x) (list x))\n",
    "prolog": "echo(X, X).\n",
}
SUFFIXES = {"python": ".py", "racket": ".rkt", "guile": ".scm", "prolog": ".pl"}


def program(language: str, source: str, folder: Path) -> RunningSubmission:
    path = folder / f"echo{SUFFIXES[language]}"
    path.write_text(source)
    submission = find(str(path), language=language)
    if not Sandbox.BASIC.has(submission.language):
        skip_or_fail(f"{submission.language.name} is missing")
    return RunningSubmission(submission, Limits(seconds=20), Sandbox.BASIC)


@pytest.mark.parametrize("language", ECHO)
def test_every_argument_word_stands_for_the_same_value_in_every_language(
    language: str, tmp_path: Path
) -> None:
    words = PREDICATE_WORDS if language == "prolog" else FUNCTION_WORDS
    with program(language, ECHO[language], tmp_path) as asked:
        for word in words.keys() & GIVEN.keys():
            arguments = (word, "out") if language == "prolog" else (word,)
            outcome = asked.ask(CallPlan("echo", arguments), 3)
            assert outcome.run.ending.cause is Cause.DONE, outcome.run.ending.detail
            assert outcome.answers.values == (GIVEN[word],), word


BROKEN = {
    "python": {"unbound": "queens(n)", "error": "1 / 0", "package": "import nothing_of_that_name"},
    "racket": {"unbound": "(nothing 1)", "error": "(vector-ref n 0)"},
    "guile": {"unbound": "(nothing 1)", "error": "(car 1)"},
    "prolog": {"unbound": "nothing(1)", "error": "_ is a + 1"},
}
BODIES = {
    "python": "def queens(n):\n    {}\n",
    "racket": "#lang scheme/load\n(define (queens n) (list {}))\n",
    "guile": "(define (queens n) {})\n",
    "prolog": "queens(_, Qs) :- {}, Qs = [].\n",
}


PLACES = {"python": "line 2: ", "racket": "line 1, in queens: ", "prolog": "line 1, in queens/2: "}
"""The place of each failure, where the language can tell."""


@pytest.mark.parametrize(
    ("language", "failure"),
    [(language, failure) for language, bodies in BROKEN.items() for failure in bodies],
)
def test_a_failure_has_the_same_name_in_every_language_and_its_line(
    language: str, failure: str, tmp_path: Path
) -> None:
    body = BROKEN[language][failure]
    source = BODIES[language].format("return nothing(n)" if body == "queens(n)" else body)
    arguments = ("n", "out") if language == "prolog" else ("n",)
    with program(language, source.replace("#lang scheme/load\n", ""), tmp_path) as asked:
        outcome = asked.ask(CallPlan("queens", arguments), 3)
    assert outcome.failure == failure
    assert outcome.failure in FAILURES
    assert outcome.run.ending.detail.startswith(PLACES.get(language, ""))
