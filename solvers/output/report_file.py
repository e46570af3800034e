"""Where a report goes: a file that is replaced when the new one is complete, a folder, stdout."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from solvers.errors import UsageError

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
    _refuse_special(target)
    return target


def write_report(page: str, target: Path | None) -> None:
    """Write it whole or not at all; what was there before stays until then.

    Raises OSError, and UsageError for what has become no regular file meanwhile. What stands for no
    character, as a file's name can hold, is escaped.
    """
    page = page.encode(errors="backslashreplace").decode()
    if target is None:
        sys.stdout.buffer.write(page.encode())  # the page says itself that it is UTF-8
        return
    _refuse_special(target)
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


def _refuse_special(target: Path) -> None:
    """Raise UsageError where something other than a file would be replaced."""
    if target.is_symlink() or (target.exists() and not target.is_file()):
        raise UsageError(
            f"the report {target} would replace what is no regular file; name another, or - for "
            "standard output"
        )
