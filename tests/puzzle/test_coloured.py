"""Coloured boards: one queen in each column, row and colour, and no two that touch."""

from __future__ import annotations

import pickle
import re
from itertools import product

import pytest
from coloured_boards import coloured_solutions, random_boards

from solvers.errors import ProblemError
from solvers.puzzle.counted_set import counted_set_of
from solvers.puzzle.diagram import draw_diagram, read_diagram
from solvers.puzzle.packing import pack
from solvers.puzzle.problem import Attack, Problem, with_given
from solvers.referee.certificate import known_solutions

FIVE = """
B B D D D
A B D D D
A B D D E
C C D D E
C C C C E
"""
BOARD = read_diagram(FIVE)


def test_letters_are_colours_column_by_column() -> None:
    assert BOARD.colours[0] == (1, 0, 0, 2, 2)
    assert BOARD.colours[4] == (3, 3, 4, 4, 4)
    assert (BOARD.n, BOARD.blocked, BOARD.is_plain, BOARD.known_count) == (
        5,
        frozenset(),
        False,
        None,
    )
    assert draw_diagram(BOARD) == FIVE.strip().replace(" ", "")
    again = pickle.loads(pickle.dumps(BOARD))  # noqa: S301  # just written
    assert (again, hash(again)) == (BOARD, hash(BOARD))


@pytest.mark.parametrize(
    ("square", "other", "rule"),
    [
        ((0, 0), (0, 4), Attack.COLUMN),
        ((0, 4), (3, 4), Attack.ROW),
        ((1, 1), (2, 0), Attack.TOUCH),
        ((2, 0), (3, 1), Attack.TOUCH),
        ((0, 0), (1, 2), Attack.COLOUR),
        ((2, 0), (4, 1), Attack.COLOUR),
        ((0, 0), (3, 3), None),  # a diagonal
        ((0, 1), (1, 3), None),
    ],
)
def test_the_rule_for_two_squares(
    square: tuple[int, int], other: tuple[int, int], rule: Attack | None
) -> None:
    assert BOARD.attack(square, other) is rule
    assert BOARD.attack(other, square) is rule


def test_on_a_chessboard_the_rule_is_that_of_queens() -> None:
    chess = Problem(5)
    squares = [*product(range(5), repeat=2)]
    for (column, row), (right, other) in product(squares, squares):
        lines = column == right, row == other, abs(column - right) == abs(row - other)
        assert bool(chess.attack((column, row), (right, other))) == any(lines)


@pytest.mark.parametrize("problem", random_boards(40, 7), ids=lambda one: f"n={one.n}")
def test_the_referee_knows_all_solutions(problem: Problem) -> None:
    right = coloured_solutions(problem)
    assert known_solutions(problem) == right
    every = [*product(range(problem.n), repeat=min(problem.n, 4))]
    tried = pack([(rows * 2)[: problem.n] for rows in every], problem.n).placements()
    expected = [tuple(rows) in right for rows in tried.tolist()]
    assert problem.peaceful(tried).tolist() == expected
    assert counted_set_of(tried, problem).valid == sum(expected)


def test_a_prefix_and_given_queens_keep_the_rule() -> None:
    with pytest.raises(ProblemError, match="two queens that attack each other: column 0"):
        Problem(5, (0, 2), colours=BOARD.colours)
    with pytest.raises(ProblemError, match="given at 2:0 and 4:1 attack"):
        with_given(5, [(2, 0), (4, 1)], colours=BOARD.colours)
    given = with_given(5, [(0, 0), (3, 3)], colours=BOARD.colours)
    assert known_solutions(given) == {
        one for one in known_solutions(BOARD) if (one[0], one[3]) == (0, 3)
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ABC\nABC\nABC\nABC", "line 1 of the board has length 3, but the number of lines is 4"),
        ("ABCDE\n" * 6, "line 1 of the board has length 5, but the number of lines is 6"),
        ("AABCDE\n" * 6, "the board has 5 colours, but 6 rows; each queen needs a colour"),
        ("ABCDEF\n" * 5 + "ABCDEG", "the board has 7 colours, but 6 rows"),
        ("AB\nA.", "'A' in line 1 of the board is not valid"),
        ("AB\nA1", "'A' in line 1 of the board is not valid"),
    ],
)
def test_a_bad_board_gets_one_line(text: str, says: str) -> None:
    with pytest.raises(ProblemError, match=re.escape(says)) as caught:
        read_diagram(text)
    assert "\n" not in str(caught.value)


def test_a_colour_of_one_square_is_fine() -> None:
    assert read_diagram("AAAA\nAAAB\nCAAA\nAADA").n == 4


def test_a_board_of_queens_and_blocked_squares_alone_is_no_coloured_one() -> None:
    assert read_diagram("Q") == Problem(1)
    assert read_diagram("xx\nxx") == Problem(2, blocked=frozenset(product((0, 1), (0, 1))))
    assert read_diagram("a").colours == ((0,),)


@pytest.mark.parametrize("colours", [[[0, 1]], [[0], [1]], [[0, 2], [2, 0]], [[0, 0], [0, 0]]])
def test_colours_are_the_numbers_below_n(colours: list[list[int]]) -> None:
    with pytest.raises(ProblemError, match="colours"):
        with_given(2, [], colours=colours)
