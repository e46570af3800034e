"""The pages that the suite writes: how they are recognised, and the names of pages of a class."""

from __future__ import annotations

import hashlib
import os
import re

from solvers.atomic_file import FileKind

MARK = b'<meta name="generator" content="solver-parity">'
"""An element in the head of every page; the templates have it, too."""


def is_page(first: bytes) -> bool:
    """Whether a file that begins with these bytes is a page of the suite."""
    return MARK in first


REPORT = FileKind("report", is_page)
PAGE = FileKind("page", is_page)
FEEDBACK = FileKind("feedback page", is_page, makes_folder=True)

CLASS_PAGE = "class.html"
"""The page of a class for everybody: numbers, and nothing that leads to a name."""

NAMES_PAGE = "class-names.html"
"""The page of a class for the instructor: the same numbers, with the programs behind them."""

PAGES_TABLE, PAGES_HEAD = "pages.csv", ("student", "page")
"""The table of the students' pages, by which they are sent, and its first line."""

PAGES = FileKind(
    "table of pages", lambda first: first.startswith(b"student,page\n"), makes_folder=True
)


def page_name(name: str) -> str:
    """The file name of a program's page, without suffix; different programs get different ones."""
    safe = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[-80:]
    if safe == name and f"{safe}.html" not in {CLASS_PAGE, NAMES_PAGE}:
        return safe
    return f"{safe}-{hashlib.sha256(os.fsencode(name)).hexdigest()[:32]}"
