"""The space that a program's files take, as far as they can be found."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from solvers.execution.folder import entries_below

if TYPE_CHECKING:
    import psutil

ENTRY_BYTES = 1 << 10
"""The least size of a name, so that many empty files and folders count too."""


def written_mib(folder: Path, processes: Iterable[psutil.Process], enough: float) -> float:
    """The space of all files below the folder, in MiB; it is counted up to ``enough``.

    Files without a name count while one of the processes holds them open (where /proc tells). A
    folder that cannot be read, or is too deep to be looked at, is more than any limit.
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


def _named(folder: Path, unseen: list[str]) -> Iterable[os.stat_result]:
    def note(path: str, error: OSError) -> None:
        if not isinstance(error, (FileNotFoundError, NotADirectoryError)):  # gone meanwhile
            unseen.append(path)

    for entry in entries_below(str(folder), note):
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
