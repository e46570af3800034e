"""A class from the hand-ins to the gradebook: decisions, regrading, spreadsheets, pages, names."""

from __future__ import annotations

import csv
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from places import ZOO

from solvers.cli.queens import main
from solvers.output.grade_table import COLUMNS

Capture = pytest.CaptureFixture[str]

HAND_INS = {
    "ada.py": (ZOO / "exercise_class.py").read_text(),
    "bob.py": "def my_queens(n): return [[0]][: n == 1]\n",
    "cyril.py": "def queens(n) return []\n",
    "dora.py": "def queens(n): return [[1, 3, 0, 2]] if n == 4 else [[0]][: n == 1]\n",
    "eve.py": "def queens(n): raise OSError('cyril has no right')\n",
}

Rows = dict[str, dict[str, str]]


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the hand-ins, in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("hw").mkdir()
    for name, text in HAND_INS.items():
        (Path("hw") / name).write_text(text)
    return tmp_path


def marked(*options: str, code: int = 1) -> Rows:
    """The rows of the table by student, after the command has marked the folder."""
    assert (
        main(["check", "hw", "--n", "4", "--sandbox", "basic", "--out", "g.csv", *options]) == code
    )
    with Path("g.csv").open(newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def only(*students: str) -> None:
    """Leave the hand-ins of these students alone in the folder, so that marking takes less."""
    for path in Path("hw").iterdir():
        if path.stem not in students:
            path.unlink()


def saved(path: str, lines: Sequence[Sequence[Any]], **options: Any) -> None:
    with Path(path).open("w", newline="", encoding="utf-8-sig") as file:
        csv.writer(file, **options).writerows(lines)


def test_decisions_stand_in_one_file_and_the_table_keeps_them(
    course: Path, capsys: Capture
) -> None:
    first = marked()
    assert [*next(iter(first.values()))] == [*COLUMNS]
    assert {name: row["verdict"] for name, row in first.items()} == {
        "ada": "right", "bob": "not judged", "cyril": "not judged", "dora": "wrong",
        "eve": "not judged",
    }  # fmt: skip
    assert "3 hand-ins without a score: fill in g.todo.csv" in capsys.readouterr().out
    with Path("g.todo.csv").open(newline="") as file:
        todo = {row["student"]: row for row in csv.DictReader(file)}
    assert [*todo] == ["bob", "cyril", "eve"]
    lines = [["file", "score", "call", "student", "comment"]]
    lines += [
        ["bob.py", "", "my_queens({n})", "Bob", ""],
        ["hw/cyril.py", "1,5", "", "Cy", "a colon"],
    ]
    saved("class.csv", [*lines, ["", "", "", "Zoe", "ill"]], delimiter=";")
    rows = marked("--with", "class.csv", "--not-judged", "0")
    assert (rows["Bob"]["verdict"], rows["Bob"]["subject"]) == ("wrong", "my_queens(n)")
    cyril = rows["Cy"]
    assert (cyril["score"], cyril["measured"], cyril["comment"]) == ("1.5", "", "a colon")
    assert (rows["Zoe"]["verdict"], rows["Zoe"]["score"]) == ("not handed in", "0.0")
    assert (rows["eve"]["verdict"], rows["eve"]["score"]) == ("not judged", "0.0")
    assert cyril["changed"] == "was no score, not judged"
    assert not rows["ada"]["changed"]


def test_a_resubmission_is_the_same_command_and_the_table_says_what_changed(course: Path) -> None:
    only("ada", "dora")
    marked()
    shutil.copyfile("hw/ada.py", "hw/dora.py")
    rows = marked(code=0)
    assert {name: row["changed"] for name, row in rows.items() if row["changed"]} == {
        "dora": "was 0.0, wrong"
    }


def test_a_table_that_a_spreadsheet_has_saved_is_kept(course: Path, capsys: Capture) -> None:
    only("dora")
    marked()
    with Path("g.csv").open(newline="") as file:
        lines = [row[::-1] for row in csv.reader(file)]
    saved("g.csv", lines, delimiter=";", lineterminator="\r\n")
    before = Path("g.csv").read_bytes()
    rows = marked()
    assert Path("g.saved-1.csv").read_bytes() == before
    assert "another program has saved g.csv; it is kept as g.saved-1.csv" in capsys.readouterr().err
    assert not any(row["changed"] for row in rows.values())


def test_a_list_of_open_decisions_that_was_filled_in_is_never_lost(course: Path) -> None:
    only("eve")
    marked(code=3)
    filled = Path("g.todo.csv").read_text().replace("hw/eve.py,eve,,,,", "hw/eve.py,eve,,,2,late")
    Path("g.todo.csv").write_text(filled)
    rows = marked("--with", "g.todo.csv", code=3)
    assert (rows["eve"]["score"], Path("g.todo.csv").read_text()) == ("2.0", filled)
    marked(code=3)
    assert Path("g.todo.saved-1.csv").read_text() == filled


def test_the_decisions_are_no_output_and_only_for_a_folder(course: Path, capsys: Capture) -> None:
    saved("class.csv", [["file"], ["ada.py"]])
    before = Path("class.csv").read_bytes()
    assert main(["check", "hw", "--with", "class.csv", "--out", "class.csv"]) == 2
    assert main(["check", "hw/ada.py", "--with", "class.csv"]) == 2
    assert main(["check", "hw", "--with", "none.csv"]) == 2
    assert Path("class.csv").read_bytes() == before
    assert capsys.readouterr().err.count("queens check: error: ") == 3


def test_hidden_names_are_hidden_everywhere(course: Path) -> None:
    saved(
        "class.csv", [["file", "student", "comment"], ["dora.py", "Dora Dee", ""], ["", "Zoe", ""]]
    )
    marked("--with", "class.csv", "--feedback", "pages")
    page = Path("pages/class.html").read_text()
    visible = re.sub(r'<span class="name">.*?</span>', "", page.partition("<body")[2])
    visible = re.sub(r"<script.*?</script>|<[^>]*>", " ", visible, flags=re.DOTALL)
    named = ["ada", "bob", "cyril", "dora", "eve", "Dora Dee", "Zoe", "hw/"]
    assert not [name for name in named if re.search(rf"\b{name}", visible)]
    assert re.findall(r"program \d", visible)


def test_a_page_of_a_class_is_replaced_by_that_class_only(course: Path, capsys: Capture) -> None:
    only("ada")
    marked("--feedback", "pages", code=0)
    before = {path: path.read_bytes() for path in Path("pages").iterdir()}
    shutil.copytree("hw", "other")
    for other in ("hw/ada.py", "other"):
        assert main(["check", other, "--n", "1", "--sandbox", "basic", "--feedback", "pages"]) == 2
        assert "that this command may replace" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in Path("pages").iterdir()} == before
    marked("--feedback", "pages", code=0)


