"""Drawings of boards: as text with marks, as the grid of a course text, and as SVG.

``solvers/puzzle/diagram.py`` writes and reads the plain text of ``--board``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations, product
from xml.etree import ElementTree as ET

from solvers.output.colours import GROUND, LIGHT, without_variables
from solvers.output.messages import LARGEST_DRAWN, counted
from solvers.puzzle.diagram import letter_of
from solvers.puzzle.problem import Colours, Problem, Square, closed_squares

QUEEN, EMPTY, BLOCKED = "♛", "·", "■"
"""The characters of a board on a terminal."""

SQUARE_PIXELS = 40
"""The side of a square in a file, in pixels."""

AXIS, EDGE = 0.6, 0.1
"""The space before the first column and row, for digits, and after the last ones, in squares."""

HATCHING = ("M0 1L1 0", "M0 0L1 1", "M0 .5H1", "M.5 0V1")
"""The lines that a colour's pattern may have: one for each bit of its number, so 16 differ."""

STYLE = (
    ".axis, .queen { text-anchor: middle; font-family: DejaVu Sans, Segoe UI Symbol, sans-serif } "
    ".frame { fill: none; stroke: var(--soft); stroke-width: .02 } "
    ".axis { font-size: .36px; fill: var(--soft); dominant-baseline: central } "
    ".queen { font-size: .8px } .attack { stroke: var(--bad); stroke-width: .07 }"
)
"""The sizes and colours of a board outside a page."""


def draw_board(
    placement: Sequence[int],
    attacking: Collection[int] = (),
    *,
    problem: Problem | None = None,
    by_lines: bool = False,
    axes: Square = (0, 0),
) -> str:
    """Draw a board: columns along the top, rows down the side, both from ``axes``.

    The queens of the ``attacking`` columns are in brackets. The blocked squares of the ``problem``
    are filled, and the free ones of a coloured board have the letters of their colours.
    ``by_lines``: the placement holds the column of each row's queen, and ``attacking`` are rows.
    """
    n = len(placement)
    closed = closed_squares(problem) if problem else ()
    if n > LARGEST_DRAWN:
        return f"(a board of {n:,} columns is not drawn; boards of up to {LARGEST_DRAWN} are)"
    width = len(str(max(n - 1, 0) + max(axes)))
    lines = [" " * width + "".join(f" {column + axes[0]:>{width}} " for column in range(n))]
    for row in range(n):
        squares = f"{row + axes[1]:>{width}}"
        for column in range(n):
            line, queen = (row, column) if by_lines else (column, row)
            if placement[line] == queen and line in attacking:
                squares += f"{'[':>{width}}{QUEEN}]"
                continue
            free = (problem and letter_of(problem, column, row)) or EMPTY
            square = BLOCKED if (column, row) in closed else free
            squares += f" {QUEEN if placement[line] == queen else square:>{width}} "
        lines.append(squares)
    return "\n".join(line.rstrip() for line in lines)


