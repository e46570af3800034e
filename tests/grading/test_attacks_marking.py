"""A folder of attacks on the marking and of odd files: every other program is marked."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from checked_programs import FOUND, asked_for_queens, checked, submission_in
from engines import needs_sandbox
from processes import ran, until
from queens_command import Queens, rows_in

from solvers.errors import SubmissionError, printable
from solvers.execution.limits import Limits
from solvers.execution.remote_calls import calls_elsewhere
from solvers.execution.result import Cause, Ending, Status
from solvers.grading import marking
from solvers.grading.result import ProgramVerdict
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import find_submission, read_submission
from solvers.grading.submission_files import hand_ins

HERE = Path(__file__).parents[1]
ATTACKS = HERE / "attacks" / "marking"
ZOO = HERE / "zoo"
LONGEST = 1 << 20

HONEST = {
    "ada.py": "exercise_class.py",
    "Bob.PY": "squares_from_1.py",
    "zoe.py": "zeros_and_ones.py",
}
"""Right programs under these names, with the files that they are copied from."""

STRANGE_NAMES = [
    b"a::b.py",
    b"a\xff.py",
    b"a\n-\n8\n2.py",
    b"zoe.py,4.0,4.0,correct\rx.py",
    b"=1+1.py",
    b"-rf.py",
    b"\x1b[2J.py",
    "\u202eyp.py".encode(),
    b"a b'\"$(id)`id`.py",
]
"""More names of right programs."""


NASTIEST = [
    "hides_memory_in_descriptors.py",
    "kills_its_keeper.py",
    "leaves_a_daemon.py",
    "makes_folders.py",
    "writes_outside_its_folder.py",
]
"""Attacks on the sandbox that would reach the marking first; each is tried alone elsewhere."""

LIMITS = ["--time-limit", "2", "--memory-limit", "300"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of attacks, names and kinds of files, and the honest programs."""
    folder = tmp_path / "course"
    shutil.copytree(ATTACKS, folder)
    (folder / "sandbox").mkdir()
    for name in NASTIEST:
        shutil.copy(HERE / "attacks" / "sandbox" / name, folder / "sandbox")
    for name, source in HONEST.items():
        shutil.copyfile(ZOO / source, folder / name)
    for raw in STRANGE_NAMES:
        shutil.copyfile(ZOO / "exercise_class.py", folder / os.fsdecode(raw))
    (folder / "link.py").symlink_to("ada.py")
    (folder / "link_to_a_folder.py").symlink_to(".")
    (folder / "nowhere.py").symlink_to("nothing.py")
    os.mkfifo(folder / "fifo.py")
    (folder / "long.py").write_bytes(b"#" * (LONGEST + 1))
    (folder / "wide.py").write_bytes("def queens(n): return []".encode("utf-16"))
    return folder


REFUSED = {
    "link.py": "it is a symbolic link",
    "link_to_a_folder.py": "it is a symbolic link",
    "nowhere.py": "it is a symbolic link",
    "fifo.py": "it is not a regular file",
    "long.py": "it is larger than 1 MiB",
    "wide.py": "it is not UTF-8 text",
}


def marked(folder: Path, text: str) -> dict[str, dict[str, str]]:
    """The lines of the table by the names of the files, as shown in it."""
    return {line["file"].replace(f"{folder}/", ""): line for line in rows_in(text)}


@pytest.mark.slow("marks another class")
@pytest.mark.parametrize("sandbox", [Sandbox.BASIC, Sandbox.STRONG])
def test_a_folder_of_attacks_is_marked_to_its_end(
    folder: Path, tmp_path: Path, sandbox: Sandbox, queens: Queens
) -> None:
    needs_sandbox(sandbox)
    table = tmp_path / "grades.csv"
    told = ["--out", table, "--n", 4, "--jobs", 2, "--sandbox", sandbox, *LIMITS]
    said = queens("check", folder, *told, code=3).out
    whole = table.read_bytes()
    lines = marked(folder, whole.decode())
    for name in (*HONEST, *(printable(os.fsdecode(raw)) for raw in STRANGE_NAMES)):
        assert (lines[name]["verdict"], lines[name]["score"]) == ("right", "1.0"), name
    for name, why in REFUSED.items():
        assert (lines[name]["verdict"], lines[name]["score"]) == ("not judged", ""), name
        assert why in lines[name]["summary"]
    for attack in ATTACKS.iterdir():
        assert lines[attack.name]["verdict"] in {"wrong", "not finished", "not judged"}
        assert lines[attack.name]["score"] in {"0.0", ""}, lines[attack.name]
        assert "the suite failed" not in lines[attack.name]["summary"]
    for name in NASTIEST:  # what they do is judged elsewhere
        assert lines[f"sandbox/{name}"]["verdict"]
    assert len(lines) == len(list(folder.iterdir())) - 1 + len(NASTIEST)
    assert all(line.isprintable() for line in whole.decode().split("\n"))
    marked_ones = len(lines) - len(REFUSED)
    assert said.startswith(f"{marked_ones} programs marked (")


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """A folder with three right programs."""
    for name in ("ada.py", "bob.py", "zoe.py"):
        shutil.copyfile(ZOO / "exercise_class.py", tmp_path / name)
    return tmp_path


