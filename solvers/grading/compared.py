"""A student's program that is compared with the backends."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run, Status
from solvers.grading.answer import Answer, not_run
from solvers.grading.asking import asked, loaded_program
from solvers.grading.models.asking import asked_model
from solvers.grading.printed import read_texts
from solvers.grading.returned import (
    BoardAnswer,
    Format,
    NoPlacement,
    Reading,
    is_empty_collection,
    packed_answers,
    read_values,
)
from solvers.grading.sandbox import Sandbox
from solvers.grading.sandbox.commands import allowed_cpu_seconds
from solvers.grading.subject import Subject
from solvers.grading.submission import CheckOptions, Submission
from solvers.puzzle.placements import empty, is_valid
from solvers.puzzle.problem import KNOWN_COUNTS, Problem


@dataclass(frozen=True)
class ComparedProgram:
    """A submission and its sandbox; one format serves the answers for all boards."""

    submission: Submission
    sandbox: Sandbox
    name: str = ""
    """The name in tables and pages, short and unlike the others'; "": the file as it was given."""
    _answers: dict[int, Answer] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name or self.submission.name)

    @property
    def paradigm(self) -> str:
        """The paradigm to show in a table: "submission" and the language."""
        return self.submission.paradigm

    def run(self, problem: Problem, limits: Limits) -> Run:
        """Run the program for this board, under its name; see ``_run``."""
        return replace(self._run(problem, limits), backend=self.name)

    def _run(self, problem: Problem, limits: Limits) -> Run:
        """Run the program's subject, and read its answers in the format that fits all so far.

        The program does not know the prefix or the blocked squares: solutions that the board does
        not allow are left out, since an attack is wrong on any board.
        """
        limits = replace(limits, cpu_seconds=allowed_cpu_seconds(limits.cpu_seconds))
        n, options = problem.n, CheckOptions()
        try:
            with loaded_program(self.submission, limits, self.sandbox, options) as program:
                submission = program.submission
                if not self.sandbox.has(submission.language):
                    missing = f"{submission.language.name} is not installed"
                    ending = Ending(Cause.CANNOT_RUN, detail=missing)
                    return not_run(submission, n, self.sandbox, ending).run
                if submission.language.is_model:
                    model = asked_model(program, [n], options)
                    subject, answers, reading = model.subject, model.answers, model.reading
                else:
                    subject, answers, _ = asked(program, [n], options)
        except KeyboardInterrupt:
            return Run(self.name, self.paradigm, Ending(Cause.INTERRUPTED), empty(n))
        if n not in answers:
            done = not_run(submission, n, self.sandbox, Ending(Cause.DONE)).run
            return self._unread(done)
        answer = answers[n]
        if not submission.language.is_model:
            reading = self._reading(subject, answer)
        return self._read(problem, subject, answer, reading)

    def _unread(self, run: Run) -> Run:
        """The run of a program whose answers are no boards, as far as anybody can tell."""
        command = shlex.join(["queens", "check", self.submission.name])
        told = f"its answers are not read; {command} says why"
        return replace(run, unread=True, remarks=(told, *run.remarks))

    def _read(
        self, problem: Problem, subject: Subject, answer: Answer, reading: Reading | None
    ) -> Run:
        """The run with the placements that were read; after a limit, those that had arrived."""
        n, run = problem.n, answer.run
        stopped = answer.reached_limit
        if not (run.status is Status.COMPLETE or stopped):
            return run
        found = reading.found.get(n) if reading else None
        if reading is None or found is None or reading.is_doubtful:
            return run if stopped else self._unread(run)
        if reading.format.by_lines:  # a drawn line is a row
            found = [exchanged(each) for each in found]
        if subject.printed and not (_is_whole(found, problem) or stopped):
            return self._unread(run)
        given = packed_answers(dict.fromkeys(found) if stopped else found, n)
        packed = given.placements()
        if stopped:  # it is not judged, so its solutions count, each once
            given, packed = packed_answers((), n), packed[is_valid(packed)]
        if not problem.is_plain:
            packed = packed[problem.allows(packed) | ~is_valid(packed)]
        told = f"subject: {subject.shown or 'the boards that it prints'}"
        if stopped:
            told = f"{len(found):,} of its answers had arrived; {told}"
        return replace(
            run,
            placements=packed,
            rejected=tuple(given.rejected),
            rejected_counts=given.rejected_counts,
            remarks=(told, *run.remarks),
        )

    def _reading(self, subject: Subject, answer: Answer) -> Reading | None:
        """The answers for all n so far, in one format; after a limit, also what had arrived."""
        if answer.run.status is Status.COMPLETE:
            self._answers[answer.n] = answer
        answers = self._answers
        if answer.reached_limit:
            answers = {**answers, answer.n: replace(answer, values=answer.arrived)}
        if subject.printed:
            return read_texts({n: each.printed for n, each in answers.items()})
        values = {n: each.values for n, each in answers.items()}
        if all(given and all(map(is_empty_collection, given)) for given in values.values()):
            return Reading(Format(), {n: [] for n in values})  # as queens check takes it
        return read_values(values)


def short_names(paths: Sequence[str]) -> list[str]:
    """The last part of each path; of paths with the same one, as much as tells them apart."""
    found = ["/".join(PurePath(path).parts[-1:]) for path in paths]
    depth = 1
    while len({*found}) < len({*paths}):
        depth += 1
        times = Counter(found)
        found = [
            "/".join(PurePath(path).parts[-depth:]) if times[name] > 1 else name
            for path, name in zip(paths, found, strict=True)
        ]
    return found


def exchanged(answer: BoardAnswer) -> BoardAnswer:
    """The answer with rows and columns exchanged; no placement if two queens share a row of it."""
    if isinstance(answer, NoPlacement):
        return answer
    size = range(len(answer))
    if {*answer} == {*size}:
        return tuple(map(answer.index, size))
    lines = tuple(tuple("Q" if row == queen else "." for row in size) for queen in answer)
    return NoPlacement(lines, drawn=True)


def _is_whole(found: list[BoardAnswer], problem: Problem) -> bool:
    """Whether the answers are all solutions of the empty board, each once."""
    answers = packed_answers(found, problem.n)
    known = KNOWN_COUNTS[problem.n] if problem.n < len(KNOWN_COUNTS) else len({*found})
    is_valid_all = not answers.rejected and bool(is_valid(answers.placements()).all())
    return is_valid_all and len({*found}) == len(found) == known
