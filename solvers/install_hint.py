"""Hints for something that is missing here: a package to install, or a system to run on."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from solvers.errors import UsageError, error_words, where_raised

SOLVER_PARITY = "solver-parity"
"""The name under which this suite is installed."""

SWI_PROLOG = "sudo apt-get install swi-prolog-nox (macOS: brew install swi-prolog)"
DISTRIBUTED = "pip install distributed"


def with_install_hint(reason: object, install: str) -> str:
    """The reason why something cannot run here, with the command that installs it."""
    if find_spec("pip") is None:  # an environment that uv made
        install = install.replace("pip install", "uv pip install")
    return f"{reason}; to install: {install}" if install else str(reason)


def why_unavailable(error: Exception, install: str) -> str:
    """The reason why a backend cannot run here, in one line, from the error of its engine."""
    reason = (str(error).strip() or type(error).__name__).splitlines()[0]
    if isinstance(error, UsageError):
        return reason
    return with_install_hint(error_words(error) if where_raised(error) else reason, install)


def why_not_here() -> str:
    """The reason why the suite cannot run on this system, with the remedy; "" if it can."""
    if sys.platform == "win32":
        return "solver-parity does not run on Windows directly; use WSL (wsl --install)"
    return ""
