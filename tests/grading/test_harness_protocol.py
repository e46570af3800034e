"""All four harnesses keep to the one specification of their protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from engines import skip_or_fail

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Status
from solvers.grading.calls import CallPlan, plain_call
from solvers.grading.protocol import FAILURES, DottedPair, Unrecognised
from solvers.grading.running_submission import RunningSubmission
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import find_submission
from solvers.output.messages import KINDS

pytestmark = pytest.mark.usefixtures("compiled_harness")

ECHO = {
    "python": "def echo(x):\n    return [x]\n",
    "racket": "#lang racket/base\n(define (echo x) (list x))\n",
    "guile": "(define (echo x) (list x))\n",
    "prolog": "echo(X, X).\n",
}
SUFFIXES = {"python": ".py", "racket": ".rkt", "guile": ".scm", "prolog": ".pl"}


def program(language: str, source: str, folder: Path) -> RunningSubmission:
    path = folder / f"echo{SUFFIXES[language]}"
    path.write_text(source)
    submission = find_submission(str(path), language=language)
    if not Sandbox.BASIC.has(submission.language):
        skip_or_fail(f"{submission.language.name} is missing")
    return RunningSubmission(submission, Limits(seconds=20), Sandbox.BASIC)


CALLS: dict[str, dict[str, Any]] = {
    "python": {"echo([])": (), "echo(True)": True, "echo({n})": 3, "echo(abs({n}))": 3},
    "racket": {"(echo '())": (), "(echo #t)": True, "(echo {n})": 3},
    "guile": {"(echo '())": (), "(echo #t)": True, "(echo {n})": 3},
    "prolog": {
        "numlist(1, {n}, Rows), echo(Rows, Solution)": (1, 2, 3),
        "echo({n}, Solution)": 3,
        "echo(Solution, {n})": 3,
    },
}


@pytest.mark.parametrize("language", CALLS)
def test_the_text_of_a_call_is_evaluated(language: str, tmp_path: Path) -> None:
    with program(language, ECHO[language], tmp_path) as asked:
        for call, value in CALLS[language].items():
            outcome = asked.ask(CallPlan("echo", call), 3)
            assert outcome.run.ending.cause is Cause.DONE, outcome.run.ending.detail
            assert outcome.answers.values == (value,), call


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
    with program(language, source.replace("#lang scheme/load\n", ""), tmp_path) as asked:
        outcome = asked.ask(plain_call(asked.submission.language, "queens"), 3)
    assert outcome.failure == failure
    assert outcome.failure in FAILURES
    assert outcome.run.ending.detail.startswith(PLACES.get(language, ""))


ENDLESS = {
    "python": "def queens(n):\n    yield [1, 3, 0, 2]\n    while True:\n        pass\n",
    "racket": "#lang racket/base\n(require racket/promise)\n(define (forever) (forever))\n"
    "(define (queens n) (cons '(1 3 0 2) (delay (forever))))\n",
    "guile": "(define (forever) (forever))\n"
    "(define (queens n) (cons-stream '(1 3 0 2) (forever)))\n",
    "prolog": "queens(_, [1, 3, 0, 2]).\nqueens(_, _) :- repeat, fail.\n",
}


@pytest.mark.parametrize("language", ENDLESS)
def test_an_answer_before_an_endless_search_is_not_lost(language: str, tmp_path: Path) -> None:
    with program(language, ENDLESS[language], tmp_path) as asked:
        plan = plain_call(asked.submission.language, "queens")
        outcome = asked.ask(plan, 4, limits=Limits(seconds=1))
        assert outcome.run.status is Status.TIME_LIMIT
        assert outcome.run.placements.tolist() == [[1, 3, 0, 2]]


@pytest.mark.parametrize("kind", [DottedPair, Unrecognised])
def test_a_value_that_no_other_language_has_is_named_in_words(kind: type) -> None:
    assert kind.__name__ in KINDS
