"""The lists and drawings of the course texts: golden files hold them."""

from __future__ import annotations

import pytest
from engines import able_backend, needs_prolog
from golden import golden
from hypothesis import given
from hypothesis import strategies as st
from processes import ran
from solutions import all_solutions, solutions_of_backend

from solvers import registry
from solvers.interface import Backend
from solvers.tracing.course_texts import in_notation, nc_unfolded, positions_of, representation

REPRESENTATIONS = [one for one in registry.backends().values() if representation(one)]


def printed(name: str, n: int) -> str:
    """The solutions of this backend in the notation of its course text."""
    backend = registry.find(name)
    return in_notation(backend, solutions_of_backend(backend, n))


def test_appended_rows_print_the_lists_of_the_first_sicp_text() -> None:
    lists = [f"(queens {n})\n{printed('sicp-appended', n)}\n" for n in range(1, 7)]
    assert "".join(lists) == golden("sicp-appended.txt")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("sicp-attack", "(((3 4) (1 3) (4 2) (2 1)) ((2 4) (4 3) (1 2) (3 1)))"),
        ("sicp-positions", "(((3 4) (1 3) (4 2) (2 1)) ((2 4) (4 3) (1 2) (3 1)))"),
        ("sicp-pairs", "(((3 . 4) (1 . 3) (4 . 2) (2 . 1)) ((2 . 4) (4 . 3) (1 . 2) (3 . 1)))"),
        ("sicp-appended", "((2 4 1 3) (3 1 4 2))"),
        ("sicp", "((3 1 4 2) (2 4 1 3))"),
        ("backtracking", "((1 3 0 2) (2 0 3 1))"),
    ],
)
def test_four_queens_are_printed_as_in_each_text(name: str, shown: str) -> None:
    assert printed(name, 4) == shown


def test_backtracking_prints_the_solution_vector_last_found_first() -> None:
    lines = printed("backtracking", 8).strip("()").splitlines()
    shown = [f"({line.strip().strip('()')})" for line in lines]
    first, last = golden("racket-solve-8.txt").split("...\n")
    assert len(shown) == 92
    assert shown[: len(first.splitlines())] == first.splitlines()
    assert shown[-len(last.splitlines()) :] == last.splitlines()


@pytest.mark.parametrize("backend", REPRESENTATIONS, ids=lambda one: one.name)
def test_representations_keep_to_the_order_of_the_exercise(backend: Backend) -> None:
    assert solutions_of_backend(backend, 7) == sorted(all_solutions(7))


@pytest.mark.parametrize("backend", REPRESENTATIONS, ids=lambda one: one.name)
@given(rows=st.lists(st.integers(0, 6), max_size=7))
def test_a_board_gives_back_the_placement_it_was_made_of(backend: Backend, rows: list[int]) -> None:
    board = representation(backend)
    assert board is not None
    assert board.placement(positions_of(board, tuple(rows))) == tuple(rows)


@pytest.mark.parametrize("backend", REPRESENTATIONS, ids=lambda one: one.name)
@given(rows=st.lists(st.integers(0, 6), min_size=1, max_size=7))
def test_is_safe_is_about_the_newest_queen_alone(backend: Backend, rows: list[int]) -> None:
    board = representation(backend)
    assert board is not None
    k, (*earlier, newest) = len(rows), rows
    clash = any(abs(row - newest) in (0, k - 1 - column) for column, row in enumerate(earlier))
    assert board.is_safe(k, positions_of(board, tuple(rows))) == (not clash)


def test_nc_unfolds_as_in_the_text() -> None:
    lines = list(nc_unfolded(5, [1, 3, 4]))
    assert "\n".join(lines).startswith(golden("nc-trace.txt").rstrip())
    assert "=> #f" in lines
    assert list(nc_unfolded(2, []))[-1] == "=> #t"
    assert list(nc_unfolded(2, [0, 5]))[-1] == "=> #t"


# The programs in prolog/, run by SWI-Prolog alone


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
