"""Orphans of a process's children: who becomes their parent."""

from __future__ import annotations

import ctypes
import sys

SET_CHILD_SUBREAPER = 36


def keep_orphans() -> None:
    """Let what this process's children leave behind become its own children (Linux).

    A daemon is then still found below the process that it comes from, whatever it has cleared.
    """
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
