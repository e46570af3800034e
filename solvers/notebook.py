"""A comparison that shows itself in a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solvers.comparison import CompareResult
from solvers.output.json_document import document
from solvers.output.messages import conditions, title, verdict_line
from solvers.output.run_table import html_table
from solvers.pictures import framed


@dataclass(frozen=True, repr=False)
class Report:
    """A page of HTML; in a notebook it shows itself."""

    html: str

    def save(self, path: str | Path) -> None:
        """Write the page to a file."""
        Path(path).write_text(self.html, encoding="utf-8")

    def __repr__(self) -> str:
        return f"a report of {len(self.html) // 1024} KiB; .save(path) writes it"

    def _repr_html_(self) -> str:
        return framed(self.html, height=800, title="report")


@dataclass(frozen=True, repr=False)
class Comparison(CompareResult):
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
        from solvers.output.html.page import page  # noqa: PLC0415  # a page loads a template engine

        return Report(page([self.crosscheck], f"{conditions(self.limits)}."))

    def __repr__(self) -> str:
        return f"{title(self.crosscheck.problem)}: {verdict_line(self.crosscheck)}"

    def _repr_html_(self) -> str:
        return html_table(self.crosscheck)
