"""The report of a batch run: one self-contained page of HTML."""

from __future__ import annotations

import json
from importlib.resources import files

from jinja2 import Environment
from markupsafe import Markup

from solvers.benchmark.instances import Instances
from solvers.benchmark.result import Contradiction
from solvers.benchmark.summary import Summary
from solvers.lazy import metadata
from solvers.output.bench_document import summary_document
from solvers.output.bench_text import COLUMNS, cells, lines, title
from solvers.output.boards import svg_board
from solvers.output.charts.bench import bench_charts
from solvers.output.colours import variables
from solvers.puzzle.diagram import closed_squares


def bench_page(summary: Summary, conditions: str) -> str:
    """The page; ``conditions`` says machine and limits. The same summary gives the same page.

    All that comes from outside is escaped: by the template, and in the block of data, where no
    ``<`` stands.
    """
    sources = files("solvers.output") / "html"
    template = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        (sources / "bench.html.jinja").read_text(encoding="utf-8")
    )
    finished = summary.boards == len(summary.instances)
    return template.render(
        title=title(summary.instances, summary.limit),
        css=Markup(variables() + (sources / "page.css").read_text(encoding="utf-8")),  # noqa: S704  # our own
        state=("identical" if finished else "incomplete") if summary.all_right else "different",
        lines=[words for words, _ in lines(summary)],
        columns=COLUMNS,
        rows=[(score.wrong, cells(score, summary.limit)) for score in summary.scores],
        plots=[Markup(plot) for plot in bench_charts(summary).values()],  # noqa: S704  # escaped
        boards=[
            (one, Markup(_drawn(one, summary.instances)))  # noqa: S704  # drawn by a library
            for one in summary.contradictions
        ],
        conditions=conditions,
        data=Markup(_block(summary)),  # noqa: S704  # nothing in it can end the element
        version=metadata.version("solver-parity"),
    )


def _drawn(found: Contradiction, instances: Instances) -> str:
    """The board with the solution that shows who is wrong."""
    blocked = closed_squares(instances[found.board - 1].problem)
    return svg_board(found.placement, blocked=blocked)


def _block(summary: Summary) -> str:
    text = json.dumps(summary_document(summary), separators=(",", ":"))
    return text.replace("<", "\\u003c")
