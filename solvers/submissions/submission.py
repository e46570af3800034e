"""A student's file: in which language, run by what, from which entry point."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from solvers.interface import UsageError

HARNESSES = Path(__file__).parent / "harness"
STACK_MEBIBYTES = 256


@dataclass(frozen=True, slots=True)
class Language:
    """How programs of one language are run: ``command`` is what stands before the job."""

    name: str
    command: Callable[[Path], list[str]]
    harness: str
    program: str
    cure: str

    @property
    def available(self) -> bool:
        """Whether its interpreter is here."""
        return shutil.which(self.program) is not None


def base_python() -> str:
    """The interpreter below the virtual environment, from which the suite cannot be imported."""
    return getattr(sys, "_base_executable", None) or sys.executable


PYTHON = Language(
    name="Python",
    command=lambda harness: [base_python(), "-I", "-S", "-B", "-X", "utf8", str(harness)],
    harness="harness.py",
    program=base_python(),
    cure="",
)
PROLOG = Language(
    name="Prolog",
    command=lambda harness: [
        *("swipl", "-q", "-f", "none", f"--stack-limit={STACK_MEBIBYTES}m", str(harness)),
    ],
    harness="harness.pl",
    program="swipl",
    cure="sudo apt-get install swi-prolog-nox (macOS: brew install swi-prolog)",
)
RACKET = Language(
    name="Racket",
    command=lambda harness: ["racket", str(harness)],
    harness="harness.rkt",
    program="racket",
    cure="sudo apt-get install racket (macOS: brew install racket)",
)
GUILE = Language(
    name="Guile",
    command=lambda harness: ["guile", "--no-auto-compile", "-q", str(harness)],
    harness="harness.scm",
    program="guile",
    cure="sudo apt-get install guile-3.0 (macOS: brew install guile)",
)


@dataclass(frozen=True, slots=True)
class Submission:
    """A file to run. ``name`` is how the user wrote it, ``entry`` the entry point or None."""

    name: str
    path: Path
    entry: str | None
    language: Language

    @property
    def paradigm(self) -> str:
        """What the table says of it."""
        return f"submission, {self.language.name}"


SUFFIXES = (".py", ".pl", ".rkt", ".scm", ".ss")


def find(text: str) -> Submission:
    """The submission that ``file`` or ``file::entry`` names; raises UsageError."""
    file, _, entry = text.partition("::")
    path = Path(file)
    if path.suffix not in SUFFIXES:
        raise UsageError(f"{file} is no program that can be run; give a {' '.join(SUFFIXES)} file")
    if not path.is_file():
        raise UsageError(f"there is no file {file}")
    if entry and not re.fullmatch(r"[^\s/]+(/\d+)?", entry):
        raise UsageError(f"{entry!r} is no entry point; give a name, e.g. {file}::queens")
    try:
        source = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    return Submission(text, path.resolve(), entry or None, _language(path.suffix, source))


def _language(suffix: str, source: str) -> Language:
    if suffix == ".py":
        return PYTHON
    if suffix == ".pl":
        return PROLOG
    if re.search(r"^\s*(#lang|\(module\s)", source, re.MULTILINE):
        return RACKET
    # R7RS libraries are Guile's; plain Scheme runs in Racket where it is there, else in Guile.
    if re.search(r"^\s*\((import|define-library)\s", source, re.MULTILINE):
        return GUILE
    return RACKET if RACKET.available else GUILE
