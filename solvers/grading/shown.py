"""A value as text: as the language of the program that returned it writes it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from solvers.grading.language import PYTHON, Language
from solvers.grading.protocol import Pair, Symbol

MOST_SHOWN = 100
"""The most characters of a value that are shown."""

BRACKETS = {"": ("[", "]"), "tuple": ("(", ")"), "dict": ("{", "}"), "set": ("{", "}")}
"""The brackets of the collections of Python that have their own."""

CONSTANTS = {True: "#t", False: "#f", None: "#<void>"}
"""The constants of Racket and Scheme."""


def shown(value: Any, language: Language) -> str:
    """The value as text, cut off behind MOST_SHOWN characters."""
    text = "".join(islice(_characters(value, language), MOST_SHOWN + 1))
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN].rstrip(', ')}..."


def _characters(value: Any, language: Language) -> Iterator[str]:
    if not isinstance(value, tuple):
        yield from _alone(value, language)
        return
    name, is_pair = getattr(value, "name", ""), isinstance(value, Pair)
    between = " . " if is_pair and not name else " " if language.is_lisp else ", "
    if language.is_lisp:
        begin, end = f"({name}{' ' if name and value else ''}", ")"
    elif is_pair and (not name or (language.has_goals and not re.match(r"\w", name))):
        begin, between, end = "", name or ": ", ""
    elif is_pair or (name and language.has_goals):
        begin, end = f"{name}(", ")"
    elif name == "tuple" and len(value) == 1:
        begin, end = "(", ",)"
    else:
        begin, end = BRACKETS.get(name, (f"{name}([", "])"))
    yield from begin
    for number, item in enumerate(value):
        yield from between if number else ""
        yield from _characters(item, language)
    yield from end


def _alone(value: Any, language: Language) -> str:
    """The text of a value without parts."""
    if language.is_lisp and (value is None or isinstance(value, bool)):
        return CONSTANTS[value]
    if isinstance(value, str) and not isinstance(value, Symbol):
        return repr(value) if language is PYTHON else json.dumps(value, ensure_ascii=False)
    return str(value)
