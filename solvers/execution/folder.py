"""The private folder for the temporary files of a run, and the entries below a folder."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping

VARIABLES = ("TMPDIR", "TEMP", "TMP", "DASK_TEMPORARY_DIRECTORY")
"""The environment variables that name the folder for temporary files."""

DEFAULT_FOLDER = "/tmp"  # noqa: S108  # the folder that is made there is private
"""The folder for temporary files if TMPDIR is not printable UTF-8, which engines cannot read."""

PREFIX = "queens-"


def make_folder() -> str:
    """Make a private folder for the temporary files of a run; return its path, which is printable.

    The parent removes the folder after the run; if the parent has ended, the worker does. Raises
    OSError.
    """
    usual = tempfile.gettempdir()
    is_text = usual.isprintable() and os.fsencode(usual) == usual.encode(errors="replace")
    return tempfile.mkdtemp(
        prefix=PREFIX, dir=os.path.realpath(usual if is_text else DEFAULT_FOLDER)
    )


def remove_folder(folder: str) -> None:
    """Remove the folder and its content; call this after all processes of the run have ended."""
    shutil.rmtree(folder, ignore_errors=True)


def environment_for(folder: str) -> Mapping[str, str]:
    """The environment variables that make programs put their temporary files into the folder."""
    return dict.fromkeys(VARIABLES, folder)


def entries_below(
    folder: str, on_error: Callable[[str, OSError], None]
) -> Iterator[os.DirEntry[str]]:
    """Every entry below the folder; links are not followed.

    ``on_error`` is told of each folder that cannot be read, such as one whose path is too long for
    the system. (Before Python 3.12, ``os.walk`` calls itself for each folder, and ends in a
    RecursionError where folders are nested deeply.)
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
