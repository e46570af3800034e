"""``queens check`` and ``compare.py FILE``, as students and instructors use them."""

from __future__ import annotations

import csv
import json
import re
import shutil
import signal
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from engines import needs_prolog, skip_or_fail
from places import ROOT, ZOO
from processes import interrupted, started
from queens_command import Queens

from solvers.cli import check_options
from solvers.cli.compare import main as compare
from solvers.cli.queens import main
from solvers.errors import UnavailableError
from solvers.grading import marking as class_marking
from solvers.grading.reading_limit import ReadingError
from solvers.grading.sandbox.commands import why_not_strong
from solvers.output.check_documents import DOCUMENTS

Capture = pytest.CaptureFixture[str]
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
    with table.open() as file:
        verdicts = [(line["verdict"], line["score"]) for line in csv.DictReader(file)]
    assert verdicts == [("not judged", "")]


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
    with table.open(newline="") as file:
        lines = {Path(row["file"]).name: row["summary"] for row in csv.DictReader(file)}
    assert lines.keys() == {
        *("queens.py", "notes.txt", "Queens.java", "empty.py", "large.py", "broken.ipynb"),
    }
    assert "not a supported program" in lines["notes.txt"]
    assert "not a supported program" in lines["Queens.java"]
    assert "it is empty" in lines["empty.py"]
    assert "larger than" in lines["large.py"]
    assert "not a readable notebook" in lines["broken.ipynb"]


def test_ctrl_c_ends_the_check_of_an_endless_program(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text("def queens(n):\n    while True:\n        pass\n")
    command = "-m", "solvers", "check", tmp_path / "endless.py"
    checking = started(*command, "--sandbox", "basic", "--time-limit", "5m")
    parent = psutil.Process(checking.pid)

    def searches() -> bool:
        with suppress(psutil.Error):  # a process that has just ended
            below = parent.children(recursive=True)
            return any("harness.py" in " ".join(one.cmdline()) for one in below) and any(
                one.cpu_times().user > 0.5 for one in below
            )
        return False

    assert interrupted(checking, signal.SIGINT, searches)[0] == ""
    assert checking.returncode == 130


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
    assert found["reason"].startswith("stopped after 1 s; ")  # then the line, if it is known
    assert found["reason"].endswith("1 answer had arrived")
    (run,) = found["runs"]
    assert (run["status"], run["verdict"], run["solutions"]) == ("time-limit", "partial", 1)


def test_compare_judges_files_beside_the_backends(capsys: Capture) -> None:
    assert compare(["--n", "6", "--backends", "sicp", RIGHT, "--output", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["verdict"] == "identical"
    assert [run["backend"] for run in document["runs"]] == ["sicp", Path(RIGHT).name]
    assert "sandbox: " in document["runs"][1]["note"]
    assert compare(["--n", "6", "--backends", "sicp", RIGHT, WRONG]) == 1
    assert "no_diagonals.py is wrong" in capsys.readouterr().out


def test_the_strong_sandbox_refuses_to_run_where_it_does_not_work(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    why_not_strong.cache_clear()
    monkeypatch.setenv("PATH", "/nonexistent")
    assert main(["check", RIGHT, "--sandbox", "strong"]) == 4
    why_not_strong.cache_clear()
    assert "bubblewrap is not installed" in capsys.readouterr().err


def test_the_sandbox_in_force_is_named(queens: Queens) -> None:
    assert "sandbox: basic" in queens("check", RIGHT, "--n", "1", "--sandbox", "basic").out
    if reason := why_not_strong():
        skip_or_fail(reason)
    assert "sandbox: strong" in queens("check", RIGHT, "--n", "1", "--sandbox", "strong").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nothing.py"], "there is no file nothing.py"),
        ([f"{'a' * 5000}.py"], "there is no file aaa"),
        ([str(ZOO / "expected.csv")], "not a supported program"),
        ([RIGHT, "--n", "13"], "--n must be between 1 and 12"),
        ([RIGHT, "--n", "0"], "--n must be between 1 and 12"),
        ([RIGHT, "--points", "x"], "is not a list of points"),
        ([RIGHT, "--points", "9:1"], "n is from 1 to 8 (raise --n"),
        ([RIGHT, "--points", "4:inf"], "is not a list of points"),
        ([RIGHT, "--points", "4:nan"], "is not a list of points"),
        ([RIGHT, "--points", "4:-1"], "is not a list of points"),
        ([RIGHT, "--points", "4:" + "9" * 300], "is not a list of points"),
        ([RIGHT, "--points", "4:1,4:2"], "give each n once"),
        ([RIGHT, "--points", "4:0"], "is not a list of points"),
        ([RIGHT, "--time-limit", "9" * 300], "is not a time"),
        ([RIGHT, "--memory-limit", "1e300"], "is not a positive whole number"),
        ([RIGHT, "--call", " "], "is no call; give one on one line"),
        ([RIGHT, "--call", "a\nb"], "is no call; give one on one line"),
        ([f"{RIGHT}::queens", "--call", "q({n})"], "both name the call; give one of them"),
        ([str(ROOT / "docs/homework"), "--out", "/dev/full"], "/dev/full is not a regular file"),
        (
            [str(ROOT / "docs/homework"), "--out", __file__],
            "already exists and is not a table that",
        ),
        ([RIGHT, "--out", "x.csv"], "--out works only with a folder"),
        ([RIGHT, "--not-judged", "1_0"], "'1_0' is not a score"),
        ([str(ZOO), "--output", "json"], "work only with a file"),
        ([str(ZOO), "--show-output"], "work only with a file"),
        ([RIGHT, "--jobs", "1"], "--jobs works only with a folder"),
        ([RIGHT, "--project"], "--project works only with a folder"),
        ([RIGHT, "--feedback", "pages"], "--feedback works only with a folder"),
        ([f"{RIGHT}::a b"], "is not a name; give one, for example"),
        ([str(ZOO / "golden")], "there is no file"),
        (["/etc/security"], "there is no program in"),
    ],
    ids=lambda value: " ".join(value)[-40:] if isinstance(value, list) else "",
)
def test_check_refuses_bad_input_in_one_line(
    arguments: list[str], says: str, queens: Queens
) -> None:
    assert says in queens.refusal("check", *arguments)


def test_no_student_gets_the_file_of_another_student(tmp_path: Path, capsys: Capture) -> None:
    needs_prolog()
    right = ZOO / "usual_name.pl"
    pair = tmp_path / "pair"
    pair.mkdir()
    for folder in (tmp_path, pair):
        shutil.copyfile(right, folder / "ada.pl")
        (folder / "zoe.pl").write_text(":- consult(ada).\n")
    assert main(["check", str(tmp_path), "--n", "1", "--sandbox", "basic"]) == 3
    lines = csv.DictReader(capsys.readouterr().out.splitlines())
    verdicts = {line["file"].removeprefix(f"{tmp_path}/"): line["verdict"] for line in lines}
    both = {"ada.pl": "right", "zoe.pl": "not judged"}
    assert verdicts == both | {f"pair/{name}": verdict for name, verdict in both.items()}
