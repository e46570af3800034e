"""Which other files a program's text names to be loaded with it."""

from __future__ import annotations

import re
from collections.abc import Iterator

QUOTED = {
    "scheme": re.compile(r'\(\s*(?:load|include|require|load-from-path)\s+"([\w.-]+)"'),
    "prolog": re.compile(
        r"(?:consult|ensure_loaded|use_module|include|load_files)\(\s*\[?\s*'?([\w.-]+?)'?\s*[\],)]"
        r"|^:-\s*\[\s*'?([\w.-]+?)'?\s*\]",
        re.MULTILINE,
    ),
    "python": re.compile(r"^\s*(?:from\s+\.?(\w+)\s+import|import\s+(\w+))", re.MULTILINE),
}
"""How each language names one. Only plain names count: nothing outside the folder is named."""

ENDINGS = {
    "scheme": ("", ".scm", ".rkt", ".ss"),
    "prolog": ("", ".pl", ".pro"),
    "python": (".py",),
}


def named_in(suffix: str, text: str) -> Iterator[tuple[str, ...]]:
    """For each file that the text loads, the names that it can have."""
    family = {".py": "python", ".pl": "prolog", ".pro": "prolog", ".prolog": "prolog"}
    language = family.get(suffix, "scheme")
    for match in QUOTED[language].finditer(text):
        name = next(filter(None, match.groups()))
        if not name.startswith("."):
            yield tuple(name + ending for ending in ENDINGS[language])
