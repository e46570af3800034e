"""Makes text safe to show in lines or on a page.

Names of files, messages, values and printed text are a stranger's. They come to a terminal in a
``Paragraph``, to a table by ``spreadsheet.cell``, to a page by ``for_page``, and anywhere else in a
sentence about an ending or a reason; each of these calls ``printable``.
"""

from __future__ import annotations

import re
from typing import Any

from solvers.errors import printable_lines


def for_page(value: Any) -> Any:
    """Printable text for a page, with unbreakable spaces in formulas; any other value unchanged."""
    if type(value) is not str:  # Markup is a part of a page
        return value
    return re.sub(r"\b([a-z]) ([<=>]) (?=\d)", "\\1\u00a0\\2\u00a0", printable_lines(value))


def capital(text: str) -> str:
    """The text with a capital letter, unless it begins with a call, such as queens(n)."""
    return text if re.match(r"[\w.-]+\(|\(", text) else text[:1].upper() + text[1:]
