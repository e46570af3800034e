"""Scheme's pairs and lists as nested tuples, and their notation in Scheme.

A pair is ``(first, rest)``, the empty list is ``()``, and a list is a chain of pairs that ends in
``()``. A new first element shares the whole rest with the old list; the course's programs need
this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import Any

Pair = Any
"""``()`` or ``(first, rest)``; no type checker follows the unpacking of the recursive type."""


def from_iterable(elements: Iterable[Any]) -> Pair:
    """The list of these elements, in this order."""
    return push_all((), reversed(list(elements)))


def push_all(pairs: Pair, elements: Iterable[Any]) -> Pair:
    """The list after each element in turn is put in front; the last one comes first."""
    return reduce(lambda rest, first: (first, rest), elements, pairs)


def elements(pairs: Pair) -> Iterator[Any]:
    """The elements of a list from its head on."""
    while pairs:
        first, pairs = pairs
        yield first


def accumulate(op: Callable[[Any, Any], Any], pairs: Pair, *, initial: Any) -> Any:
    """SICP's accumulate: combine each element with the accumulation of the elements after it."""
    return reduce(lambda result, first: op(first, result), reversed(list(elements(pairs))), initial)


def write(datum: Any) -> str:
    """A whole number, list or pair in Scheme's notation: ``(1 (2 . 3) ())``."""
    if not isinstance(datum, tuple):
        return str(datum)
    parts = []
    while isinstance(datum, tuple) and datum:
        first, datum = datum
        parts.append(write(first) if isinstance(first, tuple) else str(first))
    if datum != ():
        parts += [".", write(datum)]
    return f"({' '.join(parts)})"
