"""Start a program's sandboxed process in private folders, and remove both."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from io import FileIO
from pathlib import Path
from random import SystemRandom

from solvers.execution.cleanup import Cleanup
from solvers.execution.limits import Limits
from solvers.execution.process_tree import RUN_ID, is_open, make_folder
from solvers.grading.language import HARNESSES, Packages
from solvers.grading.sandbox.commands import (
    USERS,
    WRITABLE,
    basic_command,
    may_change_user,
    open_filter,
    open_interpreter,
    shell_with_limits,
    strong_command,
)
from solvers.grading.sandbox.submission_tree import SubmissionTree
from solvers.grading.submission import Submission

ENVIRONMENT = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"}
"""The environment of a program, besides its own HOME and TMPDIR and the identity of its run."""


@contextmanager
def launched(  # noqa: PLR0913  # the program, and how to contain it
    submission: Submission,
    limits: Limits,
    token: str,
    packages: Packages,
    n: int | None,
    *,
    strong: bool,
) -> Iterator[SubmissionTree]:
    """Start the program's process; leaving the ``with`` block ends it and all that it started.

    The program's records begin with ``token``. With ``strong``, bubblewrap contains it. In the
    basic sandbox, a program that only root can run is refused.
    """
    folder = Path(make_folder(reachable=not strong and os.geteuid() == 0))
    run_id = os.urandom(8).hex()  # not the token: a program can read its environment
    # After SIGTERM, the init process ends the processes that have left the group.
    cleanup = Cleanup(str(folder), run_id, first_signal="TERM")
    with closing(cleanup), ExitStack() as opened:

        def pipe() -> tuple[FileIO, FileIO]:
            reading, writing = os.pipe()
            ends = FileIO(reading, "rb"), FileIO(writing, "wb")
            return opened.enter_context(ends[0]), opened.enter_context(ends[1])

        records, records_end = pipe()
        output, output_end = pipe()
        for end in (records_end, output_end):  # another user opens it by its name
            os.fchmod(end.fileno(), 0o622)
        job, questions = pipe()
        program, private = folder / "program", folder / "private"
        private.mkdir(mode=0o700)
        file = _fill(program, submission, packages, n, mounted=strong)
        calls = opened.enter_context(FileIO(open_filter(strong=strong)))
        language = submission.language
        interpreter, *arguments = *language.command, str(program / language.harness)
        if strong:
            home = WRITABLE
            sandboxed = strong_command(program, limits.written_mib, calls.fileno(), packages)
        else:
            interpreter, home = open_interpreter(interpreter) or interpreter, str(private)
            user = None
            if os.geteuid() == 0:
                if not (is_open(folder.parent) and may_change_user(interpreter, "--version")):
                    why = f"only root can run {interpreter}, and no program runs as root"
                    raise PermissionError(errno.EACCES, why)
                user = SystemRandom().choice(USERS)
                folder.chmod(0o711)
                os.chown(private, user, user)
            sandboxed = basic_command(private, user, calls.fileno())
        process = subprocess.Popen(
            [*shell_with_limits(limits), *sandboxed, interpreter, *arguments],
            stdin=job,
            stdout=output_end,
            stderr=output_end,
            pass_fds=[records_end.fileno(), calls.fileno()],
            cwd=private,
            env=ENVIRONMENT | {"HOME": home, "TMPDIR": home, RUN_ID: run_id},
            start_new_session=True,
        )
        ends, measured = (records, output, questions), None if strong else private
        running = SubmissionTree(process, run_id, limits, ends, measured)
        opened.callback(running.kill)
        cleanup.watch(process.pid)
        # The first line lets the shell begin, now that the process is in its group.
        start = "load" if n is None else f"run {n}"
        lines = ["begin", token, str(file), str(records_end.fileno()), start]
        for end in (records_end, output_end, job):
            end.close()
        running.ask("\n".join(lines) + "\n")
        yield running


def _fill(
    folder: Path, submission: Submission, packages: Packages, n: int | None, *, mounted: bool
) -> Path:
    """Make the folder with the harness, the file and its companions; return the file's new path.

    If the sandbox mounts packages (``mounted``), they get empty places, else links or copies.
    """
    shutil.copytree(HARNESSES, folder)
    text = "" if n is None else submission.line_with(n)
    (folder / "input").write_text(text, encoding="utf-8")
    # A student's file may have the name of one of ours.
    file = folder / "submission" / submission.file_name
    file.parent.mkdir()
    for name, source in {**submission.companions, file.name: submission.source}.items():
        (file.parent / name).write_bytes(source)
    for name, package in packages.items():
        place = folder / "packages" / name
        place.parent.mkdir(exist_ok=True)
        if mounted:
            place.mkdir() if package.is_dir() else place.touch()
        elif is_open(package.parent):
            place.symlink_to(package)
        else:  # another user cannot follow a link to it
            (shutil.copytree if package.is_dir() else shutil.copy)(package, place)
    for path in (folder, *folder.rglob("*")):  # another user reads them
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else 0o644)
    return file
