"""Solve, judge, film and check in one interpreter, as the web page does, which has no processes.

Run as a program, this module works without the modules that a page lacks, and prints its results.
"""

from __future__ import annotations

import gzip
import importlib
import json
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import (
    AbstractContextManager,
    ExitStack,
    contextmanager,
    redirect_stderr,
    redirect_stdout,
)
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from unittest import mock

if TYPE_CHECKING:
    from solvers.execution.limits import Limits
    from solvers.execution.result import Run
    from solvers.execution.run_state import RunState
    from solvers.grading.language import Language, Packages
    from solvers.grading.protocol import RecordDecoder
    from solvers.grading.sandbox import Runner
    from solvers.grading.submission import Submission
    from solvers.interface import Backend
    from solvers.puzzle.problem import Problem

LACKING = {"psutil", "resource", "_multiprocessing", "numpy", "rich", "msgspec", "jinja2"}
"""The modules that a page lacks, and a Python on this machine has."""

PROGRAMS = [
    "docs/homework/ada.py",
    "docs/homework/dee.py",
    "tests/zoo/half_of_the_first_rows.py",
]


class Refusing:
    """Finds none of the modules that a page lacks."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        """Raise the error of a module that is not there."""
        if name.partition(".")[0] in LACKING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


class InThisInterpreter:
    """Runs Python programs with the harness, and starts no process for it."""

    def has(self, language: Language) -> bool:
        """Whether the language is Python."""
        return language.name == "Python"

    @contextmanager
    def launched(
        self, submission: Submission, limits: Limits, token: str, packages: Packages, n: int | None
    ) -> Iterator[Loading]:
        """The program, which is loaded when somebody waits for it."""
        del limits, packages
        with ExitStack() as changes:
            yield Loading(submission, token, n, changes)


class Loading:
    """A program that is loaded when somebody waits for it; programs run one after the other."""

    memory_held_by = ""

    def __init__(
        self, submission: Submission, token: str, n: int | None, changes: ExitStack
    ) -> None:
        self.submission, self.token, self.n, self.changes = submission, token, n, changes
        self.records, self.printed = StringIO(), StringIO()
        self._answer: Any = None

    def _load(self) -> None:
        """Load the program; its changes to Python are put back at the end."""
        harness = importlib.import_module("solvers.grading.protocol.harness.harness")
        folder = self.changes.enter_context(TemporaryDirectory())
        changes: Sequence[AbstractContextManager[Any]] = (
            mock.patch.object(sys, "path", [*sys.path]),
            mock.patch.object(sys, "argv", []),
            mock.patch.object(sys, "stdin", StringIO("" if self.n is None else f"{self.n}\n")),
            mock.patch("builtins.input", input),
        )
        for change in changes:
            self.changes.enter_context(change)
        self.changes.callback(sys.modules.__setitem__, "__main__", sys.modules["__main__"])
        program = Path(folder, self.submission.file_name)
        program.write_bytes(self.submission.source)
        start = "load" if self.n is None else f"run {self.n}"
        with redirect_stdout(self.printed), redirect_stderr(self.printed):
            self._answer = harness.load(str(program), start, self.token, self.records)

    def ask(self, line: str) -> None:
        """Let the program answer."""
        with redirect_stdout(self.printed), redirect_stderr(self.printed):
            self._answer(line)

    def ask_no_more(self) -> None:
        """Do nothing: it has answered."""

    def cpu_seconds(self) -> float:
        """No time: nobody has measured it."""
        return 0.0

    def follow(self, record: RunState, lines: RecordDecoder, limits: Limits) -> None:
        """Hand over the output and the records of the last request."""
        from solvers.execution.result import Cause, Ending

        del limits
        if self._answer is None:
            self._load()
        record.take_printed(_taken(self.printed))
        for item in lines.feed(_taken(self.records)):
            record.take(item)
        record.ending = record.ending or Ending(Cause.DONE)


def _taken(text: StringIO) -> bytes:
    taken = text.getvalue().encode()
    text.seek(0)
    text.truncate()
    return taken


def compared() -> dict[str, Any]:
    """All that a report holds of two boards, which the backends in plain Python have solved."""
    from solvers import registry
    from solvers.output.html.data import page_data
    from solvers.puzzle.problem import Problem, with_given
    from solvers.referee.certificate import small_proof
    from solvers.referee.crosscheck import crosscheck
    from solvers.tracing.films import film_of
    from solvers.tracing.traces import is_traced, tracer

    crosschecks = []
    for problem in (Problem(6), with_given(6, given=[(2, 5)], blocked=[(0, 0)])):
        runs = [run_here(registry.find(name), problem) for name in _in_plain_python()]
        crosschecks.append(crosscheck(problem, runs, proof=small_proof(problem)))
    shown = {
        name: film_of(backend, problem, list(tracer(backend)(problem)))
        for name in _in_plain_python()
        if is_traced(backend := registry.find(name))
        for problem in [crosschecks[0].problem]
    }
    return page_data(crosschecks, shown)


def _in_plain_python() -> list[str]:
    from solvers import registry
    from solvers.interface import python_version, ready_at_once

    return [
        name
        for name, backend in registry.backends().items()
        if (backend.requires, backend.prepare, backend.origin) == ((), ready_at_once, "")
        and backend.version is python_version
        and backend.enumerates
    ]


def run_here(backend: Backend, problem: Problem) -> Run:
    """The run of a backend in this process."""
    from solvers.execution.result import Cause, Ending, Run
    from solvers.execution.solving import Outbox, Work, make_ready, solutions, whole_counters
    from solvers.puzzle.packing import Packer

    whole, work = Packer(problem.n), Work()
    outbox = Outbox(problem.n, lambda batch: whole.add(batch.placements()))
    make_ready(backend)
    for solution in solutions(backend, problem, work):
        outbox.add(solution)
    outbox.flush()
    assert outbox.solutions == whole.count
    done, counters = Ending(Cause.DONE), whole_counters(work)
    return Run(backend.name, backend.paradigm, done, whole.placements(), counters=counters)


def certified() -> list[Any]:
    """The facts that a certificate proves after it was written and read again."""
    from solvers.puzzle.problem import Problem
    from solvers.referee.certificate import header, make_tokens, proof_of

    problem = Problem(7, (3,))
    made = make_tokens(problem, 10**5)
    assert made
    file = BytesIO(gzip.compress(header(problem, made.solutions) + made.tokens.tobytes()))
    proof = proof_of(file)
    return [proof.solutions.tolist(), proof.placed, proof.blocked, proof.attacked]


def checked(runner: Runner) -> list[list[str]]:
    """The feedback on three programs as a student reads it, without the name of the sandbox."""
    from solvers.execution.limits import Limits
    from solvers.grading.check import check_program
    from solvers.grading.submission import CheckOptions, find_submission
    from solvers.output.check_text import paragraphs
    from solvers.output.report import report_of

    programs = map(find_submission, PROGRAMS)
    options = CheckOptions(hints=False)  # a page has no processes in which changes are tried
    results = (
        check_program(program, range(1, 6), Limits(), runner, options) for program in programs
    )
    told = ([*paragraphs(report_of(result, {}))] for result in results)
    return [[text for text in texts if "sandbox:" not in text] for texts in told]


def everything(runner: Runner) -> Sequence[Any]:
    """All results, as plain data."""
    return compared(), certified(), checked(runner)


def main() -> None:
    """Import the modules of the page, compute all results, and print them as JSON."""
    sys.meta_path.insert(0, Refusing)
    import solvers.site.inside
    from solvers.site.inside import plain_sets

    plain_sets.put_in_place()  # as the page begins
    for module in pkgutil.iter_modules(solvers.site.inside.__path__, "solvers.site.inside."):
        importlib.import_module(module.name)
    results = everything(InThisInterpreter())
    assert not LACKING & {name.partition(".")[0] for name in sys.modules}
    print(json.dumps(results))


if __name__ == "__main__":
    main()
