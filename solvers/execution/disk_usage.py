"""How much is written below a folder, also to files there that have lost their names."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

import psutil

ENTRY_BYTES = 1 << 10
"""What a name counts for at least, so that many empty files and folders count too."""


def written_mib(folder: Path, processes: Iterable[psutil.Process], enough: float) -> float:
    """The space that what is below the folder takes, in MiB; more is not looked at than is enough.

    Files without a name count while one of the processes holds them open (where /proc tells). What
    lies in a folder that cannot be read, or too deep to be looked at, is more than any limit.
    """
    seen: set[tuple[int, int]] = set()
    unseen: list[str] = []
    total = 0.0
    for facts in chain(_nameless(processes, folder), _named(folder, unseen)):
        inode = facts.st_dev, facts.st_ino
        total += max(ENTRY_BYTES, 0 if inode in seen else facts.st_blocks * 512) / 2**20
        seen.add(inode)
        if total > enough:
            break
    return math.inf if unseen else total


def below(folder: str, on_error: Callable[[str, OSError], None]) -> Iterator[os.DirEntry[str]]:
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


def _named(folder: Path, unseen: list[str]) -> Iterable[os.stat_result]:
    def note(path: str, error: OSError) -> None:
        if not isinstance(error, (FileNotFoundError, NotADirectoryError)):  # gone meanwhile
            unseen.append(path)

    for entry in below(str(folder), note):
        with suppress(OSError):
            yield entry.stat(follow_symlinks=False)


def _nameless(processes: Iterable[psutil.Process], folder: Path) -> Iterable[os.stat_result]:
    for process in processes:
        with suppress(OSError):
            for link in Path(f"/proc/{process.pid}/fd").iterdir():
                with suppress(OSError):
                    target = str(link.readlink())
                    if target.startswith(str(folder)) and target.endswith(" (deleted)"):
                        yield link.stat()
