"""What is known of a program while it is loaded, and of its answers for one n."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import Any

from solvers.execution.channel import ChannelError
from solvers.execution.ending import Cause, Ending
from solvers.execution.limits import Limits
from solvers.execution.record import Record
from solvers.grading.answers import decode, kept_bytes
from solvers.grading.entry import Entry, entries
from solvers.grading.submission import Submission

CAUSES = {"memory": Cause.OUT_OF_MEMORY, "old": Cause.CANNOT_RUN}
"""What a harness can say of a failure, where it is a cause of its own."""

PRINTED_BYTES = 1 << 20
"""How much of what a program prints for one n is looked at."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of loading a program: what it defines, what went wrong, what it printed."""

    ending: Ending
    entries: tuple[Entry, ...] = ()
    error: str = ""
    kind: str = ""
    """What went wrong: "syntax", "package", "unbound", "input", "error", or nothing."""
    dialect: str = ""
    printed: str = ""


class LoadRecord(Record):
    """What is known while a program is loaded."""

    def __init__(self, submission: Submission) -> None:
        super().__init__(submission.name, submission.paradigm)
        self.printed_bytes = PRINTED_BYTES
        self.loaded = Loaded(Ending(Cause.DONE))

    def take(self, record: tuple[str, Any]) -> None:
        """Take in one record; raises ChannelError where it comes out of turn."""
        kind, data = record
        if self.ending:
            return
        if kind == "loading":
            self.has_begun()
        elif kind == "ready":
            self.is_ready()
            self.ending = Ending(Cause.DONE)
            self.loaded = Loaded(
                self.ending,
                tuple(entries(data.get("entries", []))),
                without_folder(data["load_error"]),
                str(data.get("kind", "")),
                str(data.get("dialect", "")),
            )
        elif kind == "failed":
            cause = CAUSES.get(data["what"], Cause.FAILED)
            self.ending = Ending(cause, detail=without_folder(data["message"]))
        else:
            raise ChannelError("the program answers before it is asked")


class AskedRecord(Record):
    """What is known of the answers for one n: they wait for the end to be read together.

    With ``is_last`` it is complete when its process is over after the end record, else with that.
    """

    def __init__(self, submission: Submission, limits: Limits, *, is_last: bool) -> None:
        super().__init__(submission.name, submission.paradigm)
        self.printed_bytes = PRINTED_BYTES
        self.answers: list[Any] = []
        self.free_bytes = limits.output_mib * 2**20
        self.single = False
        self.failure = self.kept = ""
        self.aliased = self.labelled = self.has_said_end = False
        self.is_last = is_last

    def take(self, record: tuple[str, Any]) -> None:
        """Take in one record; raises ChannelError where it is none of the harness's."""
        if self.has_said_end:
            raise ChannelError("the program went on after its end record")
        if self.ending:  # what has arrived together with one too many
            return
        kind, data = record
        if kind in ("answer", "value"):
            self.is_first()
            self.answers.append(answer := decode(data))
            self.single = kind == "value"
            self.free_bytes -= kept_bytes(answer)
            if self.free_bytes < 0:
                self.ending = Ending(Cause.ANSWERS)
        elif kind == "end":
            self.seconds, self.solutions = self._measured(data["seconds"]), data["count"]
            self.aliased = bool(data.get("aliased", False))
            self.labelled = bool(data.get("labelled", False))
            self.kept = str(data.get("kept", ""))
            self.has_said_end = True
            if not self.is_last:
                self.ending = Ending(Cause.DONE)
        elif kind == "failed":
            self.failure = str(data["what"])
            cause = CAUSES.get(self.failure, Cause.FAILED)
            self.ending = Ending(cause, detail=without_folder(data["message"]))

    def _measured(self, seconds: float) -> float:
        """The seconds that the harness says, where they can be; else those seen from outside."""
        if self.ready is None:
            raise ChannelError("an end without a beginning")
        seen = time.monotonic() - self.ready
        return seconds if 0 <= seconds <= seen else seen

    def ended_well(self, exit_code: int) -> bool:
        """Whether it said that all its answers are given, and then came to its end."""
        return self.has_said_end and exit_code == 0


def without_folder(message: str) -> str:
    """The message without the folder that we ran the file in, which nobody knows."""
    return re.sub(r"(?:file:/*)?/\S*/queens-\w+/program/(?:submission/)?", "", message)
