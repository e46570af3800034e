"""A page that plays the film of one search, as the report does, for the cell of a notebook."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.board.problem import Problem
from solvers.course.events import Event
from solvers.report.films import film
from solvers.report.rendering import rendered


def film_player(name: str, title: str, problem: Problem, events: Sequence[Event]) -> str:
    """The page; what is left out of a film that is too long, it says."""
    played = film(problem, events)
    return rendered(
        "player",
        {"schema": 1, "traces": {name: played.document()}},
        title=title,
        films=[name],
        pair=(name, ""),
        missing={name: played.remark} if played.remark else {},
    )
