"""The errors that a caller may want to catch, as one small tree."""

from __future__ import annotations

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
    """The request makes no sense; the message says in one line how to correct it."""


class ProblemError(UsageError):
    """The problem makes no sense: its size, prefix and squares contradict each other."""


class BackendError(UsageError):
    """The backend does not exist, cannot solve this problem, or breaks its contract."""


class StoreError(UsageError):
    """A file of stored results is damaged or in use, or was made with other options."""


class ClusterError(UsageError):
    """A cluster cannot be used."""


class SubmissionError(UsageError):
    """A student's file cannot be run; the message says why, without the file's name."""


class TraceError(UsageError):
    """A search cannot be traced, or cannot be shown in the requested notation.

    The message names alternatives.
    """


class CertificateError(SolversError, ValueError):
    """A certificate is invalid; the message says why."""


class FilmError(SolversError, ValueError):
    """An event of a trace is false; the message names the event and the reason."""


class ContradictionError(SolversError, RuntimeError):
    """Two proofs contradict each other, which is a fault of this package."""


class UnavailableError(SolversError, RuntimeError):
    """A required program or package is not installed; the message says how to install it."""


class IncompleteError(SolversError, RuntimeError):
    """A run of ``solve`` ended before its search space was exhausted; the message says how."""

    status: str
    """Its status."""

    def __init__(self, message: str, status: str) -> None:
        super().__init__(message)
        self.status = status
