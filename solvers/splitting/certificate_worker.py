"""Make a certificate in an ordinary worker, which shares the parts among processes of its own."""

from __future__ import annotations

import math
import struct
import sys
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack
from dataclasses import dataclass

from solvers.errors import ClusterError, UsageError
from solvers.execution.channel import LONGEST_PAYLOAD, Channel, Decoder, Tag
from solvers.execution.ending import Cause, Ending
from solvers.execution.limits import Limits
from solvers.execution.records import End, Ready, read_placements, read_record
from solvers.execution.run_state import RunState
from solvers.execution.supervisor import follow
from solvers.execution.worker_process import WorkerProcess
from solvers.interface import ready_at_once
from solvers.puzzle.placements import empty
from solvers.puzzle.problem import Problem
from solvers.splitting.certificates import Part, parts
from solvers.splitting.split import Split

TOKENS = struct.Struct("<I")
"""How many tokens are in a record, in front of them."""

UNLIMITED = Limits(
    seconds=math.inf,
    memory_mib=math.inf,
    output_mib=math.inf,
    processes=sys.maxsize,
    written_mib=math.inf,
)


@dataclass(frozen=True)
class CertificateTask:
    """Make the parts of a certificate, and send them in order."""

    problem: Problem
    split: Split

    def do(self, channel: Channel, wait_for_word: Callable[[], None]) -> None:
        """Do it in this process and those that it starts."""
        n = self.problem.n
        with ExitStack() as stack:
            try:
                workers = stack.enter_context(self.split.start(ready_at_once)())
            except (UsageError, OSError) as error:
                channel.send_fields(Tag.UNAVAILABLE, {"note": str(error)})
                return
            channel.send_fields(Tag.READY, {"version": "", "ready_at": time.monotonic()})
            wait_for_word()
            for member, tokens, solutions in parts(self.problem, workers):
                channel.send_placements(solutions.reshape(-1).data, len(solutions), n)
                step = LONGEST_PAYLOAD - TOKENS.size
                for start in range(0, len(member), step):
                    new = 0 if start else tokens
                    channel.send(Tag.TOKENS, TOKENS.pack(new), member[start : start + step])
            facts = {"solutions": 0, "seconds": 0, "first_solution_seconds": None}
            channel.send_fields(Tag.END, facts | {"peak_memory_mib": 0, "note": "", "counters": {}})


class _CertificateState(RunState):
    """What is known of a certificate that is being made."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n = n

    def take(self, record: tuple[Tag, bytes]) -> Part | None:
        """Take in one record; gives the tokens or the solutions in it."""
        tag, payload = record
        if tag is Tag.PLACEMENTS:
            return Part(b"", 0, read_placements(payload, self.n))
        if tag is Tag.TOKENS:
            (tokens,) = TOKENS.unpack_from(payload)
            return Part(payload[TOKENS.size :], tokens, empty(self.n))
        found = read_record(tag, payload)
        if isinstance(found, Ready):
            self.is_ready()
        elif isinstance(found, End):
            self.ending = Ending(Cause.DONE)
        else:
            self.ending = Ending(Cause.FAILED, detail=getattr(found, "note", ""))
        return None


def parts_elsewhere(problem: Problem, split: Split) -> Generator[Part]:
    """All parts in order, made in a process of their own; raises ClusterError.

    However it is left, all that was started is ended.
    """
    state = _CertificateState(problem.n)
    worker = WorkerProcess(CertificateTask(problem, split))
    yield from follow(state, worker, Decoder(), UNLIMITED)
    ending = state.ending or Ending(Cause.NO_END_RECORD)
    if ending.cause is Cause.INTERRUPTED:
        raise KeyboardInterrupt
    if ending.cause is not Cause.DONE:
        why = ending.detail or "the process that makes the certificate ended early; try again"
        raise ClusterError(why)
