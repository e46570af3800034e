"""Scheme's pairs and lists, as nested tuples, and how Scheme writes them.

A pair is ``(first, rest)``, the empty list is ``()``, and a list is a chain of pairs that ends in
it. Putting an element in front shares the whole rest, and the course's programs live on that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import Any

Pair = Any
"""``()`` or ``(first, rest)``; no type checker follows the unpacking of the recursive type."""


def from_iterable(elements: Iterable[Any]) -> Pair:
    """The list of these elements, the first of them at its head."""
    return push_all((), reversed(list(elements)))


def push_all(pairs: Pair, elements: Iterable[Any]) -> Pair:
    """The list with each element in turn put in front, so that the last one is at its head."""
    return reduce(lambda rest, first: (first, rest), elements, pairs)


def elements(pairs: Pair) -> Iterator[Any]:
    """The elements of a list from its head on."""
    while pairs:
        first, pairs = pairs
        yield first


def accumulate(op: Callable[[Any, Any], Any], pairs: Pair, *, initial: Any) -> Any:
    """SICP's accumulate: combine each element with the accumulation of those behind it."""
    return reduce(lambda result, first: op(first, result), reversed(list(elements(pairs))), initial)


def write(datum: Any) -> str:
    """A whole number, list or pair as Scheme writes it: ``(1 (2 . 3) ())``."""
    if not isinstance(datum, tuple):
        return str(datum)
    parts = []
    while isinstance(datum, tuple) and datum:
        first, datum = datum
        parts.append(write(first) if isinstance(first, tuple) else str(first))
    if datum != ():
        parts += [".", write(datum)]
    return f"({' '.join(parts)})"
