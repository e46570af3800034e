"""Walks through all files and folders below a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator


def entries_below(
    folder: str, on_error: Callable[[str, OSError], None]
) -> Iterator[os.DirEntry[str]]:
    """Yield every entry below the folder; links are not followed.

    ``on_error`` is called with the path and the error of each folder that cannot be read, such as
    one whose path is too long for the system. (Before Python 3.12, ``os.walk`` calls itself for
    each folder, and ends in a RecursionError where folders are nested deeply.)
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
