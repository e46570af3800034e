"""The films of a report: the events of each search, small enough to be carried in a page."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

from solvers import registry
from solvers.errors import FilmError, TraceError, UnavailableError
from solvers.execution.ending import Status
from solvers.execution.result import Run
from solvers.interface import Backend
from solvers.output.printable import printable
from solvers.output.run_table import work
from solvers.puzzle.problem import Problem
from solvers.referee.verdict import Crosscheck
from solvers.tracing.event import Event, Kind
from solvers.tracing.events import EVENT_TABLE, sentence
from solvers.tracing.reasons import why_learned
from solvers.tracing.replay import Replay, Scene, search_tree
from solvers.tracing.search_tree import Decision, SearchTree
from solvers.tracing.source_lines import SourceLines
from solvers.tracing.traces import executed_lines, tracer

LARGEST_BOARD = 8
"""The largest board whose searches are shown: that of the course texts."""

FORWARD_CHECKING = ("python-constraint", "python-constraint-pruning", "clpfd")
"""Shown beside backtracking: the first of these that takes part, or else one that looks ahead."""

LONGEST_FILM = 60_000
"""How many events a film may have; a page of all backends stays below 3 MB then."""


@dataclass(frozen=True, slots=True)
class PackedFilm:
    """The scenes of one search, packed, and its tree; ``remark`` says what is left out."""

    problem: Problem
    events: int
    tree: SearchTree
    packed: str
    kinds: frozenset[Kind]
    """The kinds of its events."""
    meanings: frozenset[str]
    """What its events mean in other paradigms, too."""
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
    possible = [crosscheck for crosscheck in crosschecks if crosscheck.problem.n <= LARGEST_BOARD]
    return max(possible, key=lambda crosscheck: crosscheck.problem.n, default=None)


def films(crosschecks: Sequence[Crosscheck]) -> tuple[dict[str, PackedFilm], dict[str, str]]:
    """The film of each backend that took part; and why there is none, or not all of it."""
    chosen = filmed(crosschecks)
    if chosen is None:
        return {}, {"every search": f"searches are shown for up to {LARGEST_BOARD} queens"}
    found: dict[str, PackedFilm] = {}
    missing: dict[str, str] = {}
    for run in (judgement.run for judgement in chosen.judgements):
        name = printable(run.backend)
        if run.status is Status.UNAVAILABLE:
            missing[name] = "it cannot run here"
        elif (backend := registry.known(run.backend)) is None:
            missing[name] = "a program of your own: watch it with queens trace"
        else:
            try:
                found[name] = _film_of(backend, chosen.problem)
            except (TraceError, UnavailableError) as error:
                missing[name] = str(error) if backend.trace and backend.origin else _silent(run)
                if backend.origin and not backend.trace:
                    missing[name] = "its Backend record has no trace"
            except FilmError as error:
                missing[name] = f"its trace is wrong: {error}"
            else:
                if found[name].remark:
                    missing[name] = found[name].remark
    return found, missing


def _film_of(backend: Backend, problem: Problem) -> PackedFilm:
    """The film of a backend; raises FilmError where the film of an outside backend is not true."""
    events = list(tracer(backend)(problem))
    if backend.origin:
        from solvers.tracing.film_check import check, known_solutions  # noqa: PLC0415  # msgspec

        check(problem, events, known_solutions(problem))
    return film(problem, events, executed_lines(backend, problem))


def first_pair(found: Mapping[str, PackedFilm]) -> tuple[str, str]:
    """The two searches that are shown first: one that tries rows, beside one that looks ahead.

    They have more in common than their solutions, or one is shown alone.
    """
    trying = [name for name, film in found.items() if Kind.TRY in film.kinds]
    ahead = [name for name, film in found.items() if Kind.REMOVE in film.kinds]
    ahead.sort(key=lambda name: (*FORWARD_CHECKING, name).index(name))
    for left, right in product([*trying, *found], [*ahead, *trying, *found]):
        if left != right and found[left].meanings & found[right].meanings - {"solution", "end"}:
            return left, right
    return next(iter(found), ""), ""


def _silent(run: Run) -> str:
    """Why there is no film, and what is known all the same."""
    counters = f"; its counters: {', '.join(work(run))}" if run.counters else ""
    if run.variant_of:
        return f"a variant of {run.variant_of}; its search is not traced{counters}"
    return f"this engine does not report its search steps{counters}"


def film(
    problem: Problem, events: Sequence[Event], program: SourceLines | None = None
) -> PackedFilm:
    """The film of these events; without the ports of Prolog, or its end, where it were too long.

    ``program`` is shown beside the board, with the line that each event executes.
    """
    kinds = frozenset(event.kind for event in events)
    number, shown, remark = len(events), events, ""
    if len(shown) > LONGEST_FILM and Kind.PORT in kinds:
        shown = [event for event in events if event.kind is not Kind.PORT]
        remark = f"the {number - len(shown):,} events of its goals, which are too many for a page"
    if len(shown) > LONGEST_FILM:
        shown = shown[:LONGEST_FILM]
        remark = f"all but the first {LONGEST_FILM:,} of its {number:,} events"
    tree = search_tree(problem, events)
    meanings = frozenset(EVENT_TABLE[event.kind].meaning(event) for event in shown) - {""}
    packed = pack(problem, shown, program)
    return PackedFilm(problem, len(shown), tree, packed, kinds, meanings, remark)


def film_player(backend: Backend, title: str, problem: Problem, events: Sequence[Event]) -> str:
    """A page that plays the film of one search, as the report does, for the cell of a notebook."""
    from solvers.output.html.rendering import rendered  # noqa: PLC0415  # a template engine

    name, played = backend.name, film(problem, events, executed_lines(backend, problem))
    return rendered(
        "player",
        {"schema": 1, "traces": {name: played.document()}},
        title=title,
        films=[name],
        pair=(name, ""),
        missing={name: played.remark} if played.remark else {},
    )


def pack(problem: Problem, events: Sequence[Event], program: SourceLines | None = None) -> str:
    """The events, their scenes and the tree as JSON, compressed, in base64: see docs/report.md.

    Each is a table by columns, which compresses to a third of what rows do.
    """
    replay = Replay(problem)
    scenes = list(replay.scenes(events))
    number = {decision: at for at, decision in enumerate(replay.tree.root.below())}
    document = {
        "events": _by_columns([_event(event) for event in events]),
        "scenes": _by_columns(
            [
                _scene(problem, scene, before, number) | _executed(scene, before, program)
                for before, scene in pairwise([None, *scenes])
                if scene
            ]
        ),
        "decisions": _by_columns([_decision(decision, number) for decision in number]),
        "program": program and program.text.splitlines(),
    }
    text = json.dumps(document, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def _by_columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """A column for each name, with None in the rows that lack it."""
    names = sorted({name for row in rows for name in row})
    return {name: [row.get(name) for row in rows] for name in names}


def _event(event: Event) -> dict[str, Any]:
    """The event as ``queens trace --output jsonl`` prints it; its own state is in the scene."""
    return {name: value for name, value in event.document().items() if name != "own"}


def _scene(
    problem: Problem, scene: Scene, before: Scene | None, number: Mapping[Decision, int]
) -> dict[str, Any]:
    """What the page shows after an event, without what is as it was before."""
    event, entry = scene.event, EVENT_TABLE[scene.event.kind]
    meaning = entry.meaning(event)
    marks = {
        "means": meaning,
        "is_asked": entry.is_asked and meaning,
        "removes": entry.removed(event),
        "restores": entry.restored(event),
        "tries": entry.tries,
        "is_aside": entry.is_aside,
    }
    shown: dict[str, Any] = {
        name: value if name == "means" else True for name, value in marks.items() if value
    }
    now, then = _counts(scene, number), _counts(before, number) if before else {}
    shown |= {name: value for name, value in now.items() if then.get(name, 0) != value}
    if state := _changed_lines(before.state if before else (), scene.state):
        shown["state"] = state
    if why := why_learned(problem, event, scene.learned):
        shown["why"] = why
    if placements := event.state.get("placements"):
        shown["board"] = placements[0]
    return {"sentence": sentence(event).partition("\n")[0]} | shown


def _executed(scene: Scene, before: Scene | None, program: SourceLines | None) -> dict[str, int]:
    line = program.line(scene.event, before.event if before else None) if program else None
    return {} if line is None else {"line": line}


def _counts(scene: Scene, number: Mapping[Decision, int]) -> dict[str, int]:
    return {
        "level": scene.level,
        "nodes": scene.nodes,
        "dead_ends": scene.dead_ends,
        "solutions": scene.solutions,
        "decision": number[scene.decision],
    }


def _changed_lines(before: Sequence[str], now: Sequence[str]) -> list[Any]:
    """How many lines the state has, then each new one with its number; [] where none is new."""
    if before == now:
        return []
    lines = [[at, line] for at, line in enumerate(now) if before[at : at + 1] != (line,)]
    return [len(now), *lines]


def _decision(decision: Decision, number: Mapping[Decision, int]) -> dict[str, Any]:
    """A decision of the tree as plain data; its children by their numbers in the list."""
    removed = decision.removed
    rows = None if removed is None else [[row, *why] for row, why in removed.items()]
    return {
        "queens": list(decision.queens),
        "level": decision.level,
        "column": decision.column,
        "row": decision.row,
        "queen": decision.queen,
        "step": decision.step,
        "solutions": decision.solutions,
        "wipeout": decision.wipeout or None,
        "failed": decision.failed,
        "children": [number[child] for child in decision.children],
        "removed": rows,
    }
