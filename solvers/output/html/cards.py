"""The cards of a report: each backend with its idea and its source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from solvers import registry
from solvers.errors import printable
from solvers.output.html.finding import finding_html
from solvers.output.listing import PYGMENTS_NAMES, Listing, listing
from solvers.output.report import report_of
from solvers.referee.verdict import Comparison

if TYPE_CHECKING:
    from solvers.tracing.own_program import OwnProgram


def cards(comparison: Comparison, own: Mapping[str, OwnProgram]) -> list[dict[str, Any]]:
    """The cards of all backends, in the order of the table, each variant after its parent.

    ``own`` are programs of one's own, by name: they come first.
    """
    made = []
    for run in (judgement.run for judgement in comparison.judgements):
        backend = registry.find_or_none(run.backend, comparison.problem)
        program = own.get(name := printable(run.backend))
        shown = listing(backend) if backend else Listing()
        if program:
            submission = program.checked.submission
            suffix = submission.suffix.replace(".ipynb", ".py")
            shown = Listing(submission.text, PYGMENTS_NAMES.get(suffix, "text"))
        card = {
            "name": name,
            "paradigm": run.paradigm,
            "variant_of": run.variant_of,
            "difference": backend.difference if backend else "",
            "idea": backend.idea if backend else "",
            "lines": shown.lines,
            "source": shown.text and _coloured(shown.text, shown.language),
            "core": shown.text and _coloured(shown.core, shown.language),
        }
        made.append(card | (_own_parts(program) if program else {}))
    return sorted(made, key=lambda card: "finding" not in card)


def _own_parts(program: OwnProgram) -> dict[str, Any]:
    """The parts of the card of one's own program: its verdict, and links to its steps."""
    steps = [("step through it", 0)] if program.film else []
    steps += [("to its first wrong board", program.first_wrong)] if program.first_wrong else []
    links = [(words, {"left": program.name, "right": "", "step": at}) for words, at in steps]
    return {
        "finding": Markup(finding_html(report_of(program.checked, {}))),  # noqa: S704  # escaped there
        "links": [(f"{words} (n = {program.n})", urlencode(link)) for words, link in links],
    }


def _coloured(text: str, language: str) -> Markup:
    coloured = highlight(text, get_lexer_by_name(language), HtmlFormatter(nowrap=True))
    return Markup(f"<pre>{coloured}</pre>")  # noqa: S704  # escaped by Pygments
