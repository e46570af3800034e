"""A comparison as an HTML table, for notebooks."""

from __future__ import annotations

from html import escape

from solvers.referee.verdict import Crosscheck
from solvers.report.variants import HEAD, ratios
from solvers.report.words import COLUMNS, cells, verdict_line


def html_table(crosscheck: Crosscheck) -> str:
    """A table with one row a run, and the verdict under it. All text is escaped."""
    beside = ratios(crosscheck)
    columns = (*COLUMNS, HEAD) if any(beside) else COLUMNS
    head = "".join(f"<th>{escape(title)}</th>" for title in columns)
    rows = ""
    for judgement, ratio in zip(crosscheck.judgements, beside, strict=True):
        texts = (*cells(judgement), ratio)[: len(columns)]
        rows += "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in texts) + "</tr>"
    verdict = escape(verdict_line(crosscheck))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><p>{verdict}</p>"
