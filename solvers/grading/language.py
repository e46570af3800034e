"""The languages of programs: by what each is run, and in which a file may be written."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

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

LANGUAGES = {one.name.lower(): one for one in (PYTHON, PROLOG, RACKET, GUILE)}
"""By the names that options have for them."""

MODULE = re.compile(r"^\s*(#lang|\(module\s|#reader)", re.MULTILINE)
LIBRARY = re.compile(r"^\s*\((import|define-library|library)\s", re.MULTILINE)
GUILES_OWN = re.compile(r"\((use-modules|define-module|ice-9|srfi srfi-)")
RACKETS_OWN = re.compile(
    r"\((require|provide|for/\w+|for\*?|foldl|foldr|build-list|printf|displayln|struct|add1|sub1)\s"
)


def languages_of(suffix: str, source: str) -> tuple[Language, ...]:
    """In which languages a file may be written, likeliest first; at least one.

    Plain Scheme is no one language: where the first does not know what the file uses, another may.
    """
    if suffix == ".py":
        return (PYTHON,)
    if suffix in (".pl", ".pro", ".prolog"):
        return (PROLOG,)
    if MODULE.search(source):
        return (RACKET,)
    if LIBRARY.search(source) or GUILES_OWN.search(source):
        return (GUILE,)
    rackets = suffix == ".rkt" or RACKETS_OWN.search(source)
    plain = (RACKET, GUILE) if rackets else (GUILE, RACKET)
    return tuple(one for one in plain if one.available) or plain
