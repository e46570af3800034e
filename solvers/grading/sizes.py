"""The variable of a program's text that says how large its board is, set to another n."""

from __future__ import annotations

import re
from collections.abc import Iterator

NAME = (
    r"(?:n|size|n_?queens?|(?:num|number|no|nb)(?:_of)?_?queens?|queens?|board_?(?:size|len|length|n)?"
    r"|(?:board|chess)?_?dimensions?|dim|max_?n|size_?of_?board|qtd|taille|num)"
)
"""What such a variable is called, with "-" as "_"."""

PATTERNS = {
    ".py": re.compile(
        r"^(?P<head>(?P<name>\w+)\s*(?::\s*int)?\s*=\s*)(?P<value>\d+)(?=\s*(?:#.*)?$)",
        re.MULTILINE,
    ),
    ".pl": re.compile(r"^(?P<head>(?P<name>\w+)\(\s*)(?P<value>\d+)(?=\s*\)\s*\.)", re.MULTILINE),
    ".scm": re.compile(
        r"^(?P<head>\(define\s+(?P<name>[^\s()]+)\s+)(?P<value>\d+)(?=\s*\))", re.MULTILINE
    ),
}
FAMILIES = {".pro": ".pl", ".prolog": ".pl", ".rkt": ".scm", ".ss": ".scm"}


def size_variables(suffix: str, text: str) -> Iterator[tuple[str, int]]:
    """The name and the value of each variable that may be the size of the board."""
    for match in _pattern(suffix).finditer(text):
        if _is_size(match["name"]) and 1 <= int(match["value"]) <= 99:
            yield match["name"], int(match["value"])


def with_size(suffix: str, text: str, name: str, n: int) -> str:
    """The text with this variable set to n."""

    def replaced(match: re.Match[str]) -> str:
        return f"{match['head']}{n}" if match["name"] == name else match[0]

    return _pattern(suffix).sub(replaced, text)


def _pattern(suffix: str) -> re.Pattern[str]:
    return PATTERNS.get(FAMILIES.get(suffix, suffix), PATTERNS[".scm"])


def _is_size(name: str) -> bool:
    return re.fullmatch(NAME, name.lower().replace("-", "_").strip("*")) is not None
