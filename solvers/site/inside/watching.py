"""Films in the page: a search, event by event, as the report plays it."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from importlib import import_module
from typing import Any

from solvers import registry
from solvers.output.films import film
from solvers.site.inside.searching import QuestionError, problem_of
from solvers.tracing.traces import executed_lines, tracer


def filmed(name: str, asked: Mapping[str, Any], printed: str | None = None) -> dict[str, Any]:
    """The film of a backend as the page plays it; ``remark`` says what it leaves out.

    For a search in Prolog it ``asks`` first: ``printed`` is the output of that program.
    """
    problem, backend = problem_of(asked), registry.find(name)

    def lines_of(program: str, *arguments: object) -> Generator[list[Any]]:
        if printed is None:
            raise QuestionError(program=program, arguments=[json.dumps(one) for one in arguments])
        yield from map(json.loads, printed.splitlines())

    search = tracer(backend)
    if backend.requires == ("pyswip",):
        module, _, function = backend.trace.partition(":")
        events = getattr(import_module(module), function)(problem, lines_of)
    else:
        events = search(problem)
    try:
        played = film(problem, list(events), executed_lines(backend, problem))
    except QuestionError as question:
        return {"asks": question.question}
    return played.document() | {"remark": played.remark}
