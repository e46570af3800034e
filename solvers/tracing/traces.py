"""Which backends can be traced, and how each course text prints its trace."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from solvers.errors import TraceError
from solvers.interface import Backend
from solvers.puzzle.problem import Problem
from solvers.tracing.course_texts import representation
from solvers.tracing.event_table import EVENT_TABLE, sentence
from solvers.tracing.events import Event, Kind, Tracer
from solvers.tracing.replay import Replay
from solvers.tracing.tracers import asp as asp_trace
from solvers.tracing.tracers import backtracking as backtracking_trace
from solvers.tracing.tracers import clpfd as clpfd_trace
from solvers.tracing.tracers import exact_cover as exact_cover_trace
from solvers.tracing.tracers import local_search as local_search_trace
from solvers.tracing.tracers import permutation as permutation_trace
from solvers.tracing.tracers import prolog as prolog_trace
from solvers.tracing.tracers import python_constraint as python_constraint_trace
from solvers.tracing.tracers import sat as sat_trace
from solvers.tracing.tracers import sicp as sicp_trace

Lines = Callable[[Iterable[Event]], Iterator[tuple[Event, str]]]
"""A trace as its course text prints it: each line with the event it tells of."""


def is_traced(backend: Backend) -> bool:
    """Whether the search of this backend can be told event by event."""
    return backend.name in TRACERS or representation(backend) is not None


def tracer(backend: Backend) -> Tracer:
    """What traces this backend; raises TraceError."""
    if board := representation(backend):
        return partial(sicp_trace.events, board)
    if backend.name not in TRACERS:
        raise TraceError(
            f"{backend.name} cannot be traced: nothing is told of its search on the way, and "
            f"queens effort has its totals; these can: {', '.join(TRACERS)} and the answers to "
            "SICP 2.42 (sicp, sicp-...)"
        )
    return TRACERS[backend.name]


def lines(
    backend: Backend, problem: Problem, events: Iterable[Event]
) -> Iterator[tuple[Event, str]]:
    """The trace of a backend that can be traced, as its course text prints it, or in sentences."""
    if representation(backend):
        return sicp_trace.lines(events)
    if backend.name in LINES:
        return LINES[backend.name](events)
    return sentences(problem, events)


INDENT = "  "
"""In front of a line for each decision that stands."""


def sentences(problem: Problem, events: Iterable[Event]) -> Iterator[tuple[Event, str]]:
    """Each event with its sentence, indented by how many decisions stand."""
    for scene in Replay(problem).scenes(events):
        event, level = scene.event, scene.level
        if EVENT_TABLE[event.kind].ends:
            level = 0
        elif EVENT_TABLE[event.kind].decides:  # the decision itself stands where it is made
            level -= 1
        elif event.kind is Kind.CALL:
            level = event.state["depth"]
        yield event, f"{INDENT * level}{sentence(event)}"


def excerpt(
    told: Iterable[tuple[Event, str]],
    *,
    steps: tuple[int, int] | None = None,
    from_solution: int | None = None,
    limit: int | None = None,
) -> Iterator[str]:
    """The lines from one to another (both from 1), or from a solution on, and at most so many."""
    begun, printed = from_solution is None, 0
    for number, (event, line) in enumerate(told, 1):
        begun = begun or (event.kind is Kind.SOLUTION and event.number == from_solution)
        if (limit is not None and printed >= limit) or (steps and number > steps[1]):
            return
        if begun and (not steps or number >= steps[0]):
            printed += 1
            yield line


TRACERS: dict[str, Tracer] = {
    "backtracking": backtracking_trace.events,
    "prolog": prolog_trace.events,
    "permutation": permutation_trace.events,
    "python-constraint": python_constraint_trace.events,
    "clpfd": clpfd_trace.events,
    "exact-cover": exact_cover_trace.events,
    "sat": sat_trace.events,
    "asp": asp_trace.events,
    "local-search": local_search_trace.events,
}
LINES: dict[str, Lines] = {
    "backtracking": backtracking_trace.lines,
    "prolog": prolog_trace.lines,
}
