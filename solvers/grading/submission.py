"""A student's file, its language, and the files beside it that it loads."""

from __future__ import annotations

import json
import os
import re
import stat
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path, PurePath

from solvers.errors import SubmissionError, UsageError
from solvers.grading.language import LANGUAGES, Language, languages_of, supported_suffixes


@dataclass(frozen=True, slots=True)
class Submission:
    """A file to run. ``name`` is the file as the user wrote it.

    ``function`` is the NAME of ``FILE::NAME``, or "".

    ``source`` is the content when the file was read; this runs, even if the file changes.
    ``others`` are other languages in which the file may be written. ``companions`` are the files
    that it loads from beside it, by name. No folder is copied, no file beside several programs, and
    at most MOST_COMPANIONS files.
    """

    name: str
    path: Path
    function: str
    language: Language
    source: bytes = field(repr=False)
    others: tuple[Language, ...] = ()
    companions: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    @property
    def text(self) -> str:
        """The source as text."""
        return self.source.decode(errors="replace")

    def line_with(self, n: int) -> str:
        """The line of standard input that tells the program n, as a term if it reads terms."""
        reader = self.language.term_reader
        return f"{n}.\n" if reader and reader.search(self.text) else f"{n}\n"

    @property
    def suffix(self) -> str:
        """A suffix of the language: the file's own, or the usual one if the file has another."""
        suffix, suffixes = self.path.suffix.lower(), self.language.suffixes
        return suffix if suffix in suffixes else suffixes[0]

    @property
    def paradigm(self) -> str:
        """The paradigm to show in a table: "submission" and the language."""
        return f"submission, {self.language.name}"

    @property
    def file_name(self) -> str:
        """The name of the copy that runs: the file's own, or "program" if that cannot be used."""
        usable = self.path.name.isprintable() and self.path.stem.strip(".")
        return (self.path.stem if usable else "program") + self.suffix.replace(NOTEBOOK, ".py")


NOTEBOOK = ".ipynb"

LARGEST_BYTES = 1 << 20
"""The most bytes of a file; a program that a student writes is shorter."""

MOST_COMPANIONS = 20
"""The most files that are copied beside a program."""


def find_submission(text: str, *, language: str = "") -> Submission:
    """The submission that ``text``, a file or ``FILE::NAME``, names; raises UsageError.

    With a ``language``, the file can have any name.
    """
    file, _, function = (text, "", "") if os.path.lexists(text) else text.rpartition("::")
    file, function = (file, function) if file else (function, "")
    if not os.path.lexists(file):
        raise UsageError(f"there is no file {file}")
    if function and not re.fullmatch(r"[^\s/(){}]+", function):
        raise UsageError(f"{function!r} is not a name; give one, for example {file}::queens")
    try:
        return read_submission(Path(file), name=text, function=function, language=language)
    except SubmissionError as error:
        raise UsageError(f"{file} cannot be checked: {error}") from None


def read_submission(
    path: Path,
    *,
    name: str,
    function: str = "",
    language: str = "",
    alone: bool = False,
) -> Submission:
    """The submission in this file; raises SubmissionError if the file is no program's text.

    ``language`` is a key of LANGUAGES; "": the name and the text of the file show the language.
    With ``alone``, no file beside it is copied.
    """
    if not language and not is_program(path) and os.path.isfile(path):  # noqa: PTH113  # False without permission
        supported = " ".join(supported_suffixes())
        raise SubmissionError(
            f"it is not a supported program; supported files: {supported} "
            "(queens check takes every file with --language)"
        )
    source = source_of(path)
    if not source.strip():
        raise SubmissionError("it is empty")
    if path.suffix.lower() == NOTEBOOK:
        source = _cells_of(source)
    if language:
        first, *others = [LANGUAGES[language]]
    else:
        first, *others = languages_of(path.suffix.lower(), source.decode(errors="replace"))
    companions = _files_beside(path, first, source, alone=alone)
    return Submission(name, path, function, first, source, tuple(others), companions)


def _cells_of(source: bytes) -> bytes:
    """The code of a notebook's cells; raises SubmissionError if ``source`` is no notebook."""
    try:
        cells = json.loads(source)["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        lines = "\n\n".join(code).splitlines()
        is_command = [line.lstrip().startswith(("%", "!")) for line in lines]  # and no Python
        pairs = zip(lines, is_command, strict=True)
        return "\n".join("" if command else line for line, command in pairs).encode()
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SubmissionError("it is not a readable notebook") from None


def _files_beside(
    path: Path, language: Language, source: bytes, *, alone: bool
) -> dict[str, bytes]:
    """The files beside a program that it or one of them loads, by name.

    If the program is ``alone``, it gets none of them.
    """
    companions: dict[str, bytes] = {}
    waiting = [(language, source)]
    for loader, text in waiting:
        for names in loader.files_loaded(text.decode(errors="replace")):
            name = next((name for name in names if _is_file(path.parent / name)), None)
            is_new = not alone and name not in {path.name, *companions}
            if name and is_new and len(companions) < MOST_COMPANIONS:
                companions[name] = source_of(path.parent / name)
                loaded, *_ = *languages_of(Path(name).suffix.lower()), loader
                waiting.append((loaded, companions[name]))
    if language.data_suffix and _is_file(data := path.with_suffix(language.data_suffix)):
        companions[data.name] = source_of(data)
    return companions


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def is_program(path: Path) -> bool:
    """Whether the suffix is a program's."""
    return path.suffix.lower() in supported_suffixes()


def source_of(path: Path) -> bytes:
    """The content of a file; raises SubmissionError if it is no regular file, or no text."""
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            raise SubmissionError("it is a symbolic link, not a file")
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # opening a device may do something
            raise SubmissionError("it is not a regular file")
        # It may have become a link or a pipe since then.
        opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(opened, "rb") as file:
            source = file.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise SubmissionError(f"it cannot be read: {error.strerror}") from None
    if len(source) > LARGEST_BYTES:
        raise SubmissionError(f"it is larger than {LARGEST_BYTES / 2**20:g} MiB")
    if b"\0" in source:
        raise SubmissionError(
            "it is not UTF-8 text: it contains null bytes, as UTF-16 does; save it as UTF-8"
        )
    return source


class Task(StrEnum):
    """The task of a program for each n."""

    ALL = "all"
    ONE = "one"
    """Any one solution; nothing if there is none."""
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """The options of a check.

    ``call`` is the subject, with {n} for n; "": a usual name, or the printed boards. With
    ``printed``, the verdict is about the text that is printed. ``packages`` are those that the
    program may import, by name. With ``is_task_named``, the user has chosen the task, so answers to
    another one are wrong. Without ``hints``, no cause of a fault is looked for.
    """

    task: Task = Task.ALL
    call: str = ""
    printed: bool = False
    packages: Mapping[str, Path] = field(default_factory=dict)
    is_task_named: bool = False
    hints: bool = True


def short_names(paths: Sequence[str]) -> list[str]:
    """The last part of each path; the whole path if another one has the same last part."""
    names = [PurePath(path).name for path in paths]
    times = Counter(names)
    both = zip(paths, names, strict=True)
    return [path if times[name] > 1 else name for path, name in both]
