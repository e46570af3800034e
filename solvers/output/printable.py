"""Makes text safe to show in a line, in a cell of a spreadsheet, or on a page."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from solvers.errors import printable

FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
"""The characters that begin a formula in a spreadsheet: four, and their wide forms."""

CELLS_KEPT = 1 << 13
"""The number of texts whose cells are remembered."""


def cell(value: object) -> object:
    """Printable text for a cell of CSV, with an apostrophe before a formula; else the value."""
    return _text_cell(value) if isinstance(value, str) else value


@lru_cache(CELLS_KEPT)  # each new line writes the whole table again
def _text_cell(value: str) -> str:
    text = printable(value)
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text


def unbroken(value: Any) -> Any:
    """A text with unbreakable spaces in formulas such as "n > 1"; any other value unchanged."""
    if type(value) is not str:  # Markup is a part of a page
        return value
    return re.sub(r"\b([a-z]) ([<=>]) (?=\d)", "\\1\u00a0\\2\u00a0", value)
