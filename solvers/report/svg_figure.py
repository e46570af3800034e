"""A figure that Matplotlib draws, as an SVG drawing that is the same for the same data."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from solvers.report.printable import printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

SVG = "http://www.w3.org/2000/svg"

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#8C6D31")
"""Those of Okabe and Ito (2008), told apart also without red or green; for yellow, a brown."""

MARKERS = "osD^vPX*"
DASHES = ("-", "--", ":")


class Drawing:
    """A figure while it is drawn, and as ``text`` when it is done."""

    def __init__(self, figure: Figure, salt: str) -> None:
        self.figure = figure
        self.tips: dict[str, str] = {}
        self.text = ""
        self._salt = salt

    def tip(self, words: str) -> str:
        """The id of a part that shows these words when it is pointed at."""
        name = f"{self._salt}-tip-{len(self.tips)}"
        self.tips[name] = printable(words)
        return name


@contextmanager
def drawing(title: str, salt: str, size: tuple[float, float] = (9, 5)) -> Iterator[Drawing]:
    """A figure to draw in; raises ImportError where there is no Matplotlib.

    ``salt`` keeps the ids of two drawings in one page apart; ``size`` is in inches.
    """
    import matplotlib as mpl  # noqa: PLC0415  # an extra
    from matplotlib.figure import Figure  # noqa: PLC0415  # an extra

    with mpl.rc_context({"svg.hashsalt": salt, "svg.fonttype": "none", "text.parse_math": False}):
        drawn = Drawing(Figure(figsize=size, layout="constrained"), salt)
        yield drawn
        drawn.figure.suptitle(title, fontsize=10)
        written = io.StringIO()
        with warnings.catch_warnings():  # the browser may have what Matplotlib's font has not
            warnings.filterwarnings("ignore", message="Glyph .* missing from")
            drawn.figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    drawn.text = _finished(written.getvalue(), drawn.tips, title)


def look(names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """A colour, a mark and a kind of line for each name: the same ones in the same company."""
    return {
        name: {
            "color": COLOURS[number % len(COLOURS)],
            "marker": MARKERS[number % len(MARKERS)],
            "linestyle": DASHES[number // len(COLOURS) % len(DASHES)],
        }
        for number, name in enumerate(sorted(names))
    }


def name_lines(axes: Axes, lines: Mapping[str, Line2D]) -> None:
    """A legend beside the figure, in this order."""
    legend = axes.legend(
        list(lines.values()),
        [str(number) for number in range(len(lines))],
        fontsize=8,
        loc="center left",
        bbox_to_anchor=(1.0, 0.5),
        frameon=False,
    )
    # The names are set when the legend is there: it takes none that begins with an underscore.
    for text, name in zip(legend.get_texts(), lines, strict=True):
        text.set_text(printable(name))


def plain_numbers(axis: Axis) -> None:
    """Numbers beside a logarithmic axis that are no formulas: where text is none, they are not."""
    from matplotlib.ticker import FuncFormatter, NullFormatter  # noqa: PLC0415  # an extra

    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(NullFormatter())


def _finished(drawn: str, tips: Mapping[str, str], title: str) -> str:
    ET.register_namespace("", SVG)
    ET.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    svg = ET.fromstring(drawn)  # noqa: S314  # what Matplotlib has just drawn
    svg.set("role", "img")
    svg.set("aria-label", title)
    for metadata in svg.findall(f"{{{SVG}}}metadata"):
        svg.remove(metadata)
    for group in svg.iter(f"{{{SVG}}}g"):
        if tip := tips.get(group.get("id", "")):
            ET.SubElement(group, f"{{{SVG}}}title").text = tip
    return ET.tostring(svg, encoding="unicode")
