"""Where a report goes: a file that is replaced when the new one is complete, a folder, stdout."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from solvers.atomic_file import check_target, replacing

NAME = "report.html"
"""What a report in a folder is called."""


def report_target(text: str) -> Path | None:
    """The file to write; None for ``-``, which is stdout. Raises UsageError."""
    if text == "-":
        return None
    target = Path(text)
    if target.is_dir() or text.endswith(os.sep):
        target /= NAME
    return check_target(target, "report")


def write_report(page: str, target: Path | None) -> None:
    """Write it whole or not at all; what was there before stays until then.

    Raises OSError, and UsageError where the target is no longer a regular file. A lone surrogate,
    as a file's name can hold, is escaped.
    """
    content = page.encode(errors="backslashreplace")
    if target is None:
        sys.stdout.buffer.write(content)  # the page says itself that it is UTF-8
        return
    with replacing(target, "report") as file:
        file.write(content)
