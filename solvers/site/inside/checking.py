"""``queens check`` in the page: the program runs in another worker, which answers when it can.

With ``ask`` this Python waits for an answer (JSPI). In a browser without JSPI, the check stops at
the first question whose answer is not in the journal. When the answer is there, the check starts
again and replays the journal. It depends on nothing but the answers, so it reaches the same
question.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

from solvers.errors import SubmissionError
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, ChannelError, Ending
from solvers.execution.run_state import RunState
from solvers.grading.check import check_program
from solvers.grading.language import ASP, PROLOG, PYTHON, Language, Packages
from solvers.grading.protocol import RecordDecoder, decode
from solvers.grading.result import CheckResult, ReasonKind
from solvers.grading.stepping import MOST_STEPS, can_be_stepped, read_steps, stepping_goal
from solvers.grading.submission import CheckOptions, Submission, Task, read_submission
from solvers.output.html.finding import finding_html
from solvers.output.messages import capital
from solvers.output.report import CheckReport, report_of
from solvers.puzzle.problem import Problem
from solvers.site.inside.asp_model import AspModel, EndedError
from solvers.site.inside.student import IN_FRONT
from solvers.tracing.own_program import film_of_steps, shown_size

FOLDER = Path("/tmp")  # noqa: S108  # the file system of this worker alone
MOST_MIB = 16
"""The most answers and steps of a program, in MiB."""

ENDINGS = {"limit": Cause.TIME, "memory": Cause.OUT_OF_MEMORY, "answers": Cause.ANSWERS}

Request = Mapping[str, Any]
Reply = dict[str, Any]
"""``records``, ``printed``, ``seconds``, and ``ended`` if the worker was ended."""


class QuestionError(BaseException):
    """The answer to a request is not known yet; no check catches it."""

    def __init__(self, request: Request) -> None:
        super().__init__()
        self.request = request


@dataclass(slots=True)
class Worker:
    """Runs one program after another in a worker of the page; each replaces the one before.

    ``journal`` has the first answers to its requests, and ``page`` gets the others, if it can.
    """

    journal: Sequence[Reply]
    page: Callable[[Any], Any] | None
    answered: int = 0
    request: dict[str, Any] = field(default_factory=dict)
    memory_held_by: str = field(default="", init=False)
    model: AspModel = field(init=False)

    def __str__(self) -> str:
        return "a worker of this page"

    def has(self, language: Language) -> bool:
        """Whether the page has an engine for it. It tries no changes."""
        return language in (PYTHON, PROLOG, ASP)

    @contextmanager
    def launched(
        self, submission: Submission, limits: Limits, token: str, packages: Packages, n: int | None
    ) -> Iterator[Worker]:
        """The program, in a worker that has loaded nothing else."""
        del limits, token, packages  # each question has limits; the records here have another token
        companions = {name: text.decode() for name, text in submission.companions.items()}
        self.request = {
            "do": "begin",
            "language": submission.language.name,
            "file": submission.file_name,
            "files": companions | {submission.file_name: submission.text},
            "start": "load" if n is None else f"run {n}",
            "input": "" if n is None else submission.line_with(n),
        }
        yield self

    def cpu_seconds(self) -> float:
        """Always 0: a browser does not tell."""
        return 0.0

    def ask(self, line: str) -> None:
        """Keep the line until somebody waits for its answer."""
        _, call = line.rstrip("\n").split("\t")
        line = f"{IN_FRONT}\t{call}"
        self.request = {
            "do": "reply", "language": self.request["language"], "line": line, "call": call,
        }  # fmt: skip

    def ask_no_more(self) -> None:
        """Nothing: the worker stays."""

    def follow(self, state: RunState, lines: RecordDecoder, limits: Limits) -> None:
        """Let ``state`` take the reply; raises QuestionError where it is not known yet."""
        answer = self._of_model if self.request["language"] == ASP.name else self._reply
        reply = answer(self.request | {"seconds": limits.seconds})
        if state.ready is not None:  # the clock of the worker counts
            state.ready = time.monotonic() - reply["seconds"]
        state.take_printed(reply["printed"].encode(errors="replace"))
        lines.token = IN_FRONT
        try:
            for item in lines.feed(reply["records"].encode(errors="replace")):
                state.take(item)
        except ChannelError as error:
            state.ending = Ending(error.cause, detail=str(error))
        if state.ending is None and getattr(state, "has_said_end", False):
            state.ending = Ending(Cause.DONE)
        elif state.ending is None:
            cause = ENDINGS.get(reply["ended"], Cause.NO_END_RECORD)
            state.ending = Ending(cause, limits.seconds, detail=reply.get("why", ""))

    def _of_model(self, request: Request) -> Reply:
        """The reply of a model, from what clingo tells in its worker."""
        told: Reply = {"printed": "", "seconds": 0.0, "ended": ""}

        def run(*program: Any) -> Any:
            nonlocal told
            told = self._reply({"do": "clingo", "args": program, "seconds": request["seconds"]})
            if told["ended"]:
                raise EndedError(told["ended"])
            return told["told"]

        try:
            if request["do"] == "begin":
                self.model = AspModel(request["files"][request["file"]], request["file"])
                records = self.model.load(run)
            else:
                records = self.model.answer(run, json.loads(request["call"]))
        except EndedError as error:
            return told | {"records": "", "ended": str(error)}
        return told | {"records": records}

    def _reply(self, request: Request) -> Reply:
        self.answered += 1
        if self.answered <= len(self.journal):
            return self.journal[self.answered - 1]
        if self.page is None:
            raise QuestionError(request)
        from js import Object  # only in the page
        from pyodide.ffi import run_sync, to_js  # only in the page

        asked = to_js(request, dict_converter=Object.fromEntries)
        found: Reply = run_sync(self.page(asked)).to_py()
        return found


_last: list[CheckResult] = []
"""The newest result, whose steps are shown."""

STEP_SECONDS = 5.0
"""The longest time for the steps of a program."""


def film(records: str) -> dict[str, Any]:
    """The film of the newest program's steps, from the records of ``stepper.pl``."""
    result, n = _last[0], shown_size(_last[0])
    decoder = RecordDecoder(IN_FRONT, MOST_MIB)
    told = decoder.feed(records.encode(errors="replace"))
    values = tuple(decode(data) for kind, data in told if kind == "answer")
    played, first = film_of_steps(read_steps(values), n, result)
    return played.document(Problem(n)) | {"first_wrong": first}