def test_an_internal_error_is_reported_in_its_line_and_the_marking_goes_on(
    three: Path, monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    def broken(wanted: Sequence[Any], limits: Limits, jobs: int) -> Iterator[Any]:
        for number, result in calls_elsewhere(wanted, limits, jobs):
            fails = number == 1
            detail = "RuntimeError: \\rzoe.py,1.0"
            yield number, Ending(Cause.FAILED, detail=detail) if fails else result

    monkeypatch.setattr(marking, "calls_elsewhere", broken)
    lines = marked(three, queens("check", three, "--n", 1, code=3).out)
    assert [line["verdict"] for line in lines.values()] == ["right", "not judged", "right"]
    assert lines["bob.py"]["summary"] == (
        "not judged; the suite failed: RuntimeError: \\rzoe.py,1.0; "
        "please report this bug and attach the file"
    )


def test_a_check_that_its_neighbours_may_have_disturbed_is_made_again_alone(
    three: Path, monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    seen: list[tuple[int, int]] = []

    def crowded(wanted: Sequence[Any], limits: Limits, jobs: int) -> Iterator[Any]:
        seen.append((len(wanted), jobs))
        for number, result in calls_elsewhere(wanted, limits, jobs):
            yield number, Ending(Cause.NOT_STARTED) if jobs > 1 and number == 1 else result

    monkeypatch.setattr(marking, "calls_elsewhere", crowded)
    shown = queens("check", three, "--n", 1, "--jobs", 2).out
    assert seen == [(3, 2), (1, 1)]
    assert {line["verdict"] for line in marked(three, shown).values()} == {"right"}


@pytest.mark.usefixtures("marked_here")
def test_no_row_disappears_because_another_file_loads_it(tmp_path: Path, queens: Queens) -> None:
    """Files in the marked folder are alone; in a subfolder, each has a row, unless --project."""
    together = tmp_path / "monday"
    together.mkdir()
    for place in (tmp_path, together):
        (place / "bob.py").write_text(FOUND + "print(*found(4), sep='\\n')\n")
        (place / "parts.py").write_text(FOUND)
        (place / "eve.py").write_text("import bob\nimport parts\nqueens = parts.found\n")
    asked = "check", tmp_path, "--n", 4
    lines = marked(tmp_path, queens.run(*asked).out)
    assert {name: line["verdict"] for name, line in lines.items()} == {
        "bob.py": "right",
        "eve.py": "not judged",
        "parts.py": "not judged",
        "monday/bob.py": "right",
        "monday/eve.py": "right",
        "monday/parts.py": "part of a program",
    }
    assert "it loads bob.py, parts.py" in lines["monday/eve.py"]["summary"]
    together_alone = marked(tmp_path, queens.run(*asked, "--project").out)
    assert {*together_alone} == {"bob.py", "eve.py", "parts.py", "monday/eve.py"}


@pytest.mark.usefixtures("marked_here")
def test_a_class_is_marked_in_the_basic_sandbox_only_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    shutil.copyfile(ZOO / "exercise_class.py", tmp_path / "ada.py")
    why = "bubblewrap is not installed: sudo apt-get install bubblewrap"
    monkeypatch.setattr("solvers.grading.sandbox.commands.why_not_strong", lambda: why)
    refused = queens("check", tmp_path, "--n", 1, code=4).err
    assert refused.count("\n") == 1
    assert why in refused
    assert "--sandbox basic" in refused
    queens("check", tmp_path, "--n", 1, "--sandbox", "basic")
    queens("check", tmp_path / "ada.py", "--n", 1)


@pytest.mark.parametrize(
    "text",
    [
        "null",
        '{"cells": [5, null]}',
        '{"cells": [{"cell_type": "code", "source": 5}]}',
        '{"cells": [{"cell_type": "code", "source": [1, null]}]}',
        '{"cells": [{"cell_type": "code", "source": "\\ud800"}]}',
        "[" * 100_000,
    ],
    ids=lambda text: text[:40],
)
def test_an_unreadable_notebook_is_refused_in_a_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.ipynb"
    path.write_text(text)
    with pytest.raises(SubmissionError, match="it is not a readable notebook"):
        read_submission(path, name="mine.ipynb")


def test_no_module_of_a_hand_in_is_imported_by_the_suite(tmp_path: Path) -> None:
    for name in ("numpy", "psutil", "json"):
        (tmp_path / f"{name}.py").write_text("print('ESCAPED')\n")
    shutil.copyfile(ZOO / "exercise_class.py", tmp_path / "ada.py")
    command = [sys.executable, "-m", "solvers", "check", "ada.py", "--n", "1"]
    path = {**os.environ, "PYTHONPATH": str(HERE.parent)}
    done = ran([*command, "--sandbox", "basic"], folder=tmp_path, env=path)
    assert done.returncode == 0, done.stderr
    assert "ESCAPED" not in done.stdout + done.stderr


def test_one_budget_holds_for_all_that_a_hand_in_is_asked(tmp_path: Path) -> None:
    names = ("queens", "n_queens", "solve_queens", "solve", "solver")
    calls = "".join(
        f"def {name}(n):\n    time.sleep(0.2)\n    raise ValueError\n" for name in names
    )
    limits = Limits(seconds=60, total_seconds=0.5)
    result = checked(
        tmp_path / "mine.py", f"import time\n{calls}", limits=limits, runner=Sandbox.BASIC
    )
    assert result.verdict is ProgramVerdict.NOT_FINISHED
    ending = result.sizes[max(result.sizes)].answer.run.ending
    assert (ending.cause, ending.limit) == (Cause.TIME, 0.5)


def none_left() -> tuple[int, int]:
    raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


def test_no_program_is_marked_down_where_none_can_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    needs_sandbox(Sandbox.STRONG)
    shutil.copyfile(ZOO / "exercise_class.py", tmp_path / "ada.py")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    asked = "check", tmp_path, "--n", 1, "--sandbox", "strong"
    with monkeypatch.context() as patched:
        patched.setattr(os, "pipe", none_left)
        (line,) = marked(tmp_path, queens(*asked, code=3).out).values()
    assert (line["verdict"], line["score"]) == ("not judged", "")
    until(lambda: not list(tmp_path.glob("queens-*")))
    (line,) = marked(tmp_path, queens(*asked).out).values()
    assert line["verdict"] == "right"


@pytest.mark.slow("waits for two limits")
def test_a_program_that_answers_for_explainer_and_stepper_gains_no_sentence(
    queens: Queens,
) -> None:
    attack = ATTACKS / "answers_for_the_explainer.pl"
    shown = queens("check", attack, "--n", 4, code=3).out
    assert "has no answer" in shown
    assert "points" not in shown.replace("0 of 1 points", "")
    traced = queens("trace", attack, "--n", 4, code=4)
    assert "\x1b" not in traced.out + traced.err
    assert "sent a step that is none" in traced.err


def test_a_neighbours_program_does_not_serve_silently(tmp_path: Path, queens: Queens) -> None:
    (tmp_path / "bob.py").write_text(FOUND.replace("found", "queens"))
    (tmp_path / "parts.py").write_text("SIZE = 8\n")
    (tmp_path / "eve.py").write_text("import parts\nfrom bob import queens\n")
    shown = queens.run("check", tmp_path / "eve.py", "--n", 4).out
    assert "bob.py is a program of its own: in a folder of programs" in shown
    assert "parts.py is a program" not in shown


def test_an_answer_that_is_too_long_is_no_attack_on_the_channel(tmp_path: Path) -> None:
    source = "def queens(n): return [['x' * 3_000_000]]\n"
    result = checked(tmp_path / "long.py", source, runner=Sandbox.BASIC)
    assert result.verdict is ProgramVerdict.NOT_FINISHED
    assert result.sizes[1].answer.run.ending.cause is Cause.ANSWERS


def test_answers_that_take_more_memory_where_they_are_read_are_stopped_early() -> None:
    submission = find_submission(str(ATTACKS / "answers_that_are_drawn.py"))
    answer = asked_for_queens(submission, Limits(output_mib=8), Sandbox.BASIC)
    assert answer.run.ending.cause is Cause.ANSWERS
    assert len(answer.arrived[0]) < 8_000


@pytest.mark.parametrize(
    "source",
    [
        "def queens(n):\n    for _ in range(100):\n        yield [999] * 1000\n",
        "def queens(n):\n    print('x' * 2**21)\n    return [[0]]\n",
        "def queens(n):\n    for _ in range(100_000):\n        yield []\n",
    ],
    ids=["large answers", "printed", "many answers"],
)
def test_the_output_limit_holds_for_answers_and_printed_text(source: str, tmp_path: Path) -> None:
    limits = Limits(output_mib=1, seconds=60)
    submission = submission_in(tmp_path / "queens.py", source)
    answer = asked_for_queens(submission, limits, Sandbox.BASIC)
    assert answer.run.status is Status.OUTPUT_LIMIT


def test_a_program_runs_as_it_was_read_although_its_file_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "queens.py"
    submission = submission_in(path, "def queens(n):\n    return [[0]]\n")
    path.unlink()
    path.symlink_to("/etc/passwd")
    assert asked_for_queens(submission, Limits(), Sandbox.BASIC).is_complete


@pytest.fixture
def of_another_user() -> Iterator[Path]:
    """A folder with a file and a folder that this process may not read."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "secret.py").write_text("def queens(n): return []")
        (folder / "closed").mkdir()
        for path in folder.iterdir():
            path.chmod(0)
        us = os.geteuid()
        if us == 0:
            os.seteuid(65534)
        yield folder
        os.seteuid(us)
        (folder / "closed").chmod(0o755)


def test_an_unreadable_file_or_folder_is_refused_by_name(of_another_user: Path) -> None:
    found = [each.file for each in hand_ins(of_another_user)]
    assert found == [of_another_user / "closed", of_another_user / "secret.py"]
    for path in found:
        with pytest.raises(SubmissionError, match="it cannot be read: Permission denied"):
            read_submission(path, name=str(path))
