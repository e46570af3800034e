"""Films in the page: a search, event by event, as the report plays it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solvers import registry
from solvers.output.films import film
from solvers.site.inside.searching import problem_of
from solvers.tracing.traces import executed_lines, tracer


def filmed(name: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The film of a backend as the page plays it; ``remark`` says what it leaves out."""
    problem, backend = problem_of(asked), registry.find(name)
    played = film(problem, list(tracer(backend)(problem)), executed_lines(backend, problem))
    return played.document() | {"remark": played.remark}
