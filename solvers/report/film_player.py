"""A page that plays the film of one search, small enough for the cell of a notebook."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template

from solvers.board.problem import Problem
from solvers.course.events import Event
from solvers.course.narration import describe

MOST_EVENTS = 20_000
"""How many events are played; as many take about 3 MB."""


def film_player(title: str, problem: Problem, events: Sequence[Event]) -> str:
    """The page; of a film that is too long its beginning, which the page says."""
    played = events[:MOST_EVENTS]
    remark = ""
    if len(events) > len(played):
        remark = f"These are the first {len(played):,} of {len(events):,} steps."
    data = {
        "n": problem.n,
        "blocked": sorted(problem.blocked),
        "events": [event.document() for event in played],
        "words": [describe(event) for event in played],
    }
    template = Template(Path(__file__).with_suffix(".html").read_text(encoding="utf-8"))
    text = json.dumps(data).replace("</", "<\\/")  # or a text could end the page's script
    return template.substitute(title=escape(title), remark=remark, data=text)
