"""The cards of a report: each backend with its idea, its figures and its source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from solvers import registry
from solvers.output.html.finding import finding_html
from solvers.output.listing import LANGUAGES, Listing, listing
from solvers.output.report import report_of
from solvers.output.run_table import RATIO, rows
from solvers.puzzle.problem import Goal, Problem
from solvers.referee.verdict import Comparison, Judgement

if TYPE_CHECKING:
    from solvers.tracing.own_program import OwnProgram


def cards(comparison: Comparison, own: Mapping[str, OwnProgram]) -> list[dict[str, Any]]:
    """The cards of all backends, in the order of the table, each variant after its parent.

    ``own`` are programs of one's own, by name: they come first.
    """
    made = [
        _card(judgement, row, comparison.problem) | _own_parts(own.get(row["backend"]))
        for judgement, row in rows(comparison)
    ]
    return sorted(made, key=lambda card: not card["finding"])


def _card(judgement: Judgement, row: Mapping[str, str], problem: Problem) -> dict[str, Any]:
    """The data of one card; ``row`` is that of the table of runs."""
    run = judgement.run
    backend = registry.find_or_none(run.backend, problem)
    numbers = [
        ("first solution", row["first"]),
        ("all solutions" if problem.goal is Goal.ALL else "end of the search", row["all"]),
        ("memory", row["memory"]),
        ("verdict", f"{run.status}, {judgement.verdict}"),
    ]
    if row[RATIO]:
        numbers.append((f"vs. {run.variant_of}", row[RATIO]))
    if row["work"]:
        numbers.append(("work", row["work"]))
    return _source(listing(backend) if backend else Listing(), numbers) | {
        "name": row["backend"],
        "paradigm": run.paradigm,
        "variant_of": run.variant_of,
        "difference": backend.difference if backend else "",
        "idea": backend.idea if backend else "",
    }


def _source(shown: Listing, numbers: list[tuple[str, str]]) -> dict[str, Any]:
    """The source of a card, whole and in part, and its figures with the number of lines."""
    if not shown.text:
        return {"source": None, "core": None, "lines": 0, "numbers": numbers}
    return {
        "source": _coloured(shown.text, shown.language),
        "core": _coloured(shown.core, shown.language),
        "lines": shown.lines,
        "numbers": [("lines", str(shown.lines)), *numbers],
    }


def _own_parts(program: OwnProgram | None) -> dict[str, Any]:
    """The parts of the card of one's own program: its source, its verdict, links to its steps."""
    if program is None:
        return {"finding": "", "links": []}
    submission = program.checked.submission
    suffix = submission.suffix.replace(".ipynb", ".py")
    shown = Listing(submission.text, LANGUAGES.get(suffix, "text"))
    steps = [("step through it", 0)] if program.film else []
    steps += [("to its first wrong board", program.first_wrong)] if program.first_wrong else []
    return _source(shown, []) | {
        "finding": Markup(finding_html(report_of(program.checked, {}))),  # noqa: S704  # escaped there
        "links": [
            (
                f"{words} (n = {program.n})",
                urlencode({"left": program.name, "right": "", "step": at}),
            )
            for words, at in steps
        ],
    }


def _coloured(text: str, language: str) -> Markup:
    """The coloured source; parts between two blank lines are blocks, which no page break splits."""
    coloured = highlight(text, get_lexer_by_name(language), HtmlFormatter(nowrap=True))
    blocks = "".join(
        f'<div class="block">{block}</div>' for block in coloured.rstrip().split("\n\n\n")
    )
    return Markup(f"<pre>{blocks}</pre>")  # noqa: S704  # escaped by Pygments
