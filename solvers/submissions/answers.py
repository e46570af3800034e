"""What a program answered, decoded: its records, and its values as Python ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from solvers.run.channel import ChannelError


@dataclass(frozen=True, slots=True)
class Odd:
    """A value that no placement is made of, with how to show it."""

    shown: str

    def __repr__(self) -> str:
        return self.shown


@dataclass(frozen=True, slots=True)
class Couple:
    """Two values that belong together: a dotted pair, or a term such as R-C."""

    first: Any
    second: Any

    def __repr__(self) -> str:
        return f"({self.first} . {self.second})"


NAMED = {"unbound": "_ (an unbound variable)", "partial": "[...|_] (a partial list)"}


class Lines:
    """Feed it bytes, and it gives the records that are whole: kind and data."""

    def __init__(self, token: str, answer_mib: float) -> None:
        self._token, self._longest = token.encode(), int(answer_mib * 2**20)
        self._pending = bytearray()

    def feed(self, received: bytes) -> Iterator[tuple[str, Any]]:
        """Every record that is whole with these bytes; raises ChannelError."""
        self._pending += received
        *lines, rest = bytes(self._pending).split(b"\n")
        self._pending = bytearray(rest)
        if max(map(len, (rest, *lines))) > self._longest:
            raise ChannelError(f"one answer is longer than {self._longest / 2**20:g} MiB")
        for line in lines:
            token, _, record = line.partition(b" ")
            kind, _, data = record.partition(b" ")
            if token != self._token:
                raise ChannelError("the program wrote on the channel of results itself")
            try:
                yield kind.decode(), json.loads(data.decode(errors="replace"))
            except (ValueError, RecursionError):
                yield "answer", {"other": "a value too large to read"}


def decode(value: Any) -> Any:
    """A value of a record: lists become tuples, what is odd becomes Odd."""
    if isinstance(value, list):
        return tuple(decode(item) for item in value)
    if not isinstance(value, dict):
        return value
    ((kind, inner),) = value.items()
    if kind == "pair" or (kind == "term" and len(inner) == 3):
        return Couple(*(decode(item) for item in inner[-2:]))
    if kind == "float" and inner.lower() not in ("nan.0", "+nan.0") and "/" not in inner:
        with suppress(ValueError):
            return float(inner)
    return Odd(NAMED.get(kind, str(inner)[:200]))
