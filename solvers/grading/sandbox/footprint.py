"""A program's memory that is resident in no process (Linux), and the space of its files."""

from __future__ import annotations

import errno
import math
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import psutil

UNNAMED = re.compile(rb"^([0-9a-f]+)-([0-9a-f]+) \S+ \S+ (\S+) (\d+) +/dev/zero", re.MULTILINE)
"""Matches a line of /proc/PID/maps about shared memory without a file; names may be no UTF-8."""

LONGEST_MAPS = 2 << 20
"""The most bytes of /proc/PID/maps that are read; a program without tricks has 200,000 at most."""

INODE_BYTES = 2 << 10
"""The memory that a file or folder takes besides its content."""

LARGEST_BUFFER_FILE = Path("/proc/sys/net/core/wmem_max")
"""The file with the size in bytes of a socket's largest buffer; the kernel allows twice that."""

IN_MEMORY = ("tmp", "dev/shm")
"""The folders that are in memory if a process has a root of its own."""


def hidden_mib(processes: Sequence[psutil.Process], most_mib: float) -> float:
    """The memory, in MiB, that these processes take and that is resident in none of them.

    It counts page tables, each shared mapping once, sockets, and files in memory below a root of
    their own; the filter of system calls refuses other ways. A mapping counts with its whole size
    and a socket with its largest buffer, written or not. A process that hides its mappings, or has
    too many to read, counts ``most_mib``.
    """
    sizes: dict[object, int] = {}
    resident = tables = 0
    hiding = 0.0
    files: dict[int, int] = {}
    sockets: set[str] = set()
    for process in processes:
        files |= _file_bytes(process.pid)
        sockets |= {link for _, link in _links(process.pid) if link.startswith("socket:")}
        with suppress(FileNotFoundError, ProcessLookupError):  # it has ended
            lines = Path(f"/proc/{process.pid}/status").read_bytes().split(b"\n")
            parts = (line.partition(b":") for line in lines)  # names may be no UTF-8
            status = {name: value.split() for name, _, value in parts}
            resident += int(status.get(b"RssShmem", [b"0"])[0]) << 10  # in kB there
            tables += int(status.get(b"VmPTE", [b"0"])[0]) << 10
            try:
                mappings = _mapping_bytes(process.pid)
            except (FileNotFoundError, ProcessLookupError):
                continue
            except OSError:
                real, effective, *_ = status[b"Uid"]
                # They differ in bubblewrap before it gives up another user's rights.
                hiding += most_mib if real == effective else 0
                continue
            for key, size in mappings.items():
                sizes[key] = max(size, sizes.get(key, 0))
    shared = max(0, sum(sizes.values()) - resident)
    known = tables + shared + sum(files.values()) + len(sockets) * _socket_bytes()
    return hiding + known / 2**20


def _mapping_bytes(pid: int) -> Counter[tuple[str, str]]:
    """The bytes of the process's unnamed shared mappings, by device and inode; raises OSError."""
    with Path(f"/proc/{pid}/maps").open("rb") as file:
        maps = file.read(LONGEST_MAPS)
    if len(maps) == LONGEST_MAPS:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    sizes = Counter[tuple[str, str]]()
    for start, end, device, inode in UNNAMED.findall(maps):
        sizes[device.decode(), inode.decode()] += int(end, 16) - int(start, 16)
    return sizes


def _links(pid: int) -> Iterator[tuple[Path, str]]:
    """The open files of the process: the link of each, and its target."""
    with suppress(OSError):
        for link in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):
                yield link, str(link.readlink())


@cache
def _socket_bytes() -> int:
    try:
        return 2 * int(LARGEST_BUFFER_FILE.read_text())
    except (OSError, ValueError):  # not Linux, or no such file
        return 2 << 18


def _file_bytes(pid: int) -> dict[int, int]:
    """The bytes of files in memory below the process's root, by device, if the root is not ours."""
    sizes = {}
    with suppress(OSError):
        root = Path(f"/proc/{pid}/root")
        if root.stat().st_dev != Path("/").stat().st_dev:
            for folder in IN_MEMORY:
                facts = os.statvfs(root / folder)
                device = (root / folder).stat().st_dev
                inodes = facts.f_files - facts.f_ffree
                sizes[device] = (facts.f_blocks - facts.f_bfree) * facts.f_frsize
                sizes[device] += inodes * INODE_BYTES
    return sizes


ENTRY_BYTES = 1 << 10
"""The least size of a file or folder, so that many empty ones count too."""


def written_mib(folder: Path, processes: Iterable[psutil.Process], enough: float) -> float:
    """The space of all files below the folder, in MiB. The count stops above ``enough``.

    Deleted files count while one of the processes holds them open, if /proc shows it. The space is
    infinite if a folder cannot be read or is too deep.
    """
    from solvers.execution.folder_walk import entries_below

    unseen: list[str] = []

    def note(path: str, error: OSError) -> None:
        if not isinstance(error, (FileNotFoundError, NotADirectoryError)):  # gone meanwhile
            unseen.append(path)

    def facts_of_files() -> Iterator[os.stat_result]:
        for process in processes:
            for link, target in _links(process.pid):
                if target.startswith(str(folder)) and target.endswith(" (deleted)"):
                    with suppress(OSError):
                        yield link.stat()
        for entry in entries_below(str(folder), note):
            with suppress(OSError):
                yield entry.stat(follow_symlinks=False)

    seen: set[tuple[int, int]] = set()
    total = 0.0
    for facts in facts_of_files():
        inode = facts.st_dev, facts.st_ino
        total += max(ENTRY_BYTES, 0 if inode in seen else facts.st_blocks * 512) / 2**20
        seen.add(inode)
        if total > enough:
            break
    return math.inf if unseen else total
