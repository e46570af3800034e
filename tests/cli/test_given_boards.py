"""``queens check --board``: points per board, a class, and boards that are refused."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from places import ROOT
from queens_command import Queens

PROGRAM = (ROOT / "docs/calls/puzzle.py").read_text()
BOARDS = [f"--board={ROOT / 'examples/coloured' / name}.txt" for name in ("8-2", "8-8")]
CALL = "--call", "queens({board})"


def test_each_board_gives_one_point(queens: Queens, tmp_path: Path) -> None:
    program = tmp_path / "mine.py"
    only_first = "return board[0][1] == 'C' and list("
    program.write_text(PROGRAM.replace("return list(", only_first))
    document = queens("check", program, *CALL, *BOARDS, "--output", "json", code=1).document
    assert (document["score"], document["max_score"]) == (1, 2)
    told = [(size["n"], size["board"], size["state"]) for size in document["sizes"]]
    assert told == [(8, "8-2.txt", "right"), (8, "8-8.txt", "wrong")]
    assert len(document["example"]["lines"]) == 8
    marks = queens("check", program, *CALL, *BOARDS, "--output", "gradescope", code=1).document
    assert [(test["name"], test["score"]) for test in marks["tests"]] == [
        ("board 8-2.txt", 1),
        ("board 8-8.txt", 0),
    ]


def test_a_class_is_marked_on_the_boards(
    queens: Queens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hw").mkdir()
    Path("hw/ada.py").write_text(PROGRAM)
    Path("hw/bob.py").write_text(PROGRAM.replace(" and not touches", ""))
    Path("hw/cy.py").write_text("def queens(n): return []\n")
    where = "--out", "grades.csv", "--feedback", "pages", "--no-hints"
    queens("check", "hw", *CALL, *BOARDS, *where, "--jobs", 2, code=1)
    rows = {
        row["student"]: row for row in csv.DictReader(Path("grades.csv").read_text().splitlines())
    }
    assert {name: row["score"] for name, row in rows.items()} == {
        "ada": "2.0",
        "bob": "0.0",
        "cy": "0.0",
    }
    assert "wrong on the board 8-2.txt" in rows["bob"]["summary"]
    (page,) = Path("pages").glob("bob*.html")
    assert "board 8-2.txt: wrong" in page.read_text()
    assert ">8-8.txt<" in Path("pages/class.html").read_text()


@pytest.mark.parametrize(
    ("board", "options", "why"),
    [
        ("....\n...\n....\n....\n", [], "line 2 of the board has length 3"),
        ("Q..\n...\n...\n", [], "it has 3 columns, but 4 to 12 are possible"),
        ("", [], "it has 0 columns"),
        ("Q...\n....\n....\nQ...\n", [], "two queens are given in column 0"),
        (None, [], "No such file"),
        ("....\n" * 4, ["--n", "6"], "leave out --n and --points"),
        ("....\n" * 4, ["--points", "4:2"], "leave out --n and --points"),
    ],
)
def test_a_board_that_cannot_be_used_is_refused_in_one_line(
    board: str | None, options: list[str], why: str, queens: Queens, tmp_path: Path
) -> None:
    program, file = tmp_path / "mine.py", tmp_path / "board.txt"
    program.write_text(PROGRAM)
    if board is not None:
        file.write_text(board)
    assert why in queens.refusal("check", program, "--board", file, *options)


def test_a_call_with_a_board_needs_one(queens: Queens, tmp_path: Path) -> None:
    program = tmp_path / "mine.py"
    program.write_text(PROGRAM)
    assert "--board FILE" in queens.refusal("check", program, *CALL)
