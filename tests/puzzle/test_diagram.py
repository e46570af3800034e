"""Boards as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from solutions import solutions_of

from solvers.errors import ProblemError
from solvers.puzzle.diagram import draw_diagram, read_diagram
from solvers.puzzle.problem import Problem
from solvers.testing.boards import BOARDS

SCATTERED = BOARDS["seven, scattered"]


@st.composite
def some_boards(draw: st.DrawFn) -> Problem:
    """Any small board."""
    n = draw(st.integers(0, 6))
    squares = [(column, row) for column in range(n) for row in range(n)]
    blocked = draw(st.lists(st.sampled_from(squares))) if squares else []
    return Problem(n, blocked=frozenset(blocked))


@given(some_boards())
def test_a_board_comes_out_as_it_is_read(problem: Problem) -> None:
    assert read_diagram(draw_diagram(problem)) == problem


def test_a_solution_is_a_board_with_all_queens_given() -> None:
    for placement in solutions_of(SCATTERED):
        drawn = read_diagram(draw_diagram(SCATTERED, placement))
        assert solutions_of(drawn) == {placement}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("..\n.", "line 2 of the board has length 1, but the number of lines is 2"),
        ("...\n...", "line 1 of the board has length 3, but the number of lines is 2"),
        ("..\n.o", "'o' in line 2 of the board is not valid"),
        ("Q.\nQ.", "two queens are given in column 0"),
        ("Q.\n.Q", "the queens given at 0:0 and 1:1 attack each other"),
        ("\n".join("." * 256 for _ in range(256)), "too large for all solutions"),
        ("ABC\nABC\nABC\nABC", "line 1 of the board has length 3, but the number of lines is 4"),
        ("AABCDE\n" * 6, "the board has 5 colours, but 6 rows; each queen needs a colour"),
        ("ABCDEF\n" * 5 + "ABCDEG", "the board has 7 colours, but 6 rows"),
        ("AB\nA.", "'A' in line 1 of the board is not valid"),
        ("AB\nA1", "'1' in line 2 of the board is not valid"),
        ("12\n12", "'1' in line 1 of the board is not valid.*letters alone for colours"),
        ("🟥🟦\n🟥🟦", "'🟥' in line 1 of the board is not valid"),
        ('["AB",\n"AB"]', "'\\[' in line 1 of the board is not valid"),
    ],
)
def test_a_text_that_is_no_board_is_refused_in_one_line(text: str, says: str) -> None:
    with pytest.raises(ProblemError, match=says) as refused:
        read_diagram(text)
    assert "\n" not in str(refused.value)
