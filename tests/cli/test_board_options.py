"""Given queens, blocked squares and drawn boards on the command line."""

from __future__ import annotations

import io
import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from places import ZOO
from queens_command import Queens
from solutions import all_solutions, solutions_of

from solvers.output.boards import BLOCKED
from solvers.output.colours import WORDS
from solvers.puzzle.diagram import draw_diagram, read_diagram
from solvers.testing.boards import BOARDS

SCATTERED = BOARDS["seven, scattered"]
OPTIONS = ["--given", "3:0", "--blocked", "0:0"]


@pytest.mark.parametrize(
    ("command", "shown"), [("solve", "[1, 3, 5, 0, 2, 4]"), ("trace", "### solution")]
)
def test_commands_take_given_and_blocked_squares(command: str, shown: str, queens: Queens) -> None:
    assert queens(command, "--n", 6, *OPTIONS).out.count(shown) == 1


def test_a_board_is_read_from_a_file_or_from_standard_input(
    tmp_path: Path, queens: Queens, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = draw_diagram(SCATTERED)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    (tmp_path / "board.txt").write_text(text)
    for file in (tmp_path / "board.txt", "-"):
        lines = queens("solve", "--board", file, "--backend", "backtracking").lines
        assert {tuple(json.loads(line)) for line in lines} == solutions_of(SCATTERED)


def test_boards_are_shown_as_they_are_written(queens: Queens) -> None:
    asked = ("solve", "--n", 6, *OPTIONS, "--style")
    assert solutions_of(read_diagram(queens(*asked, "text").out)) == {(1, 3, 5, 0, 2, 4)}
    assert queens(*asked, "unicode").out.count(BLOCKED) == 1
    drawn = ET.fromstring(queens(*asked, "svg", "--first").out)  # noqa: S314  # our own
    grey = [each for each in drawn.iter() if WORDS["soft"][0] in each.get("style", "")]
    assert [(each.get("x"), each.get("y")) for each in grey] == [("0", "0")]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--n", "4", "--given", "0:1,1:2"], "the queens given at 0:1 and 1:2 attack each other"),
        (["--n", "4", "--given", "0:1", "--prefix", "2"], "two queens are given in column 0"),
        (["--n", "4", "--given", "2:1", "--prefix", "1"], "at 0:1 and 2:1 attack each other"),
        (["--n", "4", "--given", "0:1", "--blocked", "0:1"], "stands on a blocked square"),
        (["--n", "4", "--prefix", "1", "--blocked", "0:1"], "stands on a blocked square"),
        (["--n", "4", "--blocked", "4:0"], "4:0 is off the board"),
        (["--n", "4", "--blocked", "4"], "'4' is not a square; give column:row"),
        (["--n", "4", "--board", "board.txt"], "leave out --n"),
        (["--board", "no-such-file"], "no-such-file: No such file"),
        (["--board", "/dev/null"], "is empty; for zero queens, use --n 0"),
        (["--board", __file__], "of the board"),
        (["--board", "/bin/sh"], "is not a text file"),
    ],
)
def test_a_board_that_makes_no_sense_is_refused_in_one_line(
    options: list[str], says: str, queens: Queens
) -> None:
    assert says in queens.refusal("solve", *options)


def test_a_comparison_names_its_board(queens: Queens) -> None:
    backends = "sicp,permutation,backtracking"
    asked = ("compare", "--n", 6, *OPTIONS, "--backends", backends)
    shown = queens(*asked).out
    assert "6 queens, 1 queen given; 1 square blocked" in shown
    assert "and there are no others (proof checked: " in shown
    document = queens(*asked, "--output", "json").document
    assert document["blocked"] == [[0, 0], *([3, row] for row in range(1, 6))]
    assert document["expected_solutions"] is None
    assert document["evidence"] == "certificate"
    assert document["certificate"]["solutions"] == 1
    assert [run["solutions"] for run in document["runs"]] == [1, 1, 1]


def test_a_board_with_a_closed_column_has_no_solution(queens: Queens) -> None:
    closed = ",".join(f"2:{row}" for row in range(4))
    backends = "sicp,backtracking,permutation,sat,asp"
    shown = queens("compare", "--n", 4, "--blocked", closed, "--backends", backends)
    assert "found no solution" in shown.out


def test_a_program_that_knows_only_n_is_compared_on_a_board(queens: Queens) -> None:
    asked = ("compare", ZOO / "several_names.py", "--n", 6, "--blocked", "0:1,5:5")
    runs = queens(*asked, "--backends", "sicp", "--output", "json").document["runs"]
    expected = {one for one in all_solutions(6) if one[0] != 1 and one[5] != 5}
    assert [(run["solutions"], run["verdict"]) for run in runs] == [(len(expected), "correct")] * 2
