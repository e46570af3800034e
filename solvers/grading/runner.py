"""A program that runs: loaded once, asked for one n after another."""

from __future__ import annotations

import math
import secrets
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Self

from solvers.execution.ending import Cause, Ending
from solvers.execution.limits import Limits
from solvers.execution.run_state import RunState
from solvers.grading.call_result import CallRecord, CallResult, LoadRecord, call_result
from solvers.grading.calls import CallPlan, Loaded, with_size
from solvers.grading.protocol.decoding import Lines
from solvers.grading.sandbox import LaunchSpec, Runner, Running
from solvers.grading.submission import CheckOptions, Submission
from solvers.lazy import numpy

STAYS_AFTER = {"error", "left", "package", "unbound", "input", "missing", "syntax"}
"""Failures of a call after which the process can be asked again."""

ASKED_AT_MOST = 40
"""How often one process is asked; its processor time is held for each n, and this often by it."""


@dataclass(slots=True)
class Session:
    """Load a program once and ask it; a context manager at whose end nothing of it is left.

    The ``lines`` that it sends for one n carry a token that it is told with the question, so that
    it cannot answer before it is asked. Loading counts towards the time of the first n.
    """

    submission: Submission
    limits: Limits
    sandbox: Runner
    spec: LaunchSpec = field(default_factory=LaunchSpec)
    loaded: Loaded | None = None
    asked: int = 0
    memory_held_by: str = ""
    _stack: ExitStack = field(default_factory=ExitStack)
    _program: Running | None = None
    lines: Lines = field(init=False)
    _loading: LoadRecord | None = None
    _begun: float | None = None
    _started: float = 0.0
    _ready: float | None = None

    def __post_init__(self) -> None:
        self.lines = Lines(secrets.token_hex(8), self.limits.answer_mib)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_open(self) -> bool:
        """Whether it can be asked again."""
        return self._program is not None and self.asked < ASKED_AT_MOST

    @property
    def failed_to_load(self) -> bool:
        """Whether it was loaded, and that came to no good end."""
        return self.loaded is not None and self.loaded.ending.cause is not Cause.DONE

    @property
    def times(self) -> tuple[float | None, float | None]:
        """When it had begun to load the program, and when it was ready."""
        return self._begun, self._ready

    def close(self) -> None:
        """End the program and all that it started; safe to call twice."""
        self._program = None
        self._stack.close()

    def start(self) -> None:
        """Start the process, which begins to load the program; ``load`` waits for it."""
        record = self._loading = LoadRecord(self.submission)
        self._started = record.started
        whole = replace(self.limits, cpu_seconds=self.limits.cpu_seconds * ASKED_AT_MOST)
        start = self.sandbox.launched(self.submission, whole, self.lines.token, self.spec)
        try:
            self._program = self._stack.enter_context(start)
            self.memory_held_by = self._program.memory_held_by
        except KeyboardInterrupt:
            record.ending = Ending(Cause.INTERRUPTED)
        except OSError as error:
            record.ending = Ending(Cause.NOT_STARTED, detail=str(error))

    def load(self) -> Loaded:
        """Load the program, whose process may have been started before."""
        if self._loading is None:
            self.start()
        numpy.ndarray  # noqa: B018  # loads NumPy, which takes as long as the program's process
        record = self._loading
        assert record is not None  # noqa: S101  # it was started
        if self._program:
            self._program.follow(record, self.lines, self.limits)
        self._begun, self._ready = record.begun, record.ready
        assert record.ending is not None  # noqa: S101  # all paths above set it
        self.loaded = replace(record.loaded, ending=record.ending, printed=_text(record.printed))
        if record.ending.cause is not Cause.DONE:
            self.close()
        return self.loaded

    def ask(
        self, entry: str, arguments: str, n: int, *, is_last: bool, limits: Limits
    ) -> CallRecord:
        """What it answers when this entry is called with these arguments for n.

        Without an entry nothing is called. With ``is_last`` the process ends with the answer.
        """
        program = self._program
        assert program is not None  # noqa: S101  # is_open says so
        told = limits.cpu_seconds
        used = program.cpu_seconds() if told < math.inf and self.asked else 0
        limits = replace(limits, cpu_seconds=told + used)
        record = CallRecord(self.submission, limits, is_last=is_last)
        record.is_ready()
        if not self.asked:
            record.started, record.begun = self._started, self._begun
            record.startup_seconds = (self._ready or record.started) - record.started
        self.asked += 1
        self.lines.token = secrets.token_hex(8)
        program.ask(f"{self.lines.token}\t{entry}\t{arguments}\t{n}\n")
        if is_last:
            program.ask_no_more()
        program.follow(record, self.lines, limits)
        if record.ending and record.ending.cause is Cause.PROCESSOR_TIME:
            record.ending = replace(record.ending, limit=told)
        if is_last or record.failure not in ({""} | STAYS_AFTER) or self._is_over(record):
            self.close()
        return record

    def _is_over(self, record: RunState) -> bool:
        return record.ending is None or record.ending.cause not in {Cause.DONE, Cause.FAILED}


