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
from queens_command import rows_in

from solvers.cli.queens import main
from solvers.errors import UsageError
from solvers.grading.decisions import COLUMNS as DECIDED
from solvers.grading.decisions import Override, read_decisions
from solvers.grading.submission import CheckOptions, Task
from solvers.output.grade_table import COLUMNS

Capture = pytest.CaptureFixture[str]

HAND_INS = {
    "ada.py": (ZOO / "exercise_class.py").read_text(),
    "bob.py": "def my_queens(n): return [[0]][: n == 1]\n",
    "cyril.py": "def queens(n) return []\n",
    "dora.py": "def queens(n): return [[1, 3, 0, 2]] if n == 4 else [[0]][: n == 1]\n",
    "eve.py": "def queens(n): raise OSError('cyril has no right')\n",
}

pytestmark = pytest.mark.usefixtures("marked_here")

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
    asked = ["check", "hw", "--n", "4", "--sandbox", "basic", "--no-hints", "--out", "g.csv"]
    assert main([*asked, *options]) == code
    return {row["student"]: row for row in saved_rows("g.csv")}


def saved_rows(name: str) -> list[dict[str, str]]:
    """The rows of a table in the current folder."""
    return rows_in(Path(name).read_bytes().decode())


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
    assert "3 hand-ins without a score: decide in a table for --with" in capsys.readouterr().out
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


def test_a_resubmission_is_told_and_a_table_that_nobody_has_edited_is_not_kept_again(
    course: Path,
) -> None:
    only("ada", "dora")
    marked()
    shutil.copyfile("hw/ada.py", "hw/dora.py")
    for changed in ("was 0.0, wrong", ""):
        rows = marked(code=0)
        assert (rows["ada"]["changed"], rows["dora"]["changed"]) == ("", changed)
    assert [path.name for path in Path().glob("*.saved-*")] == ["g.saved-1.csv"]


def test_a_table_that_a_spreadsheet_has_saved_is_kept(course: Path, capsys: Capture) -> None:
    only("dora")
    marked()
    with Path("g.csv").open(newline="") as file:
        lines = [row[::-1] for row in csv.reader(file)]
    saved("g.csv", lines, delimiter=";", lineterminator="\r\n")
    before = Path("g.csv").read_bytes()
    rows = marked()
    assert Path("g.saved-1.csv").read_bytes() == before
    assert "the former table is kept as g.saved-1.csv" in capsys.readouterr().err
    assert not any(row["changed"] for row in rows.values())


def test_the_decisions_are_no_output_and_only_for_a_folder(course: Path, capsys: Capture) -> None:
    saved("class.csv", [["file"], ["ada.py"]])
    before = Path("class.csv").read_bytes()
    assert main(["check", "hw", "--with", "class.csv", "--out", "class.csv"]) == 2
    assert main(["check", "hw/ada.py", "--with", "class.csv"]) == 2
    assert main(["check", "hw", "--with", "none.csv"]) == 2
    assert Path("class.csv").read_bytes() == before
    assert capsys.readouterr().err.count("queens check: error: ") == 3


def test_nothing_on_the_page_of_numbers_leads_to_a_name(course: Path, capsys: Capture) -> None:
    saved(
        "class.csv", [["file", "student", "comment"], ["dora.py", "Dora Dee", ""], ["", "Zoe", ""]]
    )
    marked("--with", "class.csv", "--feedback", "pages")
    whole = Path("pages/class.html").read_text()
    page = re.sub(r"<style>.*?</style>", "", whole, flags=re.DOTALL)
    named = ["ada", "bob", "cyril", "dora", "eve", "Dora Dee", "Zoe", ".py"]
    assert not [name for name in named if re.search(rf"(?<![a-z]){re.escape(name)}", page)]
    assert not re.findall(r"<(?:script|button)|hw|names\.html|(?:href|src)=(?!\"#)", page)
    with_names = Path("pages/class-names.html").read_text()
    assert not [name for name in named if name not in with_names]
    sentence = "5 programs marked (3 not judged, 1 right, 1 wrong), 1 not handed in."
    assert [sentence in each for each in (page, with_names)] == [True, True]
    assert students_counted(page) == 6
    assert "pages/class.html; pages/class-names.html has the names" in capsys.readouterr().err


