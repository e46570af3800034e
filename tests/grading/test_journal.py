"""A kept mark is the mark that a fresh start would make, with all options of display."""

from __future__ import annotations

import csv
import io
import os
import pickle
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from places import ZOO
from queens_command import Queens

from solvers.cli.exit_codes import ExitCode
from solvers.errors import SubmissionError, UsageError
from solvers.execution.result_store import open_store
from solvers.grading import language
from solvers.grading.autograder import marking
from solvers.grading.autograder.journal import Mark, open_journal, read_check
from solvers.grading.language import LANGUAGES
from solvers.grading.result import ProgramVerdict
from solvers.grading.sandbox import Sandbox

SEARCH = """\
from itertools import permutations
def found(n):
    return [list(p) for p in permutations(range(n))
            if n == len({c + r for c, r in enumerate(p)}) == len({c - r for c, r in enumerate(p)})]
"""

PROGRAMS = {
    "refuses.py": f"{SEARCH}def queens(n):\n    if n < 4: raise ValueError('at least 4')\n"
    "    return found(n)\n",
    "prints.py": f"{SEARCH}print(*found(int(input())), sep='\\n')",
    "wrong_at_5.py": f"{SEARCH}def queens(n): return found(n) * (1 if n < 5 else 2)\n",
    "wrong_at_2.py": "from itertools import permutations\n"
    "def queens(n): return [list(p) for p in permutations(range(n))]\n",
    "left.py": "def queens(n):\n    if n > 3: exit()\n    return [[0]] * (n == 1)\n",
    "says_more.py": f"{SEARCH}def queens(n):\n    print('7 solutions')\n    return found(n)\n",
    "broken.py": "def queens(n:\n",
}

