"""The films of a report: the events of each search, small enough to be carried in a page."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from solvers import registry
from solvers.errors import TraceError, UnavailableError
from solvers.execution.ending import Status
from solvers.execution.result import Run
from solvers.output.printable import printable
from solvers.output.words import work
from solvers.puzzle.problem import Problem
from solvers.referee.verdict import Crosscheck
from solvers.tracing.events import Event, Kind
from solvers.tracing.replay import search_tree
from solvers.tracing.search_tree import SearchTree
from solvers.tracing.traces import tracer

LARGEST_BOARD = 8
"""The largest board whose searches are shown: that of the course texts."""

LONGEST_FILM = 60_000
"""How many events a film may have; a page of all backends stays below 3 MB then."""


@dataclass(frozen=True, slots=True)
class Film:
    """The events of one search, packed, and its tree; ``remark`` says what is left out."""

    problem: Problem
    events: int
    tree: SearchTree
    packed: str
    kinds: frozenset[Kind]
    """What it tells of."""
    remark: str = ""

    def document(self) -> dict[str, Any]:
        """The film as plain data."""
        return {
            "n": self.problem.n,
            "prefix": list(self.problem.prefix),
            "blocked": [list(square) for square in sorted(self.problem.blocked)],
            "events": self.events,
            "nodes": self.tree.nodes,
            "dead_ends": self.tree.dead_ends,
            "depth": self.tree.depth,
            "branching": round(self.tree.branching, 4),
            "gzip": self.packed,
        }


def filmed(crosschecks: Sequence[Crosscheck]) -> Crosscheck | None:
    """The comparison whose searches are shown: the largest that is not too large."""
    possible = [one for one in crosschecks if one.problem.n <= LARGEST_BOARD]
    return max(possible, key=lambda one: one.problem.n, default=None)


def films(crosschecks: Sequence[Crosscheck]) -> tuple[dict[str, Film], dict[str, str]]:
    """The film of each backend that took part; and why there is none, or not all of it."""
    chosen = filmed(crosschecks)
    if chosen is None:
        return {}, {"every search": f"searches are shown for up to {LARGEST_BOARD} queens"}
    found: dict[str, Film] = {}
    missing: dict[str, str] = {}
    for run in (judgement.run for judgement in chosen.judgements):
        name = printable(run.backend)
        if run.status is Status.UNAVAILABLE:
            missing[name] = "it cannot run here"
        elif run.backend not in registry.backends():
            missing[name] = "a program of your own: watch it with queens trace"
        else:
            try:
                events = list(tracer(registry.find(run.backend))(chosen.problem))
            except (TraceError, UnavailableError):
                missing[name] = _silent(run)
                continue
            found[name] = film(chosen.problem, events)
            if found[name].remark:
                missing[name] = found[name].remark
    return found, missing


def _silent(run: Run) -> str:
    """Why there is no film, and what is known all the same."""
    counters = f"; in all it counts {', '.join(work(run))}" if run.counters else ""
    if run.variant_of:
        return f"a variant of {run.variant_of}, not traced by itself{counters}"
    return f"its engine tells nothing on the way{counters}"


def film(problem: Problem, events: Sequence[Event]) -> Film:
    """The film of these events; without the ports of Prolog, or its end, where it were too long."""
    tree = search_tree(problem, events)
    kinds = frozenset(event.kind for event in events)
    number, shown, remark = len(events), events, ""
    if len(shown) > LONGEST_FILM and Kind.PORT in kinds:
        shown = [event for event in events if event.kind is not Kind.PORT]
        remark = f"the {number - len(shown):,} ports of its goals, which are too many for a page"
    if len(shown) > LONGEST_FILM:
        shown = shown[:LONGEST_FILM]
        remark = f"what comes after the first {LONGEST_FILM:,} of its {number:,} events"
    return Film(problem, len(shown), tree, pack(shown), kinds, remark)


def pack(events: Iterable[Event]) -> str:
    """JSON lines as ``queens trace --output jsonl`` prints them, compressed, in base64."""
    lines = "\n".join(json.dumps(event.document()) for event in events)
    return base64.b64encode(gzip.compress(lines.encode(), mtime=0)).decode()