def students_counted(page: str) -> int:
    """The sum over all ranges of points."""
    points = page.partition('id="points"')[2]
    return sum(map(int, re.findall(r'<td class="number">(\d+)</td><td><meter', points)))


@pytest.mark.slow("marks a class three times")
def test_the_numbers_of_a_class_do_not_depend_on_options(course: Path) -> None:
    sizes = []
    for options in ([], ["--not-judged", "0"], ["--points", "4:2"]):
        marked("--feedback", "pages", *options)
        page = Path("pages/class.html").read_text()
        assert students_counted(page) == len(HAND_INS)
        sizes.append(re.search(r"<th[^>]*>4</th>.*?</tr>", page, re.DOTALL))
    assert len({size and size[0] for size in sizes}) == 1
    assert sizes[0]
    assert "1 of 2" in sizes[0][0]


@pytest.mark.slow("marks five programs twice")
def test_a_student_has_the_name_of_a_folder_with_one_program(course: Path, capsys: Capture) -> None:
    only("eve")
    places = ("zoe/src/main.py", "two/fay.py", "two/eve.py", "eve.pl")
    hidden = ("zoe/.venv/lib.py", "zoe/.ipynb_checkpoints/main-checkpoint.py", ".git/hook.py")
    for place in (*places, *hidden, "__MACOSX/zoe/._main.py", "two/._fay.py"):
        (Path("hw") / place).parent.mkdir(parents=True, exist_ok=True)
        (Path("hw") / place).write_text("queens(_, 1)." if place[-1] == "l" else "")
    rows = marked(code=3)
    assert {*rows} == {"zoe", "fay", "eve.pl", "eve.py", "two/eve.py"}
    said = capsys.readouterr().err
    assert "several programs are eve's: hw/eve.pl, hw/eve.py" in said


def test_a_decision_goes_to_the_program_that_its_name_means(course: Path) -> None:
    only("ada")
    for place in ("zoe/queens.py", "zoe/report.txt", "hw/ada.py", "hw/bob.py", "kim/Queens.java"):
        (Path("hw") / place).parent.mkdir(parents=True, exist_ok=True)
        (Path("hw") / place).write_text("def queens(n): return []")
    lines = [["file", "score"], ["zoe", "1"], ["hw/ada.py", "2"], ["hw/hw/ada.py", "3"]]
    saved("class.csv", [*lines, ["kim/Queens.java", "4"]])
    scores = {row["file"]: row["score"] for row in marked("--with", "class.csv").values()}
    assert scores == {
        "hw/zoe/queens.py": "1.0", "hw/zoe/report.txt": "", "hw/ada.py": "2.0",
        "hw/hw/ada.py": "3.0", "hw/hw/bob.py": "0.0", "hw/kim/Queens.java": "4.0",
    }  # fmt: skip
    saved("class.csv", [["file", "score"], ["kim", "1"]])  # it has no program
    scores = {row["file"]: row["score"] for row in marked("--with", "class.csv").values()}
    assert scores["hw/kim/Queens.java"] == "1.0"


def test_a_student_who_handed_something_in_has_one_row(course: Path, capsys: Capture) -> None:
    only("ada")
    saved("class.csv", [["file", "student", "score"], ["", "ada", "0"], ["", "zoe", "0"]])
    rows = marked("--with", "class.csv", code=0)
    assert [(name, row["score"]) for name, row in rows.items()] == [("ada", "1.0"), ("zoe", "0.0")]
    with Path("g.csv").open() as file:
        assert len(file.readlines()) == 3
    said = "ada handed in hw/ada.py; the line without a file is left out\n"
    assert said in capsys.readouterr().err


PERSIAN = "\u0639\u0644\u06cc\u200c\u0631"
NAMES = ("Zo\u00a0Martin", PERSIAN, "two\nlines", "a;=b", "e\u0301ve", "'=1+1")


def test_what_is_written_can_be_read_again(course: Path) -> None:
    """The names of files in the table of grades, then the decisions in it."""
    only()
    for name in NAMES:
        (Path("hw") / f"{name}.py").touch()
    first = marked(code=3)
    assert len(first) == len(NAMES)
    comments = ["Bravo\u00a0!", "first\nsecond", "good; -1 for style", "x" * 5000, "=1+1", ""]
    both = zip(first.values(), comments, strict=True)
    told = [[row["file"], row["student"], "1", comment] for row, comment in both]
    saved("class.csv", [["file", "student", "score", "comment"], *told])
    for _ in range(2):
        rows = marked("--with", "class.csv", code=3)
        assert [row["comment"].removeprefix("'") for row in rows.values()] == comments
        assert {row["score"] for row in rows.values()} == {"1.0"}
        assert {*rows} == {*first}
    assert not any(row["changed"] for row in rows.values())
    saved("class.csv", [["file"], ["\u00e9ve.py"]])  # as people type it
    marked("--with", "class.csv", code=3)


