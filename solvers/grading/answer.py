"""The answer of a program for one n, and the states of a program that loads or answers."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, CauseKind, ChannelError, Ending, Measured, Run, Status
from solvers.execution.run_state import RunState
from solvers.grading.protocol import Definition, Named, decode, definitions_in, kept_bytes
from solvers.grading.sandbox import Runner
from solvers.grading.submission import Submission
from solvers.puzzle.packing import Packer

CAUSES = {
    "memory": Cause.OUT_OF_MEMORY,
    "recursion": Cause.RECURSION,
}
"""The causes of some failures; all others have the cause FAILED."""

PRINTED_BYTES = 4 << 20
"""The most bytes of a program's output that are kept for one n."""

TEXT_BYTES = 1000
"""The memory that an answer in one text takes besides its cells, as long as it is read."""

MOST_WARNINGS = 5
PLACED = re.compile(r"line \d")
"""Matches a message that begins with the place of the error in the program."""

FOLDER = re.compile(r"(?<![^\s\"'])[^\s\"']{0,200}\bqueens-\w{1,20}/program/(?:submission/)?")
"""Matches the folder where the sandbox runs a file, from the beginning of its word."""


class LoadWarning(NamedTuple):
    """A warning that the language gave while it loaded a file ("": the program), at a line or 0."""

    file: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Place:
    """The function, and the line or 0, in which a program was ``seconds`` after it was asked."""

    function: str
    line: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer for one n, before anybody has read it.

    ``values`` are the returned values: of a Prolog goal any number, of any other call one, or none
    if it failed. ``run`` has the ending, times and memory, and no placements. ``failure`` is the
    kind of an error as the harness names it, or "".
    """

    n: int
    values: tuple[Any, ...]
    printed: str
    run: Run
    failure: str = ""
    begun: bool = True
    """Whether the program had begun to run when it ended."""
    is_first: bool = False
    """Whether the program had answered nothing before in the same process."""
    arrived: tuple[Any, ...] = ()
    """The values that had arrived when the program was stopped; () if it ended by itself."""
    memory_held_by: str = ""
    """The mechanism that limited the memory: "cgroup" or "polling"; "" if nothing ran."""
    place: Place | None = None
    """The last known place of a program that reached a limit."""
    is_one_list: bool = False
    """Whether the items of a list are one and the same list, as Python's ``is`` says."""

    @property
    def is_complete(self) -> bool:
        """Whether the program finished without an error."""
        return self.run.status is Status.COMPLETE

    @property
    def reached_limit(self) -> bool:
        """Whether the program was stopped at a limit."""
        return self.run.ending.cause.kind is CauseKind.LIMIT

    @property
    def given(self) -> int:
        """The number of answers that came: the items of one value that is a collection."""
        values = self.arrived or self.values
        is_collection = len(values) == 1 and isinstance(values[0], tuple)
        return len(values[0]) if is_collection else len(values)

    @property
    def raised(self) -> bool:
        """Whether the program itself failed, by an error or by an early exit."""
        return self.run.ending.cause.kind is CauseKind.ERROR and self.begun

    @property
    def error(self) -> str:
        """The message of the error that ended the program; "" without one."""
        return self.run.ending.detail


def _warnings_in(data: Any) -> Iterator[LoadWarning]:
    """The warnings that the harness has sent."""
    for each in data[:MOST_WARNINGS] if isinstance(data, list) else ():
        kinds = [type(part) for part in each] if isinstance(each, list) else []
        if kinds == [str, int, str] and 0 <= each[1] < 10**9:
            file, line, text = each
            yield LoadWarning(file[:100], line, without_folder(text)[:300])