def prepare() -> None:
    """Load what a check of a wrong program needs, as long as nobody waits for it."""
    for name in ("diagnosis", "repair.trials", "why"):
        import_module(f"solvers.grading.{name}")


def checked(
    wanted: Mapping[str, Any],
    journal: Sequence[Reply],
    ask: Callable[[Any], Any] | None = None,
) -> dict[str, Any]:
    """The verdict of ``queens check`` on a program, or the request that its next step ``asks``.

    ``wanted`` has the ``name`` of the file, its ``text``, the ``largest`` n, ``seconds``, and
    perhaps the ``task``, the ``call`` and whether its boards are ``printed``.
    """
    limits = Limits(seconds=wanted["seconds"], output_mib=MOST_MIB)
    path = FOLDER / Path(wanted["name"]).name
    path.write_text(wanted["text"])
    try:
        submission = read_submission(path, name=path.name, alone=True)
        options = CheckOptions(
            Task(wanted.get("task") or Task.ALL),
            wanted.get("call", ""),
            wanted.get("printed", False),
        )
        sizes = range(1, wanted["largest"] + 1)
        result = check_program(submission, sizes, limits, Worker(journal, ask), options)
    except SubmissionError as error:
        why = escape(f"{wanted['name']} cannot be checked: {error}")
        return {"verdict": "not judged", "html": f"<p>{why}</p>"}
    except QuestionError as question:
        return {"asks": dict(question.request)}
    if result.reason and result.reason.kind is ReasonKind.NO_LANGUAGE:
        why = f"This page has no engine for {escape(submission.language.name)}."
        return {"verdict": "not judged", "html": f"<p>{why}</p>"}
    report = report_of(result, {})
    n = shown_size(result)
    can_step = n and can_be_stepped(result.submission, result.subject)
    _last[:] = [result]
    return {
        "steps": can_step and stepping_goal(result.subject.text(n), MOST_STEPS, STEP_SECONDS),
        "verdict": str(result.verdict),
        "subject": result.subject.shown,
        "n": result.failing_n,
        "diagnosis": list(report.mistakes),
        "html": finding_html(report, shows_output=True, for_student=True),
        "advice": advice(report),
    }


def advice(report: CheckReport) -> dict[str, Any]:
    """What would make a subject judgeable: a sentence, and what belongs into the page's fields."""
    if (step := report.next_step) is None:
        return {}
    fields = {name.removeprefix("--"): value or True for name, value in step.options.items()}
    return {"said": f"{capital(step.fact)}." if step.fact else "", **fields}
