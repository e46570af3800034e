"""The private folder of a run, where it and all it starts put their temporary files.

Whoever ends the run removes it: its parent, or the run itself where the parent has gone.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping

VARIABLES = ("TMPDIR", "TEMP", "TMP", "DASK_TEMPORARY_DIRECTORY")
"""By which a program knows where its temporary files belong."""


ELSEWHERE = "/tmp"  # noqa: S108  # the folder that is made there is private
"""Where it is where TMPDIR is no UTF-8, or has a line end: engines cannot read such a name."""


def make_folder() -> str:
    """A new folder, whose name is text; raises OSError."""
    usual = tempfile.gettempdir()
    is_text = usual.isprintable() and os.fsencode(usual) == usual.encode(errors="replace")
    return tempfile.mkdtemp(prefix="queens-", dir=usual if is_text else ELSEWHERE)


def remove_folder(folder: str) -> None:
    """Remove it with all that is in it, when nobody writes there any more."""
    shutil.rmtree(folder, ignore_errors=True)


def environment_for(folder: str) -> Mapping[str, str]:
    """The variables that lead there."""
    return dict.fromkeys(VARIABLES, folder)
