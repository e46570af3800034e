"""Whether a backend can run here, and in which version."""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType

from solvers.execution.channel import ChannelError, Decoder, Tag
from solvers.execution.ending import Cause, Ending
from solvers.execution.limits import Limits
from solvers.execution.records import Ready, Unavailable, read_record
from solvers.execution.run_state import RunState
from solvers.execution.supervisor import follow
from solvers.execution.worker import Job
from solvers.execution.worker_process import WorkerProcess
from solvers.interface import Backend, python_version, ready_at_once


@dataclass(frozen=True, slots=True)
class Availability:
    """What was found: the engine's version, or why the backend cannot run here."""

    backend: Backend
    version: str
    ending: Ending

    @property
    def runs_here(self) -> bool:
        """Whether its process made itself ready."""
        return self.ending.cause is Cause.DONE


class _ProbeState(RunState):
    """A process that makes itself ready, and has nothing to do then."""

    def take(self, record: tuple[Tag, bytes]) -> None:
        """Take in its only record."""
        tag, payload = record
        if tag not in {Tag.READY, Tag.UNAVAILABLE}:
            raise ChannelError(f"a record {tag.name} out of turn")
        match read_record(tag, payload):
            case Ready(version):
                self.version = version
                self.ending = Ending(Cause.DONE)
            case Unavailable(note):
                self.ending = Ending(Cause.CANNOT_RUN, detail=note)


def availability(backend: Backend, limits: Limits | None = None) -> Availability:
    """Start the backend's process without a problem, to see whether it can run.

    One of ours that needs nothing but Python runs wherever this does.
    """
    needs = backend.requires, backend.prepare, backend.version, backend.origin
    is_function = isinstance(backend.solve, FunctionType)
    if is_function and needs == ((), ready_at_once, python_version, ""):
        return Availability(backend, backend.version(), Ending(Cause.DONE))
    state = _ProbeState()
    for _ in follow(state, WorkerProcess(Job(backend, None)), Decoder(), limits or Limits()):
        pass
    return Availability(backend, state.version, state.ending or Ending(Cause.NO_END_RECORD))
