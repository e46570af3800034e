"""The private folder of a run, where it and all it starts put their temporary files.

Whoever ends the run removes it: its parent, or the run itself where the parent has gone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from typing import NoReturn

VARIABLES = ("TMPDIR", "TEMP", "TMP", "DASK_TEMPORARY_DIRECTORY")
"""By which a program knows where its temporary files belong."""

END_AND_REMOVE = 'kill -s KILL -- "-$1"; rm -rf -- "$2"'


def make_folder() -> str:
    """A new folder; raises OSError."""
    return tempfile.mkdtemp(prefix="queens-")


def remove_folder(folder: str) -> None:
    """Remove it with all that is in it, when nobody writes there any more."""
    shutil.rmtree(folder, ignore_errors=True)


def environment_for(folder: str) -> Mapping[str, str]:
    """The variables that lead there."""
    return dict.fromkeys(VARIABLES, folder)


def end_abandoned(folder: str) -> NoReturn:
    """End this process, which leads its group, with the group; then its folder is removed."""
    try:
        if os.getpgrp() == os.getpid():
            subprocess.Popen(
                ["/bin/sh", "-c", END_AND_REMOVE, "sh", str(os.getpgrp()), folder],
                start_new_session=True,
            ).wait()
    finally:
        os._exit(1)
