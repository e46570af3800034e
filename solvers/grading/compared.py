"""A student's program that is compared with the backends."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run
from solvers.grading.answers.answer_format import Answers, choose_format
from solvers.grading.sandbox import Sandbox
from solvers.grading.sandbox.commands import allowed_cpu_seconds
from solvers.grading.submission import Submission
from solvers.grading.trial import run_program
from solvers.puzzle.placements import empty
from solvers.puzzle.problem import Problem


@dataclass(frozen=True)
class ComparedProgram:
    """A submission and its sandbox; one format serves the answers for all boards."""

    submission: Submission
    sandbox: Sandbox
    _answers: dict[int, Answers] = field(default_factory=dict, compare=False)

    @property
    def name(self) -> str:
        """The program's file, as the user wrote it."""
        return self.submission.name

    @property
    def paradigm(self) -> str:
        """The paradigm to show in a table: "submission" and the language."""
        return self.submission.paradigm

    def run(self, problem: Problem, limits: Limits) -> Run:
        """Run the program, and read its answers in the format that fits all boards so far."""
        limits = replace(limits, cpu_seconds=allowed_cpu_seconds(limits.cpu_seconds))
        try:
            outcome = run_program(self.submission, problem, limits, self.sandbox)
        except KeyboardInterrupt:
            ending = Ending(Cause.INTERRUPTED)
            return Run(self.name, self.paradigm, ending, empty(problem.n))
        self._answers[problem.n] = outcome.answers
        return outcome.read_as(choose_format(self._answers), problem).run
