"""Output files are written whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from processes import full_disk, ran

from solvers.atomic_file import FileKind, check_target, replacing
from solvers.errors import UsageError

OURS = FileKind("report", lambda first: first.startswith(b"ours"))
ADA = "docs/homework/ada.py"


def test_the_file_before_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    target.write_text("ours before")
    with suppress(ZeroDivisionError), replacing(target, OURS) as file:
        file.write(b"%d" % (1 // 0))
    assert target.read_text() == "ours before"
    with replacing(target, OURS) as file:
        file.write(b"ours after")
        assert target.read_text() == "ours before"
    assert target.read_text() == "ours after"
    assert list(tmp_path.iterdir()) == [target]


def test_a_new_file_has_the_usual_permissions_and_another_keeps_its_own(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    target = tmp_path / "table.csv"
    with replacing(target, OURS):
        pass
    assert target.stat().st_mode == (tmp_path / "usual").stat().st_mode
    target.chmod(0o600)
    with replacing(target, OURS):
        pass
    assert target.stat().st_mode & 0o777 == 0o600


SPECIAL: dict[str, Callable[[Path], None]] = {
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
    "link": lambda path: path.symlink_to(__file__),
    "dangling link": lambda path: path.symlink_to("nothing"),
}


@pytest.mark.parametrize("make", SPECIAL.values(), ids=SPECIAL)
def test_only_a_regular_file_is_replaced(make: Callable[[Path], None], tmp_path: Path) -> None:
    target = tmp_path / "certificate"
    says = "not a regular file; name another file for the report"
    with pytest.raises(UsageError, match=says), replacing(target, OURS):
        make(target)
    with pytest.raises(UsageError, match="not a regular file"):
        check_target(target, OURS)
    assert [*tmp_path.iterdir()] == [target]


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("/none/report.html", "there is no folder /none to write the report to"),
        ("-", "cannot write the report to standard output"),
    ],
)
def test_a_place_for_no_file_is_named(target: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        check_target(Path(target), OURS)


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    report = tmp_path / "new"
    command = ["compare", "--n", "4", "--backends", "sicp", "--report", str(report)]
    program = [sys.executable, "-m", "solvers", *command]
    done = ran(["/bin/sh", "-c", full_disk(0), "sh", *program])
    assert done.returncode == 2
    assert f"cannot write the report {report}" in done.stderr.splitlines()[-1]
    assert "see --help" not in done.stderr
    assert not any(place.is_file() and place.stat().st_size for place in tmp_path.iterdir())
