"""The instructor's table of decisions: read as any spreadsheet writes it, refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from solvers.errors import UsageError
from solvers.grading.decisions import COLUMNS, Override, read_decisions
from solvers.grading.submission import CheckOptions, Task

ADA, BOB = Path("hw/ada.py"), Path("hw/bob.pl")
NAMES = {"ada.py": [ADA], "hw/ada.py": [ADA], "bob.pl": [BOB], "hw": [ADA, BOB]}

LINES = [
    [*COLUMNS],
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
    decided, absent = read_decisions(tmp_path / "class.csv", NAMES)
    named = Override("ada.py", "Ada, Countess", "mine({n})", Task.ONE, 2.5, "late; see me")
    assert decided == {Path("hw/ada.py"): named}
    assert absent == [Override(student="Zoe", comment="ill")]


def test_a_folder_with_several_programs_has_one_student(tmp_path: Path) -> None:
    (tmp_path / "class.csv").write_text("file,student\nhw,Ada\n")
    decided, _ = read_decisions(tmp_path / "class.csv", NAMES)
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
        (["file,score", "ada.py,much"], "line 2 of class.csv: 'much' is not a score"),
        (["file,score", "ada.py,-1"], "line 2 of class.csv: '-1' is not a score"),
        (["file,score", "ada.py,nan"], "line 2 of class.csv: 'nan' is not a score"),
        (["file,score", "ada.py,1_0"], "line 2 of class.csv: '1_0' is not a score"),
        (["file,score", "ada.py,-0"], "line 2 of class.csv: '-0' is not a score"),
        (["file,,score", "ada.py,,1"], "class.csv has a column ''; the columns are"),
        (["file,score,score", "ada.py,,1"], "class.csv has two columns 'score'; the columns are"),
        (["file,comment", "ada.py,late, sorry"], "line 2 of class.csv has more cells than the fi"),
        (["file,comment", "", 'ada.py,"x', "bob.pl,"], "class.csv is not a table (CSV)"),
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
        read_decisions(Path("class.csv"), NAMES)
    assert says in str(told.value)


@pytest.mark.parametrize("content", [b"\x00\x01", b"PK\x03\x04\x00"])
def test_what_is_no_table_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "class.csv").write_bytes(content)
    with pytest.raises(UsageError, match="has a column"):
        read_decisions(tmp_path / "class.csv", NAMES)
