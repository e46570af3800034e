"""A comparison as an HTML table, for notebooks."""

from __future__ import annotations

from html import escape

from solvers.referee.verdict import Crosscheck
from solvers.report.words import COLUMNS, cells, verdict_line


def html_table(crosscheck: Crosscheck) -> str:
    """A table with one row a run, and the verdict under it. All text is escaped."""
    head = "".join(f"<th>{escape(title)}</th>" for title in COLUMNS)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in cells(judgement)) + "</tr>"
        for judgement in crosscheck.judgements
    )
    verdict = escape(verdict_line(crosscheck))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><p>{verdict}</p>"
