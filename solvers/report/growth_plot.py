"""A figure against n, a line for each backend, as an SVG drawing.

Matplotlib draws it: SVG needs no script and no network, prints sharply, and a title in a point is
what browsers show when it is pointed at. Plot libraries that draw in the browser would bring one to
four megabytes into every page.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from solvers.report.printable import printable

SVG = "http://www.w3.org/2000/svg"
MARKERS = "osD^vPX*"


@dataclass(frozen=True, slots=True)
class Point:
    """A value at n, with the least and the greatest sample where there are several."""

    n: int
    value: float
    least: float
    greatest: float


def growth_plot(
    series: Mapping[str, Sequence[Point]],
    title: str,
    unit: str,
    *,
    salt: str,
    scale: str = "log",
) -> str:
    """The drawing as an ``svg`` element; raises ImportError where there is no Matplotlib.

    The same data give the same text; ``salt`` keeps the ids of two drawings in one page apart, and
    ``scale`` is that of the values, ``log`` or ``linear``.
    """
    import matplotlib as mpl  # noqa: PLC0415  # an extra
    from matplotlib.figure import Figure  # noqa: PLC0415  # an extra
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415  # an extra

    tips: dict[str, str] = {}
    names = sorted(series)
    with mpl.rc_context({"svg.hashsalt": salt, "svg.fonttype": "none"}):
        figure = Figure(figsize=(9, 6), layout="constrained")
        axes = figure.subplots()
        colours = mpl.colormaps["tab20"].resampled(20)
        for number, name in enumerate(names):
            points = series[name]
            colour = colours(number % 20)
            sizes = [point.n for point in points]
            axes.plot(sizes, [point.value for point in points], color=colour, linewidth=1.2)
            axes.fill_between(
                sizes,
                [point.least for point in points],
                [point.greatest for point in points],
                color=colour,
                alpha=0.2,
                linewidth=0,
            )
            for point in points:
                tip = f"{salt}-tip-{len(tips)}"
                tips[tip] = f"{printable(name)}, n = {point.n}: {point.value:.3g} {unit}"
                axes.plot(
                    [point.n],
                    [point.value],
                    color=colour,
                    marker=MARKERS[number % len(MARKERS)],
                    markersize=5,
                    linestyle="",
                    gid=tip,
                    label=str(number) if point is points[-1] else None,
                )
        axes.set_yscale(scale)
        axes.set_xlabel("n")
        axes.set_ylabel(unit)
        axes.set_title(title, fontsize=10)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(visible=True, which="major", linewidth=0.4, alpha=0.5)
        legend = axes.legend(
            fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False
        )
        # The names are set when the legend is there: it takes none that begins with an underscore.
        for text in legend.get_texts():
            text.set_parse_math(False)
            text.set_text(printable(names[int(text.get_text())]))
        drawn = io.StringIO()
        with warnings.catch_warnings():  # the browser may have what Matplotlib's font has not
            warnings.filterwarnings("ignore", message="Glyph .* missing from")
            figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    return _with_tips(drawn.getvalue(), tips, title)


def _with_tips(drawn: str, tips: Mapping[str, str], title: str) -> str:
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
