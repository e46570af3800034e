"""A student's file: in which language, run by what, from which entry point."""

from __future__ import annotations

import codecs
import os
import re
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from solvers.errors import UsageError
from solvers.run.walk import below

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
    """A file to run. ``name`` is how the user wrote it, ``entry`` the entry point or None.

    ``source`` is what was in it when it was read: that runs, whatever the file becomes.
    """

    name: str
    path: Path
    entry: str | None
    language: Language
    source: bytes = field(repr=False)

    @property
    def paradigm(self) -> str:
        """What the table says of it."""
        return f"submission, {self.language.name}"

    @property
    def file_name(self) -> str:
        """What to call it where it runs: its own name, unless that is none for every language."""
        usable = self.path.name.isprintable() and self.path.stem.strip(".")
        return (self.path.stem if usable else "program") + self.path.suffix.lower()


SUFFIXES = (".py", ".pl", ".rkt", ".scm", ".ss")

LARGEST_BYTES = 1 << 20
"""A longer file is no program that somebody wrote."""

KINDS = {
    stat.S_IFLNK: "a symbolic link",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
"""What a path can be that is no file, and what to call it."""


class RefusedError(UsageError):
    """A file that is not run; the message says why, without the file's name."""


def find(text: str) -> Submission:
    """The submission that ``file`` or ``file::entry`` names; raises UsageError."""
    file, _, entry = (text, "", "") if os.path.lexists(text) else text.rpartition("::")
    file, entry = (file, entry) if file else (entry, "")
    if not _is_program(Path(file)):
        raise UsageError(f"{file} is no program that can be run; give a {' '.join(SUFFIXES)} file")
    if not os.path.lexists(file):
        raise UsageError(f"there is no file {file}")
    if entry and not re.fullmatch(r"[^\s/]+(/\d+)?", entry):
        raise UsageError(f"{entry!r} is no entry point; give a name, e.g. {file}::queens")
    try:
        return read_submission(Path(file), name=text, entry=entry or None)
    except RefusedError as error:
        raise UsageError(f"{file} is not run: {error}") from None


def read_submission(path: Path, *, name: str, entry: str | None = None) -> Submission:
    """The submission in this file; raises RefusedError for what is no regular file, or no text."""
    source = _source(path)
    language = _language(path.suffix.lower(), source.decode(errors="replace"))
    return Submission(name, path, entry, language, source)


def programs(folder: Path) -> Iterator[Path]:
    """Whatever is called like a program, below the folder; links to folders are not followed.

    A folder that cannot be read is among them, so that what is in it is not silently left out.
    """
    unreadable: list[str] = []
    for entry in below(str(folder), lambda path, _: unreadable.append(path)):
        if _is_program(Path(entry.name)) and not entry.is_dir(follow_symlinks=False):
            yield Path(entry.path)
    yield from map(Path, unreadable)


def _is_program(path: Path) -> bool:
    return path.suffix.lower() in SUFFIXES


def _source(path: Path) -> bytes:
    try:
        kind = stat.S_IFMT(path.lstat().st_mode)
        if kind in KINDS:
            raise RefusedError(f"it is {KINDS[kind]}, not a file")
        # Between the look and the opening it may have become another thing.
        opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(opened, "rb") as file:
            if not stat.S_ISREG(os.fstat(opened).st_mode):
                raise RefusedError("it is no regular file")
            source = file.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise RefusedError(f"it cannot be read: {error.strerror}") from None
    if len(source) > LARGEST_BYTES:
        raise RefusedError(f"it is larger than {LARGEST_BYTES / 2**20:g} MiB")
    if source.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise RefusedError("it is UTF-16; save it as UTF-8")
    if b"\0" in source:
        raise RefusedError("it is no text in UTF-8: it has bytes of value 0, as UTF-16 has")
    return source


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
