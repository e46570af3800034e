"""Run a submission: one fresh guarded process, its records, its answers read as placements."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from solvers.board.packing import pack
from solvers.board.placements import empty, is_valid
from solvers.board.problem import Problem
from solvers.run.channel import ChannelError
from solvers.run.ending import Cause, Ending
from solvers.run.folder import make_folder
from solvers.run.limits import Limits
from solvers.run.record import Record
from solvers.run.result import Run
from solvers.run.supervisor import follow
from solvers.run.tree import MARK, ProcessTree
from solvers.submissions.answers import Lines, decode, kept_bytes
from solvers.submissions.guard import (
    PRIVATE,
    Guard,
    basic_command,
    basic_user,
    limited,
    open_filter,
    strong_command,
)
from solvers.submissions.reading import Answers, Reading, choose, upright
from solvers.submissions.submission import HARNESSES, Submission

ENVIRONMENT = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"}
"""All that a program sees of the environment, beside a home of its own."""

JANITOR = """
read -r group
if ! read -r done && [ -n "$group" ]; then
    kill -s TERM "$group" && for _ in 1 2 3 4 5; do kill -s 0 "$group" && sleep 0.1; done
    kill -s KILL -- "-$group"
fi 2>/dev/null
rm -rf -- "$1"
"""
"""Cleans up after a run, also after the death of its runner, when there is no "done".

A keeper that is told to go (TERM) ends what has left its group before it goes.
"""

CAUSES = {"memory": Cause.OUT_OF_MEMORY, "old": Cause.CANNOT_RUN}
"""What a harness can say of a failure, where it is a cause of its own."""


@dataclass(slots=True)
class Outcome:
    """A run of a submission, and what the referee does not need of it."""

    run: Run
    """With its answers read as placements."""
    unread: Run
    answers: Answers
    reading: Reading
    emitted: tuple[Any, ...] = ()
    failure: str = ""
    """What the harness calls the failure that ended it."""
    load_error: str = ""
    """What went wrong while the program was loaded."""
    begun: bool = True
    """Whether anything of the program had run when it ended."""
    printed: str = ""
    aliased: bool = False
    memory_held_by: str = ""
    """What held its memory to the limit: "cgroup" or "polling"; nothing where it did not run."""

    @property
    def ended_by_us(self) -> bool:
        """Whether its end says nothing of the program: we failed, or had not begun with it."""
        return not self.begun or self.run.ending.cause is Cause.NOT_STARTED

    def read_as(self, reading: Reading, problem: Problem | None = None) -> Outcome:
        """The outcome with its answers read in that way; of a board, those that it allows."""
        emitted = self.answers.read(reading)
        packer = pack(map(upright, emitted) if reading.by_lines else emitted, self.answers.n)
        packed = packer.placements()
        if problem and not problem.is_plain:  # what is no solution at all is wrong wherever it is
            packed = packed[problem.allows(packed) | ~is_valid(packed)]
        how = (f"read as {reading.words}",) if self.answers.values else ()
        run = replace(
            self.unread,
            placements=packed,
            remarks=(*how, *self.unread.remarks),
            rejected=tuple(packer.rejected),
            rejected_counts=packer.rejected_counts,
            by_lines=reading.by_lines,
        )
        return replace(self, run=run, reading=reading, emitted=emitted)


class _ProgramRecord(Record):
    """What is known of a program so far: its answers wait for the end to be read together."""

    def __init__(self, submission: Submission, n: int, limits: Limits) -> None:
        super().__init__(submission.name, submission.paradigm)
        self.n = n
        self.answers: list[Any] = []
        self.free_bytes = limits.output_mib * 2**20
        self.single = False
        self.failure, self.load_error, self.memory_held_by = "", "", ""
        self.aliased = self.has_said_end = False

    def take(self, record: tuple[str, Any]) -> None:
        """Take in one record; raises ChannelError where it is none of the harness's."""
        if self.ending:  # what has arrived together with one too many
            return
        if self.has_said_end:
            raise ChannelError("the program went on after its end record")
        kind, data = record
        if kind == "loading":
            self.has_begun()
        elif kind == "ready":
            self.is_ready()
            self.load_error = _without_folder(data["load_error"])
        elif kind in ("answer", "value"):
            self.is_first()
            self.answers.append(answer := decode(data))
            self.single = kind == "value"
            self.free_bytes -= kept_bytes(answer)
            if self.free_bytes < 0:
                self.ending = Ending(Cause.ANSWERS)
        elif kind == "end":
            self.seconds, self.solutions = self._measured(data["seconds"]), data["count"]
            self.aliased = bool(data.get("aliased", False))
            self.has_said_end = True  # it is complete when its process is over
        elif kind == "failed":
            self.failure = str(data["what"])
            cause = CAUSES.get(self.failure, Cause.FAILED)
            self.ending = Ending(cause, detail=_without_folder(data["message"]))

    def _measured(self, seconds: float) -> float:
        """The seconds that the harness says, where they can be; else those seen from outside."""
        if self.ready is None:
            raise ChannelError("an end without a beginning")
        seen = time.monotonic() - self.ready
        return seconds if 0 <= seconds <= seen else seen

    def ended_well(self, exit_code: int) -> bool:
        """Whether it said that all its answers are given, and then came to its end."""
        return self.has_said_end and exit_code == 0

    def outcome(self, problem: Problem, guard: Guard) -> Outcome:
        """How it ended, with its answers read in the way that fits them best."""
        answers = Answers(tuple(self.answers), self.n, single=self.single)
        reading = choose({self.n: answers})
        self.check_count(len(self.answers))
        self.remarks.append(f"guard: {guard}")
        unread = self.finish(empty(self.n))
        outcome = Outcome(
            run=unread,
            unread=unread,
            answers=answers,
            reading=reading,
            failure=self.failure,
            load_error=self.load_error,
            begun=self.begun is not None,
            printed=self.printed.decode(errors="replace"),
            aliased=self.aliased,
            memory_held_by=self.memory_held_by,
        )
        return outcome.read_as(reading, problem)


