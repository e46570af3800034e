"""Films in the page: a search, event by event, as the report plays it."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from importlib import import_module
from typing import Any

from solvers import registry
from solvers.output.film_pages import left_out_words
from solvers.site.inside.searching import EngineQuestionError, problem_of
from solvers.tracing.films import film_of
from solvers.tracing.traces import tracer


def filmed(name: str, asked: Mapping[str, Any], printed: str | None = None) -> dict[str, Any]:
    """The film of a backend as the page plays it; ``remark`` names the parts that are left out.

    For a search in Prolog it ``asks`` first: ``printed`` is the output of that program.
    """
    problem, backend = problem_of(asked), registry.find(name)

    def lines_of(program: str, *arguments: object) -> Generator[list[Any]]:
        if printed is None:
            raise EngineQuestionError(
                program=program, arguments=[json.dumps(one) for one in arguments]
            )
        yield from map(json.loads, printed.splitlines())

    search = tracer(backend)
    if backend.requires == ("pyswip",):
        module, _, function = backend.trace.partition(":")
        events = getattr(import_module(module), function)(problem, lines_of)
    else:
        events = search(problem)
    try:
        played = film_of(backend, problem, list(events))
    except EngineQuestionError as question:
        return {"asks": question.question}
    return played.document(problem) | {"remark": left_out_words(played)}
