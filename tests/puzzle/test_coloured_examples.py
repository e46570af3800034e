"""The boards in ``examples/coloured``, and the program that makes them."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random

from coloured_boards import coloured_solutions
from places import ROOT
from processes import ran
from shares import a_share

from solvers.paradigms.backtracking_coloured import solve
from solvers.puzzle.coloured import is_connected, made
from solvers.puzzle.diagram import draw_diagram, read_diagram
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import small_proof

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
