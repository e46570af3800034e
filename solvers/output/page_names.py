"""The file names of pages about checked programs: one page per student, and the class page."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

CLASS_PAGE = "class.html"
PAGE_NAME = re.compile(r"[A-Za-z0-9_-]*-[0-9a-f]{32}\.html")


def page_name(name: str) -> str:
    """The file name of a program's page, without suffix; different programs get different ones."""
    safe = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[-80:]
    return safe if safe == name else f"{safe}-{hashlib.sha256(os.fsencode(name)).hexdigest()[:32]}"


def is_page(path: Path) -> bool:
    """Whether the file has the name of a program's page, or is the class page beside such pages."""
    if path.name == CLASS_PAGE:
        return any(PAGE_NAME.fullmatch(beside.name) for beside in path.parent.iterdir())
    return PAGE_NAME.fullmatch(path.name) is not None
