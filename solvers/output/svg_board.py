"""A placement as an SVG drawing: a chessboard with both sets of coordinates."""

from __future__ import annotations

from collections.abc import Collection
from xml.etree import ElementTree as ET

from solvers.puzzle.placements import Placement, attacked_squares, attacking_pairs
from solvers.puzzle.problem import Square

SQUARE = 40
MARGIN = 28
COLOURS = {
    "light": "#f0d9b5",
    "dark": "#b58863",
    "attacked": "#c0392b",
    "line": "#c0392b",
    "blocked": "#5f6368",
}


def svg_board(
    placement: Placement, *, attacked: bool = False, blocked: Collection[Square] = ()
) -> str:
    """The drawing as text.

    Along the top and the left the suite's coordinates, columns and rows from 0; along the bottom
    and the right the chess player's, files from a and ranks with 1 at the bottom. Queens that
    attack each other are red and joined by a line; ``attacked`` marks every square that a queen
    attacks, and ``blocked`` squares are grey with a cross.
    """
    n = len(placement)
    size = n * SQUARE + 2 * MARGIN
    svg = ET.Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {size} {size}",
        width=str(size),
        height=str(size),
        role="img",
    )
    ET.SubElement(svg, "title").text = f"{n} queens: {', '.join(map(str, placement))}"
    ET.SubElement(svg, "rect", width=str(size), height=str(size), fill="white")
    marked = attacked_squares(placement) if attacked else set()
    for column in range(n):
        for row in range(n):
            _square(svg, column, row, (column, row) in marked)
            if (column, row) in blocked:
                _closed(svg, column, row)
    for index in range(n):
        middle, far = MARGIN + (index + 0.5) * SQUARE, size - MARGIN / 2
        _text(svg, (middle, MARGIN / 2), str(index))
        _text(svg, (middle, far), file_name(index))
        _text(svg, (MARGIN / 2, middle), str(index))
        _text(svg, (far, middle), str(n - index))
    pairs = attacking_pairs(placement)
    for left, right in pairs:
        (x1, y1), (x2, y2) = _centre(left, placement[left]), _centre(right, placement[right])
        ET.SubElement(
            svg,
            "line",
            {"x1": f"{x1:g}", "y1": f"{y1:g}", "x2": f"{x2:g}", "y2": f"{y2:g}"},
            stroke=COLOURS["line"],
            **{"stroke-width": "4", "stroke-linecap": "round"},
        )
    attacking = {column for pair in pairs for column in pair}
    for column, row in enumerate(placement):
        colour = COLOURS["line"] if column in attacking else "black"
        _text(svg, _centre(column, row), "♛", 32, colour)
    ET.indent(svg)
    return ET.tostring(svg, encoding="unicode")


def file_name(column: int) -> str:
    """The chess player's name of a column: a to z, then aa, ab, ..."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def _square(svg: ET.Element, column: int, row: int, attacked: bool) -> None:  # noqa: FBT001
    x, y = MARGIN + column * SQUARE, MARGIN + row * SQUARE
    place = {"x": str(x), "y": str(y), "width": str(SQUARE), "height": str(SQUARE)}
    ET.SubElement(svg, "rect", place, fill=COLOURS["dark" if (column + row) % 2 else "light"])
    if attacked:
        centre = {"cx": f"{x + SQUARE / 2:g}", "cy": f"{y + SQUARE / 2:g}", "r": "5"}
        ET.SubElement(svg, "circle", centre, fill=COLOURS["attacked"], opacity="0.6")


def _closed(svg: ET.Element, column: int, row: int) -> None:
    x, y = MARGIN + column * SQUARE, MARGIN + row * SQUARE
    place = {"x": str(x), "y": str(y), "width": str(SQUARE), "height": str(SQUARE)}
    ET.SubElement(svg, "rect", place, fill=COLOURS["blocked"])
    near, far = SQUARE // 4, SQUARE - SQUARE // 4
    cross = f"M{x + near} {y + near}L{x + far} {y + far}M{x + far} {y + near}L{x + near} {y + far}"
    ET.SubElement(svg, "path", {"d": cross, "stroke": "white", "stroke-width": "4"})


def _centre(column: int, row: int) -> tuple[float, float]:
    return MARGIN + (column + 0.5) * SQUARE, MARGIN + (row + 0.5) * SQUARE


def _text(
    svg: ET.Element, at: tuple[float, float], text: str, size: int = 13, colour: str = "black"
) -> None:
    x, y = at
    style = {
        "text-anchor": "middle",
        "dy": "0.35em",  # to the middle, also where dominant-baseline is not known
        "font-size": str(size),
        "font-family": "DejaVu Sans, Segoe UI Symbol, Apple Symbols, sans-serif",
    }
    ET.SubElement(svg, "text", style, x=f"{x:g}", y=f"{y:g}", fill=colour).text = text
