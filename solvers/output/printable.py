"""Text made fit to be shown: in a line, in a cell of a table, on a page."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from solvers.errors import printable

FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
"""The characters that begin a formula in a spreadsheet; some take the wide forms, too."""

CELLS_KEPT = 1 << 13


def cell(value: object) -> object:
    """A cell of CSV that no spreadsheet runs: a number stays one, a formula becomes text."""
    return _text_cell(value) if isinstance(value, str) else value


@lru_cache(CELLS_KEPT)  # a table is written anew with each of its lines
def _text_cell(value: str) -> str:
    text = printable(value)
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text


def unbroken(value: Any) -> Any:
    """A text in which "n > 1" stands in one line; any other value as it is."""
    if type(value) is not str:  # Markup is a part of a page
        return value
    return re.sub(r"\b([a-z]) ([<=>]) (?=\d)", "\\1\u00a0\\2\u00a0", value)
