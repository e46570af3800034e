"""A student's program that is compared with the backends."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run, Status
from solvers.grading.answer import Answer, not_run
from solvers.grading.asking import asked, loaded_program
from solvers.grading.models.asking import asked_model
from solvers.grading.printed import read_texts
from solvers.grading.returned import Reading, read_values
from solvers.grading.sandbox import Sandbox
from solvers.grading.sandbox.commands import allowed_cpu_seconds
from solvers.grading.subject import Subject
from solvers.grading.submission import CheckOptions, Submission
from solvers.puzzle.packing import pack
from solvers.puzzle.placements import Placement, empty, is_valid
from solvers.puzzle.problem import KNOWN_COUNTS, Problem

NOT_READ = "its answers are not read: queens check says why"
"""The end of a run whose answers are no placements."""


@dataclass(frozen=True)
class ComparedProgram:
    """A submission and its sandbox; one format serves the answers for all boards."""

    submission: Submission
    sandbox: Sandbox
    _answers: dict[int, Answer] = field(default_factory=dict, compare=False)

    @property
    def name(self) -> str:
        """The program's file, as the user wrote it."""
        return self.submission.name

    @property
    def paradigm(self) -> str:
        """The paradigm to show in a table: "submission" and the language."""
        return self.submission.paradigm

    def run(self, problem: Problem, limits: Limits) -> Run:
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
            failed = Ending(Cause.FAILED, detail=NOT_READ)
            return not_run(submission, n, self.sandbox, failed).run
        answer = answers[n]
        if not submission.language.is_model:
            reading = self._reading(subject, answer)
        return self._read(problem, subject, answer, reading)

    def _read(
        self, problem: Problem, subject: Subject, answer: Answer, reading: Reading | None
    ) -> Run:
        """The run with the placements that were read."""
        n, run = problem.n, answer.run
        if run.status is not Status.COMPLETE:
            return run
        found = reading.placements.get(n) if reading else None
        if reading is None or found is None:
            return replace(run, ending=Ending(Cause.FAILED, detail=NOT_READ))
        if reading.format.by_lines and not problem.is_plain:  # a drawn line is a row
            found = [exchanged(each) if isinstance(each, tuple) else each for each in found]
        packer = pack(found, n)
        packed = packer.placements()
        if subject.printed and not _is_whole(found, problem):
            return replace(run, ending=Ending(Cause.FAILED, detail=NOT_READ))
        if not problem.is_plain:
            packed = packed[problem.allows(packed) | ~is_valid(packed)]
        told = f"subject: {subject.shown or 'the boards that it prints'}"
        return replace(
            run,
            placements=packed,
            rejected=tuple(packer.rejected),
            rejected_counts=dict(packer.rejected_counts),
            by_lines=reading.format.by_lines,
            remarks=(told, *run.remarks),
        )

    def _reading(self, subject: Subject, answer: Answer) -> Reading | None:
        """The answers for all n so far, in one format."""
        if answer.run.status is Status.COMPLETE:
            self._answers[answer.n] = answer
        if subject.printed:
            return read_texts({n: answer.printed for n, answer in self._answers.items()})
        return read_values({n: answer.values for n, answer in self._answers.items()})


def exchanged(placement: Placement) -> Placement:
    """The placement with rows and columns exchanged; as it is if two queens share a row."""
    size = range(len(placement))
    return tuple(map(placement.index, size)) if {*placement} == {*size} else placement


def _is_whole(found: list[Placement], problem: Problem) -> bool:
    """Whether the placements are all solutions of the empty board, each once."""
    packed = pack(found, problem.n).placements()
    known = KNOWN_COUNTS[problem.n] if problem.n < len(KNOWN_COUNTS) else len({*found})
    return bool(is_valid(packed).all()) and len({*found}) == len(found) == known
