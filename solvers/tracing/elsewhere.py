"""What a backend of others tells about its search, from a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from solvers.adapters.outside import Elsewhere
from solvers.errors import IncompleteError, TraceError, UnavailableError
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending
from solvers.interface import Backend


class UnfinishedTraceError(IncompleteError):
    """A trace reached a limit, or its process ended; ``ending`` says which."""

    def __init__(self, backend: Backend, ending: Ending) -> None:
        super().__init__(f"the trace of {backend.name} is incomplete ({ending.cause})", "")
        self.status, self.ending = ending.status, ending


def is_elsewhere(backend: Backend) -> bool:
    """Whether this process has only the record of the backend."""
    return isinstance(backend.solve, Elsewhere)


def asked_elsewhere(
    backend: Backend,
    function: Callable[..., Iterator[bytes]],
    *arguments: Any,
    limits: Limits | None = None,
) -> Iterator[bytes]:
    """Call the function with the backend and the arguments in a process of its own.

    Yields each piece as it comes. Raises TraceError, UnavailableError and UnfinishedTraceError.
    """
    # The web page has no processes.
    from solvers.execution.channel import RemoteCall
    from solvers.execution.remote_calls import pieces_elsewhere

    call = RemoteCall(function, arguments)
    for piece in pieces_elsewhere(backend, call, limits or Limits()):
        if isinstance(piece, bytes):
            yield piece
        elif piece.cause is Cause.FAILED:
            raise TraceError(piece.detail)
        elif piece.cause is Cause.CANNOT_RUN:
            raise UnavailableError(f"{backend.name} cannot run here: {piece.detail}")
        elif piece.cause is Cause.INTERRUPTED:
            raise KeyboardInterrupt
        elif piece.cause is not Cause.DONE:
            raise UnfinishedTraceError(backend, piece)
