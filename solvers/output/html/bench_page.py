"""The report of a batch run: one self-contained page of HTML."""

from __future__ import annotations

from markupsafe import Markup

from solvers.benchmark.summary import Summary
from solvers.lazy import metadata
from solvers.output.bench_text import COLUMNS, cells, lines, title
from solvers.output.boards import svg_board
from solvers.output.charts.bench import bench_charts
from solvers.output.html.rendering import rendered
from solvers.output.json_document import summary_document
from solvers.puzzle.diagram import closed_squares


def bench_page(summary: Summary, conditions: str) -> str:
    """The page; ``conditions`` names machine and limits. The same summary gives the same page."""
    finished = summary.boards == len(summary.instances)
    boards = []
    for found in summary.contradictions:
        blocked = closed_squares(summary.instances[found.board - 1].problem)
        boards.append((found, Markup(svg_board(found.placement, blocked=blocked))))  # noqa: S704  # drawn by a library
    return rendered(
        "bench",
        summary_document(summary),
        title=title(summary.instances, summary.limit),
        state=("identical" if finished else "incomplete") if summary.all_right else "different",
        lines=[words for words, _ in lines(summary)],
        columns=COLUMNS,
        rows=[(score.wrong, cells(score, summary.limit)) for score in summary.scores],
        plots=[Markup(plot) for plot in bench_charts(summary).values()],  # noqa: S704  # escaped
        boards=boards,
        conditions=conditions,
        version=metadata.version("solver-parity"),
    )
