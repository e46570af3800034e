"""The private folder of a run, where it and all it starts put their temporary files.

The process that ends the run removes it: its parent, or the run itself where the parent has gone.
Where both were killed, a later run removes it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

VARIABLES = ("TMPDIR", "TEMP", "TMP", "DASK_TEMPORARY_DIRECTORY")
"""The environment variables that name the folder for temporary files."""

ELSEWHERE = "/tmp"  # noqa: S108  # the folder that is made there is private
"""Used where the name in TMPDIR is not UTF-8 or has a line break, which engines cannot read."""

PREFIX = "queens-"

LOCK_FILE = ".queens-run"
"""A file in each such folder, which the process that made it keeps locked."""

ABANDONED_SECONDS = 60.0
"""The least age of a folder that is removed because nobody has it locked."""

LOCKS: dict[str, int] = {}
"""The open lock file of each folder of this process."""


def make_folder() -> str:
    """A new folder, whose name is text; raises OSError."""
    usual = tempfile.gettempdir()
    is_text = usual.isprintable() and os.fsencode(usual) == usual.encode(errors="replace")
    parent = os.path.realpath(usual if is_text else ELSEWHERE)
    _remove_abandoned(parent)
    folder = tempfile.mkdtemp(prefix=PREFIX, dir=parent)
    LOCKS[folder] = os.open(f"{folder}/{LOCK_FILE}", os.O_CREAT | os.O_RDWR, 0o600)
    with suppress(OSError):  # a file system without locks: its folders are never abandoned
        fcntl.flock(LOCKS[folder], fcntl.LOCK_EX | fcntl.LOCK_NB)
    return folder


def release_folder(folder: str) -> None:
    """Close the lock of a folder that another process removes."""
    if folder in LOCKS:
        os.close(LOCKS.pop(folder))


def remove_folder(folder: str) -> None:
    """Remove the folder with all that is in it, after all writers have ended."""
    shutil.rmtree(folder, ignore_errors=True)
    release_folder(folder)


def environment_for(folder: str) -> Mapping[str, str]:
    """The variables that point to the folder."""
    return dict.fromkeys(VARIABLES, folder)


def _remove_abandoned(parent: str) -> None:
    """Remove the folders of commands that were killed before they could do it themselves."""
    with suppress(OSError):
        for folder in Path(parent).glob(f"{PREFIX}*"):
            with suppress(OSError):
                _remove_if_abandoned(folder)


def _remove_if_abandoned(folder: Path) -> None:
    mark = folder / LOCK_FILE
    facts = mark.lstat()
    is_old = time.time() - facts.st_mtime > ABANDONED_SECONDS
    if facts.st_uid != os.getuid() or folder.is_symlink() or not is_old:
        return
    descriptor = os.open(mark, os.O_RDWR | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)  # raises where it is in use
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(descriptor)


def entries_below(
    folder: str, on_error: Callable[[str, OSError], None]
) -> Iterator[os.DirEntry[str]]:
    """Every entry below the folder; links are not followed.

    ``on_error`` is told of each folder that cannot be read, such as one whose path is too long for
    the system. (``os.walk`` calls itself for every folder until Python 3.12, and then ends in a
    RecursionError.)
    """
    waiting = [folder]
    while waiting:
        at = waiting.pop()
        try:
            with os.scandir(at) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    yield entry
        except OSError as error:
            on_error(at, error)
