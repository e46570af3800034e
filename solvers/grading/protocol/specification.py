"""The protocol between the suite and its harnesses, one for each language, in one place.

The suite writes a job to the harness's standard input, a line each: the token of the records, the
file, the number of the descriptor for records, and "load", or "run" with the arguments of a command
line. Then comes a line for each question: the token, a tab, and the text of a call in the program's
language, which the harness evaluates, or nothing. The program's input is in the file "input"
beside the harness.

The harness answers with records, a line each: the token, the kind of the record, and JSON. It sends
"loading" when it begins to load the program, "ready" when that is over, then for each call an
"answer" for each item of a collection, or a "value" for anything else, and at last "end" or
"failed".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

FAILURES = (
    *("syntax", "package", "unbound", "missing", "recursion", "memory", "left", "input", "old"),
    "error",
)
"""The names of failures, of loading or of a call."""

LONGEST_TEXT = 2000
"""The most characters of a message that are kept."""

MOST_ENTRIES = 200
LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Entry:
    """A function, a method (``Class.method``) or a predicate: its name and its parameters.

    ``least`` and ``most`` are how many arguments it takes, ``parameters`` their names where they
    are known; ``made_least`` and ``made_most`` how many its class takes, -1 without a class. Of a
    class itself ``made_most`` alone is -1.
    """

    name: str
    least: int
    most: int
    parameters: tuple[str, ...] = ()
    made_least: int = -1
    made_most: int = -1

    @property
    def plain(self) -> str:
        """Its name without variations of spelling."""
        return re.sub(r"[^a-z0-9]", "", self.name.rpartition(".")[2].lower())

    @property
    def is_method(self) -> bool:
        """Whether it belongs to a class."""
        return self.made_most >= 0

    @property
    def is_class(self) -> bool:
        """Whether it is a class, which may do all when it is made."""
        return self.made_least >= 0 > self.made_most

    def takes(self, count: int) -> bool:
        """Whether it takes so many arguments."""
        return self.least <= count <= self.most


def are_entries(value: Any) -> bool:
    """Whether a harness can have sent this as the definitions of a program."""
    return isinstance(value, list) and len(value) <= MOST_ENTRIES and all(map(_is_entry, value))


def entries(value: list[list[Any]]) -> Iterator[Entry]:
    """The definitions of a program, as its harness has sent them."""
    for name, least, most, parameters, made_least, made_most in value:
        yield Entry(name, least, most, tuple(parameters), made_least, made_most)


def _is_entry(value: Any) -> bool:
    match value:
        case [str(name), int(), int(), list(parameters), int(), int()]:
            return (
                0 < len(name) <= LONGEST_NAME
                and not set("\t\n\r") & set(name)
                and all(isinstance(parameter, str) for parameter in parameters)
            )
    return False


ODDITIES = ("pair", "term", "float", "set", "dict", "symbol", "unbound", "partial", "other")
"""The harness's name of a value that JSON has no word for."""


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _whole(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**63


FIELDS: dict[str, dict[str, Callable[[Any], bool]]] = {
    "loading": {},
    "ready": {"load_error": _text},
    "end": {"count": _whole},
    "failed": {"what": _text, "message": _text},
}
"""The fields of records without an answer, and the test of each."""

OPTIONAL: dict[str, Callable[[Any], bool]] = {
    "entries": are_entries,
    "kind": _text,
    "dialect": _text,
    "kept": _text,
}
"""The optional fields, and the test of each."""

ANSWERS = ("answer", "value")
"""The records that hold one."""
