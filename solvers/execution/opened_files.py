"""The files that a run opens. A kept result is used again only if these files are unchanged.

Python calls an audit hook for each file that it opens, each library that it loads and each program
that it starts. The hook misses a file that a compiled library opens; the adapter of such a library
calls ``sys.audit("open", path, "r", 0)``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import invalidate_caches
from importlib.machinery import PathFinder
from importlib.util import source_from_cache
from pathlib import Path
from typing import Any

from solvers.adapters.prolog import program_file
from solvers.lazy import hashlib

Opened = Mapping[str, str]
"""Two kinds of entries: the absolute path of a file with its digest ("" for a missing file), and
the name of a module with the path of its file."""

SUITE_FOLDERS = (Path(__file__).resolve().parents[1], program_file(""))
"""The folders of the suite's own programs. One digest for each identifies all files in it."""

DIGEST_CHARACTERS = 8
"""The number of characters that a message shows of a digest."""

OLD_CONTENT_UNREAD = os.O_WRONLY | os.O_TRUNC | os.O_EXCL
"""Flags of ``open``. Each of them means that the file's old content is not read."""

INSTALLED = frozenset({"site-packages", "dist-packages"})
"""The names of folders with installed packages. The version of a package identifies its files."""

OF_THE_SYSTEM = ("/proc/", "/sys/")
"""The folders in which Linux shows the state of the machine as files."""


class OpenedFiles:
    """An audit hook that takes the digest of each file when it is first opened.

    It leaves out the files in ``folders``, in Python's library and in installed packages, which the
    run's identity covers, and the files that the process wrote first.
    """

    def __init__(self, folders: Iterable[Path | str]) -> None:
        installed = [entry for entry in sys.path if Path(entry).name in INSTALLED]
        known = [*map(str, folders), os.path.dirname(os.__file__), *installed]  # noqa: PTH120  # a str, not a Path
        self._left_out = (*OF_THE_SYSTEM, *(f"{folder}{os.sep}" for folder in known))
        self._digests: dict[str, str] = {}
        self._written: set[str] = set()
        self._path = [*sys.path]

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Record the file of an event; an error here never reaches the program."""
        if event in EVENTS:
            with suppress(Exception):
                self._take(event, *arguments)

    def opened(self) -> Opened:
        """The files opened so far, and the modules among them."""
        return self._digests | dict(self._modules())

    def _take(self, event: str, *arguments: Any) -> None:
        if event == "open":
            path, _, flags = arguments
            (self._note_written if flags & OLD_CONTENT_UNREAD else self._note_read)(path)
        elif event == "os.rename":
            self._note_written(arguments[1])
        elif event == "import":
            self._note_read(arguments[1])
        elif event in {"ctypes.dlopen", "sqlite3.connect"}:
            name = str(arguments[0]).removeprefix("file:").partition("?")[0]
            if os.sep in name or os.path.lexists(name):
                self._note_read(name)
        elif event == "os.system":
            self._note_program("sh", arguments, None)
        else:
            program, parts, folder = (*arguments[:2], None)
            if event == "subprocess.Popen":
                folder = arguments[2]
            self._note_program(program, parts, folder)

    def _note_program(self, program: Any, parts: Any, folder: Any) -> None:
        """Record a program that is started, and each file that its command line names."""
        import shutil

        self._note_read(shutil.which(os.fsdecode(program)))
        for part in [parts] if isinstance(parts, (str, bytes)) else parts:
            text = os.fsdecode(part)
            for word in {text, *text.replace("=", " ").split()}:
                path = os.path.join(os.fsdecode(folder or ""), word)  # noqa: PTH118  # a str, not a Path
                if os.path.isfile(path):  # noqa: PTH113  # False for what can be no name
                    self._note_read(path)

    def _note_written(self, path: Any) -> None:
        if not isinstance(path, int) and (name := _absolute(path)) not in self._digests:
            self._written.add(name)

    def _note_read(self, path: Any) -> None:
        if path is None or isinstance(path, int):
            return
        name = _absolute(path)
        is_known = name in self._digests or name in self._written
        if not is_known and not name.startswith(self._left_out):
            self._digests[name] = ""  # taking the digest opens it, too
            self._digests[name] = digest_of_file(Path(name))

    def _modules(self) -> Iterator[tuple[str, str]]:
        """The opened top-level modules that ``sys.path`` leads to, with their files."""
        for name, module in [*sys.modules.items()]:
            file = getattr(module, "__file__", None)
            if not file or "." in name or _absolute(file) not in self._digests:
                continue
            if module_file(name, self._path) == _absolute(file):
                yield name, _absolute(file)


_watching: list[OpenedFiles] = []


def record_opened_files(folder: str) -> None:
    """From now on, record the files that this process opens outside ``folder``."""
    _watching.append(OpenedFiles([*SUITE_FOLDERS, folder]))
    sys.addaudithook(_watching[-1])


def files_opened_here() -> Opened:
    """The files that this process has opened since ``record_opened_files``; else empty."""
    return _watching[-1].opened() if _watching else {}


EVENTS = frozenset(
    {
        *("open", "import", "ctypes.dlopen", "sqlite3.connect"),
        *("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.rename"),
    }
)


def changed(opened: Opened) -> dict[str, tuple[object, object]]:
    """The changed files, each with the first characters of its old and new digest; None: missing.

    A module that is now found in another file is listed with both paths.
    """
    found: dict[str, tuple[object, object]] = {}
    invalidate_caches()  # of this process, which may be older
    for name, was in opened.items():
        is_file = os.path.isabs(name)  # noqa: PTH117  # a str, not a Path
        now = digest_of_file(Path(name)) if is_file else module_file(name, sys.path)
        if now != was and is_file:
            found[f"file {name}"] = was[:DIGEST_CHARACTERS] or None, now[:DIGEST_CHARACTERS] or None
        elif now != was:
            found[f"module {name}"] = was, now or None
    return found


def digest_of_file(path: Path) -> str:
    """The SHA-256 of the file; "" if the file is missing or unreadable."""
    try:
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def module_file(module: str, path: list[str]) -> str:
    """The file of the module in the folders of ``path``; "" if none of them has it."""
    found = PathFinder.find_spec(module, path)
    return _absolute(found.origin) if found and found.origin else ""


def _absolute(path: Any) -> str:
    """The absolute path, with links kept; for a .pyc file, that of its source, if it exists."""
    name = os.path.abspath(os.fsdecode(path))  # noqa: PTH100  # links are not followed
    if name.endswith(".pyc"):
        with suppress(ValueError):
            source = source_from_cache(name)
            return source if os.path.exists(source) else name  # noqa: PTH110  # a str, not a Path
    return name
