"""The protocol between the suite and the harness of each language, and the decoder of its records.

The suite writes a job to the harness's standard input, in lines: the token of the records, the
file, the number of the descriptor for records, and "load", or "run" with the arguments of a command
line. Then it writes a line for each question: the token, a tab, and the text of a call in the
program's language, which the harness evaluates, or nothing. The program's input is in the file
"input" beside the harness.

The harness answers with a line for each record: the token, the kind of the record, and JSON. It
sends "loading" before it loads the program and "ready" afterwards. For each call, it sends an
"answer" for each item of a collection, or a "value" for anything else, and at last "end" or
"failed". An end may say of which "kind" the collection is, if it is no list, or that all its items
are "one_list", the same object. Meanwhile, "at" says where in the program it is, as far as the
language tells.

A failure is "syntax", "package", "unbound", "recursion", "memory", "left", "input", "error", or
"call" if the call itself cannot be evaluated. A model can also fail by "parameters" without a
value, because it "optimises", by a "script", an "include" from elsewhere, or no "size".
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from solvers.execution.result import ChannelError, InvalidRecordError, LongRecordError

LONGEST_TEXT = 2000
"""The most characters of a message that are kept."""

LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Definition:
    """A function, a method (``Class.method``) or a predicate: its name and its parameters.

    It takes ``least`` to ``most`` arguments; ``parameters`` are their names, if known. A
    method's class takes ``made_least`` to ``made_most`` arguments. Both are -1 for a function, and
    ``made_most`` alone is -1 for a class.
    """

    name: str
    least: int
    most: int
    parameters: tuple[str, ...] = ()
    made_least: int = -1
    made_most: int = -1

    @property
    def is_method(self) -> bool:
        """Whether it is a method of a class."""
        return self.made_most >= 0

    def takes(self, count: int) -> bool:
        """Whether it takes ``count`` arguments."""
        return self.least <= count <= self.most


def definitions_in(sent: Any) -> Iterator[Definition]:
    """The definitions of a program, as its harness sends them.

    Those that no call can name are left out: a program may bind any text to a function.
    """
    for definition in sent if isinstance(sent, list) else ():
        match definition:
            case [str(name), int(least), int(most), [*parameters], int(made_least), int(made_most)]:
                if 0 < len(name) <= LONGEST_NAME and name.isprintable():
                    names = tuple(str(each)[:LONGEST_NAME] for each in parameters)
                    yield Definition(name, least, most, names, made_least, made_most)


FIELDS: dict[str, dict[str, type]] = {
    "loading": {},
    "ready": {"load_error": str},
    "end": {"count": int},
    "failed": {"what": str, "message": str},
    "at": {"function": str, "line": int},
}
"""The required fields of each record without an answer; a number is not negative, and small."""

ANSWERS = ("answer", "value")
"""The kinds of records with an answer."""


@dataclass(frozen=True, slots=True)
class Unrecognised:
    """A value that cannot be part of a placement; ``shown`` is its text."""

    shown: str

    def __repr__(self) -> str:
        return self.shown


class Named(tuple[Any, ...]):
    """The arguments of a term, such as board(2, 4, 1, 3), or the items of what is no list.

    ``name`` is the functor, or the kind of collection, such as "tuple" or "vector".
    """

    name = ""

    @classmethod
    def of(cls, name: str, items: Iterable[Any]) -> Named:
        """The items with this name; "" is a list."""
        named = cls(items)
        named.name = name[:LONGEST_NAME]
        return named


class Pair(Named):
    """Two values that belong together: a dotted pair, an item of a dict, or a term such as R-C."""


class Symbol(str):
    """A name of the program's language, such as an atom; equal to the text."""

    __slots__ = ()


NAMED = {"unbound": "_", "partial": "[...|_]"}
"""The text of Prolog's variables without a value, and of lists without an end."""

DEEPEST = 250
"""The most levels of nested lists; a harness sends no deeper ones."""

SMALL_INTS = range(-5, 257)
"""The numbers that Python keeps only once in memory."""


