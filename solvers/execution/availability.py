"""Whether a backend can run here, and in which version."""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType

from solvers.execution.ending import Cause, Ending
from solvers.execution.limits import Limits
from solvers.execution.worker_process import WorkerProcess, wait_until_ready
from solvers.interface import Backend, python_version, ready_at_once


@dataclass(frozen=True, slots=True)
class Availability:
    """The engine's version, or the reason why the backend cannot run here."""

    backend: Backend
    version: str
    ending: Ending

    @property
    def runs_here(self) -> bool:
        """Whether its process made itself ready."""
        return self.ending.cause is Cause.DONE


def availability(backend: Backend, limits: Limits | None = None) -> Availability:
    """Start the backend's process without a problem, to see whether it can run.

    One of ours that needs nothing but Python runs wherever this does.
    """
    needs = backend.requires, backend.prepare, backend.version, backend.origin
    is_function = isinstance(backend.solve, FunctionType)
    if is_function and needs == ((), ready_at_once, python_version, ""):
        return Availability(backend, backend.version(), Ending(Cause.DONE))
    with WorkerProcess(backend) as worker:
        wait_until_ready([worker], limits or Limits())
        state = worker.before
    return Availability(backend, state.version, state.ending or Ending(Cause.NO_END_RECORD))