def _text(printed: bytes) -> str:
    return printed.decode(errors="replace")


LOADED = CallPlan("?", ("n",))
"""Any way by which the program is only loaded at first."""


@dataclass(slots=True)
class Program:
    """A submission that can be asked; a context manager at whose end no process of it is left."""

    submission: Submission
    limits: Limits
    sandbox: Runner
    options: CheckOptions = field(default_factory=CheckOptions)
    _session: Session | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End its process, where there is one."""
        if self._session:
            self._session.close()
        self._session = None

    def ask(
        self,
        plan: CallPlan,
        n: int,
        *,
        fresh: bool = False,
        is_last: bool = False,
        limits: Limits | None = None,
    ) -> CallResult:
        """What the program answers for n; a new process is asked where ``fresh`` or none is there.

        With ``is_last`` it has to finish by itself. ``limits`` are narrower ones.
        """
        is_new = self._session is not None and self._session.loaded is None
        if (fresh or plan.needs_a_start) and not is_new:
            self.close()
        session = self._open(plan, n)
        if not session.is_open:
            return self._not_begun(session, plan, n)
        is_last = is_last or plan.needs_a_start or plan.fixed
        record = session.ask(
            plan.entry,
            " ".join(plan.arguments),
            n,
            is_last=is_last,
            limits=limits or self.limits,
        )
        self._forget_what_is_over()
        return call_result(
            record,
            plan,
            n,
            session.loaded,
            self.sandbox,
            session.memory_held_by,
            self.options.reads,
        )

    def _forget_what_is_over(self) -> None:
        if self._session and not self._session.is_open:
            self.close()

    @property
    def times_asked(self) -> int:
        """How often the process that is asked next has been asked."""
        return self._session.asked if self._session else 0

    def _open(self, plan: CallPlan, n: int) -> Session:
        session = self._session
        if session is None or not (session.is_open or session.failed_to_load):
            session = self.start(plan, n)
        if session.loaded is None:
            session.load()
        return session

    def start(self, plan: CallPlan, n: int) -> Session:
        """Start a new process for this plan; it begins to load the program."""
        self.close()
        submission = self.submission
        if plan.size:
            text = with_size(submission.path.suffix.lower(), submission.text, plan.size, n)
            submission = replace(submission, source=text.encode(errors="replace"))
        spec = LaunchSpec(
            started=plan.started or not plan.entry,
            arguments=str(n) if plan.started else "",
            text=self.options.input_for(n, submission.text)
            if plan.started or self.options.text is not None
            else "",
            packages=self.options.packages,
        )
        self._session = Session(submission, self.limits, self.sandbox, spec)
        self._session.start()
        return self._session

    def _not_begun(self, session: Session, plan: CallPlan, n: int) -> CallResult:
        """What came of it where it could not be loaded."""
        loaded = session.loaded
        assert loaded is not None  # noqa: S101  # it was just loaded
        record = CallRecord(self.submission, self.limits, is_last=True)
        record.ending = loaded.ending
        record.printed = loaded.printed.encode(errors="replace")
        record.begun, record.ready = session.times
        outcome = call_result(record, plan, n, loaded, self.sandbox, session.memory_held_by)
        self.close()
        return outcome

    def loaded(self) -> Loaded:
        """What came of loading the program as it is, in the process that is asked next."""
        found = self._open(LOADED, 0).loaded
        assert found is not None  # noqa: S101  # it was just loaded
        return found
