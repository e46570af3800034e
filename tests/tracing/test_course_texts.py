"""The lists and drawings of the course texts: golden files hold them."""

from __future__ import annotations

import pytest
from golden import golden
from hypothesis import given
from hypothesis import strategies as st
from solutions import all_solutions, solutions_of_backend

from solvers import registry
from solvers.interface import Backend
from solvers.puzzle.problem import Problem
from solvers.testing.recording import record
from solvers.tracing.course_texts import in_notation, nc_unfolded, positions_of, representation

REPRESENTATIONS = [one for one in registry.backends().values() if representation(one)]


def printed(name: str, n: int) -> str:
    """The solutions of this backend in the notation of its course text."""
    backend = registry.find(name)
    return in_notation(backend, solutions_of_backend(backend, n))


def test_appended_rows_print_the_lists_of_the_first_sicp_text() -> None:
    lists = [f"(queens {n})\n{printed('sicp-appended', n)}\n" for n in range(1, 7)]
    assert "".join(lists) == golden("sicp-appended.txt")


def test_appended_rows_contain_the_books_figure() -> None:
    assert printed("sicp-appended", 8).count("(") == 93
    assert "(3 7 2 8 5 1 4 6)" in printed("sicp-appended", 8)


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


def test_interchanged_mappings_find_the_same_solutions_with_far_more_work() -> None:
    row_tries = {}
    for name in ("sicp", "sicp-interchanged"):
        recording = record(registry.find(name), Problem(6))
        assert set(recording.placements) == all_solutions(6)
        row_tries[name] = recording.work["row_tries"]
    assert row_tries["sicp-interchanged"] > 100 * row_tries["sicp"]


def test_nc_unfolds_as_in_the_text() -> None:
    lines = list(nc_unfolded(5, [1, 3, 4]))
    assert "\n".join(lines).startswith(golden("nc-trace.txt").rstrip())
    assert "=> #f" in lines
    assert list(nc_unfolded(2, []))[-1] == "=> #t"
    assert list(nc_unfolded(2, [0, 5]))[-1] == "=> #t"
