"""A comparison that shows itself in a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from solvers import comparison
from solvers.report.conditions import conditions
from solvers.report.html_table import html_table
from solvers.report.json_document import document


@dataclass(frozen=True)
class Report:
    """A page of HTML."""

    html: str

    def _repr_html_(self) -> str:
        # In a frame of its own, so that neither the page nor the notebook touches the other.
        source = escape(self.html, quote=True)
        return f'<iframe srcdoc="{source}" width="100%" height="800" title="report"></iframe>'


@dataclass(frozen=True)
class Comparison(comparison.Comparison):
    """What a comparison found; in a notebook it shows itself as a table.

    >>> from solvers import compare
    >>> found = compare(6, ["sicp"])
    >>> found.document["expected_solutions"], found.document["runs"][0]["verdict"]
    (4, 'correct')
    """

    @property
    def document(self) -> dict[str, Any]:
        """The document that ``compare.py --output json`` prints, as a dictionary."""
        return document(self.crosscheck)

    def report(self) -> Report:
        """The page that ``compare.py --report`` writes; in a notebook it shows itself."""
        from solvers.report.page import page  # noqa: PLC0415  # a page loads a template engine

        return Report(page([self.crosscheck], f"{conditions(self.limits)}."))

    def _repr_html_(self) -> str:
        return html_table(self.crosscheck)
