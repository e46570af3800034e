"""How much is written below a folder, also to files there that have lost their names."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain
from pathlib import Path

import psutil


def written_mib(folder: Path, processes: Iterable[psutil.Process], enough: float) -> float:
    """The space that files below the folder take, in MiB; more are not looked at than is enough.

    Files without a name count while one of the processes holds them open (where /proc tells).
    """
    seen: set[tuple[int, int]] = set()
    total = 0.0
    for facts in chain(_nameless(processes, folder), _named(folder)):
        if (facts.st_dev, facts.st_ino) not in seen:
            seen.add((facts.st_dev, facts.st_ino))
            total += facts.st_blocks * 512 / 2**20
        if total > enough:
            break
    return total


def _named(folder: Path) -> Iterable[os.stat_result]:
    for path, _, files in os.walk(folder):
        for file in files:
            with suppress(OSError):
                yield os.lstat(os.path.join(path, file))  # noqa: PTH118  # a path for each is slow


def _nameless(processes: Iterable[psutil.Process], folder: Path) -> Iterable[os.stat_result]:
    for process in processes:
        with suppress(OSError):
            for link in Path(f"/proc/{process.pid}/fd").iterdir():
                with suppress(OSError):
                    target = str(link.readlink())
                    if target.startswith(str(folder)) and target.endswith(" (deleted)"):
                        yield link.stat()
