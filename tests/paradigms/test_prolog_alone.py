"""The programs in prolog/, run by SWI-Prolog alone."""

from __future__ import annotations

from engines import able_backend, needs_prolog
from golden import golden
from processes import ran
from solutions import solutions_of_backend

from solvers.tracing.course_texts import in_notation


def swipl(goal: str) -> str:
    """The output of display.pl, which is queens.pl with its drawings, for this goal."""
    needs_prolog()
    done = ran(["swipl", "-g", goal, "-t", "halt", "prolog/display.pl"])
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_prolog_prints_all_solutions_as_the_text_does() -> None:
    shown = swipl("findall(QP, solve(8,QP), QPALL), forall(member(QP1,QPALL), writeln(QP1))")
    first, last = golden("prolog-findall-8.txt").split("...\n")
    assert shown.startswith(first)
    assert shown.endswith(last)
    assert swipl("findall(QP, solve(8,QP), QPALL), length(QPALL,L), writeln(L)") == "92\n"


def test_the_course_notation_of_prolog_is_the_output_of_swi_prolog() -> None:
    backend = able_backend("prolog")
    shown = swipl("forall(solve(6,QP), writeln(QP))")
    assert in_notation(backend, solutions_of_backend(backend, 6)) + "\n" == shown


def test_prolog_draws_the_board_of_the_text() -> None:
    assert swipl("solve(8,QP), display_solution(QP)") == golden("prolog-board-8.txt")


def test_unit_tests_of_the_prolog_program_pass() -> None:
    needs_prolog()
    done = ran(["swipl", "-g", "run_tests", "-t", "halt", "tests/queens.plt"])
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr
    assert "tests passed" in done.stdout + done.stderr
