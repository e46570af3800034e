"""The scale of an axis: the position of a value, and the ticks with their labels."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from solvers.output.messages import duration


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values from ``least`` to ``greatest`` to positions from ``start`` to ``end``."""

    least: float
    greatest: float
    start: float
    end: float
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """The position of a value; 0 has none on a logarithmic scale."""
        low, high, at = (
            math.log10(number) if self.logarithmic else number
            for number in (self.least, self.greatest, value)
        )
        return self.start + (at - low) / (high - low) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Powers of ten, or about five round numbers."""
        if self.logarithmic:
            low, high = round(math.log10(self.least)), round(math.log10(self.greatest))
            return [10.0**power for power in range(low, high + 1)]
        step = _round_step(self.greatest - self.least)
        return [step * number for number in range(math.floor(self.greatest / step) + 1)]


def scale(values: Iterable[float], start: float, end: float, *, logarithmic: bool) -> Scale:
    """A scale that holds all these values; it begins at a power of ten, or at 0."""
    known = list(values)
    if logarithmic:
        low = math.floor(math.log10(min(known)))
        high = math.ceil(math.log10(max(known)))
        return Scale(10.0**low, 10.0 ** max(high, low + 1), start, end, logarithmic=True)
    return Scale(0, max(known) * 1.05 or 1, start, end)


def number_label(value: float) -> str:
    """A round number, short enough for an axis."""
    return f"{value / 1e6:,g} million" if value >= 1e6 else f"{value:,g}"


def seconds_label(seconds: float) -> str:
    """A round time, short enough for an axis."""
    return duration(seconds).replace(".0 ", " ").replace(".00 ", " ")


Label = Callable[[float], str]


def _round_step(extent: float) -> float:
    """1, 2 or 5 times a power of ten, about a fifth of the extent."""
    power = 10.0 ** math.floor(math.log10(extent / 5))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= extent / 5)
