"""Coloured boards: one queen in each column, row and colour, and no two that touch."""

from __future__ import annotations

import pickle
import sys
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random

import pytest
from coloured_boards import coloured_solutions, random_boards
from places import ROOT
from processes import ran
from shares import a_share

from solvers.errors import ProblemError
from solvers.paradigms.backtracking_coloured import solve
from solvers.puzzle.coloured import is_connected, made
from solvers.puzzle.counted_set import counted_set_of
from solvers.puzzle.diagram import draw_diagram, read_diagram
from solvers.puzzle.packing import pack
from solvers.puzzle.problem import Attack, Problem, with_given
from solvers.referee.certificate import known_solutions, small_proof

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


@pytest.mark.parametrize(("old", "new"), [(" ", ","), (" ", ",\t"), ("\n", " \r\n\n"), ("A", "Ä")])
@pytest.mark.parametrize("case", [str.upper, str.lower, str.title])
def test_a_board_is_read_as_people_write_it(old: str, new: str, case: Callable[[str], str]) -> None:
    written = read_diagram(case(FIVE.replace(old, new)))
    assert known_solutions(written) == known_solutions(BOARD)


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


# The boards in examples/coloured


EXAMPLES = sorted((ROOT / "examples" / "coloured").glob("*.txt"), key=lambda file: file.name)
README = (ROOT / "examples" / "coloured" / "README.md").read_text()


def squares_of(board: Problem, colour: int) -> list[tuple[int, int]]:
    """All squares of a colour."""
    return [
        (column, row)
        for column, colours in enumerate(board.colours)
        for row, one in enumerate(colours)
        if one == colour
    ]


def test_there_are_ten_from_5_to_11() -> None:
    sizes = sorted(int(file.stem.partition("-")[0]) for file in EXAMPLES)
    assert (len(sizes), sizes[0], sizes[-1]) == (10, 5, 11)


@a_share("file", EXAMPLES, ids=lambda file: file.stem)
def test_an_example_is_made_again_and_has_one_solution(file: Path) -> None:
    n, seed = map(int, file.stem.split("-"))
    board = read_diagram(file.read_text())
    assert made(n, Random(seed)) == board  # noqa: S311  # the same board every time
    proof, work = small_proof(board), Counter[str]()
    assert proof
    assert [*map(tuple, proof.solutions.tolist())] == list(solve(board, work))
    assert len(proof.solutions) == 1
    assert f"| `{file.name}` | {work['row_tries']:,} |" in README


@a_share("n", [1, 4, 5, 6, 7, 8])
def test_a_new_board_has_one_solution_and_connected_colours(n: int) -> None:
    for seed in range(5):
        board = made(n, Random(seed))  # noqa: S311  # the same boards every time
        assert len(coloured_solutions(board)) == 1
        assert all(is_connected(squares_of(board, colour)) for colour in range(n))


def test_the_command_prints_a_board_or_says_why_not() -> None:
    command = [sys.executable, "-m", "solvers.puzzle.coloured"]
    printed = ran([*command, "6", "1"])
    assert printed.stdout == (ROOT / "examples" / "coloured" / "6-1.txt").read_text()
    assert draw_diagram(read_diagram(printed.stdout)) + "\n" == printed.stdout
    assert printed.returncode == 0
    refused = ran([*command, "3", "1"])
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "no board of 3 columns has a solution; give 1, or 4 or more\n"
