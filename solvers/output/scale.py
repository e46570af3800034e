"""The scale of an axis: where a value lies, and which values have a line and a name."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from solvers.output.words import duration


@dataclass(frozen=True, slots=True)
class Scale:
    """Takes values from ``least`` to ``greatest`` to places from ``start`` to ``end``."""

    least: float
    greatest: float
    start: float
    end: float
    logarithmic: bool

    def place(self, value: float) -> float:
        """Where the value lies; a logarithmic scale has no place for 0."""
        low, high, at = (
            math.log10(one) if self.logarithmic else one
            for one in (self.least, self.greatest, value)
        )
        return self.start + (at - low) / (high - low) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """The values that have a line: powers of ten, or about five round ones."""
        if self.logarithmic:
            low, high = round(math.log10(self.least)), round(math.log10(self.greatest))
            return [10.0**power for power in range(low, high + 1)]
        step = _round_step(self.greatest - self.least)
        return [step * number for number in range(math.floor(self.greatest / step) + 1)]


def scale(values: Iterable[float], start: float, end: float, *, logarithmic: bool) -> Scale:
    """A scale with all these values in it; it begins at a power of ten, or at 0."""
    known = list(values)
    if logarithmic:
        low = math.floor(math.log10(min(known)))
        high = math.ceil(math.log10(max(known)))
        return Scale(10.0**low, 10.0 ** max(high, low + 1), start, end, logarithmic=True)
    return Scale(0, max(known) * 1.05 or 1, start, end, logarithmic=False)


def _round_step(extent: float) -> float:
    """1, 2 or 5 times a power of ten, about a fifth of the extent."""
    power = 10.0 ** math.floor(math.log10(extent / 5))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= extent / 5)


def number_words(value: float) -> str:
    """A round number, short enough for an axis."""
    if value >= 1e6:
        return f"{value / 1e6:,g} million"
    return f"{value:,g}"


def second_words(seconds: float) -> str:
    """A round time, short enough for an axis."""
    return duration(seconds).replace(".0 ", " ").replace(".00 ", " ")


Words = Callable[[float], str]
WORDS: dict[str, Words] = {"s": second_words}
"""How the values of a unit are written at an axis; all others are plain numbers."""
