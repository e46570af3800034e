"""Start a program's sandboxed process in private folders, and remove both."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from solvers.execution.cleanup import Cleanup
from solvers.execution.limits import Limits
from solvers.execution.process_tree import RUN_ID, make_folder
from solvers.execution.run_state import RunState
from solvers.execution.supervisor import WatchedTask, follow
from solvers.grading.language import HARNESSES
from solvers.grading.protocol import RecordDecoder
from solvers.grading.sandbox.commands import (
    WRITABLE,
    basic_command,
    basic_user,
    open_filter,
    open_interpreter,
    shell_with_limits,
    strong_command,
)
from solvers.grading.sandbox.runner import LaunchSpec
from solvers.grading.sandbox.submission_tree import SubmissionTree
from solvers.grading.submission import Submission

ENVIRONMENT = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"}
"""The environment of a program, besides its own HOME and TMPDIR and the identity of its run."""


@dataclass(slots=True)
class SandboxedProcess:
    """A program's process, with the descriptors of its records, its output and its questions."""

    tree: SubmissionTree
    records: int
    output: int
    questions: int
    descriptors: Descriptors

    @property
    def memory_held_by(self) -> str:
        """The mechanism that limits the program's memory: "cgroup" or "polling"."""
        return self.tree.memory_held_by

    def cpu_seconds(self) -> float:
        """The processor time of the program and of all that it started."""
        return self.tree.cpu_seconds()

    def ask(self, line: str) -> None:
        """Write a line for the harness; nothing happens if the process has ended."""
        with suppress(BrokenPipeError):
            os.write(self.questions, line.encode(errors="surrogateescape"))

    def ask_no_more(self) -> None:
        """Close the channel of questions, so that the harness ends after the last answer."""
        if self.questions in self.descriptors:
            self.descriptors.close(self.questions)

    def follow(self, state: RunState, lines: RecordDecoder, limits: Limits) -> None:
        """Let ``state`` take the program's records and output, up to their end or a limit."""
        ends = self.records, self.output
        for _ in follow(WatchedTask(state, self.tree, *ends, lines.feed, limits)):
            pass


@dataclass(slots=True)
class _Folders:
    """The private folders of one process."""

    folder: Path
    program: Path = field(init=False)
    private: Path = field(init=False)

    def __post_init__(self) -> None:
        self.program, self.private = self.folder / "program", self.folder / "private"

    def fill(self, submission: Submission, spec: LaunchSpec, *, mounted: bool) -> Path:
        """Copy the harness, the file and its companions into the folder; return the new path.

        If the sandbox mounts packages (``mounted``), they get empty places, else links.
        """
        shutil.copytree(HARNESSES, self.program)
        self.private.mkdir(mode=0o700)
        (self.program / "input").write_text(spec.text, encoding="utf-8")
        # A student's file may have the name of one of ours.
        file = self.program / "submission" / submission.file_name
        file.parent.mkdir()
        for name, source in submission.companions.items():
            (file.parent / name).write_bytes(source)
        file.write_bytes(submission.source)
        for path in (self.program, *self.program.rglob("*")):  # another user reads them
            path.chmod(0o755 if path.is_dir() else 0o644)
        for name, package in spec.packages.items():
            self._add_package(self.program / "packages" / name, package, mounted=mounted)
        return file

    def _add_package(self, place: Path, source: Path, *, mounted: bool) -> None:
        place.parent.mkdir(exist_ok=True)
        if not mounted:
            place.symlink_to(source)
        elif source.is_dir():
            place.mkdir()
        else:
            place.touch()

    def open_to(self, user: int) -> None:
        """Let the user reach the program, and own the private folder."""
        self.folder.chmod(0o711)
        os.chown(self.private, user, user)


class Descriptors(set[int]):
    """The descriptors that are open in this process."""

    def pipe(self) -> tuple[int, int]:
        """Open a pipe; return its reading end and its writing end."""
        ends = os.pipe()
        self.update(ends)
        return ends

    def close(self, *descriptors: int) -> None:
        """Close these descriptors; without arguments, all."""
        for descriptor in descriptors or tuple(self):
            self.remove(descriptor)
            os.close(descriptor)


@contextmanager
def launched(  # noqa: PLR0913  # the program, and how to contain it
    submission: Submission,
    limits: Limits,
    token: str,
    spec: LaunchSpec,
    *,
    strong: bool,
    as_root: bool,
) -> Iterator[SandboxedProcess]:
    """Start the program's process; leaving the ``with`` block ends it and all that it started.

    The program's records begin with ``token``. With ``strong``, bubblewrap contains it. Without
    ``as_root``, a program that only root can run is refused.
    """
    folder = make_folder(reachable=not strong and os.geteuid() == 0)
    run_id = secrets.token_hex(8)  # not the token: a program can read its environment
    tree: SubmissionTree | None = None
    # After SIGTERM, the init process ends the processes that have left the group.
    cleanup = Cleanup(folder, run_id, first_signal="TERM")
    folders = _Folders(Path(folder))
    with closing(cleanup), closing(Descriptors()) as descriptors:
        try:
            records, records_end = descriptors.pipe()
            output, output_end = descriptors.pipe()
            for descriptor in (records_end, output_end):  # another user opens it by its name
                os.fchmod(descriptor, 0o622)
            job, questions = descriptors.pipe()
            file = folders.fill(submission, spec, mounted=strong)
            language = submission.language
            program, *arguments = *language.command, str(folders.program / language.harness)
            inherited = [records_end]
            descriptors.add(filter_fd := open_filter(strong=strong))
            inherited.append(filter_fd)
            if strong:
                sandboxed = strong_command(
                    folders.program, limits.written_mib, filter_fd, spec.packages
                )
            else:
                program = open_interpreter(program) or program
                user = basic_user(program, folders.folder)
                if user is not None:
                    folders.open_to(user)
                elif os.geteuid() == 0 and not as_root:
                    raise PermissionError(
                        f"only root can run {program}, and no program runs as root"
                    )
                sandboxed = basic_command(folders.private, user, filter_fd)
            home = WRITABLE if strong else str(folders.private)
            process = subprocess.Popen(
                shell_with_limits(limits) + sandboxed + [program, *arguments],
                stdin=job,
                stdout=output_end,
                stderr=output_end,
                pass_fds=inherited,
                cwd=folders.private,
                env=ENVIRONMENT | {"HOME": home, "TMPDIR": home, RUN_ID: run_id},
                start_new_session=True,
            )
            measured_folder = None if strong else folders.private
            tree = SubmissionTree(process, run_id, limits, enclosed=strong, folder=measured_folder)
            cleanup.watch(process.pid)
            descriptors.close(records_end, output_end, job)
            running = SandboxedProcess(tree, records, output, questions, descriptors)
            # The first line lets the shell begin, now that the process is in its group.
            start = f"run {spec.arguments}".strip() if spec.started else "load"
            lines = ["begin", token, str(file), str(records_end), start]
            running.ask("\n".join(lines) + "\n")
            yield running
        finally:
            if tree:
                tree.kill()
