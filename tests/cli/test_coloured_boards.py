"""Coloured boards on the command line, and in Python."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from coloured_boards import coloured_solutions
from places import ROOT, ZOO
from queens_command import Queens
from shares import a_share

from solvers import ProblemError, compare, solve
from solvers.puzzle.diagram import read_diagram
from solvers.puzzle.problem import Problem

EXAMPLE = ROOT / "examples" / "coloured" / "6-1.txt"
BOARD = read_diagram(EXAMPLE.read_text())
SOLUTION = (4, 2, 5, 1, 3, 0)
SEVERAL = "AAAAAA BBBBBB CCCCCC DDDDDD EEEEEE FFFFFF".replace(" ", "\n")
NONE = "AAB CAB CAB".replace(" ", "\n")

QUICK = ("--backends", "sicp", "--backends", "backtracking")


@pytest.fixture
def drawn(tmp_path: Path) -> Path:
    """A file with a board that has 90 solutions."""
    (tmp_path / "several.txt").write_text(SEVERAL)
    return tmp_path / "several.txt"


def test_boards_with_several_solutions_one_and_none(
    queens: Queens, tmp_path: Path, drawn: Path
) -> None:
    (tmp_path / "none.txt").write_text(NONE)
    several = queens("compare", *QUICK, "--board", drawn).out
    assert "both backends found the same 90 solutions, and there are no others" in several
    one = queens("compare", *QUICK, "--board", EXAMPLE).out
    assert "both backends found the one solution, and there are no others" in one
    none = queens("compare", *QUICK, "--board", tmp_path / "none.txt").out
    assert "both backends found no solution, and there is none" in none


@a_share(
    "options",
    [
        (),
        ("--jobs", "2"),
        ("--jobs", "2", "--count"),
        ("--first",),
        ("--prefix", "0,2"),
        ("--given", "0:0", "--blocked", "1:5", "--blocked", "5:1"),
    ],
)
def test_every_way_to_compare_knows_the_rule(
    options: tuple[str, ...], queens: Queens, drawn: Path
) -> None:
    found = queens("compare", *QUICK, "--board", drawn, *options, "--output", "json").document
    assert found["verdict"] == "identical"
    assert found["expected_solutions"] is None
    assert found["colours"] == [list(range(6))] * 6
    right = coloured_solutions(read_diagram(SEVERAL))
    expected = {
        "--prefix": [one for one in right if one[:2] == (0, 2)],
        "--given": [one for one in right if one[0] == 0 and one[1] != 5 and one[5] != 1],
    }.get(options[0] if options else "", right)
    wanted = 1 if "--first" in options else len(expected)
    assert [run["solutions"] for run in found["runs"]] == [wanted] * 2


def test_a_certificate_names_the_colours(queens: Queens, tmp_path: Path) -> None:
    target = tmp_path / "one.certificate"
    queens("compare", *QUICK, "--board", EXAMPLE, "--certify", target)
    said = queens("verify", target).lines
    assert said[0] == "6 queens, coloured: 1 solution, and no others (proof checked: 260 steps)"
    assert said[1] == f"colours: {' '.join(EXAMPLE.read_text().split())}"


def test_a_report_shows_the_colours_and_the_programs_for_them(
    queens: Queens, tmp_path: Path
) -> None:
    page = tmp_path / "report.html"
    queens("compare", "--board", EXAMPLE, *QUICK, "--report", page)
    text = page.read_text()
    data = json.loads(re.search(r'id="queens-data"[^>]*>(.*?)</script>', text, re.DOTALL)[1])  # type: ignore[index]
    assert data["solutions"]["boards"] == [{"rows": list(SOLUTION), "class": 0}]
    assert data["solutions"]["colours"] == list(map(list, BOARD.colours))
    assert {"sicp", "backtracking"} <= data["traces"].keys()
    assert "1 solution for n\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}6." in text
    assert "on a coloured board" in text


@pytest.mark.parametrize("name", ["chr", "bitset"])
def test_a_backend_without_a_program_for_them_gets_one_line(name: str, queens: Queens) -> None:
    for command, option in (("compare", "--backends"), ("solve", "--backend")):
        said = queens.refusal(command, "--board", EXAMPLE, option, name)
        assert f"{name} has no program for coloured boards" in said
    beside = queens("compare", "--board", EXAMPLE, "--backends", f"sicp,{name}", code=4).out
    assert f"{name} cannot run here: it has no program for coloured boards" in beside


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("compare", ZOO / "bit_masks.py"), "bit_masks.py cannot be compared on a coloured board"),
        (("compare", "--n", "6"), "--board sets the size"),
    ],
)
def test_what_does_not_work_is_refused_in_one_line(
    arguments: tuple[object, ...], says: str, queens: Queens
) -> None:
    assert says in queens.refusal(*arguments, "--board", EXAMPLE)


def test_solutions_are_printed_and_drawn(queens: Queens) -> None:
    asked = ("solve", "--board", EXAMPLE)
    assert queens(*asked).lines == [str(list(SOLUTION))]
    assert queens(*asked, "--style", "unicode").lines[1] == "0 B  B  B  D  D  ♛"
    assert queens(*asked, "--style", "text").lines[0] == ".....Q"
    assert queens(*asked, "--style", "svg", "--first").out.count(">A</text>") == 5


def test_in_python_colours_are_given_column_by_column() -> None:
    assert list(solve(6, "backtracking", colours=BOARD.colours)) == [SOLUTION]
    found = compare(6, ["sicp"], colours=np.array(BOARD.colours))
    assert json.loads(json.dumps(found.document["colours"])) == list(map(list, BOARD.colours))
    assert found.problem == Problem(6, colours=BOARD.colours)
    assert found
    with pytest.raises(ProblemError, match="a board of 7 columns needs the colours"):
        solve(7, colours=BOARD.colours)
    with pytest.raises(ValueError, match="has no program for coloured boards"):
        solve(6, "chr", colours=BOARD.colours)


def test_a_backend_in_a_file_gets_coloured_boards_if_it_says_so(
    queens: Queens, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text("""
from solvers.interface import Backend
def solve(problem, work):
    yield 0, 2, 4, 1, 3, 5
BACKEND = Backend("mine", solve=solve, coloured=__name__)
""")
    backends = f"sicp,{tmp_path / 'mine.py'}"
    said = queens("compare", "--board", EXAMPLE, "--backends", backends, code=1).out
    assert "the queens in column 0 (row 0) and column 1 (row 2) share a colour" in said