SHOWN = [
    ("--points", "2:1,4:6,5:2"),
    ("--points", "2:2,4:1,5:1", "--hidden-from", "5"),
    ("--points", "2:2,4:1,5:1", "--hidden-from", "2"),
]
"""Options that change the display of the same marks."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "hw"
    folder.mkdir()
    for name, text in PROGRAMS.items():
        (folder / name).write_text(text)
    for name in ("right/permutation_from_1.pl", "wild/chess_squares.py"):
        shutil.copy(ZOO / name, folder)
    return folder


def pages(folder: Path) -> dict[str, str]:
    return {page.name: page.read_text() for page in folder.iterdir()}


@pytest.mark.zoo("marks another class")
def test_points_and_hidden_sizes_are_applied_to_kept_marks_and_nothing_runs(
    folder: Path, tmp_path: Path, queens: Queens, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mark(name: str, *options: str) -> tuple[str, dict[str, str], str]:
        table, shown = tmp_path / f"{name}.csv", tmp_path / f"pages of {name}"
        asked = [folder, "--out", table, "--n", "5", "--jobs", "2", "--feedback", shown, *options]
        return queens("check", *asked, code=1).out, pages(shown), table.read_text()

    fresh = [mark(f"fresh {number}", *options) for number, options in enumerate(SHOWN)]
    with monkeypatch.context() as patched:
        patched.setattr(marking, "check_elsewhere", lambda wanted, _: iter(wanted))
        for (_, shown, table), options in zip(fresh[::-1], SHOWN[::-1], strict=True):
            said, shown_again, table_again = mark("fresh 0", *options)
            assert said.startswith(f"0 programs marked, {len(list(folder.iterdir()))} unchanged")
            assert table_again == table
            assert shown_again == shown
    assert fresh[0][2] != fresh[1][2] == fresh[2][2]  # hiding changes no line of the table


def test_other_sizes_are_other_runs(tmp_path: Path, queens: Queens) -> None:
    (tmp_path / "ada.py").write_text("def queens(n): return [[0]] * (n == 1)\n")
    marking_of = ["check", tmp_path, "--out", tmp_path / "grades.csv", "--n", "3"]
    queens(*marking_of, "--points", "1:1,2:1")
    assert queens(*marking_of, "--points", "2:1,3:1").out.startswith(
        "1 program marked, 0 unchanged"
    )


@pytest.mark.parametrize(
    "options",
    [
        ("--entry", "queens"),
        ("--input", ""),
        ("--input", "{n}"),
        ("--reads", "stdout"),
        ("--language", "python"),
        ("--process-per-n",),
        ("--project",),
        ("--task", "all"),
        ("--allow-packages", "rich"),
        ("--n", "2"),
    ],
    ids=" ".join,
)
def test_marks_made_with_other_options_are_refused(
    queens: Queens, tmp_path: Path, options: tuple[str, ...]
) -> None:
    (tmp_path / "empty.py").write_text("")
    marking_of = ["check", tmp_path, "--out", tmp_path / "grades.csv"]
    queens(*marking_of, "--n", "1", code=ExitCode.INCOMPLETE)
    assert f"was made with another {options[0]} (" in queens.refusal(
        *marking_of, *(() if "--n" in options else ("--n", "1")), *options
    )


def test_marks_made_in_another_sandbox_are_refused(
    queens: Queens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty.py").write_text("")
    marking_of = ["check", tmp_path, "--out", tmp_path / "grades.csv", "--n", "1"]
    queens(*marking_of, "--sandbox", "basic", code=ExitCode.INCOMPLETE)
    monkeypatch.setattr("solvers.cli.marking.choose_sandbox", lambda _: Sandbox.STRONG)
    says = "was made with another --sandbox (basic, now strong); give another file to --out"
    assert says in queens.refusal(*marking_of)


def _other_data(hand_in: Path, _: pytest.MonkeyPatch) -> None:
    (hand_in / "notes of mine.txt").write_text("2")


def _one_file_more(hand_in: Path, _: pytest.MonkeyPatch) -> None:
    (hand_in / "größe.dat").write_bytes(b"\0")


def _another_link(hand_in: Path, _: pytest.MonkeyPatch) -> None:
    (hand_in / "link").unlink()
    (hand_in / "link").symlink_to("nowhere else")


def _another_language(_: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marking, "version_of", lambda language: f"{language.name} 99")


@pytest.mark.parametrize("change", [_other_data, _one_file_more, _another_link, _another_language])
def test_a_mark_belongs_to_its_whole_hand_in_and_to_the_version_of_its_language(
    change: Callable[[Path, pytest.MonkeyPatch], None],
    queens: Queens,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for student in ("ada", "bob"):
        (tmp_path / "hw" / student).mkdir(parents=True)
        (tmp_path / "hw" / student / "queens.py").write_text("def queens(n): return [[0]]\n")
    ada = tmp_path / "hw" / "ada"
    (ada / "notes of mine.txt").write_text("1")
    (ada / "link").symlink_to("nowhere")
    marking_of = ["check", tmp_path / "hw", "--out", tmp_path / "grades.csv", "--n", "1"]
    # The text and the link have lines of their own, and are tried each time.
    queens(*marking_of, code=3)
    assert "2 unchanged" in queens(*marking_of, code=3).out
    change(ada, monkeypatch)
    left = 0 if change is _another_language else 1
    assert f"{left} unchanged" in queens(*marking_of, code=3).out


def test_a_language_says_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    language.version_of.cache_clear()  # another test may have asked where nothing could be started
    assert language.version_of(LANGUAGES["python"]).startswith("Python 3.")
    monkeypatch.setenv("PATH", os.devnull)
    language.version_of.cache_clear()
    assert language.version_of(LANGUAGES["guile"]) == ""
    language.version_of.cache_clear()


class Harmful:
    """An object that would make a folder when it is read."""

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, ("harm",)


class Attribute:
    """Written as Python 3.11.2 writes the member of an enumeration."""

    def __init__(self, of: object, name: str) -> None:
        self.of, self.name = of, name

    def __reduce__(self) -> tuple[object, ...]:
        return getattr, (self.of, self.name)


def test_a_mark_of_an_older_python_is_read_and_no_other_attribute() -> None:
    member: object = read_check(pickle.dumps(Attribute(ProgramVerdict, "RIGHT")))
    assert member is ProgramVerdict.RIGHT
    with pytest.raises(pickle.UnpicklingError, match="is no member of an enumeration"):
        read_check(pickle.dumps(Attribute(Mark, "verdict")))


def test_a_journal_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "grades.csv.journal"
    with open_store(path, "journal", "") as store:
        store.keep({}, b"a.py", {}, zlib.compress(pickle.dumps(Harmful())))
    with (
        open_journal(path, {}) as journal,
        pytest.raises(UsageError, match=r"is damaged \(the mark of a.py: posix.mkdir"),
    ):
        journal.settled_mark(Path("a.py"), {})
    assert not Path("harm").exists()


def test_a_program_that_was_not_judged_is_marked_again(tmp_path: Path) -> None:
    with open_journal(tmp_path / "journal", {}) as journal:
        journal.keep(Mark(Path("a.py"), {"program": "1"}, SubmissionError("it is empty")))
    with open_journal(tmp_path / "journal", {}) as journal:
        assert journal.settled_mark(Path("a.py"), {"program": "1"}) is None


def test_a_removed_program_has_no_line(queens: Queens, tmp_path: Path) -> None:
    for name in ("ada.py", "bob.py"):
        (tmp_path / name).write_text("def queens(n): return [[0]]\n")
    marking_of = ["check", tmp_path, "--out", tmp_path / "grades.csv", "--n", "1"]
    queens(*marking_of)
    (tmp_path / "bob.py").unlink()
    queens(*marking_of)
    rows = csv.DictReader(io.StringIO((tmp_path / "grades.csv").read_text()))
    assert [Path(row["file"]).name for row in rows] == ["ada.py"]


OTHERS = ("bob.txt", "log.jsonl", "kept.sqlite", "page.html")


def test_nothing_that_the_command_writes_is_a_hand_in(
    queens: Queens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "hw"
    folder.mkdir()
    (folder / "ada.py").write_text("def queens(n): return [[0]]\n")
    for name in OTHERS:
        (folder / name).touch()
    (tmp_path / "link").symlink_to(folder)
    monkeypatch.chdir(tmp_path)
    absolute, relative, link = folder, Path("hw"), tmp_path / "link"
    for place, beside, pages in [
        (absolute, relative, relative),
        (relative, absolute, absolute / "pages"),
        (relative, link, Path("hw/../link")),
    ]:
        for kept in folder.glob("g.csv*"):
            kept.unlink()
        marking_of = ["check", place, "--n", "1", "--out", beside / "g.csv", "--feedback", pages]
        for says in ("1 program marked, 0 unchanged", "0 programs marked, 1 unchanged"):
            out = queens(*marking_of, code=3).out
            assert out.startswith(f"{says}, 4 files are not programs: ")
        rows = csv.DictReader(io.StringIO((folder / "g.csv").read_text()))
        others = dict.fromkeys(
            ("bob.txt", "log.jsonl", "kept.sqlite", "page.html"), "not a program"
        )
        verdicts = {Path(row["file"]).name: row["verdict"] for row in rows}
        assert verdicts == {"ada.py": "right", **others}


def test_a_table_of_another_marking_is_no_hand_in(tmp_path: Path, queens: Queens) -> None:
    (tmp_path / "ada.py").write_text(SEARCH)
    for name in ("notes.txt", "notes.txt.journal"):  # not ours, whatever it is called
        (tmp_path / name).write_text("x")
    for table in (["--out", tmp_path / "g.csv"], ["--out", tmp_path / "h.csv"], []):
        shown = queens("check", tmp_path, "--n", "1", *table, code=3).out
    names = {Path(row["file"]).name for row in csv.DictReader(io.StringIO(shown))}
    assert names == {"ada.py", "notes.txt", "notes.txt.journal"}


def test_ctrl_c_before_the_first_mark_names_the_way_to_continue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    (tmp_path / "ada.py").write_text(SEARCH)
    (tmp_path / "empty.py").touch()
    marking_of = ["check", tmp_path, "--n", "1", "--out", tmp_path / "g.csv"]

    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(marking, "version_of", interrupted)
        said = queens(*marking_of, code=130).err
    assert said.startswith("stopped after 0 of 2 files: run the same command again to continue")
    for said in ("1 program marked, 0 unchanged", "0 programs marked, 1 unchanged"):
        assert f"{said}, 1 cannot be checked: " in queens(*marking_of, code=3).out


def test_a_program_that_is_not_judged_fails_at_no_size(tmp_path: Path, queens: Queens) -> None:
    (tmp_path / "ada.py").write_text("def queens(n):\n    return [1, 0, 0, 2, 10][n - 1]\n")
    shown = queens("check", tmp_path, "--n", "5", code=3).out
    (row,) = csv.DictReader(io.StringIO(shown))
    assert (row["verdict"], row["score"], row["smallest_failing_n"]) == ("not judged", "", "")
