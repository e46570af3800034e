"""A folder is marked into a table, and nothing that the command writes is a hand-in."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from queens_command import Queens

from solvers.grading import marking


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
        (relative, link, absolute / "pages"),
    ]:
        (folder / "g.csv").unlink(missing_ok=True)
        marking_of = ["check", place, "--n", "1", "--out", beside / "g.csv", "--feedback", pages]
        for _ in range(2):
            out = queens(*marking_of, code=3).out
            assert out.startswith("1 program marked (1 right), 4 files are not programs: ")
        rows = csv.DictReader(io.StringIO((folder / "g.csv").read_text()))
        others = dict.fromkeys(
            ("bob.txt", "log.jsonl", "kept.sqlite", "page.html"), "not a program"
        )
        verdicts = {Path(row["file"]).name: row["verdict"] for row in rows}
        assert verdicts == {"ada.py": "right", **others}


def test_a_table_of_another_marking_is_no_hand_in(tmp_path: Path, queens: Queens) -> None:
    (tmp_path / "ada.py").write_text("def queens(n): return [[0]]\n")
    (tmp_path / "notes.txt").write_text("file,score")
    for table in (["--out", tmp_path / "g.csv"], ["--out", tmp_path / "h.csv"], []):
        shown = queens("check", tmp_path, "--n", "1", *table, code=3).out
    names = {Path(row["file"]).name for row in csv.DictReader(io.StringIO(shown))}
    assert names == {"ada.py", "notes.txt"}


def test_ctrl_c_leaves_the_lines_so_far_and_names_their_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    (tmp_path / "ada.py").write_text("def queens(n): return [[0]]\n")
    (tmp_path / "empty.py").touch()
    table = tmp_path / "g.csv"
    marking_of = ["check", tmp_path, "--n", "1", "--out", table]

    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(marking, "calls_elsewhere", interrupted)
        said = queens(*marking_of, code=130).err
    assert said.endswith(f"stopped after 1 of 2 files, which are in {table}\n")
    (row,) = csv.DictReader(io.StringIO(table.read_text()))
    assert "it is empty" in row["summary"]
    whole = "1 program marked (1 right), 1 cannot be checked: "
    assert queens(*marking_of, code=3).out.startswith(whole)


def test_a_program_that_is_not_judged_fails_at_no_size(tmp_path: Path, queens: Queens) -> None:
    (tmp_path / "ada.py").write_text("def queens(n):\n    return [1, 0, 0, 2, 10][n - 1]\n")
    shown = queens("check", tmp_path, "--n", "5", code=3).out
    (row,) = csv.DictReader(io.StringIO(shown))
    assert (row["verdict"], row["score"], row["smallest_failing_n"]) == ("not judged", "", "")
