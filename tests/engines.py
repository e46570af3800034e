"""Backends and programs that a test needs: it is skipped where they are missing."""

from __future__ import annotations

import fcntl
import os
import shutil
import warnings
from functools import cache
from pathlib import Path

import pytest

from solvers import registry
from solvers.execution.solving import make_ready
from solvers.grading.language import Language
from solvers.grading.sandbox import Sandbox
from solvers.grading.sandbox.commands import why_not_strong
from solvers.install_hint import with_install_hint
from solvers.interface import Backend


@cache
def why_not(name: str) -> str:
    """The reason why a backend cannot run, found by preparing it in this process; "" if it can.

    One process at a time: an engine that compiles itself at its first import does that once.
    """
    found = registry.backends()[name]
    try:
        with warnings.catch_warnings(), Path(__file__).open() as lock:
            warnings.simplefilter("default")
            fcntl.flock(lock, fcntl.LOCK_EX)
            make_ready(found)
    except Exception as error:  # an engine that is not there raises what it likes
        return with_install_hint(error, found.install)
    return ""


def skip_or_fail(reason: str) -> None:
    """Skip where something optional is missing; fail where everything has to be there."""
    if os.environ.get("REQUIRE_ALL") == "1":
        pytest.fail(f"REQUIRE_ALL=1, but {reason}")
    pytest.skip(reason)


def able_backend(name: str) -> Backend:
    """The backend of this name; skips the test, with the reason, if it cannot run here."""
    if reason := why_not(name):
        skip_or_fail(f"{name} cannot run here: {reason}")
    return registry.backends()[name]


def needs_program(name: str, package: str) -> None:
    """Skip the test where a program is missing."""
    if not shutil.which(name):
        skip_or_fail(f"{name} is missing: sudo apt-get install {package}")


def needs_prolog() -> None:
    """Skip the test where SWI-Prolog is missing."""
    needs_program("swipl", "swi-prolog-nox")


WITHOUT_STRONG = why_not_strong()
"""The reason why the strong sandbox does not work here; "" if it does."""


def needs_sandbox(sandbox: Sandbox) -> None:
    """Skip the test where this sandbox does not work."""
    if sandbox is Sandbox.STRONG and WITHOUT_STRONG:
        skip_or_fail(WITHOUT_STRONG)


def needs_language(language: Language) -> None:
    """Skip the test where a language of students' programs is missing."""
    if not Sandbox.BASIC.has(language):
        skip_or_fail(f"{language.name} is missing: {language.install}")
