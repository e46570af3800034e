"""Each cause of an end has words, and means the same verdict in every check."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from checked_programs import FOUND, checked, judged, told
from shares import slower

from solvers.cli.exit_codes import ExitCode, of_check
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, CauseKind, Ending
from solvers.grading.check import with_answers
from solvers.grading.result import ProgramVerdict
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import CheckOptions
from solvers.output.messages import ending_words

VERDICTS = {
    CauseKind.LIMIT: ProgramVerdict.NOT_FINISHED,
    CauseKind.ERROR: ProgramVerdict.NOT_JUDGED,
    CauseKind.FORGED: ProgramVerdict.NOT_JUDGED,
    CauseKind.NOT_RUN: ProgramVerdict.NOT_JUDGED,
}
"""The verdict on a function with a usual name that is right for n = 1 and then ends so."""

ENDED = [each for each in Cause if each.kind in VERDICTS]


def ending_of(cause: Cause) -> Ending:
    return Ending(cause, limit=7, measured=9, exit_code=3, detail="these words")


@pytest.mark.parametrize("cause", ENDED, ids=str)
def test_every_cause_means_one_verdict(cause: Cause) -> None:
    right = judged({1: (((0,),),)})
    first = right.sizes[1].answer
    run = replace(first.run, ending=ending_of(cause))
    begun = cause.kind is not CauseKind.NOT_RUN
    answers = {1: first, 4: replace(first, n=4, values=(), run=run, begun=begun)}
    result = with_answers(right, answers, CheckOptions())
    assert result.verdict is VERDICTS[cause.kind]
    assert of_check(result) is ExitCode.INCOMPLETE
    is_detail = cause.kind in {CauseKind.ERROR, CauseKind.NOT_RUN}
    words = "these words" if is_detail else ending_words(ending_of(cause))
    assert words
    assert words in told(result).reason


def test_a_limit_while_the_program_is_loaded_is_told(tmp_path: Path) -> None:
    source = "def queens(n): return []\nwhile True: pass"
    limits = Limits(seconds=0.5)
    result = checked(tmp_path / "mine.py", source, limits=limits, runner=Sandbox.BASIC)
    assert told(result).reason == "stopped after 0.5 s; it was still being loaded"


ENDLESS = {
    "mine.py": ("def place(n):\n    return [place(n)]\nqueens = place\n", "place", {2}),
    "loop.py": ("def queens(n):\n    while True:\n        pass\n", "queens", {1, 2, 3}),
    "mine.pl": ("queens(N, [X|Xs]) :-\n    queens(N, Xs),\n    X = N.\n", "queens/2", {2}),
    "recur.py": (
        "def queens(n, board=()):\n    if all(r >= 0 for r in board):\n"
        "        return queens(n, (*board, 1))\n",
        "queens",
        {3},
    ),
    "mine.rkt": ("#lang racket/base\n(define (queens n) (cons n (queens n)))\n", "", set()),
    "loop.rkt": ("#lang racket/base\n(define (queens n) (queens (+ n 1)))\n", "", {2}),
    "mine.scm": ("(define (queens n) (cons n (queens n)))\n", "", set()),
}


@pytest.mark.usefixtures("compiled_harness")
@pytest.mark.parametrize("name", [*list(ENDLESS)[:3], *map(slower, list(ENDLESS)[3:])])
def test_a_program_without_an_end_is_not_finished_and_names_its_place(
    name: str, tmp_path: Path
) -> None:
    source, function, lines = ENDLESS[name]
    seconds = {"loop.py": 1.5, "loop.rkt": 4}.get(name, 10)  # Racket takes long to load
    limits = Limits(seconds=seconds, memory_mib=512, output_mib=64)
    result = checked(tmp_path / name, source, limits=limits, runner=Sandbox.BASIC)
    assert result.verdict is ProgramVerdict.NOT_FINISHED
    place = result.sizes[1].answer.place
    if lines:
        assert place
        assert place.line in lines
        assert place.function == function or not function
        assert not function or f"it was in {function}, line " in told(result).reason


def test_an_end_without_a_message_is_told_by_its_exit_code(tmp_path: Path) -> None:
    source = "import os\ndef queens(n):\n    os._exit(3)\n"
    result = checked(tmp_path / "mine.py", source, runner=Sandbox.BASIC)
    assert "ended before the run was complete (exit code 3)" in told(result).reason


def test_a_limit_where_nothing_is_scored_costs_no_other_size(tmp_path: Path) -> None:
    source = FOUND + "def queens(n):\n    while n < 3: pass\n    return found(n)\n"
    limits = Limits(seconds=20, cpu_seconds=0.5)
    result = checked(tmp_path / "mine.py", source, limits=limits, runner=Sandbox.BASIC)
    assert (result.verdict, [*result.sizes]) == (ProgramVerdict.NOT_FINISHED, [1, 4, 5])
    assert told(result).score == 2.0
