"""Run a submission: one fresh guarded process, its records, its answers read as placements."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from solvers.interface import Run, Status
from solvers.packing import pack
from solvers.placements import begins_with
from solvers.problem import Problem
from solvers.run.folder import make_folder
from solvers.run.limits import Limits
from solvers.run.listening import follow
from solvers.run.record import Record
from solvers.run.tree import MARK, ProcessTree
from solvers.submissions.answers import Lines, decode
from solvers.submissions.guard import PRIVATE, Guard, limited, strong_command
from solvers.submissions.reading import Reading, read
from solvers.submissions.submission import HARNESSES, PROLOG, Submission

ENVIRONMENT = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"}
"""All that a program sees of the environment, beside a home of its own."""

JANITOR = """
read -r group
read -r done || [ -z "$group" ] || kill -s KILL -- "-$group"
rm -rf -- "$1"
"""
"""Cleans up after a run, also after the death of its runner, when there is no "done"."""

FAILURES = {"memory": Status.MEMORY_LIMIT, "old": Status.UNAVAILABLE}
"""What a harness can say of a failure, where it is a status of its own."""


@dataclass(slots=True)
class Outcome:
    """A run of a submission, and what the referee does not need of it."""

    run: Run
    reading: Reading
    message: str = ""
    failure: str = ""
    trouble: str = ""
    printed: str = ""
    aliased: bool = False


class _ProgramRecord(Record):
    """What is known of a program so far: its answers wait for the end to be read together."""

    def __init__(self, submission: Submission, n: int) -> None:
        super().__init__(submission.name, submission.paradigm, n)
        self.answers: list[Any] = []
        self.single, self.one_by_one = False, submission.language is PROLOG
        self.failure = ""

    def take(self, record: tuple[str, Any]) -> None:
        """Take in one record."""
        kind, data = record
        if kind == "ready":
            self.is_ready()
            self.facts |= {"trouble": _without_folder(str(data.get("trouble", "")))}
        elif kind in ("answer", "value"):
            self.is_first()
            self.answers.append(decode(data))
            self.single = kind == "value"
        elif kind == "end":
            self.facts |= {
                "seconds": float(data["seconds"]),
                "solutions": int(data["count"]),
                "aliased": bool(data.get("aliased", False)),
            }
            self.status = Status.COMPLETE
        elif kind == "failed":
            self.failure = str(data["what"])
            self.facts["note"] = _without_folder(str(data["message"]))
            self.status = FAILURES.get(self.failure, Status.CRASHED)

    def outcome(self, problem: Problem, guard: Guard) -> Outcome:
        """The answers read as placements; with a prefix, those that begin with it."""
        reading = read(self.answers, self.n, single=self.single, one_by_one=self.one_by_one)
        packer = pack(reading.emitted, self.n)
        packed = packer.placements()
        if problem.prefix:
            packed = packed[begins_with(packed, problem.prefix)]
        if self.status is Status.COMPLETE and self.facts["solutions"] != len(self.answers):
            self.status = Status.INTERNAL_ERROR
            self.facts["note"] = (
                f"the end record says {self.facts['solutions']} answers, "
                f"but {len(self.answers)} arrived"
            )
        how = f"read as {reading.how}" if self.answers else ""
        notes = [self.facts.get("note", ""), how, f"guard: {guard}"]
        run = self.finish(
            packed, packer.misfits, packer.misfit_counts, "; ".join(filter(None, notes))
        )
        return Outcome(
            run=run,
            reading=reading,
            message=self.facts.get("note", ""),
            failure=self.failure,
            trouble=self.facts.get("trouble", ""),
            printed=self.printed.decode(errors="replace"),
            aliased=self.facts.get("aliased", False),
        )


def run_program(submission: Submission, problem: Problem, limits: Limits, guard: Guard) -> Outcome:
    """Run the program for all solutions of the problem's n, with a prefix filtered afterwards."""
    record = _ProgramRecord(submission, problem.n)
    if not submission.language.available:
        record.status = Status.UNAVAILABLE
        cure = submission.language.cure
        record.facts["note"] = f"{submission.language.name} is not installed; cure: {cure}"
        return record.outcome(problem, guard)
    token = secrets.token_hex(8)
    started = _started(submission, problem.n, limits, guard, token)
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


def _tell(janitor: subprocess.Popen[bytes], line: str) -> None:
    if janitor.stdin:
        janitor.stdin.write(line.encode())
        janitor.stdin.flush()


@contextmanager
def _started(
    submission: Submission, n: int, limits: Limits, guard: Guard, token: str
) -> Iterator[tuple[ProcessTree, int, int]]:
    """The program's process, the channel of its results and what it prints; gone afterwards."""
    place = _Place(Path(make_folder()).resolve())
    results, results_end = os.pipe()
    printed, printed_end = os.pipe()
    job, job_end = os.pipe()
    tree: ProcessTree | None = None
    janitor = subprocess.Popen(
        ["/bin/sh", "-c", JANITOR, "sh", str(place.folder)],
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    mark = secrets.token_hex(8)  # not the token: a program can read its environment
    try:
        shutil.copytree(HARNESSES, place.program)
        place.private.mkdir()
        # A folder of its own, so that no name of a student's file is one of ours.
        file = place.program / "submission" / submission.path.name
        file.parent.mkdir()
        shutil.copyfile(submission.path, file)
        harness = place.program / submission.language.harness
        command = limited(limits) + submission.language.command(harness)
        home = str(place.private)
        if guard is Guard.STRONG:
            command, home = strong_command(place.program, limits.written_mib) + command, PRIVATE
        process = subprocess.Popen(
            command,
            stdin=job,
            stdout=printed_end,
            stderr=printed_end,
            pass_fds=[results_end],
            cwd=place.private,
            env=ENVIRONMENT | {"HOME": home, "TMPDIR": home, MARK: mark},
            start_new_session=True,
        )
        tree = ProcessTree(process, mark)
        _tell(janitor, f"{process.pid}\n")
        for descriptor in (results_end, printed_end, job):
            os.close(descriptor)
        entry = (submission.entry or "-").split("/")[0]
        lines = [token, str(file), entry, str(n), str(results_end)]
        os.write(job_end, ("\n".join(lines) + "\n").encode())
        yield tree, results, printed
    finally:
        if tree:
            tree.kill()
        else:
            _tell(janitor, "\n")
            for descriptor in (results_end, printed_end, job):
                os.close(descriptor)
        janitor.communicate(b"done\n")
        for descriptor in (results, printed, job_end):
            os.close(descriptor)
