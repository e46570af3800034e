"""Makes text safe to show in lines, in a cell of a spreadsheet, or on a page.

Names of files, messages, values and printed text are a stranger's. They come to a terminal in a
``Paragraph``, to a table by ``cell``, to a page by ``for_page``, and anywhere else in a sentence
about an ending or a reason; each of these calls ``printable``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from solvers.errors import printable, printable_lines

FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
"""The characters that begin a formula in a spreadsheet: four, and their wide forms."""

CELLS_KEPT = 1 << 13
"""The number of texts whose cells are remembered."""


INSIDE = re.compile(rf";[ \t]*(?=[{re.escape(''.join(FORMULA))}])")
"""Matches before a formula, if semicolons separate the cells, as they do in many countries."""

LONGEST_CELL = 4000
"""The most characters of a cell; spreadsheets refuse long ones."""


def cell(value: object) -> object:
    """Printable text for a cell of CSV, with an apostrophe before a formula; else the value."""
    return _text_cell(value) if isinstance(value, str) else value


@lru_cache(CELLS_KEPT)  # each new line writes the whole table again
def _text_cell(value: str) -> str:
    text = INSIDE.sub(r"\g<0>'", printable(value[:LONGEST_CELL]))
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text


def for_page(value: Any) -> Any:
    """Printable text for a page, with unbreakable spaces in formulas; any other value unchanged."""
    if type(value) is not str:  # Markup is a part of a page
        return value
    return re.sub(r"\b([a-z]) ([<=>]) (?=\d)", "\\1\u00a0\\2\u00a0", printable_lines(value))


def capital(text: str) -> str:
    """The text with a capital letter, unless it begins with a call, such as queens(n)."""
    return text if re.match(r"[\w.-]+\(|\(", text) else text[:1].upper() + text[1:]
