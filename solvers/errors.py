"""The errors that a caller may want to catch, as one small tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solvers.execution.ending import Status

__all__ = [
    "BackendError",
    "CertificateError",
    "ClusterError",
    "ContradictionError",
    "FilmError",
    "IncompleteError",
    "ProblemError",
    "SolversError",
    "StoreError",
    "SubmissionError",
    "TraceError",
    "UnavailableError",
    "UsageError",
]


class SolversError(Exception):
    """The base of all errors of this package."""


class UsageError(SolversError, ValueError):
    """The request makes no sense; the message, one line, says what to do."""


class ProblemError(UsageError):
    """There is no such problem: its size, prefix or squares do not fit together."""


class BackendError(UsageError):
    """No backend has this name, or it cannot solve this problem, or it breaks its contract."""


class StoreError(UsageError):
    """A file of kept results cannot be used: damaged, in use, or of another run."""


class ClusterError(UsageError):
    """A cluster cannot be used."""


class SubmissionError(UsageError):
    """A student's file is not run; the message says why, without the file's name."""


class TraceError(UsageError):
    """A search cannot be traced, or not in that notation; the message names those that can."""


class CertificateError(SolversError, ValueError):
    """A certificate proves nothing; the message says why."""


class FilmError(SolversError, ValueError):
    """An event of a film is not true; the message says which one and why."""


class ContradictionError(SolversError, RuntimeError):
    """Two proofs contradict each other, which is a fault of this package."""


class UnavailableError(SolversError, RuntimeError):
    """Something needed is not installed here; the message says how to install it."""


class IncompleteError(SolversError, RuntimeError):
    """A run behind ``solve`` ended before its space was exhausted; the message says how."""

    status: Status
    """How it ended."""

    def __init__(self, message: str, status: Status) -> None:
        super().__init__(message)
        self.status = status
