"""What a program defines that can be called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MOST_ENTRIES = 200
LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Entry:
    """A function, a method (``Class.method``) or a predicate: what it is called and takes.

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
        """Its name without what the spelling of a name may vary in."""
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
    """Whether a harness can have sent this as what a program defines."""
    return isinstance(value, list) and len(value) <= MOST_ENTRIES and all(map(_is_entry, value))


def entries(value: list[list[Any]]) -> Iterator[Entry]:
    """What a program defines, as its harness has sent it."""
    for name, least, most, parameters, made_least, made_most in value:
        yield Entry(name, least, most, tuple(parameters), made_least, made_most)


def _is_entry(value: Any) -> bool:
    match value:
        case [str(name), int(), int(), list(parameters), int(), int()]:
            return (
                0 < len(name) <= LONGEST_NAME
                and not set("\t\n\r") & set(name)
                and all(isinstance(one, str) for one in parameters)
            )
    return False
