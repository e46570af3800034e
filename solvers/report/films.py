"""The films of a report: the events of each search, small enough to be carried in a page."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from solvers import registry
from solvers.board.problem import Problem
from solvers.course.events import Event, Kind
from solvers.course.prolog_process import NoPrologError
from solvers.course.search_tree import SearchTree, search_tree
from solvers.course.traces import NotTracedError, tracer
from solvers.referee.verdict import Crosscheck
from solvers.report.printable import printable
from solvers.run.ending import Status

LARGEST_BOARD = 8
"""The largest board whose searches are shown: that of the course texts."""

LONGEST_FILM = 60_000
"""How many events a film may have; a page of all backends stays below 3 MB then."""


@dataclass(frozen=True, slots=True)
class Film:
    """The events of one search, packed; ``remark`` says what of it is left out."""

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
    for judgement in chosen.judgements:
        run = judgement.run
        name = printable(run.backend)
        if run.status is Status.UNAVAILABLE:
            missing[name] = "it cannot run here"
        elif run.backend not in registry.backends():
            missing[name] = "a program of your own"
        else:
            try:
                film = _film(run.backend, chosen.problem)
            except (NotTracedError, NoPrologError, _TooLongError) as error:
                missing[name] = str(error)
                continue
            found[name] = film
            if film.remark:
                missing[name] = film.remark
    return found, missing


class _TooLongError(ValueError):
    """A search with more events than a page can carry."""


def _film(name: str, problem: Problem) -> Film:
    """The film of a backend; without the ports of Prolog where it were too long with them."""
    events, remark = list(tracer(registry.find(name))(problem)), ""
    if len(events) > LONGEST_FILM:
        ports = sum(event.kind is Kind.PORT for event in events)
        events = [event for event in events if event.kind is not Kind.PORT]
        remark = f"the {ports:,} ports of its goals are left out, which are too many for a page"
    if len(events) > LONGEST_FILM:
        raise _TooLongError(f"its {len(events):,} events are too many for a page")
    kinds = frozenset(event.kind for event in events)
    tree = search_tree(problem, events)
    return Film(problem, len(events), tree, pack(events), kinds, remark)


def pack(events: Iterable[Event]) -> str:
    """JSON lines as ``queens trace --output jsonl`` prints them, compressed, in base64."""
    lines = "\n".join(json.dumps(event.document()) for event in events)
    return base64.b64encode(gzip.compress(lines.encode(), mtime=0)).decode()
