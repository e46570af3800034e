"""A folder is marked into a table, and nothing that the command writes is a hand-in."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from queens_command import Queens, rows_in

from solvers.cli import marking as class_command
from solvers.grading import marking

pytestmark = pytest.mark.usefixtures("marked_here")

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
        rows = rows_in((folder / "g.csv").read_text())
        others = dict.fromkeys(OTHERS, "not a program")
        verdicts = {Path(row["file"]).name: row["verdict"] for row in rows}
        assert verdicts == {"ada.py": "right", **others}


def test_a_table_of_another_marking_is_no_hand_in(tmp_path: Path, queens: Queens) -> None:
    (tmp_path / "ada.py").write_text("def queens(n): return [[0]]\n")
    (tmp_path / "notes.txt").write_text("file,score")
    for table in (["--out", tmp_path / "g.csv"], ["--out", tmp_path / "h.csv"], []):
        shown = queens("check", tmp_path, "--n", "1", *table, code=3)
    names = {Path(row["file"]).name for row in shown.rows}
    assert names == {"ada.py", "notes.txt"}


def test_ctrl_c_leaves_the_lines_so_far_and_names_their_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    (tmp_path / "ada.py").write_text("def queens(n): return None\n")
    (tmp_path / "empty.py").touch()
    table, unfinished = tmp_path / "g.csv", tmp_path / "g.unfinished.csv"
    marking_of = ["check", tmp_path, "--n", "1", "--out", table]
    queens(*marking_of, code=3)
    before = table.read_bytes()
    (tmp_path / "ada.py").write_text("def queens(n): return [[0]]\n")

    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(marking, "calls_elsewhere", interrupted)
        said = queens(*marking_of, code=130).err
    assert said.endswith(f"stopped after 1 of 2 files, which are in {unfinished}\n")
    (row,) = rows_in(unfinished.read_text())
    assert "it is empty" in row["summary"]
    assert table.read_bytes() == before
    whole = "1 program marked (1 right), 1 cannot be checked: "
    assert queens(*marking_of, code=3).out.startswith(whole)
    changed = [row["changed"] for row in rows_in(table.read_text())]
    assert changed == ["was no score, not judged", ""]
    assert not unfinished.exists()


@pytest.mark.parametrize("failing", ["report_of", "write_feedback"])
def test_an_error_while_a_row_is_shown_costs_its_text_and_no_mark(
    failing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    for name in ("ada", "bob", "cy"):
        (tmp_path / f"{name}.py").write_text("def queens(n): return [[0]]\n")
    works = getattr(class_command, failing)

    def fails_for_bob(*arguments: Any, **options: Any) -> Any:
        if "bob" in str(arguments):
            raise RecursionError("too deep")
        return works(*arguments, **options)

    monkeypatch.setattr(class_command, failing, fails_for_bob)
    shown = queens("check", tmp_path, "--n", "1", "--feedback", tmp_path / "pages")
    rows = shown.rows
    assert [(row["student"], row["score"], row["verdict"]) for row in rows] == [
        (name, "1.0", "right") for name in ("ada", "bob", "cy")
    ]
    assert "the suite failed: RecursionError: too deep" in rows[1]["summary"] + shown.err


def test_many_files_that_are_no_programs_are_counted_and_cost_no_time(
    tmp_path: Path, queens: Queens, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "hw" / "zoe"
    folder.mkdir(parents=True)
    (folder / "queens.py").write_text("def queens(n): return [[0]]\n")
    listed = Counter[Path]()
    iterdir = Path.iterdir
    monkeypatch.setattr(Path, "iterdir", lambda path: listed.update([path]) or iterdir(path))
    for number in range(500):
        (folder / f"{number}.js").touch()
        if number == 9:
            marked = queens("check", tmp_path / "hw", "--n", "1", code=3)
            assert len(marked.out.splitlines()) == 12
    listed.clear()
    marked = queens("check", tmp_path / "hw", "--n", "1", "--out", tmp_path / "g.csv", code=3)
    assert "1 program marked (1 right), 500 files are not programs: " in marked.out
    assert len((tmp_path / "g.csv").read_text().splitlines()) == 2
    assert listed[folder] < 10
