"""The report on a family's runs: one page of HTML that needs nothing else."""

from __future__ import annotations

import json
from importlib.resources import files

from jinja2 import Environment
from markupsafe import Markup

from solvers.benchmark.contradictions import Contradiction
from solvers.benchmark.family import Family
from solvers.benchmark.outcome import Outcome
from solvers.lazy import metadata
from solvers.output.appearance import variables
from solvers.output.family_lines import family_document
from solvers.output.family_plots import family_plots
from solvers.output.family_text import lines
from solvers.output.family_words import COLUMNS, cells, title
from solvers.output.svg_board import svg_board
from solvers.puzzle.diagram import closed_squares


def family_page(outcome: Outcome, conditions: str) -> str:
    """The page; ``conditions`` says machine and limits. The same outcome gives the same page.

    All that comes from outside is escaped: by the template, and in the block of data, where no
    ``<`` stands.
    """
    sources = files("solvers.output") / "html"
    template = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        (sources / "family.html.jinja").read_text(encoding="utf-8")
    )
    finished = outcome.boards == len(outcome.family)
    return template.render(
        title=title(outcome.family, outcome.limit),
        css=Markup(variables() + (sources / "page.css").read_text(encoding="utf-8")),  # noqa: S704  # our own
        state=("identical" if finished else "incomplete") if outcome.all_right else "different",
        lines=[words for words, _ in lines(outcome)],
        columns=COLUMNS,
        rows=[(score.wrong, cells(score, outcome.limit)) for score in outcome.scores],
        plots=[Markup(plot) for plot in family_plots(outcome).values()],  # noqa: S704  # escaped
        boards=[
            (one, Markup(_drawn(one, outcome.family)))  # noqa: S704  # drawn by a library
            for one in outcome.contradictions
        ],
        conditions=conditions,
        data=Markup(_block(outcome)),  # noqa: S704  # nothing in it can end the element
        version=metadata.version("solver-parity"),
    )


def _drawn(found: Contradiction, family: Family) -> str:
    """The board with the solution that shows who is wrong."""
    blocked = closed_squares(family[found.board - 1].problem)
    return svg_board(found.placement, blocked=blocked)


def _block(outcome: Outcome) -> str:
    text = json.dumps(family_document(outcome), separators=(",", ":"))
    return text.replace("<", "\\u003c")
