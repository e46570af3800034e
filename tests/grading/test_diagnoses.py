"""Faulty programs in four languages: a beginner's mistake in a right program, and its diagnosis."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from engines import skip_or_fail
from places import ROOT
from shares import WHOLE_ZOO

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run
from solvers.grading.answers.answer_format import Answers, choose_format
from solvers.grading.call_result import CallResult
from solvers.grading.calls import CallPlan
from solvers.grading.check import check_program
from solvers.grading.diagnosis.explanations import diagnose
from solvers.grading.diagnosis.mistakes import MISTAKES
from solvers.grading.finding import Fact, Finding, finding
from solvers.grading.protocol import Unrecognised
from solvers.grading.result import ProgramVerdict as Verdict
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import find_submission
from solvers.output.check_text import diagnosis, headline
from solvers.output.findings import HEADINGS, WORDS, heading
from solvers.output.student_text import Topic, facts, hints

RETURNS_PY = """
def safe(rows, row):
    for column, other in enumerate(rows):
        if other == row or abs(other - row) == len(rows) - column:
            return False
    return True

def queens(n, rows=()):
    if len(rows) == n:
        return [list(rows)]
    found = []
    for row in range(n):
        if safe(rows, row):
            found += queens(n, rows + (row,))
    return found
"""

DRAWS_PY = """
def queens(n):
    board = [["." for _ in range(n)] for _ in range(n)]
    columns, up, down = set(), set(), set()

    def place(row):
        if row == n:
            for line in board:
                print(" ".join(line))
            print()
            return
        for column in range(n):
            if column in columns or row + column in up or row - column in down:
                continue
            board[row][column] = "Q"
            columns.add(column)
            up.add(row + column)
            down.add(row - column)
            place(row + 1)
            board[row][column] = "."
            columns.discard(column)
            up.discard(row + column)
            down.discard(row - column)

    place(0)
"""

STORES_PY = """
class Solution:
    def solveNQueens(self, n):
        self.found = []
        self.search([["." for _ in range(n)] for _ in range(n)], 0, n)
        return self.found

    def search(self, board, row, n):
        if row == n:
            self.found.append(["".join(line) for line in board])
            return
        for column in range(n):
            if self.fits(board, row, column, n):
                board[row][column] = "Q"
                self.search(board, row + 1, n)
                board[row][column] = "."

    def fits(self, board, row, column, n):
        for above in range(row):
            for other in range(n):
                if board[above][other] == "Q":
                    if other == column or abs(other - column) == row - above:
                        return False
        return True
"""

RETURNS_PL = """
queens(N, Qs) :- numlist(1, N, Ns), permutation(Ns, Qs), safe(Qs).

safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).

no_attack(_, [], _).
no_attack(Q, [Other|Qs], D) :-
    Q =\\= Other + D,
    Q =\\= Other - D,
    D1 is D + 1,
    no_attack(Q, Qs, D1).
"""

PRINTS_PL = """
:- use_module(library(clpfd)).
queens(N) :-
    forall(( length(Qs, N), Qs ins 1..N, safe(Qs), label(Qs) ), ( print(Qs), nl )).

safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).

no_attack(_, [], _).
no_attack(Q, [Other|Qs], D) :-
    Q #\\= Other,
    abs(Q - Other) #\\= D,
    D1 is D + 1,
    no_attack(Q, Qs, D1).