def run_program(submission: Submission, problem: Problem, limits: Limits, guard: Guard) -> Outcome:
    """Run the program, which knows only n; its answers are filtered by what the board allows."""
    record = _ProgramRecord(submission, problem.n, limits)
    if not submission.language.available:
        missing = f"{submission.language.name} is not installed; cure: {submission.language.cure}"
        record.ending = Ending(Cause.CANNOT_RUN, detail=missing)
        return record.outcome(problem, guard)
    token = secrets.token_hex(8)
    started = _started(record, submission, limits, guard, token)
    for _ in follow(record, started, Lines(token, limits.answer_mib), limits):
        pass
    return record.outcome(problem, guard)


def _without_folder(message: str) -> str:
    """The message without the folder that we ran the file in, which nobody knows."""
    return re.sub(r"/\S*/queens-\w+/program/(?:submission/)?", "", message)


@dataclass(slots=True)
class _Place:
    """The private folders of one run."""

    folder: Path
    program: Path = field(init=False)
    private: Path = field(init=False)

    def __post_init__(self) -> None:
        self.program, self.private = self.folder / "program", self.folder / "private"

    def fill(self, submission: Submission) -> Path:
        """Copy the harness and the file into it, give the file's new place."""
        shutil.copytree(HARNESSES, self.program)
        self.private.mkdir(mode=0o700)
        # A folder of its own, so that no name of a student's file is one of ours.
        file = self.program / "submission" / submission.file_name
        file.parent.mkdir()
        file.write_bytes(submission.source)
        for path in (self.program, *self.program.rglob("*")):  # to be read by another user
            path.chmod(0o755 if path.is_dir() else 0o644)
        return file

    def open_to(self, user: int) -> None:
        """Let the user through to the program, and write where it may."""
        self.folder.chmod(0o711)
        os.chown(self.private, user, user)


def _tell(janitor: subprocess.Popen[bytes], line: str) -> None:
    if janitor.stdin:
        janitor.stdin.write(line.encode())
        janitor.stdin.flush()


class _Descriptors(set[int]):
    """Those that are open here, all of which are closed at the end."""

    def pipe(self) -> tuple[int, int]:
        ends = os.pipe()
        self.update(ends)
        return ends

    def close(self, *descriptors: int) -> None:
        for descriptor in descriptors or tuple(self):
            self.remove(descriptor)
            os.close(descriptor)


@contextmanager
def _cleaned(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The process that removes the folder, in the end or when we are gone."""
    try:
        janitor = subprocess.Popen(
            ["/bin/sh", "-c", JANITOR, "sh", str(folder)],
            stdin=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError:
        folder.rmdir()
        raise
    try:
        yield janitor
    finally:
        janitor.communicate(b"done\n")


@contextmanager
def _started(
    record: _ProgramRecord, submission: Submission, limits: Limits, guard: Guard, token: str
) -> Iterator[tuple[ProcessTree, int, int]]:
    """The program's process, the channel of its results and what it prints; gone afterwards."""
    place = _Place(Path(make_folder()).resolve())
    mark = secrets.token_hex(8)  # not the token: a program can read its environment
    strong = guard is Guard.STRONG
    tree: ProcessTree | None = None
    with _cleaned(place.folder) as janitor, closing(_Descriptors()) as descriptors:
        try:
            results, results_end = descriptors.pipe()
            printed, printed_end = descriptors.pipe()
            for descriptor in (results_end, printed_end):  # which another user opens by its name
                os.fchmod(descriptor, 0o622)
            job, job_end = descriptors.pipe()
            file = place.fill(submission)
            harness = place.program / submission.language.harness
            inherited = [results_end]
            if strong:
                descriptors.add(filter_file := open_filter())
                inherited.append(filter_file)
                guarded = strong_command(place.program, limits.written_mib, filter_file)
            else:
                if (user := basic_user(submission.language.program, place.folder)) is not None:
                    place.open_to(user)
                guarded = basic_command(place.private, user)
            home = PRIVATE if strong else str(place.private)
            process = subprocess.Popen(
                limited(limits) + guarded + submission.language.command(harness),
                stdin=job,
                stdout=printed_end,
                stderr=printed_end,
                pass_fds=inherited,
                cwd=place.private,
                env=ENVIRONMENT | {"HOME": home, "TMPDIR": home, MARK: mark},
                start_new_session=True,
            )
            kept = None if strong else place.private
            tree = ProcessTree(process, mark, limits, enclosed=strong, folder=kept)
            record.memory_held_by = tree.memory_held_by
            _tell(janitor, f"{process.pid}\n")
            descriptors.close(results_end, printed_end, job)
            entry = (submission.entry or "-").split("/")[0]
            # The first line lets it begin, when it is in its group.
            lines = ["begin", token, str(file), entry, str(record.n), str(results_end)]
            os.write(job_end, ("\n".join(lines) + "\n").encode())
            yield tree, results, printed
        finally:
            if tree:
                tree.kill()
            else:
                _tell(janitor, "\n")