class RecordDecoder:
    """Turns the bytes of the channel into records, each a kind and its data.

    Each line has to begin with ``token``, so that it answers the present request: a line that the
    program itself writes raises ChannelError. A record has every field that FIELDS names for its
    kind, and each field is valid; another one raises InvalidRecordError, because the harness may
    have sent it. A place that is invalid is left out.
    """

    def __init__(self, token: str, answer_mib: float) -> None:
        self.token, self._longest = token, int(answer_mib * 2**20)
        self._pending = bytearray()

    def feed(self, received: bytes) -> Iterator[tuple[str, Any]]:
        """Yield every record that these bytes complete; raises ChannelError."""
        *lines, rest = received.split(b"\n")
        if lines:
            lines[0], self._pending = bytes(self._pending + lines[0]), bytearray()
        self._pending += rest
        if max(map(len, (self._pending, *lines))) > self._longest:
            raise LongRecordError(f"one answer is longer than {self._longest / 2**20:g} MiB")
        for line in lines:
            token, _, record = line.partition(b" ")
            kind, _, data = record.partition(b" ")
            if token != self.token.encode():
                raise ChannelError("the program wrote to the result channel")
            try:
                yield _record(kind.decode(errors="replace"), data.decode(errors="replace"))
            except InvalidRecordError:
                if kind != b"at":
                    raise


def _record(kind: str, text: str) -> tuple[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = {"other": "a value too large to read"}
    if kind in ANSWERS:
        return kind, data
    fields = FIELDS.get(kind)
    if fields is None or not isinstance(data, dict):
        raise InvalidRecordError("the suite's harness sent an invalid record")
    numbers = [data[name] for name in fields if type(data.get(name)) is int]
    are_right = all(type(data.get(name)) is kind for name, kind in fields.items())
    if not are_right or not all(0 <= number < 2**63 for number in numbers):
        raise InvalidRecordError(f'the suite\'s harness sent an invalid record "{kind}"')
    return kind, {
        name: value[:LONGEST_TEXT] if isinstance(value, str) else value
        for name, value in data.items()
    }


def decode(value: Any, depth: int = 0) -> Any:  # noqa: PLR0911  # one for each kind of value
    """The value of a record: lists become tuples; unknown values become Unrecognised."""
    if depth > DEEPEST:
        return Unrecognised("a value nested too deeply")
    if not isinstance(value, dict):
        is_list = isinstance(value, list)
        return tuple(decode(item, depth + 1) for item in value) if is_list else value
    match [*value.items()]:
        case [("pair", [_, _] as couple)]:
            return Pair(decode(item, depth + 1) for item in couple)
        case [("term" | "items" as kind, [str(name), *items])]:
            made = Pair if kind == "term" and len(items) == 2 else Named
            return made.of(name, (decode(item, depth + 1) for item in items))
        case [("dict", [*couples])] if all(isinstance(c, list) and len(c) == 2 for c in couples):
            return Named.of("dict", (decode({"pair": couple}, depth) for couple in couples))
        case [(str(kind), inner)]:
            return _described(kind, inner)
    return Unrecognised("a value that is none of ours")


def _described(kind: str, inner: Any) -> Any:
    """The value that a harness describes by its kind and a text."""
    try:
        shown = str(inner)
    except RecursionError:
        return Unrecognised("a value nested too deeply")
    if kind == "float":
        with suppress(ValueError):  # such as +nan.0 of Racket
            number = float(shown)
            return int(number) if number.is_integer() else number
    if kind == "symbol":
        return Symbol(shown[:200])  # a cell of a board, or the name before a queen's square
    return Unrecognised(NAMED.get(kind, shown[:200]))


def has_form(value: Any, form: Any) -> bool:
    """Whether a decoded value is of this type, or a tuple with these forms.

    A list with one form stands for a tuple of any length, and ``object`` for any value.
    """
    if isinstance(form, list):
        return isinstance(value, tuple) and all(has_form(item, form[0]) for item in value)
    if isinstance(form, tuple):
        is_long = isinstance(value, tuple) and len(value) == len(form)
        return is_long and all(map(has_form, value, form))
    return form in {object, type(value)} or (form is str and type(value) is Symbol)


CELL_BYTES = 16
"""The memory that a character of a text takes where it is read as a cell of a board."""


def kept_bytes(answer: Any) -> int:
    """The bytes of memory that a decoded answer takes, at most, until it is judged."""
    if isinstance(answer, str):
        return sys.getsizeof(answer) + CELL_BYTES * len(answer)
    if isinstance(answer, tuple):
        own = (
            sys.getsizeof(vars(answer)) + sys.getsizeof(answer.name)
            if isinstance(answer, Named)
            else 0
        )
        return own + sys.getsizeof(answer) + sum(map(kept_bytes, answer))
    if isinstance(answer, Unrecognised):
        return sys.getsizeof(answer) + sys.getsizeof(answer.shown)
    return 0 if type(answer) is int and answer in SMALL_INTS else sys.getsizeof(answer)
