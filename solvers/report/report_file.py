"""Where a report goes: a file that is replaced when the new one is complete, a folder, stdout."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from solvers.interface import UsageError

NAME = "report.html"
"""What a report in a folder is called."""


def report_target(text: str) -> Path | None:
    """The file to write; None for ``-``, which is stdout. Raises UsageError."""
    if text == "-":
        return None
    target = Path(text)
    if target.is_dir() or text.endswith(os.sep):
        target /= NAME
    if not target.parent.is_dir():
        raise UsageError(f"there is no folder {target.parent} to write the report to")
    if not os.access(target.parent, os.W_OK):
        raise UsageError(f"the folder {target.parent} cannot be written to")
    return target


def write_report(page: str, target: Path | None) -> None:
    """Write it whole or not at all; what was there before stays until then."""
    if target is None:
        sys.stdout.buffer.write(page.encode())  # the page says itself that it is UTF-8
        return
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(page)
        Path(name).chmod(0o644)
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