class LoadingState(RunState):
    """The state of a program while it is loaded, and what is known of it from then on.

    ``definitions`` are those that can be called. ``error`` is the message of an error during
    loading, and ``failure`` its kind as the harness names it; both are "" without one. The language
    gave ``warnings``.
    """

    def __init__(self, submission: Submission) -> None:
        super().__init__(submission.name, submission.paradigm)
        self.printed_bytes = PRINTED_BYTES
        self.definitions: tuple[Definition, ...] = ()
        self.error = self.failure = ""
        self.warnings: tuple[LoadWarning, ...] = ()

    def take(self, record: tuple[str, Any]) -> None:
        """Take in one record; raises ChannelError if it comes out of turn."""
        kind, data = record
        if self.ending:
            return
        if kind == "loading":
            self.note_begin()
        elif kind == "at":
            pass  # the place is told only of a question
        elif kind == "ready":
            self.note_ready()
            self.ending = Ending(Cause.DONE)
            self.definitions = tuple(definitions_in(data.get("entries")))
            self.error, self.failure = without_folder(data["load_error"]), str(data.get("kind", ""))
            self.warnings = tuple(_warnings_in(data.get("warnings")))
        elif kind == "failed":
            cause = CAUSES.get(data["what"], Cause.FAILED)
            self.ending = Ending(cause, detail=without_folder(data["message"]))
        else:
            raise ChannelError("the program sent an answer before it was asked")


class AskedState(RunState):
    """The state of a program that answers for one n.

    With ``is_last``, the process has to exit after its end record.
    """

    def __init__(self, submission: Submission, limits: Limits, *, is_last: bool) -> None:
        super().__init__(submission.name, submission.paradigm)
        self.printed_bytes = PRINTED_BYTES
        self.sent: list[Any] = []
        self.free_bytes = limits.output_mib * 2**20
        self.is_one_value = self.is_one_list = self.has_said_end = False
        self.failure = self.kind = ""
        self.place: Place | None = None
        self.is_last = is_last

    def take(self, record: tuple[str, Any]) -> None:
        """Take in one record; raises ChannelError if the harness cannot have sent it."""
        if self.has_said_end:
            raise ChannelError("the program continued after its end record")
        if self.ending:  # the record arrived together with the one that ended the run
            return
        kind, data = record
        if kind in ("answer", "value"):
            self.note_first()
            self.sent.append(answer := decode(data))
            self.is_one_value = kind == "value"
            self.free_bytes -= kept_bytes(answer) + TEXT_BYTES * isinstance(answer, str)
            if self.free_bytes < 0:
                self.ending = Ending(Cause.ANSWERS)
        elif kind == "end":
            self.measured = Measured(seconds=self._seconds_so_far())
            self.solutions = data["count"]
            self.kind = str(data.get("kind", ""))
            self.is_one_list = data.get("one_list") is True
            self.has_said_end = True
            if not self.is_last:
                self.ending = Ending(Cause.DONE)
        elif kind == "at":
            self.place = Place(data["function"], data["line"], self._seconds_so_far())
        elif kind == "failed":
            self.failure = str(data["what"])
            if self.failure == "unbound" and not PLACED.match(data["message"]):
                self.failure = "call"  # the name stands in the call, or no engine tells where
            cause = CAUSES.get(self.failure, Cause.FAILED)
            self.ending = Ending(cause, detail=without_folder(data["message"]))

    def _seconds_so_far(self) -> float:
        """The seconds since the program was ready, by the clock that times the first answer."""
        if self.ready is None:
            raise ChannelError("an end without a beginning")
        return time.monotonic() - self.ready

    def is_complete_at_exit(self, exit_code: int) -> bool:
        """Whether the end record came, and the process then exited with code 0."""
        return self.has_said_end and exit_code == 0

    def answer(self, submission: Submission, n: int, sandbox: Runner, held_by: str = "") -> Answer:
        """The answer for n, from the state at the end."""
        self.check_count(len(self.sent))
        self.remarks.append(f"sandbox: {sandbox}")
        run = self.finish(Packer(n))
        sent = tuple(self.sent)
        language = submission.language
        is_whole = language.has_goals or language.is_model or self.is_one_value
        # A collection arrives item by item.
        values = sent if is_whole else (Named.of(self.kind, sent),)
        return Answer(
            n,
            values if run.status is Status.COMPLETE else (),
            self.text,
            run,
            self.failure,
            begun=self.limit_start is not None and run.ending.cause.kind is not CauseKind.NOT_RUN,
            arrived=values if run.ending.cause.kind is CauseKind.LIMIT else (),
            memory_held_by=held_by,
            place=self.place if run.ending.cause.kind is CauseKind.LIMIT else None,
            is_one_list=self.is_one_list,
        )


def without_folder(message: str) -> str:
    """The message without the sandbox's folder, which the user does not know."""
    return FOLDER.sub("", message) if "/program/" in message else message