# The table of decisions


ADA, BOB = Path("hw/ada.py"), Path("hw/bob.pl")
BY_NAME = {"ada.py": [ADA], "hw/ada.py": [ADA], "bob.pl": [BOB], "hw": [ADA, BOB]}

LINES = [
    [*DECIDED],
    ["ada.py", "Ada, Countess", "mine({n})", "one", "2.5", "late; see me"],
    ["", "Zoe", "", "", "", "ill"],
]


def written(lines: list[list[str]], separator: str = ",", end: str = "\n", mark: str = "") -> bytes:
    rows = (separator.join(f'"{value}"' for value in line) for line in lines)
    return (mark + end.join(rows) + end).encode()


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r\n\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("turned", [False, True])
def test_the_table_is_read_as_any_spreadsheet_writes_it(
    separator: str, end: str, mark: str, *, turned: bool, tmp_path: Path
) -> None:
    lines = [line[::-1] for line in LINES] if turned else LINES
    (tmp_path / "class.csv").write_bytes(written(lines, separator, end, mark))
    decided, absent = read_decisions(tmp_path / "class.csv", BY_NAME)
    named = Override("ada.py", "Ada, Countess", "mine({n})", Task.ONE, 2.5, "late; see me")
    assert decided == {Path("hw/ada.py"): named}
    assert absent == [Override(student="Zoe", comment="ill")]


def test_a_folder_with_several_programs_has_one_student(tmp_path: Path) -> None:
    (tmp_path / "class.csv").write_text("file,student\nhw,Ada\n")
    decided, _ = read_decisions(tmp_path / "class.csv", BY_NAME)
    assert decided == dict.fromkeys((ADA, BOB), Override("hw", "Ada"))


def test_a_call_and_a_task_are_those_of_the_check() -> None:
    options = CheckOptions(call="queens({n})")
    applied = Override(call="mine({n})", task=Task.ONE).applied(options)
    assert (applied.call, applied.task, applied.is_task_named) == ("mine({n})", Task.ONE, True)
    assert Override().applied(options) == options


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["file,note", "ada.py,x"], "has a column 'note'; the columns are file, student"),
        *(
            (["file,score", f"ada.py,{score}"], f"line 2 of class.csv: '{score}' is not a score")
            for score in ("much", "-1", "nan", "1_0", "-0")
        ),
        (["file,,score", "ada.py,,1"], "class.csv has a column ''; the columns are"),
        (["file,score,score", "ada.py,,1"], "class.csv has two columns 'score'; the columns are"),
        (["file,comment", "ada.py,late, sorry"], "line 2 of class.csv has more cells than the fi"),
        (["file,comment", "", 'ada.py,"x', "bob.pl,"], "class.csv is not a table (CSV)"),
        ([""], "class.csv is empty; its first line has to name the columns"),
        (["file,task", "ada.py,most"], "'most' is not a task; the tasks are all, one, count"),
        (["file,call", "ada.py,a\tb"], "is not a call; give one on one line"),
        (["file,score", "hw,3"], "hw has several programs: ada.py, bob.pl; name one"),
        (["file", "eve.py"], "line 2 of class.csv: there is no hand-in 'eve.py' in this folder"),
        (["file", "ada.py", "hw/ada.py"], "line 3 of class.csv: hw/ada.py stands in two lines"),
    ],
)
def test_a_line_that_cannot_be_meant_is_told_in_one_line(
    lines: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("class.csv").write_text("\n".join(lines))
    with pytest.raises(UsageError, match=r"^[^\n]+$") as told:
        read_decisions(Path("class.csv"), BY_NAME)
    assert says in str(told.value)


@pytest.mark.parametrize("content", [b"\x00\x01", b"PK\x03\x04\x00"])
def test_what_is_no_table_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "class.csv").write_bytes(content)
    with pytest.raises(UsageError, match="has a column"):
        read_decisions(tmp_path / "class.csv", BY_NAME)
