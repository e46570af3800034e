"""Output files are written whole or not at all."""

from __future__ import annotations

import errno
import os
import socket
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from processes import ran

from solvers.atomic_file import FileKind, check_target, replacing
from solvers.errors import UsageError, WriteError

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


def a_device(path: Path) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 7))
    except PermissionError:
        pytest.skip("only root makes devices")


def a_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


def a_link(path: Path) -> None:
    path.with_suffix(".target").write_text("the old one")
    path.symlink_to(path.with_suffix(".target"))


def a_dangling_link(path: Path) -> None:
    path.symlink_to("nothing")


def state_of(place: Path) -> tuple[int, ...]:
    """Identity, kind, size and last change of a file; the last access is left out."""
    found = place.lstat()
    return found.st_ino, found.st_mode, found.st_size, found.st_mtime_ns


def state_after(make: Callable[[Path], None], place: Path) -> tuple[int, ...]:
    make(place)
    return state_of(place)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, a_device, a_socket, a_link, a_dangling_link])
def test_only_a_regular_file_is_replaced(make: Callable[[Path], None], tmp_path: Path) -> None:
    target = tmp_path / "certificate"
    before: tuple[int, ...] = ()
    says = "not a regular file; name another file for the report"
    with pytest.raises(UsageError, match=says), replacing(target, OURS):
        before = state_after(make, target)
    with pytest.raises(UsageError, match="not a regular file"):
        check_target(target, OURS)
    assert state_of(target) == before
    assert {path.stem for path in tmp_path.iterdir()} == {"certificate"}


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


COMPARE = "compare", "--n", "4", "--backends", "sicp"


@pytest.mark.parametrize(
    ("command", "file", "what"),
    [
        ((*COMPARE, "--report", "{}/new"), "new", "cannot write the report {}"),
        ((*COMPARE, "--certify", "{}/new"), "new", "cannot write the certificate {}"),
        (
            (*COMPARE, "--checkpoint", "{}"),
            "sicp-n4.sqlite",
            "the checkpoint {} cannot be",
        ),
        (("contract", "--new", "{}/new.py"), "new.py", "cannot write the template {}"),
        (
            ("check", ADA, "--n", "4", "--feedback", "{}"),
            "ada",
            "cannot write the feedback page {}",
        ),
    ],
    ids=["report", "certificate", "checkpoint", "template", "feedback"],
)
def test_a_file_that_cannot_be_written_is_named(
    command: tuple[str, ...], file: str, what: str, tmp_path: Path
) -> None:
    program = [sys.executable, "-m", "solvers", *(each.format(tmp_path) for each in command)]
    done = ran(["/bin/sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *program])
    assert done.returncode == 2
    assert what.format(tmp_path / file) in done.stderr.splitlines()[-1]
    assert "see --help" not in done.stderr
    assert not any(place.is_file() and place.stat().st_size for place in tmp_path.iterdir())


def test_an_error_of_writing_names_the_file_and_leaves_none(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    says = rf"cannot write the report {target}: No space left on device"
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with pytest.raises(WriteError, match=says), replacing(target, OURS):
        raise full
    assert not list(tmp_path.iterdir())
