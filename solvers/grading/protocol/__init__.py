"""The protocol between the suite and its harnesses, one for each language, and its records decoded.

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

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from solvers.execution.result import ChannelError

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


@dataclass(frozen=True, slots=True)
class Unrecognised:
    """A value that no placement is made of, with how to show it."""

    shown: str

    def __repr__(self) -> str:
        return self.shown


@dataclass(frozen=True, slots=True)
class DottedPair:
    """Two values that belong together: a dotted pair, or a term such as R-C."""

    first: Any
    second: Any

    def __repr__(self) -> str:
        return f"({self.first} . {self.second})"


NAMED = {"unbound": "_", "partial": "[...|_]"}
"""The text of values of Prolog that have no value yet, or not all of it."""

DEEPEST = 250
"""The depth to which lists may be nested; a harness sends none that lie deeper."""

SMALL_INTS = range(-5, 257)
"""Numbers that Python keeps only once, however often they stand in lists."""


class Lines:
    """Feed it bytes, and it gives the records that are whole: kind and data.

    Each begins with ``token``, by which they are known to answer the request.

    A record has every field that FIELDS names for it, and each of them is valid. A record
    of a program that writes here itself is recognised, and disturbs nobody.
    """

    def __init__(self, token: str, answer_mib: float) -> None:
        self.token, self._longest = token, int(answer_mib * 2**20)
        self._pending = bytearray()

    def feed(self, received: bytes) -> Iterator[tuple[str, Any]]:
        """Every record that is whole with these bytes; raises ChannelError."""
        *lines, rest = received.split(b"\n")
        if lines:
            lines[0], self._pending = bytes(self._pending + lines[0]), bytearray()
        self._pending += rest
        if max(map(len, (self._pending, *lines))) > self._longest:
            raise ChannelError(f"one answer is longer than {self._longest / 2**20:g} MiB")
        for line in lines:
            token, _, record = line.partition(b" ")
            kind, _, data = record.partition(b" ")
            if token != self.token.encode():
                raise ChannelError("the program wrote to the result channel")
            yield _record(kind.decode(errors="replace"), data.decode(errors="replace"))


def _record(kind: str, text: str) -> tuple[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = {"other": "a value too large to read"}
    if kind in ANSWERS:
        return kind, data
    fields = FIELDS.get(kind)
    if fields is None or not isinstance(data, dict):
        raise ChannelError("the program sent an invalid record")
    right = all(is_right(data.get(name)) for name, is_right in fields.items())
    if not right or not all(OPTIONAL[name](data[name]) for name in OPTIONAL.keys() & data.keys()):
        raise ChannelError(f'the program sent an invalid record "{kind}"')
    return kind, {
        name: value[:LONGEST_TEXT] if isinstance(value, str) else value
        for name, value in data.items()
    }


def decode(value: Any, depth: int = 0) -> Any:
    """A value of a record: lists become tuples, odd values become Odd."""
    if depth > DEEPEST:
        return Unrecognised("a value nested too deeply")
    if isinstance(value, list):
        return tuple(decode(item, depth + 1) for item in value)
    if not isinstance(value, dict):
        return value
    kind, inner = next(iter(value.items()), ("", None))
    known = len(value) == 1 and kind in ODDITIES
    return _oddity(kind, inner, depth) if known else Unrecognised("a value that is none of ours")


def _oddity(kind: str, inner: Any, depth: int) -> Any:
    """A value that JSON has no word for, as a harness describes it."""
    if kind == "dict" and isinstance(inner, list) and all(map(_is_couple, inner)):
        return tuple(DottedPair(*(decode(item, depth + 1) for item in couple)) for couple in inner)
    if kind == "set" and isinstance(inner, list) and all(map(_names_a_square, inner)):
        return tuple(inner)  # they need no order
    if isinstance(inner, list) and (
        (kind == "pair" and len(inner) == 2) or (kind == "term" and len(inner) == 3)
    ):
        return DottedPair(*(decode(item, depth + 1) for item in inner[-2:]))
    try:
        shown = str(inner)
    except RecursionError:
        return Unrecognised("a value nested too deeply")
    return _shown(kind, shown)


def _shown(kind: str, shown: str) -> Any:
    if kind == "float" and shown.lower() not in ("nan.0", "+nan.0") and "/" not in shown:
        with suppress(ValueError):
            return float(shown)
    if kind == "symbol":
        return shown[:200]  # what stands on the squares of a board, or before those of a queen
    return Unrecognised(NAMED.get(kind, shown[:200]))


def _names_a_square(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[QqDd]?[A-Za-z]\d{1,2}", value) is not None


def _is_couple(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2


def kept_bytes(answer: Any) -> int:
    """The memory that a decoded answer takes."""
    if isinstance(answer, tuple):
        return sys.getsizeof(answer) + sum(map(kept_bytes, answer))
    if isinstance(answer, DottedPair):
        return sys.getsizeof(answer) + kept_bytes(answer.first) + kept_bytes(answer.second)
    if isinstance(answer, Unrecognised):
        return sys.getsizeof(answer) + sys.getsizeof(answer.shown)
    return 0 if type(answer) is int and answer in SMALL_INTS else sys.getsizeof(answer)
