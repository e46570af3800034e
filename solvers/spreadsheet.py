"""Text in a cell of a table (CSV): made safe for spreadsheets, and taken back when it is read."""

from __future__ import annotations

import math
import re

from solvers.errors import printable_lines

FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
"""The characters that begin a formula in a spreadsheet: four, and their wide forms."""

START = rf"(?=[\s']*[{re.escape(''.join(FORMULA))}])"
"""Matches before a formula, and before one that has an apostrophe of its own."""

BEGINS = r"(\A|;[ \t]*+)"
"""Where a cell begins, also if semicolons separate the cells, as they do in many countries."""

LONGEST_CELL = 32_000
"""The most characters of a cell; spreadsheets refuse longer ones."""

CUT = " … (cut)"
"""The end of a text that was longer."""


def cell(value: object, *, trusted: bool = False) -> object:
    """Printable text for a cell of CSV, with an apostrophe before a formula; else the value.

    In a ``trusted`` text, which the user wrote, a semicolon begins no other cell.
    """
    if not isinstance(value, str):
        return value
    if len(value) > LONGEST_CELL:
        value = value[: LONGEST_CELL - len(CUT)] + CUT
    return re.sub((r"(\A)" if trusted else BEGINS) + START, r"\1'", printable_lines(value))


def text_of(written: str) -> str:
    """The text of a cell, without the apostrophes of ``cell``."""
    return re.sub(f"{BEGINS}'{START}", r"\1", written.replace("\r\n", "\n").strip())


def number_of(text: str) -> float | None:
    """A number from 0, with a point or a comma; None if the text is none."""
    is_number = re.fullmatch(r"\d+([.,]\d*)?|[.,]\d+", text, re.ASCII)
    number = float(text.replace(",", ".")) if is_number else math.inf
    return number if math.isfinite(number) else None
