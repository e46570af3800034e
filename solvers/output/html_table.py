"""A comparison as an HTML table, for notebooks."""

from __future__ import annotations

from html import escape

from solvers.output.variants import columns, rows
from solvers.output.words import verdict_line
from solvers.referee.verdict import Crosscheck


def html_table(crosscheck: Crosscheck) -> str:
    """A table with one row a run, and the verdict under it. All text is escaped."""
    shown = columns([crosscheck])
    head = "".join(f"<th>{escape(title)}</th>" for title in shown)
    body = ""
    for _, texts in rows(crosscheck, shown):
        body += "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in texts) + "</tr>"
    verdict = escape(verdict_line(crosscheck))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{verdict}</p>"
