"""Drawings of boards: as text with marks, as the grid of a course text, and as SVG.

``solvers/puzzle/diagram.py`` writes and reads the plain text of ``--board``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from xml.etree import ElementTree as ET

from solvers.output.colours import LIGHT
from solvers.output.messages import LARGEST_DRAWN, counted, not_drawn
from solvers.puzzle.placements import Placement, attacked_squares, attacking_pairs
from solvers.puzzle.problem import Square

QUEEN, EMPTY, BLOCKED = "♛", "·", "■"
ATTACKED = "×"  # noqa: RUF001  # a square's mark, no letter

SQUARE, MARGIN = 40, 28
REDUCED, MOST_DOTS = 640, 1000
"""The side of a reduced board, and the most queens that are shown on it."""

AXIS = 0.6
"""The room for the digits at the edge of a board in a page, in squares."""
COLOURS = {
    "light": "#f0d9b5",
    "dark": "#b58863",
    "attacked": "#c0392b",
    "line": "#c0392b",
    "blocked": "#5f6368",
}


def draw_board(
    placement: Sequence[int],
    attacking: Collection[int] = (),
    *,
    attacked: Collection[Square] = (),
    blocked: Collection[Square] = (),
    by_lines: bool = False,
) -> Iterator[tuple[str, str]]:
    """Text of n + 1 lines: columns along the top, rows down the side, both from 0.

    It comes in parts, each with its style, of which ``rich.text.Text.assemble`` makes one text.

    The queens of the ``attacking`` columns are red, and in brackets where there is no colour.
    ``attacked`` squares get a cross, ``blocked`` ones are filled.
    ``by_lines``: the placement has the column of each row's queen, and ``attacking`` are rows.
    """
    n = len(placement)
    if n > LARGEST_DRAWN:
        yield not_drawn(n), "dim"
        return
    width = len(str(max(n - 1, 0)))
    yield " " * width, ""
    for column in range(n):
        yield f" {column:>{width}} ", "dim"
    for row in range(n):
        yield f"\n{row:>{width}}", "dim"
        for column in range(n):
            line, queen = (row, column) if by_lines else (column, row)
            if placement[line] == queen:
                if line in attacking:
                    yield f"{'[':>{width}}{QUEEN}]", "bold red"
                else:
                    yield f" {QUEEN:>{width}} ", ""
            else:
                square = ATTACKED if (column, row) in attacked else EMPTY
                square = BLOCKED if (column, row) in blocked else square
                yield f" {square:>{width}} ", "dim"


def course_grid(placement: Placement, *, numbered: bool) -> str:
    """The grid of a course text.

    ``numbered``: that of COMP 333, as ``display_solution/1`` of queens.pl prints it, with columns
    along the top and rows down the side, both from 0. Else that of the second SICP text.
    """
    n = len(placement)
    width = len(str(max(n - 1, 0)))
    queen, free = (" X|", "  |") if numbered else (" X |", "   |")
    separator = "-" * (width + 1 + 3 * n) if numbered else "|" + "---|" * n
    lines = [" " * (width - 1) + "".join(f"{column:>3}" for column in range(n))] * numbered
    lines.append(separator)
    for row in range(n):
        number = f"{row:>{width}}" if numbered else ""
        squares = "".join(queen if placed == row else free for placed in placement)
        lines += [f"{number}|{squares}", separator]
    return "\n".join(lines)


def svg_board(
    placement: Placement, *, attacked: bool = False, blocked: Collection[Square] = ()
) -> str:
    """An SVG drawing, as text.

    Along the top and the left are the suite's coordinates, columns and rows from 0; along the
    bottom and the right a chess player's, files from a and ranks with 1 at the bottom. Queens that
    attack each other are red and joined by a line. ``attacked`` marks every square that a queen
    attacks; ``blocked`` squares are grey with a cross. A wider board than 64 columns is reduced: a
    dot per queen, of at most 1,000 queens.
    """
    n = len(placement)
    if n > LARGEST_DRAWN:
        return _reduced(placement)
    size = n * SQUARE + 2 * MARGIN
    svg = ET.Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {size} {size}",
        width=str(size),
        height=str(size),
        role="img",
    )
    ET.SubElement(svg, "title").text = f"{counted(n, 'queen')}: {', '.join(map(str, placement))}"
    ET.SubElement(svg, "rect", width=str(size), height=str(size), fill="white")
    marked = attacked_squares(placement) if attacked else set()
    for column in range(n):
        for row in range(n):
            square = column, row
            _square(svg, square, attacked=square in marked, blocked=square in blocked)
    for index in range(n):
        middle, far = MARGIN + (index + 0.5) * SQUARE, size - MARGIN / 2
        _text(svg, (middle, MARGIN / 2), str(index))
        _text(svg, (middle, far), file_name(index))
        _text(svg, (MARGIN / 2, middle), str(index))
        _text(svg, (far, middle), str(n - index))
    pairs = attacking_pairs(placement)
    for left, right in pairs:
        (x1, y1), (x2, y2) = _centre(left, placement[left]), _centre(right, placement[right])
        ends = {"x1": f"{x1:g}", "y1": f"{y1:g}", "x2": f"{x2:g}", "y2": f"{y2:g}"}
        stroke = {"stroke": COLOURS["line"], "stroke-width": "4", "stroke-linecap": "round"}
        ET.SubElement(svg, "line", ends | stroke)
    attacking = {column for pair in pairs for column in pair}
    for column, row in enumerate(placement):
        colour = COLOURS["line"] if column in attacking else "black"
        _text(svg, _centre(column, row), QUEEN, 32, colour)
    ET.indent(svg)
    return ET.tostring(svg, encoding="unicode")


def _reduced(placement: Placement) -> str:
    n, size = len(placement), REDUCED + 2 * MARGIN
    step = -(-n // MOST_DOTS)
    fits = "max-width: 100%; height: auto"
    side = {"width": str(size), "height": str(size)}
    box = f"0 0 {size} {size}"
    svg = ET.Element(
        "svg", side, xmlns="http://www.w3.org/2000/svg", viewBox=box, role="img", style=fits
    )
    every = f"; one dot for every {step:,} queens" if step > 1 else ""
    ET.SubElement(svg, "title").text = f"{counted(n, 'queen')}, reduced{every}"
    ET.SubElement(svg, "rect", side, fill="white")
    inner = {"x": str(MARGIN), "y": str(MARGIN), "width": str(REDUCED), "height": str(REDUCED)}
    ET.SubElement(svg, "rect", inner, fill=COLOURS["light"])
    for column in range(0, n, step):
        x, y = (MARGIN + (line + 0.5) * REDUCED / n for line in (column, placement[column]))
        ET.SubElement(svg, "circle", cx=f"{x:.2f}", cy=f"{y:.2f}", r="1.5", fill="black")
    ET.indent(svg)
    return ET.tostring(svg, encoding="unicode")


def page_board(placement: Placement, *, blocked: Collection[Square] = ()) -> str:
    """The board as the films of a report draw it, in the colours of the page; as text.

    Queens that attack each other are joined by a red line.
    """
    n = len(placement)
    if n > LARGEST_DRAWN:
        return svg_board(placement, blocked=blocked)
    size = f"{-AXIS} {-AXIS} {n + 2 * AXIS:g} {n + 2 * AXIS:g}"
    label = f"{counted(n, 'queen')} in rows {', '.join(map(str, placement))}"
    most = f"max-width: {4 * (n + 2 * AXIS):g}rem"  # a board of one square is no poster
    shown = {"class": "board", "viewBox": size, "style": most}
    svg = ET.Element("svg", {**shown, "role": "img", "aria-label": label})
    for column in range(n):
        for row in range(n):
            square = {"x": str(column), "y": str(row), "width": "1", "height": "1"}
            kind = "dark-square" if (column + row) % 2 else "square"
            kind = "soft" if (column, row) in blocked else kind
            ET.SubElement(svg, "rect", {**square, "style": f"fill: var(--{kind})"})
    for index in range(n):
        middle, edge = f"{index + 0.5}", f"{-AXIS / 2}"
        for x, y in ((middle, edge), (edge, middle)):
            digit = {"x": x, "y": y, "class": "axis"}
            ET.SubElement(svg, "text", digit).text = str(index)
    for column, row in enumerate(placement):
        hue = f"fill: var(--hue-{column % len(LIGHT)})"
        queen = {"x": f"{column + 0.5}", "y": f"{row + 0.8}", "class": "queen", "style": hue}
        ET.SubElement(svg, "text", queen).text = QUEEN
    for left, right in attacking_pairs(placement):
        ends = {"x1": left, "y1": placement[left], "x2": right, "y2": placement[right]}
        at = {name: f"{value + 0.5}" for name, value in ends.items()}
        ET.SubElement(svg, "line", {**at, "class": "attack"})
    return ET.tostring(svg, encoding="unicode")


def file_name(column: int) -> str:
    """A chess player's name of a column: a to z, then aa, ab, ..."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def _square(svg: ET.Element, square: Square, *, attacked: bool, blocked: bool) -> None:
    column, row = square
    x, y = MARGIN + column * SQUARE, MARGIN + row * SQUARE
    place = {"x": str(x), "y": str(y), "width": str(SQUARE), "height": str(SQUARE)}
    ET.SubElement(svg, "rect", place, fill=COLOURS["dark" if (column + row) % 2 else "light"])
    if attacked:
        centre = {"cx": f"{x + SQUARE / 2:g}", "cy": f"{y + SQUARE / 2:g}", "r": "5"}
        ET.SubElement(svg, "circle", centre, fill=COLOURS["attacked"], opacity="0.6")
    if blocked:
        ET.SubElement(svg, "rect", place, fill=COLOURS["blocked"])
        near, far = SQUARE // 4, SQUARE - SQUARE // 4
        cross = f"M{x + near} {y + near}L{x + far} {y + far}M{x + far} {y + near}"
        cross += f"L{x + near} {y + far}"
        ET.SubElement(svg, "path", {"d": cross, "stroke": "white", "stroke-width": "4"})


def _centre(column: int, row: int) -> tuple[float, float]:
    return MARGIN + (column + 0.5) * SQUARE, MARGIN + (row + 0.5) * SQUARE


def _text(
    svg: ET.Element, at: tuple[float, float], text: str, size: int = 13, colour: str = "black"
) -> None:
    style = {
        "text-anchor": "middle",
        "dy": "0.35em",  # to the middle, also where dominant-baseline is not known
        "font-size": str(size),
        "font-family": "DejaVu Sans, Segoe UI Symbol, Apple Symbols, sans-serif",
    }
    x, y = at
    ET.SubElement(svg, "text", style, x=f"{x:g}", y=f"{y:g}", fill=colour).text = text
