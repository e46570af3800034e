"""The functions of NumPy that the referee needs, on plain lists: Pyodide in the page has no NumPy.

The page puts this module in NumPy's place. Names and results are NumPy's; functions that are not
used are left out. Arrays have one or two dimensions, and a part of an array is a copy, never a
view.
"""

from __future__ import annotations

import operator
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain
from math import prod
from typing import Any, NamedTuple


class dtype(NamedTuple):  # noqa: N801  # NumPy's name
    """The type of an array's items: how many bits it has, and its kind as NumPy says it.

    The result of two types has the wider one.
    """

    bits: int
    kind: str

    def __str__(self) -> str:
        name = {"u": "uint", "i": "int", "b": "bool", "S": "|S", "O": "object"}[self.kind]
        return name + {"b": "", "O": "", "S": str(self.bits // 8)}.get(self.kind, str(self.bits))

    def items(self, values: Iterable[Any]) -> list[Any]:
        """The values as items of this type; one that does not fit wraps around."""
        if self.kind == "u":
            mask = (1 << self.bits) - 1
            return [value & mask for value in values]
        return list(map({"i": int, "b": bool}[self.kind], values) if self.kind in "ib" else values)


uint8, uint32, uint64 = (dtype(bits, "u") for bits in (8, 32, 64))
int16, int64 = (dtype(bits, "i") for bits in (16, 64))
intp, bool_, object_ = int64, dtype(8, "b"), dtype(64, "O")

Shape = tuple[int, ...]


def _operator(
    function: Callable[[Any, Any], Any], result: dtype | None = None, *, swapped: bool = False
) -> Any:
    """A method that computes item by item; ``result`` is its type, None: that of the operands."""

    def method(self: ndarray, given: Any) -> ndarray:
        other = asarray(given)
        is_scalar = not other.shape  # it takes the type of the array, as a Python number does
        kind = result or max(self.dtype, self.dtype if is_scalar else other.dtype)
        shape = self.shape if is_scalar else _common(self.shape, other.shape)
        mine, others = _spread(self, shape), _spread(other, shape)
        items = map(function, others, mine) if swapped else map(function, mine, others)
        return ndarray(kind.items(items) if kind.kind == "u" else list(items), shape, kind)

    return method


class ndarray:  # noqa: N801  # NumPy's name
    """An array: its items row after row, its shape, and the type of the items."""

    def __init__(self, items: list[Any], shape: Shape, kind: dtype) -> None:
        self.items, self.shape, self.dtype = items, shape, kind

    __add__ = __radd__ = _operator(operator.add)
    __sub__, __rsub__ = _operator(operator.sub), _operator(operator.sub, swapped=True)
    __and__ = __rand__ = _operator(operator.and_)
    __or__ = __ror__ = _operator(operator.or_)
    __lshift__, __rlshift__ = _operator(operator.lshift), _operator(operator.lshift, swapped=True)
    __rshift__ = _operator(operator.rshift)
    __eq__, __ne__ = _operator(operator.eq, bool_), _operator(operator.ne, bool_)
    __lt__, __le__ = _operator(operator.lt, bool_), _operator(operator.le, bool_)
    __gt__, __ge__ = _operator(operator.gt, bool_), _operator(operator.ge, bool_)

    def __invert__(self) -> ndarray:
        return ndarray([not item for item in self.items], self.shape, bool_)

    @property
    def ndim(self) -> int:
        """The number of dimensions it has."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of items it has."""
        return len(self.items)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[at] for at in range(len(self)))

    def tolist(self) -> Any:
        """The items as a list, or as a list of lists."""
        return list(self.items) if self.ndim == 1 else self._rows()

    def tobytes(self) -> bytes:
        """The items as bytes, the lowest of each first."""
        size, signed = self.dtype.bits // 8, self.dtype.kind == "i"
        if self.dtype.kind == "S":
            return b"".join(item.ljust(size, b"\0") for item in self.items)
        if size == 1:
            return bytes(self.items)
        return b"".join(item.to_bytes(size, "little", signed=signed) for item in self.items)

    def astype(self, kind: dtype, *, copy: bool = True) -> ndarray:
        """The same items in another type."""
        if kind == self.dtype and not copy:
            return self
        return ndarray(kind.items(self.items), self.shape, kind)

    def reshape(self, *shape: int) -> ndarray:
        """The same items in another shape; -1 is as many as there are."""
        known = prod(length for length in shape if length != -1)
        whole = tuple(self.size // known if length == -1 else length for length in shape)
        if prod(whole) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {shape}")
        return ndarray(self.items, whole, self.dtype)

    def copy(self) -> ndarray:
        """An array of its own."""
        return ndarray(list(self.items), self.shape, self.dtype)

    def ravel(self) -> ndarray:
        """The same items in one dimension."""
        return self.reshape(-1)

    def view(self, kind: dtype | str) -> ndarray:
        """The same bytes as items of another type: bytes of a given length, ``S17``, or uint8."""
        raw = self.tobytes()
        if isinstance(kind, dtype):
            return ndarray(list(raw), (*self.shape[:-1], len(raw) // prod(self.shape[:-1])), kind)
        size = int(kind[1:])
        parts = [raw[at : at + size].rstrip(b"\0") for at in range(0, len(raw), size)]
        return ndarray(parts, (len(parts),), dtype(8 * size, "S"))

    def _rows(self) -> list[list[Any]]:
        count, length = self.shape
        return [self.items[at * length : (at + 1) * length] for at in range(count)]

    def _reduced(self, function: Callable[[list[Any]], Any], axis: int | None, kind: dtype) -> Any:
        if axis is None:
            return function(self.items)
        return ndarray([function(row) for row in self._rows()], self.shape[:1], kind)

    def all(self, axis: int | None = None) -> Any:
        """Whether all items are true; with ``axis`` 1 of each row."""
        return self._reduced(all, axis, bool_)

    def any(self, axis: int | None = None) -> Any:
        """Whether any item is true; with ``axis`` 1 of each row."""
        return self._reduced(any, axis, bool_)

    def sum(self, axis: int | None = None) -> Any:
        """The sum of the items; with ``axis`` 1 of each row."""
        return self._reduced(sum, axis, int64)

    def min(self) -> Any:
        """The least item."""
        return min(self.items)

    def max(self) -> Any:
        """The greatest item."""
        return max(self.items)

    def __getitem__(self, key: Any) -> Any:
        places, shape = self._places(key)
        items = [self.items[place] for place in places]
        return ndarray(items, shape, self.dtype) if shape else items[0]

    def __setitem__(self, key: Any, value: Any) -> None:
        places, shape = self._places(key)
        for place, item in zip(places, _spread(asarray(value, self.dtype), shape), strict=True):
            self.items[place] = item

    def _places(self, key: Any) -> tuple[Sequence[int], Shape]:
        """The offsets of the items that the index means, and their shape."""
        if isinstance(key, ndarray) and key.dtype == bool_ and key.shape == self.shape:
            places = [at for at, is_meant in enumerate(key.items) if is_meant]
            return places, (len(places),)
        keys = list(key) if isinstance(key, tuple) else [key]
        keys += [slice(None)] * (self.ndim - len(keys))
        meant = [_meant(part, length) for part, length in zip(keys, self.shape, strict=True)]
        if len(meant) == 1:
            return meant[0].items, meant[0].shape
        rows, columns = meant
        width = self.shape[1]
        if isinstance(keys[0], (ndarray, list)) and isinstance(keys[1], (ndarray, list)):
            shape = _common(rows.shape, columns.shape)  # squares, each by its row and its column
            squares = zip(_spread(rows, shape), _spread(columns, shape), strict=True)
            return [row * width + column for row, column in squares], shape
        places = [row * width + column for row in rows.items for column in columns.items]
        return places, rows.shape + columns.shape


def _meant(key: Any, length: int) -> ndarray:
    """The indices that one part of an index means."""
    if isinstance(key, slice):
        return arange(*key.indices(length))
    if isinstance(key, ndarray) and key.dtype == bool_:
        return nonzero(key)[0]
    indices = asarray(key, int64)
    if not all(-length <= index < length for index in indices.items):
        raise IndexError(f"an index is out of bounds for length {length}")
    return ndarray([index % length for index in indices.items], indices.shape, int64)


def _common(shape: Shape, other: Shape) -> Shape:
    """The shape of two arrays together: a length of 1 is as long as the other's."""
    longest = max(len(shape), len(other))
    pairs = zip(*((1,) * (longest - len(each)) + each for each in (shape, other)), strict=True)
    return tuple(second if first == 1 else first for first, second in pairs)


def _spread(array: ndarray, shape: Shape) -> list[Any]:
    """The items of the array repeated to this shape."""
    if array.shape == shape:
        return array.items
    if array.size == 1:
        return array.items * prod(shape)
    rows, width = ((1,) * (2 - array.ndim) + array.shape)[:2]
    count, length = ((1,) * (2 - len(shape)) + shape)[:2]
    if (rows, width) == (count, 1):
        return [item for item in array.items for _ in range(length)]
    if rows not in (1, count) or width != length:
        raise ValueError(f"could not broadcast from shape {array.shape} into shape {shape}")
    return array.items * (count if rows == 1 else 1)


def array(given: Any, kind: dtype | None = None) -> ndarray:
    """An array of a number, of a sequence of numbers, or of sequences of equal length."""
    if isinstance(given, ndarray):
        return given.astype(kind or given.dtype)
    items: list[Any]
    shape: Shape
    if not isinstance(given, (list, tuple, range)):
        items, shape = [given], ()
    elif given and isinstance(given[0], (list, tuple)):
        rows = list(map(list, given))
        if len({*map(len, rows)}) > 1:
            raise ValueError("setting an array element with a sequence: an inhomogeneous shape")
        items, shape = list(chain.from_iterable(rows)), (len(rows), len(rows[0]))
    else:
        items, shape = list(given), (len(given),)
    if kind is None:
        types = {*map(type, items)}
        kind = bool_ if types == {bool} else int64 if types <= {int, bool} else object_
    return ndarray(kind.items(items), shape, kind)


def asarray(given: Any, kind: dtype | None = None) -> ndarray:
    """The array itself, or an array of the given values."""
    if isinstance(given, ndarray) and kind in {None, given.dtype}:
        return given
    return array(given, kind)


def ascontiguousarray(given: ndarray) -> ndarray:
    """The array itself: all of them are."""
    return given


def frombuffer(raw: Any, kind: dtype = uint8, offset: int = 0) -> ndarray:
    """The bytes as an array, from the ``offset`` on."""
    items = list(bytes(raw)[offset:])
    return ndarray(items, (len(items),), kind)


def full(shape: int | Shape, value: Any, kind: dtype) -> ndarray:
    """An array of this shape with the value everywhere."""
    whole = (shape,) if isinstance(shape, int) else shape
    return ndarray(kind.items([value]) * prod(whole), whole, kind)


def zeros(shape: int | Shape, kind: dtype) -> ndarray:
    """An array of this shape with 0 everywhere."""
    return full(shape, 0, kind)


empty = zeros


def arange(*limits: int) -> ndarray:
    """The numbers of a range."""
    return array(range(*limits), int64)


def concatenate(arrays: Iterable[ndarray]) -> ndarray:
    """Arrays one after another; of two dimensions, their rows."""
    parts = list(arrays)
    items = list(chain.from_iterable(part.items for part in parts))
    shape = (sum(map(len, parts)), *parts[0].shape[1:])
    return ndarray(items, shape, max(part.dtype for part in parts))


def hstack(arrays: Iterable[ndarray]) -> ndarray:
    """Arrays of two dimensions beside one another."""
    parts = list(arrays)
    rows = zip(*(part.tolist() for part in parts), strict=True)
    items = [item for row in rows for item in chain.from_iterable(row)]
    shape = len(parts[0]), sum(part.shape[1] for part in parts)
    return ndarray(items, shape, max(part.dtype for part in parts))


def sort(given: ndarray) -> ndarray:
    """The items in order."""
    return ndarray(sorted(given.items), given.shape, given.dtype)


def searchsorted(ordered: ndarray, given: ndarray) -> ndarray:
    """For each item, the number of ordered items that are less."""
    places = [bisect_left(ordered.items, item) for item in given.items]
    return ndarray(places, given.shape, int64)


def array_equal(given: ndarray, other: ndarray) -> bool:
    """Whether both have the same shape and the same items."""
    return given.shape == other.shape and given.items == other.items


def minimum(given: Any, other: Any) -> ndarray:
    """The lesser of each two items."""
    least: ndarray = _operator(min)(given, other)
    return least


def where(condition: ndarray, given: ndarray, other: ndarray) -> ndarray:
    """Each item of the first array where the condition holds, and else of the other."""
    triples = zip(condition.items, given.items, other.items, strict=True)
    return ndarray([a if holds else b for holds, a, b in triples], given.shape, given.dtype)


def nonzero(given: ndarray) -> tuple[ndarray, ...]:
    """The indices of the items that are true, an array for each dimension."""
    places = [at for at, item in enumerate(given.items) if item]
    if given.ndim == 1:
        return (array(places, int64),)
    width = given.shape[1]
    return array([at // width for at in places], int64), array([at % width for at in places], int64)


def cumsum(given: ndarray) -> ndarray:
    """The sums of the items so far."""
    return array(list(accumulate(given.items)), int64)


def insert(given: ndarray, places: ndarray, values: ndarray) -> ndarray:
    """The array with each value in front of the item at its place; the places are in order."""
    items, begin = [], 0
    for place, value in zip(places.items, values.items, strict=True):
        items += [*given.items[begin:place], value]
        begin = place
    items += given.items[begin:]
    return ndarray(items, (len(items),), given.dtype)
