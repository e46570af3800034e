"""A folder of attacks on the marking and of odd files: every other program is marked."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from checked_programs import asked_for_queens, checked
from engines import skip_or_fail
from processes import ran, until
from shares import a_share

from solvers.cli.queens import main
from solvers.errors import SubmissionError, printable
from solvers.execution.limits import Limits
from solvers.execution.remote_calls import calls_elsewhere
from solvers.execution.result import Cause, ChannelError, Ending, Status
from solvers.grading import marking
from solvers.grading.check import check_program
from solvers.grading.protocol import RecordDecoder, decode
from solvers.grading.result import ProgramVerdict
from solvers.grading.sandbox import Sandbox
from solvers.grading.sandbox.commands import why_not_strong
from solvers.grading.submission import CheckOptions, find_submission, read_submission
from solvers.grading.submission_files import hand_ins
from solvers.output.page_names import page_name

Capture = pytest.CaptureFixture[str]
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
    lines = list(csv.DictReader(io.StringIO(text, newline="")))
    return {line["file"].replace(f"{folder}/", ""): line for line in lines}


@pytest.mark.slow("marks another class")
@pytest.mark.parametrize("sandbox", [Sandbox.BASIC, Sandbox.STRONG])
def test_a_folder_of_attacks_is_marked_to_its_end(
    folder: Path, tmp_path: Path, sandbox: Sandbox, capsys: Capture
) -> None:
    table = tmp_path / "grades.csv"
    arguments = ["check", str(folder), "--out", str(table), "--n", "4", "--jobs", "2"]
    arguments += ["--sandbox", str(sandbox), *LIMITS]
    if sandbox is Sandbox.STRONG and (reason := why_not_strong()):
        skip_or_fail(reason)
    assert main(arguments) == 3
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
    assert capsys.readouterr().out.startswith(f"{marked_ones} programs marked (")


def test_an_internal_error_is_reported_in_its_line_and_the_marking_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(wanted: Sequence[Any], limits: Limits, jobs: int) -> Iterator[Any]:
        for number, result in calls_elsewhere(wanted, limits, jobs):
            fails = number == 1
            detail = "RuntimeError: \\rzoe.py,1.0"
            yield number, Ending(Cause.FAILED, detail=detail) if fails else result

    for name in ("ada.py", "bob.py", "zoe.py"):
        shutil.copyfile(ZOO / "exercise_class.py", tmp_path / name)
    monkeypatch.setattr(marking, "calls_elsewhere", broken)
    arguments = ["check", str(tmp_path), "--out", str(tmp_path / "grades.csv"), "--n", "1"]
    assert main(arguments) == 3
    lines = marked(tmp_path, (tmp_path / "grades.csv").read_text())
    assert [line["verdict"] for line in lines.values()] == ["right", "not judged", "right"]
    assert lines["bob.py"]["summary"] == (
        "not judged; the suite failed: RuntimeError: \\rzoe.py,1.0; "
        "please report this bug and attach the file"
    )


def test_a_check_that_its_neighbours_may_have_disturbed_is_made_again_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[int, int]] = []

    def crowded(wanted: Sequence[Any], limits: Limits, jobs: int) -> Iterator[Any]:
        seen.append((len(wanted), jobs))
        for number, result in calls_elsewhere(wanted, limits, jobs):
            yield number, Ending(Cause.NOT_STARTED) if jobs > 1 and number == 1 else result

    for name in ("ada.py", "bob.py", "zoe.py"):
        shutil.copyfile(ZOO / "exercise_class.py", tmp_path / name)
    monkeypatch.setattr(marking, "calls_elsewhere", crowded)
    table = tmp_path / "grades.csv"
    assert main(["check", str(tmp_path), "--out", str(table), "--n", "1", "--jobs", "2"]) == 0
    assert seen == [(3, 2), (1, 1)]
    assert {line["verdict"] for line in marked(tmp_path, table.read_text()).values()} == {"right"}


RIGHT = """
def {name}(n):
    def go(rows):
        if len(rows) == n:
            return [rows]
        return [
            board for r in range(n)
            if all(r != s and abs(r - s) != len(rows) - c for c, s in enumerate(rows))
            for board in go([*rows, r])
        ]
    return go([])
