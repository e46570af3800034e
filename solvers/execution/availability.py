"""Find out whether backends can run here, and the versions of their engines.

``check_availability`` starts the backend's process. ``availabilities`` examines many backends and
imports no engine of the suite: it reads the metadata of packages, looks for programs, and asks some
programs for their version.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec

from solvers.execution.backend_run import WorkerProcess, wait_until_ready
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending
from solvers.install_hint import why_unavailable
from solvers.interface import Backend

OUTSIDE_SECONDS = 10.0
"""The time limit for a backend from outside the suite to get ready."""

EXAMINED_TOGETHER = 8
"""The number of threads that examine backends; most of them wait for processes or disks."""


@dataclass(frozen=True, slots=True)
class Availability:
    """A backend with its engine's version, or with the reason why it cannot run here."""

    backend: Backend
    version: str
    ending: Ending

    @property
    def runs_here(self) -> bool:
        """Whether the backend can run here."""
        return self.ending.cause is Cause.DONE


def check_availability(backend: Backend, limits: Limits | None = None) -> Availability:
    """Start the backend's process without a problem, to see whether it gets ready."""
    with WorkerProcess(backend) as worker:
        wait_until_ready([worker], limits or Limits())
        state = worker.startup
    return Availability(backend, state.version, state.ending or Ending(Cause.NO_END_RECORD))


def availabilities(backends: Iterable[Backend]) -> list[Availability]:
    """Each backend with its version, or with the reason why it cannot run here."""
    with ThreadPoolExecutor(EXAMINED_TOGETHER) as pool:
        return list(pool.map(_without_worker, backends))


def _without_worker(backend: Backend) -> Availability:
    """Look for modules and programs; a worker calls the functions from outside the suite."""
    if backend.origin:
        return check_availability(backend, Limits(startup_seconds=OUTSIDE_SECONDS))
    try:
        for module in backend.requires:
            package = module.partition(".")[0]  # to look for the rest would import the package
            if find_spec(package) is None:
                raise ModuleNotFoundError(f"No module named {package!r}")
        if look_for_programs := getattr(backend.solve, "look_for_programs", None):
            look_for_programs()
        return Availability(backend, backend.version(), Ending(Cause.DONE))
    except Exception as error:  # a missing engine may raise any error
        note = why_unavailable(error, backend.install)
        return Availability(backend, "", Ending(Cause.CANNOT_RUN, detail=note))
