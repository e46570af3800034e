"""The colour and mark of each backend in every plot, and the colour of each column's queen.

The colours are those of Okabe and Ito, darker for a light page and lighter for a dark one, so that
a line has a contrast of at least 4.5 with the page and with both kinds of squares.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from solvers import registry

LIGHT = ("#0b5c9c", "#a83800", "#006a4a", "#8e2f73", "#7a5600", "#1d1b18", "#00637a", "#5a5a5a")
DARK = ("#7cc4f4", "#ff9e66", "#5fd3a7", "#f0a5cc", "#e6c84f", "#ece8e1", "#5fd0e0", "#bdbdbd")
"""Blue, vermilion, green, purple, ochre, the ink, teal, grey."""

GROUND = {
    "ground": ("#fdfcfa", "#1a1917"),
    "card": ("#ffffff", "#242220"),
    "square": ("#fbf5e9", "#3d362d"),
    "dark-square": ("#ead9b8", "#2b2621"),
}
"""The background colours, light and dark: page, cards, and both kinds of squares."""

WORDS = {
    "ink": ("#1d1b18", "#ece8e1"),
    "soft": ("#5c564d", "#b5aea2"),
    "choice": ("#1f57a8", "#8ab4f8"),
    "good": ("#0b6b34", "#6fcf8f"),
    "bad": ("#a31f17", "#ff9d95"),
    "open": ("#7a4e00", "#f0c060"),
}
"""The colours of words, rings and lines, by their meaning."""

FAINT = {"line": ("#cfc8bc", "#4a463f"), "shade": ("#1d1b1817", "#00000055")}
"""Faint colours: the lines of a grid, and the shade of a removed square."""

COLOURS = (
    GROUND
    | WORDS
    | FAINT
    | {f"hue-{number}": pair for number, pair in enumerate(zip(LIGHT, DARK, strict=True))}
)
"""The colours for a light and for a dark page, by the names of their variables."""

SHAPES = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
    "M-4.5 -4.5h9v9h-9z",
    "M0 -6L6 0L0 6L-6 0z",
    "M0 -5.5L6 5H-6z",
    "M0 5.5L6 -5H-6z",
    "M-6 -2H-2V-6H2V-2H6V2H2V6H-2V2H-6z",
    "M-5.5 0L4.5 -6V6z",
    "M5.5 0L-4.5 -6V6z",
)
"""The marks, as SVG paths around the origin.

Circle, square, diamond, triangles up and down, cross, triangles left and right.
"""


@dataclass(frozen=True, slots=True)
class Appearance:
    """A colour and a mark: ``hue`` and ``shape`` are indices; a mark may be hollow or filled."""

    hue: int
    shape: int
    hollow: bool

    @property
    def colour(self) -> str:
        """The colour as a CSS variable."""
        return f"var(--hue-{self.hue})"


def appearances(names: Collection[str]) -> dict[str, Appearance]:
    """The appearance of each of these names and of all backends, each different while they last.

    A backend of the suite looks the same in every plot. A variant has the colour of its parent, and
    another mark; a program of one's own has a mark that no other one of these names has.
    """
    known = registry.backends()
    ours = [name for name, backend in known.items() if not backend.origin]
    ours.sort(key=lambda name: bool(known[name].variant_of))  # parents come first
    looks: dict[str, Appearance] = {}
    taken = Counter[int]()
    families = 0
    for name in (*ours, *sorted({*known, *names} - {*ours})):
        parent = looks.get(known[name].variant_of) if name in known else None
        hue = parent.hue if parent else families % len(LIGHT)
        families += parent is None
        mark = hue + len(SHAPES) * taken[hue] + taken[hue] // 2
        signs = [
            divmod((mark + more) % (2 * len(SHAPES)), len(SHAPES))
            for more in range(2 * len(SHAPES))
        ]
        used = {(looks[one].hollow, looks[one].shape) for one in names if one in looks}
        free = (sign for sign in signs if name not in ours and sign not in used)
        hollow, shape = next(free, signs[0])
        taken[hue] += 1
        looks[name] = Appearance(hue, shape, hollow=bool(hollow))
    return looks


def variables() -> str:
    """A style sheet that defines all colours as variables, for light and dark pages."""
    light, dark = (
        "".join(f"--{name}:{each[scheme]};" for name, each in COLOURS.items()) for scheme in (0, 1)
    )
    in_the_dark = f"@media screen and (prefers-color-scheme: dark) {{ :root{{{dark}}} }}"
    return f":root{{{light}}}\n{in_the_dark}\n:root.projection{{{light}}}"


def without_variables(drawing: str) -> str:
    """An SVG drawing with the light colours in place of their variables, for use outside a page.

    Not every program that draws SVG knows variables.
    """
    return re.sub(r"var\(--([\w-]+)\)", lambda found: COLOURS[found[1]][0], drawing)
