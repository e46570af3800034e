"""A session with a submission: a process loads it once and answers for one n after another."""

from __future__ import annotations

import math
import os
import time
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Self

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, CauseKind, Ending
from solvers.execution.run_state import RunState
from solvers.grading.answer import Answer, AskedState, LoadingState
from solvers.grading.language import Packages
from solvers.grading.protocol import RecordDecoder
from solvers.grading.sandbox import Runner, RunningProgram
from solvers.grading.submission import Submission
from solvers.lazy import numpy

STAYS_AFTER = {"error", "left", "package", "unbound", "input", "call", "syntax", "size"}
"""The failures of a call that leave the process able to answer again."""

LIMITS_OF_A_PROCESS = 2
"""The most processor time of one process, for all its answers, in limits for one n."""


@dataclass(slots=True)
class Session:
    """The questions to a submission, for one n after another, in a ``with`` block that ends it.

    One process answers until it ends; then a new one starts. The ``lines`` with the answers for
    one n begin with a token. The question brings that token, so the process cannot answer early.
    Loading counts towards the time of the first n. The program may import the ``packages``.
    """

    submission: Submission
    limits: Limits
    sandbox: Runner
    packages: Packages = field(default_factory=dict)
    times_asked: int = 0
    """The number of questions to the present process."""
    _stack: ExitStack = field(default_factory=ExitStack)
    lines: RecordDecoder = field(init=False)
    _process: RunningProgram | None = None
    _memory_held_by: str = ""
    _loaded: LoadingState | None = None
    """The state of loading in the present process; None if none was started."""
    _deadline: float = math.inf
    """The time, on the monotonic clock, at which all that it may be asked has to be over."""

    def __enter__(self) -> Self:
        self._deadline = time.monotonic() + self.limits.total_seconds
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process, if there is one, with all that it started; safe to call twice."""
        self._end_process()
        self._loaded, self.times_asked = None, 0

    def load(self) -> LoadingState:
        """Load the program, unless the present process has; return the state then.

        Ctrl-C ends the process, and is raised.
        """
        self._open()
        assert self._loaded is not None  # noqa: S101  # it was just loaded
        _raise_if_interrupted(self._loaded.ending)
        return self._loaded

    def ask(self, call: str, n: int, *, is_last: bool = False) -> Answer:
        """Evaluate the call for n, in a new process if there is none.

        With ``is_last``, the process has to end after its answer: a program that has forged an end
        record and goes on is found out. Ctrl-C ends the process, and is raised.
        """
        self._open()
        return self._answer(call, n, is_last=is_last)

    def run(self, n: int) -> Answer:
        """Start the program with n as its only argument and as a line of standard input."""
        self.close()
        self._open(n)
        answer = self._answer("", n, is_last=True)
        loaded = self._loaded
        self.close()
        assert loaded is not None  # noqa: S101  # it was just loaded
        printed = loaded.text + answer.printed
        if answer.is_complete and loaded.error:
            ending = Ending(Cause.FAILED, detail=loaded.error)
            run = replace(answer.run, ending=ending)
            return replace(answer, printed=printed, run=run, failure=loaded.failure)
        return replace(answer, printed=printed)

    def _answer(self, call: str, n: int, *, is_last: bool) -> Answer:
        """The answer of the process; with ``is_last``, the process ends after it."""
        held_by, is_first = self._memory_held_by, not self.times_asked
        loaded, process = self._loaded, self._process
        assert loaded is not None  # noqa: S101  # it was tried
        state = AskedState(self.submission, self.limits, is_last=is_last)
        if process is None:
            state.ending = loaded.ending
            state.limit_start, state.ready = loaded.limit_start, loaded.ready
        else:
            told = self.limits.cpu_seconds
            used = process.cpu_seconds() if told < math.inf and self.times_asked else 0
            state.note_ready()
            if is_first:
                state.started, state.limit_start = loaded.started, loaded.limit_start
                state.startup_seconds = (loaded.ready or state.started) - state.started
            self.times_asked += 1
            self.lines.token = os.urandom(8).hex()
            process.ask(f"{self.lines.token}\t{call}\n")
            if is_last:
                process.ask_no_more()
            self._follow(process, state, replace(self.limits, cpu_seconds=told + used))
            if state.ending and state.ending.cause is Cause.PROCESSOR_TIME:
                state.ending = replace(state.ending, limit=told)
            is_over = state.ending is None or state.ending.cause not in {Cause.DONE, Cause.FAILED}
            if is_last or is_over or state.failure not in ({""} | STAYS_AFTER):
                self._end_process()
        if self._process is None and not is_last:
            self.close()
        _raise_if_interrupted(state.ending)
        answer = state.answer(self.submission, n, self.sandbox, held_by)
        return replace(answer, is_first=is_first)

    def _open(self, n: int | None = None) -> None:
        """Load the program in a process, unless one can be asked or has failed to load it.

        With ``n``, start it with n.
        """
        ending = self._loaded.ending if self._loaded else None
        if ending and (self._process or ending.cause is not Cause.DONE):
            return
        self.close()
        state = self._loaded = LoadingState(self.submission)
        whole = replace(self.limits, cpu_seconds=self.limits.cpu_seconds * LIMITS_OF_A_PROCESS)
        self.lines = RecordDecoder(os.urandom(8).hex(), self.limits.answer_mib)
        start = self.sandbox.launched(self.submission, whole, self.lines.token, self.packages, n)
        try:
            self._process = self._stack.enter_context(start)
            self._memory_held_by = self._process.memory_held_by
        except OSError as error:
            why = error.strerror or "its files cannot be copied"
            state.ending = Ending(Cause.NOT_STARTED, detail=why)
        numpy.ndarray  # noqa: B018  # loads NumPy, which takes as long as the program's process
        if self._process:
            self._follow(self._process, state, self.limits)
        if state.ending is None or state.ending.cause is not Cause.DONE:
            self._end_process()

    def _follow(self, process: RunningProgram, state: RunState, limits: Limits) -> None:
        """Follow the process within the limits of this n, and within the time for all questions."""
        left = max(0.0, self._deadline - time.monotonic())
        process.follow(state, self.lines, replace(limits, seconds=min(limits.seconds, left)))
        if state.ending and state.ending.cause is Cause.TIME and left < limits.seconds:
            state.ending = replace(state.ending, limit=self.limits.total_seconds)

    def _end_process(self) -> None:
        self._process = None
        self._stack.close()


def _raise_if_interrupted(ending: Ending | None) -> None:
    if ending and ending.cause.kind is CauseKind.STOPPED:
        raise KeyboardInterrupt
