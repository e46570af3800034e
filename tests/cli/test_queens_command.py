"""The command queens and its subcommands, as people use them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from engines import needs_prolog
from places import ZOO
from processes import left_by_its_reader, started, with_growing_time
from queens_command import Queens
from solutions import all_solutions, solutions_of

from solvers.cli.queens import main
from solvers.interface import Backend
from solvers.output.boards import BLOCKED, borders, svg_board
from solvers.output.colours import WORDS
from solvers.puzzle.diagram import draw_diagram, read_diagram
from solvers.puzzle.problem import Problem
from solvers.testing.boards import BOARDS

Capture = pytest.CaptureFixture[str]


def test_solve_prints_one_array_per_line(engine: Backend, queens: Queens) -> None:
    lines = queens("solve", "--n", "6", "--backend", engine.name).lines
    assert {tuple(json.loads(line)) for line in lines} == all_solutions(6)


def test_solve_keeps_to_its_prefix_and_limit(queens: Queens) -> None:
    lines = queens("solve", "--prefix", "2,4", "--limit", "3").lines
    assert len(lines) == 3
    assert all(line.startswith("[2, 4, ") for line in lines)


def test_a_search_that_is_stopped_prints_its_solutions_so_far(capsys: Capture) -> None:
    def shown(seconds: float) -> str:
        assert main(["solve", "--n", "13", "--course-notation", "--time-limit", str(seconds)]) == 3
        captured = capsys.readouterr()
        assert (
            captured.err
            == f"queens solve: sicp did not finish (time-limit): stopped after {seconds:g} s\n"
        )
        return captured.out

    assert with_growing_time(shown, lambda out: out.startswith("((")).startswith("((")


def test_nc_is_traced_in_every_spelling(queens: Queens) -> None:
    for spelling in ("5 (1 3 4)", "5 '(1 3 4)", "(nc 5 '(1 3 4))"):
        assert queens("trace", "--nc", spelling).out.startswith("(nc 5 '(1 3 4))\n")
    assert queens("trace", "--nc", "5 ()").out.endswith("=> #t\n")


def test_solve_draws_solutions(queens: Queens) -> None:
    large = "solve", "--first", "--n", "64", "--backend", "construction"
    assert queens(*large, "--style", "unicode").out.count("♛") == 64
    one = "  0  1  2  3\n0 ·  ·  ♛  ·\n1 ♛  ·  ·  ·\n2 ·  ·  ·  ♛\n3 ·  ♛  ·  ·\n"
    other = "  0  1  2  3\n0 ·  ♛  ·  ·\n1 ·  ·  ·  ♛\n2 ♛  ·  ·  ·\n3 ·  ·  ♛  ·\n"
    drawn = "solve", "--n", "4", "--style", "unicode"
    assert queens(*drawn).out == f"{one}\n{other}"
    assert queens(*drawn, "--limit", "1").out == one


def test_the_svg_board_has_all_its_parts() -> None:
    def count(svg: str, tag: str) -> int:
        return svg.count(f"<{tag} ")

    right = svg_board((1, 3, 0, 2), standalone=True)
    assert right.count("♛") == 4
    assert count(right, "rect") == 18  # with the paper and the frame
    assert count(right, "line") == 0
    assert [right.count(f">{number}<") for number in range(5)] == [2, 2, 2, 2, 0]
    assert "var(" not in right
    wrong = svg_board((0, 1, 0), standalone=True)
    assert count(wrong, "line") == 3
    assert svg_board((), standalone=True).count("♛") == 0
    coloured = Problem(4, colours=((0, 0, 1, 1), (0, 0, 1, 1), (2, 2, 3, 3), (2, 2, 3, 3)))
    drawn = svg_board((1, 3, 0, 2), coloured, standalone=True)
    assert [drawn.count(f">{letter}<") for letter in "ABCD"] == [4, 4, 4, 4]
    assert [drawn.count(f'd="{line}"') for line in ("M0 1L1 0", "M0 0L1 1")] == [4, 4]
    assert drawn.count('d="M0 1L1 0M0 0L1 1"') == 4  # the third colour has both lines
    assert borders(coloured.colours).count("M") == 8  # a cross of four lines each
    assert "<title>1 queen in rows 0</title>" in svg_board((0,), standalone=True)


@pytest.mark.parametrize("name", ["backtracking", "prolog"])
def test_a_reader_that_leaves_ends_a_trace_quietly(name: str) -> None:
    needs_prolog()
    trace = started("-m", "solvers", "trace", "--n", "8", "--backend", name)
    assert left_by_its_reader(trace) == ""


# Given queens, blocked squares and drawn boards


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


def test_a_program_that_knows_only_n_is_compared_on_a_board(queens: Queens) -> None:
    asked = ("compare", ZOO / "several_names.py", "--n", 6, "--blocked", "0:1,5:5")
    runs = queens(*asked, "--backends", "sicp", "--output", "json").document["runs"]
    expected = {one for one in all_solutions(6) if one[0] != 1 and one[5] != 5}
    assert [(run["solutions"], run["verdict"]) for run in runs] == [(len(expected), "correct")] * 2