def svg_board(
    rows: Sequence[int | None],
    problem: Problem | None = None,
    *,
    standalone: bool = False,
    axes: Square = (0, 0),
    by_lines: bool = False,
) -> str:
    """Draw a board as SVG text. ``axes`` are the numbers of the first column and the first row.

    ``rows`` has None for a column without a queen. A red line joins queens that attack each other;
    the blocked squares of the ``problem`` are grey, and those of a coloured one are tinted. With
    ``standalone``, for a file or a notebook's cell, the drawing contains its colours; else the page
    defines them. ``by_lines``: see ``draw_board``.
    """
    n, placement = len(rows), {line: row for line, row in enumerate(rows) if row is not None}
    problem = problem or Problem(n)
    side = n + AXIS + EDGE
    svg = ET.Element("svg", viewBox=f"{-AXIS} {-AXIS} {side:g} {side:g}", role="img")
    label = f"{counted(len(placement), 'queen')} in rows {', '.join(map(str, placement.values()))}"
    if standalone:
        size = f"{side * SQUARE_PIXELS:g}"
        svg.attrib |= {"xmlns": "http://www.w3.org/2000/svg", "width": size, "height": size}
        ET.SubElement(svg, "title").text = label
        ET.SubElement(svg, "style").text = STYLE
        place = {"x": f"{-AXIS}", "y": f"{-AXIS}", "width": f"{side:g}", "height": f"{side:g}"}
        ET.SubElement(svg, "rect", place, fill=GROUND["card"][0])
    else:  # a board of one square is no poster
        most = f"max-width: {4 * side:g}rem"
        svg.attrib |= {"class": "board", "style": most, "aria-label": label}
    _add_squares(svg, problem)
    frame = {"width": str(n), "height": str(n), "class": "frame"}
    ET.SubElement(svg, "rect", frame)
    for index in range(n):
        middle, edge = f"{index + 0.5}", f"{-AXIS / 2}"
        for x, y, first in ((middle, edge, axes[0]), (edge, middle, axes[1])):
            digit = {"x": x, "y": y, "class": "axis"}
            ET.SubElement(svg, "text", digit).text = str(first + index)
    queens = {line: (row, line) if by_lines else (line, row) for line, row in placement.items()}
    for column, row in queens.values():
        hue = "fill: var(--ink)" if problem.colours else f"fill: var(--hue-{column % len(LIGHT)})"
        queen = {"x": f"{column + 0.5}", "y": f"{row + 0.8}", "class": "queen", "style": hue}
        ET.SubElement(svg, "text", queen).text = QUEEN
    for one, other in combinations(placement.items(), 2):
        if not problem.attack(one, other):
            continue
        (x1, y1), (x2, y2) = queens[one[0]], queens[other[0]]
        ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        at = {name: f"{value + 0.5}" for name, value in ends.items()}
        ET.SubElement(svg, "line", {**at, "class": "attack"})
    ET.indent(svg)
    text = ET.tostring(svg, encoding="unicode")
    return without_variables(text) if standalone else text


def _add_squares(svg: ET.Element, problem: Problem) -> None:
    """Add the squares; those of a coloured board have a tint, a pattern, and a letter."""
    closed = closed_squares(problem)
    for column, row in product(range(problem.n), repeat=2):
        square = {"x": str(column), "y": str(row), "width": "1", "height": "1"}
        kind = "dark-square" if (column + row) % 2 and not problem.colours else "square"
        kind = "soft" if (column, row) in closed else kind
        ET.SubElement(svg, "rect", {**square, "style": f"fill: var(--{kind})"})
        if letter := letter_of(problem, column, row):
            hue = f"fill: var(--hue-{problem.colours[column][row] % len(LIGHT)})"
            ET.SubElement(svg, "rect", {**square, "style": f"{hue}; opacity: .35"})
            corner = {"x": f"{column + 0.06}", "y": f"{row + 0.28}"}
            style = "fill: var(--ink); font-size: .28px"
            ET.SubElement(svg, "text", {**corner, "style": style}).text = letter
            number, place = problem.colours[column][row], f"translate({column} {row})"
            lines = "".join(line for bit, line in enumerate(HATCHING) if number >> bit & 1)
            thin = {"style": "stroke: var(--ink); stroke-width: .03; opacity: .3"}
            ET.SubElement(svg, "path", {**thin, "d": lines, "transform": place})
    thick = {"style": "fill: none; stroke: var(--ink); stroke-width: .06", "class": "borders"}
    if problem.colours:
        ET.SubElement(svg, "path", {**thick, "d": borders(problem.colours)})


def borders(colours: Colours) -> str:
    """The lines between squares of different colours, as an SVG path."""
    inner = range(len(colours) - 1)
    lines = [
        (f"M{at + 1} {line}v1" * (colours[at][line] != colours[at + 1][line]))
        + (f"M{line} {at + 1}h1" * (colours[line][at] != colours[line][at + 1]))
        for at, line in product(inner, range(len(colours)))
    ]
    return "".join(lines)
