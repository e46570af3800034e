"""``queens check`` and ``compare.py FILE``, as students and instructors use them."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from engines import needs_prolog, needs_sandbox
from places import ROOT, ZOO
from queens_command import Queens, rows_in

from solvers.cli import check_options
from solvers.errors import UnavailableError
from solvers.grading import marking as class_marking
from solvers.grading.reading_limit import ReadingError
from solvers.grading.sandbox import Sandbox
from solvers.grading.sandbox.commands import why_not_strong
from solvers.output.check_documents import DOCUMENTS

RIGHT = str(ZOO / "exercise_class.py")
WRONG = str(ZOO / "no_diagonals.py")
ENDLESS = str(ZOO / "endless_loop.py")


def test_the_output_of_a_program_is_shown_on_request(queens: Queens, tmp_path: Path) -> None:
    program = tmp_path / "mine.py"
    program.write_text("def queens(n):\n    print('trying', n)\n    return [[0]] * (n == 1)\n")
    assert "trying" not in queens("check", program, "--n", "3").out
    shown = queens("check", program, "--n", "3", "--show-output").out
    assert "it printed:\n    trying 3\n" in shown


@pytest.mark.parametrize("name", ["ada", "ada.txt", "ada.pl"])
def test_a_language_named_by_hand_makes_any_file_a_program(
    name: str, queens: Queens, tmp_path: Path
) -> None:
    program = shutil.copyfile(RIGHT, tmp_path / name)
    asked = ["check", program, "--n", "4", "--sandbox", "basic", "--language", "python"]
    assert "right for n = 1 to 4" in queens(*asked).out


@pytest.mark.parametrize("place", ["import numpy\ndef queens(n):", "def queens(n):\n import numpy"])
def test_a_hidden_package_is_told_with_a_command_that_allows_it(
    place: str, queens: Queens, tmp_path: Path
) -> None:
    program = tmp_path / "mine.py"
    program.write_text(
        f"{place}\n return {{1: [[0]], 4: [[1, 3, 0, 2], [2, 0, 3, 1]]}}.get(n, [])\n"
    )
    told = queens("check", program, "--n", 4, "--sandbox", "basic", code=3).out
    command = re.search("the sandbox hides packages; .*run: queens (.*)", told)
    assert command
    assert "right for n = 1 to 4" in queens(*shlex.split(command[1])).out
    program.write_text(f"{place}, not_there_at_all\n")
    assert "hides" not in queens("check", program, "--n", 4, "--sandbox", "basic", code=3).out


def test_every_format_has_its_document() -> None:
    assert ("text", *DOCUMENTS) == check_options.OUTPUTS


def test_a_program_whose_output_takes_too_long_to_read_cannot_be_checked(
    queens: Queens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ada.py").write_text("def queens(n): return [[0]]\n")
    table = tmp_path / "grades.csv"
    monkeypatch.setattr(class_marking, "calls_elsewhere", lambda *_: iter([(0, b"")]))
    marked = queens("check", str(tmp_path), "--out", str(table), "--n", "1", code=3)
    assert marked.out.startswith("0 programs marked, 1 cannot be checked: ")
    assert "reading the program and its output takes more than" in table.read_text()
    (row,) = rows_in(table.read_text())
    assert (row["verdict"], row["score"]) == ("not judged", "")


@pytest.mark.usefixtures("marked_here")
def test_every_file_of_a_folder_has_a_line_with_its_reason(queens: Queens, tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    shutil.copyfile(RIGHT, tmp_path / "ada" / "queens.py")
    (tmp_path / "ada" / "notes.txt").write_text("it works")
    (tmp_path / "Queens.java").write_text("class Queens {}")
    (tmp_path / "empty.py").touch()
    (tmp_path / "large.py").write_text("#" * 2**21)
    (tmp_path / "broken.ipynb").write_text("{")
    (tmp_path / ".hidden").touch()
    table = tmp_path / "grades.csv"
    for _ in range(2):  # the table itself is no hand-in
        queens("check", str(tmp_path), "--n", "1", "--out", str(table), code=3)
    lines = {Path(row["file"]).name: row["summary"] for row in rows_in(table.read_text())}
    assert lines.keys() == {
        *("queens.py", "notes.txt", "Queens.java", "empty.py", "large.py", "broken.ipynb"),
    }
    assert "not a supported program" in lines["notes.txt"]
    assert "not a supported program" in lines["Queens.java"]
    assert "it is empty" in lines["empty.py"]
    assert "larger than" in lines["large.py"]
    assert "not a readable notebook" in lines["broken.ipynb"]


@pytest.mark.parametrize("output", ["text", "json", "gradescope"])
@pytest.mark.parametrize(
    ("error", "code", "why"),
    [
        (ReadingError(), 3, "takes more than 30 s; make it print less"),
        (StopIteration("late"), 3, "the suite failed: StopIteration: late"),
        (KeyboardInterrupt(), 130, "the check was interrupted"),
        (UnavailableError("no sandbox"), 4, "no sandbox"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_check_without_a_result_has_the_form_that_was_asked_for(  # noqa: PLR0913, PLR0917  # its fixtures
    error: BaseException,
    code: int,
    why: str,
    output: str,
    monkeypatch: pytest.MonkeyPatch,
    queens: Queens,
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("solvers.cli.check.check_program", fail)
    shown = queens("check", RIGHT, "--output", output, code=code)
    if output == "text":
        assert why in shown.out or code != 3
    else:
        assert why in shown.document[{"json": "reason", "gradescope": "output"}[output]]
        assert not shown.document["score"]


def test_a_bug_of_the_suite_is_one_line_and_no_verdict(
    monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("solvers.cli.solve.chosen_board", fail)
    said = queens("solve", "--n", 4, code=3).err
    assert re.fullmatch(
        r"queens solve: error: the suite failed: ZeroDivisionError: by zero "
        r"\(test_check_command.py, line \d+\).*; please report this bug\n",
        said,
    )


def test_the_document_of_an_unfinished_check_has_what_arrived(
    tmp_path: Path, queens: Queens
) -> None:
    path = tmp_path / "stops.py"
    path.write_text("def queens(n):\n    yield [1, 3, 0, 2]\n    while True:\n        pass\n")
    limits = "--points", "4:1", "--time-limit", 1
    found = json.loads(queens("check", path, *limits, "--output", "json", code=3).out)
    # Then the line, if it is known.
    assert re.fullmatch(r"stopped after \d s; .*1 answer had arrived", found["reason"])
    (run,) = found["runs"]
    assert (run["status"], run["verdict"], run["solutions"]) == ("time-limit", "partial", 1)


def test_the_strong_sandbox_refuses_to_run_where_it_does_not_work(
    monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    why_not_strong.cache_clear()
    monkeypatch.setenv("PATH", "/nonexistent")
    refused = queens("check", RIGHT, "--sandbox", "strong", code=4).err
    why_not_strong.cache_clear()
    assert "bubblewrap is not installed" in refused


def test_the_sandbox_in_force_is_named(queens: Queens) -> None:
    assert "sandbox: basic" in queens("check", RIGHT, "--n", "1", "--sandbox", "basic").out
    needs_sandbox(Sandbox.STRONG)
    assert "sandbox: strong" in queens("check", RIGHT, "--n", "1", "--sandbox", "strong").out


@pytest.mark.slow("marks a class in Prolog")
def test_no_student_gets_the_file_of_another_student(tmp_path: Path, queens: Queens) -> None:
    needs_prolog()
    right = ZOO / "usual_name.pl"
    pair = tmp_path / "pair"
    pair.mkdir()
    for folder in (tmp_path, pair):
        shutil.copyfile(right, folder / "ada.pl")
        (folder / "zoe.pl").write_text(":- consult(ada).\n")
    lines = queens("check", tmp_path, "--n", 1, "--sandbox", "basic", code=3).rows
    verdicts = {line["file"].removeprefix(f"{tmp_path}/"): line["verdict"] for line in lines}
    both = {"ada.pl": "right", "zoe.pl": "not judged"}
    assert verdicts == both | {f"pair/{name}": verdict for name, verdict in both.items()}


# On given boards


PROGRAM = (ROOT / "docs/calls/puzzle.py").read_text()
BOARDS = [f"--board={ROOT / 'examples/coloured' / name}.txt" for name in ("8-2", "8-8")]
CALL = "--call", "queens({board})"


def test_each_board_gives_one_point(queens: Queens, tmp_path: Path) -> None:
    program = tmp_path / "mine.py"
    only_first = "return board[0][1] == 'C' and list("
    program.write_text(PROGRAM.replace("return list(", only_first))
    asked = "check", program, *CALL, *BOARDS, "--no-hints", "--output"
    document = queens(*asked, "json", code=1).document
    assert (document["score"], document["max_score"]) == (1, 2)
    told = [(size["n"], size["board"], size["state"]) for size in document["sizes"]]
    assert told == [(8, "8-2.txt", "right"), (8, "8-8.txt", "wrong")]
    assert len(document["example"]["lines"]) == 8
    marks = queens(*asked, "gradescope", code=1).document
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
    rows = {row["student"]: row for row in rows_in(Path("grades.csv").read_text())}
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
        ("\n".join(letter * 12 for letter in "ABCDEFGHIJKL"), [], "takes too long; use another"),
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
