"""A search told in sentences, one event per line: for engines whose texts print no trace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solvers.puzzle.problem import Problem
from solvers.tracing.event_table import EVENT_TABLE, sentence
from solvers.tracing.events import Event, Kind
from solvers.tracing.replay import Replay

INDENT = "  "
"""In front of a line for each decision that stands."""


def lines(problem: Problem, events: Iterable[Event]) -> Iterator[tuple[Event, str]]:
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