def test_a_student_has_the_name_of_a_folder_with_one_program(course: Path) -> None:
    only("eve")
    for place in ("zoe/src/main.py", "two/fay.py", "two/gus.py", "eve.pl"):
        (Path("hw") / place).parent.mkdir(parents=True, exist_ok=True)
        (Path("hw") / place).write_text("queens(_, 1)." if place[-1] == "l" else "")
    assert {*marked(code=3)} == {"eve", "zoe", "fay", "gus"}
    with Path("g.todo.csv").open(newline="") as file:
        todo = [(row["file"], row["student"]) for row in csv.DictReader(file)]
    assert todo[:2] == [("hw/eve.pl", ""), ("hw/eve.py", "")]  # one name for two files
    marked("--with", "g.todo.csv", code=3)


def test_a_filled_in_list_that_goes_on_after_the_new_one_is_kept(course: Path) -> None:
    only("bob", "eve")
    marked(code=3)
    filled = Path("g.todo.csv").read_text().replace("hw/eve.py,eve,,,,", "hw/eve.py,eve,,,,late")
    Path("g.todo.csv").write_text(filled)
    shutil.copyfile(ZOO / "exercise_class.py", "hw/eve.py")
    marked(code=3)
    assert Path("g.todo.saved-1.csv").read_text() == filled