"""

RETURNS_RKT = """#lang racket
(define (queens n)
  (define (place k)
    (if (= k 0)
        (list '())
        (for*/list ([rest (place (- k 1))] [row (in-range 1 (+ n 1))] #:when (safe? row rest 1))
          (cons row rest))))
  (place n))

(define (safe? row others distance)
  (cond [(null? others) #t]
        [(= row (car others)) #f]
        [(= (abs (- row (car others))) distance) #f]
        [else (safe? row (cdr others) (+ distance 1))]))
"""

PRINTS_SCM = """
(define (queens n)
  (define (try placed)
    (if (= (length placed) n)
        (begin (display (reverse placed)) (newline))
        (let loop ((row 0))
          (if (< row n)
              (begin
                (if (ok? row 1 placed) (try (cons row placed)))
                (loop (+ row 1)))))))
  (try '()))

(define (ok? row distance placed)
  (or (null? placed)
      (and (not (= (car placed) row))
           (not (= (car placed) (+ row distance)))
           (not (= (car placed) (- row distance)))
           (ok? row (+ distance 1) (cdr placed)))))
"""


@dataclass(frozen=True, slots=True)
class Faulty:
    """A right program with ``right`` replaced by ``wrong``, and the cause that is to be named."""

    mistake: str
    program: str
    right: str
    wrong: str
    says: str
    """A part of the diagnosis, or of the headline of a program that is not judged."""

    @property
    def source(self) -> str:
        """The faulty program."""
        assert self.program.count(self.right) == 1, self.mistake
        return self.program.replace(self.right, self.wrong)

    @property
    def suffix(self) -> str:
        """The suffix of its file."""
        return SUFFIXES[self.program]

    def __str__(self) -> str:
        return f"{self.mistake}{self.suffix}"


SUFFIXES = {
    RETURNS_PY: ".py",
    DRAWS_PY: ".py",
    STORES_PY: ".py",
    RETURNS_PL: ".pl",
    PRINTS_PL: ".pl",
    RETURNS_RKT: ".rkt",
    PRINTS_SCM: ".scm",
}

FAULTY = [
    Faulty("one diagonal", RETURNS_PY, "abs(other - row)", "other - row", "diagonal that goes"),
    Faulty("no rows", RETURNS_PY, "other == row or ", "", "but not rows"),
    Faulty("distance from 0", RETURNS_PY, "- column:", "- column - 1:", "starts at 0"),
    Faulty("distance from 2", RETURNS_PY, "- column:", "- column + 1:", "starts at 2"),
    Faulty(
        "stops early", RETURNS_PY, "len(rows) == n:", "len(rows) == n - 1:", "one column too early"
    ),
    Faulty(
        "returns in the loop",
        RETURNS_PY,
        "            found +=",
        "            return found +",
        "never goes back",
    ),
    Faulty(
        "breaks the loop",
        RETURNS_PY,
        "(row,))\n",
        "(row,))\n            break\n",
        "never goes back",
    ),
    Faulty("first of each", RETURNS_PY, "(row,))\n", "(row,))[:1]\n", "row of its first queen"),
    Faulty("a row too many", RETURNS_PY, "range(n)", "range(n + 1)", "one row too many"),
    Faulty(
        "the last row is not tried",
        RETURNS_PY,
        "range(n)",
        "range(n - 1)",
        "it found no solution",
    ),
    Faulty(
        "returns after the first comparison",
        RETURNS_PY,
        "            return False\n    return True",
        "            return False\n        return True\n    return True",
        "first column",
    ),
    Faulty("one undo forgotten", DRAWS_PY, "            up.discard(row + column)\n", "", "undo"),
    Faulty(
        "all undo forgotten",
        DRAWS_PY,
        "            columns.discard(column)\n"
        "            up.discard(row + column)\n"
        "            down.discard(row - column)\n",
        "",
        "undo",
    ),
    Faulty(
        "the board is not cleared",
        DRAWS_PY,
        '            board[row][column] = "."\n',
        "",
        "a board with 7 queens",
    ),
    Faulty(
        "no diagonals",
        DRAWS_PY,
        " or row + column in up or row - column in down",
        "",
        "not diagonals",
    ),
    Faulty("drawn with one diagonal", DRAWS_PY, " or row + column in up", "", "diagonal that goes"),
    Faulty("a shallow copy", STORES_PY, '["".join(line) for line in board]', "board[:]", "copy"),
    Faulty("the board itself", STORES_PY, '["".join(line) for line in board]', "board", "copy"),
    Faulty("drawn distance", STORES_PY, "== row - above", "== row - above - 1", "distance"),
    Faulty("no undo", STORES_PY, '                board[row][column] = "."\n', "", "undo"),
    Faulty("distance does not grow", RETURNS_PL, "D + 1", "D", "solution for n > 1"),
    Faulty("only the first queen", RETURNS_PL, ", 1), safe(Qs)", ", 1)", "first column"),
    Faulty(
        "a cut",
        RETURNS_PL,
        "safe(Qs).\n\nsafe([])",
        "safe(Qs), !.\n\nsafe([])",
        "it finds only one solution",
    ),
    Faulty("no end of the recursion", RETURNS_PL, "safe([]).\n", "", "it found no solution"),
    Faulty("rows may be equal", PRINTS_PL, "    Q #\\= Other,\n", "", "but not rows"),
    Faulty("not labelled", PRINTS_PL, "safe(Qs), label(Qs)", "safe(Qs)", "label"),
    Faulty(
        "one side of the diagonal", PRINTS_PL, "abs(Q - Other)", "Q - Other", "diagonal that goes"
    ),
    Faulty("a fixed distance", RETURNS_RKT, "(+ distance 1)", "distance", "solution for n > 1"),
    Faulty("no empty board", RETURNS_RKT, "(list '())", "'()", "it found no solution"),
    Faulty("a misspelled name", RETURNS_RKT, "(cdr others)", "(cdr other)", "undefined name"),
    Faulty(
        "one row too few", PRINTS_SCM, "(< row n)", "(< row (- n 1))", "or it finds no solution"
    ),
    Faulty("endless", PRINTS_SCM, "(loop (+ row 1))", "(loop row)", "does not finish"),
]


FEW = {
    *("one undo forgotten", "the board is not cleared", "a shallow copy", "drawn distance"),
    *("stops early", "only the first queen", "one row too few"),
}


def test_the_table_has_enough_of_each_language() -> None:
    assert len(FAULTY) >= 25
    assert len({one.mistake for one in FAULTY}) == len(FAULTY)
    assert {one.suffix for one in FAULTY} == {".py", ".pl", ".rkt", ".scm"}
    assert {one.mistake for one in FAULTY} >= FEW


FALSE_CLAIMS = (
    *(Fact.REPORTS, Fact.REPORTS_CLASSES, Fact.REPORTS_FOR_NO_BOARD, Fact.SAYS_SOLVABLE),
    *(Fact.DRAWS_CROWDED, Fact.LISTS_PART_OF_ALL, Fact.PRINTS_TWICE, Fact.PRINTS_WRONG),
    *(Fact.PRINTS_UNREADABLE, Fact.RETURNS_NUMBER, Fact.RETURNS_NO_SOLUTION, Fact.OTHER_IS_WRONG),
    *(Fact.STOPS_WITH_ERROR, Fact.OWN_RUN),
)
"""The facts of claims that can make a program wrong."""


def test_each_fact_has_words_and_a_heading_without_details() -> None:
    assert set(WORDS) == set(Fact)
    diagnoses = {*list(Fact)[: list(Fact).index(Fact.OWN_RUN)], *HEADINGS, *FALSE_CLAIMS}
    headings = [heading(finding(fact)) for fact in diagnoses]
    assert not [each for each in headings if "{" in each]


def test_a_program_that_draws_boards_gets_its_hint(tmp_path: Path) -> None:
    path = tmp_path / "queens.py"
    path.write_text(STORES_PY.replace("other == column or", ""))
    checked = check_program(find_submission(str(path)), 5, Limits(seconds=60), Sandbox.BASIC)
    (hint,) = hints([Finding(Fact.NO_ROWS)])
    assert (Topic.STEP, hint) in list(facts(checked, checked.failing_n))
    assert "it compares diagonals, but not columns" in diagnosis(checked)


@pytest.mark.zoo
@pytest.mark.parametrize(
    "faulty", [one for one in FAULTY if WHOLE_ZOO or one.mistake in FEW], ids=str
)
def test_the_cause_of_a_mistake_is_named(faulty: Faulty, tmp_path: Path) -> None:
    path = tmp_path / f"queens{faulty.suffix}"
    path.write_text(faulty.source)
    submission = find_submission(str(path))
    if not Sandbox.BASIC.has(submission.language):
        skip_or_fail(f"{submission.language.name} is missing: {submission.language.install}")
    limits = Limits(seconds=60, cpu_seconds=5, memory_mib=1024)
    checked = check_program(submission, 6, limits, Sandbox.BASIC)
    assert checked.verdict is not Verdict.RIGHT
    assert faulty.says in "; ".join([headline(checked), *diagnosis(checked)])


def test_a_remark_that_repeats_the_reason_is_left_out() -> None:
    called = finding(Fact.CALLED, plan=CallPlan("place", "place({n}, 0)"))
    other = finding(Fact.CALLED, plan=CallPlan("place", "place(0, {n})"))
    reason = finding(Fact.GUESSED_CALL, plan=CallPlan("place", "place({n}, 0)"), came="nothing")
    assert called.is_said_by(reason)
    assert not other.is_said_by(reason)
    assert not called.is_said_by(None)


def test_no_two_mistakes_have_the_same_answers() -> None:
    found = [tuple(frozenset(finds(n)) for n in range(1, 7)) for finds in MISTAKES.values()]
    assert len(set(found)) == len(found)


def test_every_kind_of_answer_gets_a_diagnosis() -> None:
    values = [(-(10**5000), 1), (-(10**5000), 1), Unrecognised("zip"), Unrecognised("zip")]
    answers = Answers(tuple(values), 3)
    empty_run = Run("one", "testing", Ending(Cause.DONE), np.empty((0, 3), np.uint8))
    outcome = CallResult(empty_run, empty_run, answers, choose_format({3: answers}))
    outcome = outcome.read_as(outcome.answer_format)
    assert diagnose(find_submission(str(ROOT / "docs/homework/ada.py")), {3: outcome}, 3)
