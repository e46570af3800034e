"""A page that plays the film of one search, as the report does, for the cell of a notebook."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.output.films import film
from solvers.output.rendering import rendered
from solvers.puzzle.problem import Problem
from solvers.tracing.events import Event


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
