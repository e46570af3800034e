"""The private folder of a run, where it and all it starts put their temporary files.

Whoever ends the run removes it: its parent, or the run itself where the parent has gone.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping

VARIABLES = ("TMPDIR", "TEMP", "TMP", "DASK_TEMPORARY_DIRECTORY")
"""By which a program knows where its temporary files belong."""


def make_folder() -> str:
    """A new folder; raises OSError."""
    return tempfile.mkdtemp(prefix="queens-")


def remove_folder(folder: str) -> None:
    """Remove it with all that is in it, when nobody writes there any more."""
    shutil.rmtree(folder, ignore_errors=True)


def environment_for(folder: str) -> Mapping[str, str]:
    """The variables that lead there."""
    return dict.fromkeys(VARIABLES, folder)