"""


def test_no_row_disappears_because_another_file_loads_it(tmp_path: Path) -> None:
    """Files in the marked folder are alone; in a subfolder, each has a row, unless --project."""
    together = tmp_path / "monday"
    together.mkdir()
    for place in (tmp_path, together):
        (place / "bob.py").write_text(RIGHT.format(name="damen") + "print(*damen(4), sep='\\n')\n")
        (place / "parts.py").write_text(RIGHT.format(name="damen"))
        (place / "eve.py").write_text("import bob\nimport parts\nqueens = parts.damen\n")
    table = tmp_path / "grades.csv"
    arguments = ["check", str(tmp_path), "--out", str(table), "--n", "4"]
    main(arguments)
    lines = marked(tmp_path, table.read_text())
    assert {name: line["verdict"] for name, line in lines.items()} == {
        "bob.py": "right",
        "eve.py": "not judged",
        "parts.py": "not judged",
        "monday/bob.py": "right",
        "monday/eve.py": "right",
        "monday/parts.py": "part of a program",
    }
    assert "it loads bob.py, parts.py" in lines["monday/eve.py"]["summary"]
    main([*arguments, "--project"])
    assert {*marked(tmp_path, table.read_text())} == {
        "bob.py",
        "eve.py",
        "parts.py",
        "monday/eve.py",
    }


def test_a_class_is_marked_in_the_basic_sandbox_only_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    shutil.copyfile(ZOO / "exercise_class.py", tmp_path / "ada.py")
    why = "bubblewrap is not installed: sudo apt-get install bubblewrap"
    monkeypatch.setattr("solvers.grading.sandbox.commands.why_not_strong", lambda: why)
    assert main(["check", str(tmp_path), "--n", "1"]) == 4
    refused = capsys.readouterr().err
    assert refused.count("\n") == 1
    assert why in refused
    assert "--sandbox basic" in refused
    assert main(["check", str(tmp_path), "--n", "1", "--sandbox", "basic"]) == 0
    assert main(["check", str(tmp_path / "ada.py"), "--n", "1"]) == 0


def test_a_link_in_the_place_of_a_page_is_refused_before_anything_runs(
    tmp_path: Path, capsys: Capture
) -> None:
    course, pages, canary = tmp_path / "course", tmp_path / "pages", tmp_path / "canary"
    course.mkdir()
    pages.mkdir()
    canary.write_text("mine")
    shutil.copyfile(ZOO / "exercise_class.py", course / "ada.py")
    (pages / f"{page_name('ada.py')}.html").symlink_to(canary)
    assert main(["check", str(course), "--n", "1", "--feedback", str(pages)]) == 2
    assert canary.read_text() == "mine"
    shown = capsys.readouterr()
    assert not shown.out
    assert "is not a regular file" in shown.err


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


def _without_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left() -> tuple[int, int]:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(os, "pipe", none_left)


def test_no_program_is_marked_down_where_none_can_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    if reason := why_not_strong():
        skip_or_fail(reason)
    shutil.copyfile(ZOO / "exercise_class.py", tmp_path / "ada.py")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    table = tmp_path / "grades.csv"
    arguments = ["check", str(tmp_path), "--out", str(table), "--n", "1", "--sandbox", "strong"]
    with monkeypatch.context() as patched:
        _without_descriptors(patched)
        assert main(arguments) == 3
    (line,) = marked(tmp_path, table.read_text()).values()
    assert (line["verdict"], line["score"]) == ("not judged", "")
    until(lambda: not list(tmp_path.glob("queens-*")))
    capsys.readouterr()
    assert main(arguments) == 0
    assert "1 program marked (1 right): " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "output"),
    [
        ("terminal.pl", "text"),
        ("terminal.scm", "text"),
        *(("terminal.py", one) for one in ("text", "json", "gradescope")),
    ],
)
def test_a_program_cannot_write_over_its_verdict(name: str, output: str, capsys: Capture) -> None:
    attack = ATTACKS / name
    if not Sandbox.BASIC.has(find_submission(str(attack)).language):
        skip_or_fail(f"the language of {attack.name} is missing")
    assert main(["check", str(attack), "--n", "1", "--output", output, "--show-output"]) == 3
    shown = capsys.readouterr().out
    assert all(line.isprintable() for line in shown.split("\n"))
    assert "right for n = 1 to 8" in shown  # it is shown, as what the program says
    assert not any(line.startswith(attack.name) for line in shown.split("\n"))


@a_share("output", ["text", "json", "gradescope"])
def test_a_program_that_answers_for_the_explainer_gains_no_sentence(
    output: str, capsys: Capture
) -> None:
    attack = str(ATTACKS / "answers_for_the_explainer.pl")
    assert main(["check", attack, "--n", "4", "--output", output]) == 3
    shown = capsys.readouterr()
    assert "has no answer" in shown.out
    assert "points" not in shown.out.replace("0 of 1 points", "").replace('"points"', "")


def test_a_program_that_answers_for_the_stepper_is_not_stepped_through(capsys: Capture) -> None:
    attack = str(ATTACKS / "answers_for_the_explainer.pl")
    assert main(["trace", attack, "--n", "4"]) == 4
    shown = capsys.readouterr()
    assert "\x1b" not in shown.out + shown.err
    assert "sent a step that is none" in shown.err


def test_a_neighbours_program_does_not_serve_silently(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "bob.py").write_text(RIGHT.format(name="queens"))
    (tmp_path / "parts.py").write_text("SIZE = 8\n")
    (tmp_path / "eve.py").write_text("import parts\nfrom bob import queens\n")
    arguments = ["check", str(tmp_path / "eve.py"), "--n", "4"]
    for more in ([], ["--output", "json"], ["--output", "gradescope"]):
        main([*arguments, *more])
        shown = capsys.readouterr().out
        assert "bob.py is a program of its own: in a folder of programs" in shown
        assert "parts.py is a program" not in shown


def test_an_answer_that_is_too_long_is_no_attack_on_the_channel(tmp_path: Path) -> None:
    (tmp_path / "long.py").write_text("def queens(n): return [['x' * 3_000_000]]\n")
    result = checked(tmp_path / "long.py", runner=Sandbox.BASIC)
    assert result.verdict is ProgramVerdict.NOT_FINISHED
    assert result.sizes[1].answer.run.ending.cause is Cause.ANSWERS


def test_packages_that_another_user_cannot_reach_are_copied(tmp_path: Path) -> None:
    hidden = tmp_path / "hidden"
    (hidden / "helper").mkdir(parents=True)
    (hidden / "helper" / "__init__.py").write_text("FIRST = 0\n")
    hidden.chmod(0o700)
    program = tmp_path / "a.py"
    program.write_text("from helper import FIRST\ndef queens(n): return [[FIRST]]\n")
    options = CheckOptions(packages={"helper": hidden / "helper"})
    result = check_program(find_submission(str(program)), [1], Limits(), Sandbox.BASIC, options)
    assert result.verdict is ProgramVerdict.RIGHT


def test_answers_that_take_more_memory_where_they_are_read_are_stopped_early() -> None:
    submission = find_submission(str(ATTACKS / "answers_that_are_drawn.py"))
    answer = asked_for_queens(submission, Limits(output_mib=8), Sandbox.BASIC)
    assert answer.run.ending.cause is Cause.ANSWERS
    assert len(answer.arrived[0]) < 8_000


@pytest.mark.parametrize(
    "record",
    [
        b"",
        b"other {}",
        b"ready []",
        b"ready {}",
        b'ready {"load_error": 1}',
        b"end 1",
        b'end {"count": -1}',
        b'end {"count": true}',
        b'end {"count": 1e3}',
        b'end {"count": NaN}',
        b'end {"count": -Infinity}',
        b'end {"count": "1"}',
        b'end {"count": 1',
        b'failed {"what": [], "message": ""}',
        b'failed {"what": "error"}',
        b"\xff\xfe null",
    ],
)
def test_a_malformed_record_is_reported_as_one(record: bytes) -> None:
    with pytest.raises(ChannelError, match="the suite's harness sent an invalid record"):
        list(RecordDecoder("token", 1).feed(b"token " + record + b"\n"))


@pytest.mark.parametrize(
    "data",
    [
        "{}",
        '{"a": 1, "b": 2}',
        '{"a": 1}',
        '{"pair": 1}',
        '{"pair": []}',
        '{"term": {}}',
        '{"term": [1, 2, 3, 4]}',
        '{"float": {"x": 1}}',
        '{"float": [' + "9," * 1000 + "9]}",
        '{"other": ' + "[" * 900 + "]" * 900 + "}",
        "[" * 900 + "]" * 900,
        "[" * 90_000,
        "9" * 5000,
        '"\\ud800"',
        "not JSON",
    ],
    ids=lambda data: data[:30],
)
def test_an_answer_that_no_harness_sends_is_no_placement(data: str) -> None:
    ((_, value),) = RecordDecoder("token", 1).feed(f"token answer {data}\n".encode())
    answer = decode(value)
    hash(answer)  # raises where an answer holds a list
    assert len(printable(repr(answer))) < 3000


def test_a_message_is_shortened_before_anything_is_looked_for_in_it() -> None:
    text = "/" * 1_000_000
    record = f'token failed {{"what": "error", "message": "{text}"}}\n'
    ((_, data),) = RecordDecoder("token", 1).feed(record.encode())
    assert len(data["message"]) <= 2000


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
    path = tmp_path / "queens.py"
    path.write_text(source)
    limits = Limits(output_mib=1, seconds=60)
    answer = asked_for_queens(find_submission(str(path)), limits, Sandbox.BASIC)
    assert answer.run.status is Status.OUTPUT_LIMIT


def test_an_answer_of_any_length_is_told_in_a_line(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "queens.py"
    path.write_text("def queens(n):\n    return [[0]] if n == 1 else [[999] * 10_000] * 3\n")
    assert main(["check", str(path), "--n", "4", "--output", "json"]) == 3
    reason = json.loads(capsys.readouterr().out)["reason"]
    assert reason.startswith("for n = 4, it returns [[999, 999")
    assert len(reason) <= 500


def test_a_program_runs_as_it_was_read_although_its_file_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "queens.py"
    path.write_text("def queens(n):\n    return [[0]]\n")
    submission = find_submission(str(path))
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
