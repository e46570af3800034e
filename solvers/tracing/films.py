"""The films of a comparison: each search recorded in a process of its own, packed for a page."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from solvers import registry
from solvers.errors import FilmError, SolversError
from solvers.execution.limits import Limits
from solvers.execution.result import Ending, Status
from solvers.interface import Backend
from solvers.lazy import msgspec
from solvers.puzzle.problem import Problem, Square
from solvers.referee.verdict import Comparison
from solvers.tracing.choice_points import ChoicePoints
from solvers.tracing.event import Event, Kind
from solvers.tracing.event_table import (
    EVENT_TABLE,
    removed,
    restored,
    sentence,
    shared_meaning,
)
from solvers.tracing.replay import Replay, Scene
from solvers.tracing.search_tree import Decision, SearchTree
from solvers.tracing.source_lines import SourceLines
from solvers.tracing.traces import executed_lines, is_traced, notes, tracer

LARGEST_BOARD = 8
"""The largest n whose searches are shown: the board of the course texts."""

LONGEST_FILM = 60_000
"""The most events of a film; with this limit, a page of all backends stays below 3 MB."""


@dataclass(frozen=True, slots=True)
class PackedFilm:
    """A trace packed for a page, the numbers of its search, and facts for its comparison.

    ``events`` is the number of events that it has; ``nodes``, ``dead_ends``, ``depth`` and
    ``branching`` (decisions per node) are those of the whole search. ``gzip`` holds the scenes, the
    tree and the program, as JSON in gzip in base64. ``first`` is the square tried or decided first,
    ``solution`` the first solution, and ``queen_cols`` the number of calls of queen-cols. ``kinds``
    and ``meanings`` are the kinds and the shared meanings of its events. ``left_out`` is the number
    of events that the film lacks: the last ones if ``is_cut``, else the ports of Prolog.
    ``difference`` is a sentence about differences between this search and the backend's run.
    ``is_own``: these are the steps of one's own program, which has no tree of decisions.
    """

    events: int
    nodes: int
    dead_ends: int
    depth: int
    branching: float
    gzip: str
    kinds: frozenset[Kind]
    meanings: frozenset[str]
    left_out: int = 0
    is_cut: bool = False
    first: Square | None = None
    solution: tuple[int | None, ...] = ()
    queen_cols: int = 0
    difference: str = ""
    is_own: bool = False

    @property
    def without(self) -> str:
        """The events that the film lacks, in words; "" if it has all."""
        if self.is_cut:
            return f"last {self.left_out:,} events"
        return f"{self.left_out:,} calls, exits, redos and failures" if self.left_out else ""

    def document(self, problem: Problem) -> dict[str, Any]:
        """The film of this problem as plain data."""
        return {
            "n": problem.n,
            "prefix": list(problem.prefix),
            "blocked": [list(square) for square in sorted(problem.blocked)],
            "looks_ahead": Kind.REMOVE in self.kinds,
            "without": self.without,
            **{name: getattr(self, name) for name in PLAYED},
        }


PLAYED = (
    *("events", "nodes", "dead_ends", "depth", "branching", "first", "solution", "queen_cols"),
    *("is_cut", "is_own", "gzip"),
)
"""The fields of a film that a page needs as they are."""


@dataclass(frozen=True, slots=True)
class NoFilm:
    """The error of a trace. ``is_false``: the checker found a false event."""

    error: str
    is_false: bool = False


Films = Mapping[str, PackedFilm | NoFilm | Ending]
"""For each backend's name its film, its error, or the ending of a process that failed.

A backend that cannot run or be traced is not in the mapping.
"""


def filmed_comparison(crosschecks: Sequence[Comparison]) -> Comparison | None:
    """The comparison with the largest n up to LARGEST_BOARD; None if there is none."""
    possible = [crosscheck for crosscheck in crosschecks if crosscheck.problem.n <= LARGEST_BOARD]
    return max(possible, key=lambda crosscheck: crosscheck.problem.n, default=None)


def record_films(crosschecks: Sequence[Comparison], limits: Limits) -> Films:
    """Record the searches of the largest comparison that can be shown.

    Each search runs in another process within these limits, one at a time per processor. Ctrl-C
    raises KeyboardInterrupt.
    """
    # The web page packs films too, and has no processes.
    from solvers.execution.channel import RemoteCall
    from solvers.execution.remote_calls import calls_elsewhere

    chosen = filmed_comparison(crosschecks)
    if chosen is None:
        return {}
    problem, found = chosen.problem, dict[str, PackedFilm | NoFilm | Ending]()
    traced: dict[str, Backend] = {}
    able = [
        one.run.backend for one in chosen.judgements if one.run.status is not Status.UNAVAILABLE
    ]
    for name in able:
        backend = registry.find_or_none(name)
        if backend and is_traced(backend):
            traced[name] = backend
    calls = [(backend, RemoteCall(_recorded, (problem,))) for backend in traced.values()]
    for number, result in calls_elsewhere(calls, limits):
        found[[*traced][number]] = result if isinstance(result, Ending) else _read(result)
    return {name: found[name] for name in able if name in found}


def no_films(crosschecks: Sequence[Comparison]) -> Films:
    """For each backend, the reason why a command that was interrupted has no film."""
    why = NoFilm("the command was interrupted before this search was recorded")
    return {one.run.backend: why for each in crosschecks for one in each.judgements}


_Message = tuple[PackedFilm | None, NoFilm | None]
"""The message of a process that records a film: either a film or an error; the other is None."""


def _read(value: bytes) -> PackedFilm | NoFilm:
    try:
        film, none = msgspec.json.decode(value, type=_Message)
    except ValueError as error:
        return NoFilm(str(error))
    return film or none or NoFilm("")


def _recorded(backend: Backend, problem: Problem) -> Iterator[bytes]:
    """The message with a backend's film or error, as JSON."""
    try:
        events = list(tracer(backend)(problem))
        if backend.origin:
            from solvers.tracing.checker import check_events

            check_events(problem, events)
        message: _Message = film_of(backend, problem, events), None
    except SolversError as error:
        message = None, NoFilm(str(error), is_false=isinstance(error, FilmError))
    yield msgspec.json.encode(message)


def film_of(backend: Backend, problem: Problem, events: Sequence[Event]) -> PackedFilm:
    """The film of a backend's search, with the lines of its program if they are known."""
    found = film(problem, events, executed_lines(backend, problem))
    return replace(found, difference=notes(backend).difference)


def film(
    problem: Problem, events: Sequence[Event], program: SourceLines | None = None
) -> PackedFilm:
    """The film of these events. One that is too long loses the ports of Prolog, then its end.

    The page shows ``program`` beside the board, with the line that each event executes.
    """
    kinds = frozenset(event.kind for event in events)
    kept = events
    if len(events) > LONGEST_FILM:  # the film still has the numbers of the whole search
        kept = [event for event in events if event.kind is not Kind.PORT]
    shown = kept[:LONGEST_FILM]
    replay = Replay(problem)
    scenes: Iterable[Scene] = replay.scenes(shown)
    if kinds >= {Kind.PORT, Kind.COLUMN} and not problem.blocked:  # the search of solve/3
        scenes = ChoicePoints(problem).with_goals(scenes)
    packed = _packed(list(scenes), replay.tree, program)
    for event in kept[LONGEST_FILM:]:
        replay.follow(event)
    tree = replay.tree
    tried = (event for event in events if event.kind in (Kind.TRY, Kind.DECIDE, Kind.PLACED))
    squares = ((event.column, event.row) for event in tried)
    return PackedFilm(
        events=len(shown),
        nodes=tree.nodes,
        dead_ends=tree.dead_ends,
        depth=tree.depth,
        branching=round(tree.branching, 4),
        gzip=packed,
        kinds=kinds,
        meanings=frozenset(map(shared_meaning, shown)) - {""},
        left_out=len(events) - len(shown),
        is_cut=len(kept) > len(shown),
        first=next(((c, r) for c, r in squares if c is not None and r is not None), None),
        solution=next((event.queens for event in events if event.kind is Kind.SOLUTION), ()),
        queen_cols=sum(event.kind is Kind.ENTER for event in events),
    )


def _packed(scenes: Sequence[Scene], tree: SearchTree, program: SourceLines | None) -> str:
    """The scenes, the tree and the program as JSON, packed with gzip and base64.

    Scenes and tree are tables by columns, which compress to a third of the size of rows.
    """
    number = {decision: at for at, decision in enumerate(tree.root.walk())}
    shown = [
        _shown(scene, before, number) | _executed(scene, before, program)
        for before, scene in pairwise([None, *scenes])
        if scene
    ]
    page = {
        "events": by_columns(shown),
        "decisions": by_columns([_decision(decision, number) for decision in number]),
        "program": program and program.text.splitlines(),
    }
    return zipped(page)


def zipped(page: Mapping[str, Any]) -> str:
    """The data as JSON, packed with gzip and base64."""
    text = json.dumps(page, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def by_columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """A column for each name, with None for a row that lacks the name."""
    names = sorted({name for row in rows for name in row})
    return {name: [row.get(name) for row in rows] for name in names}


def _shown(scene: Scene, before: Scene | None, number: Mapping[Decision, int]) -> dict[str, Any]:
    """An event, its marks, and the changes of the shown state, in place of the event's ``own``."""
    event, entry = scene.event, EVENT_TABLE[scene.event.kind]
    meaning = shared_meaning(event)
    marks = {
        "means": meaning,
        "is_asked": entry.is_asked and meaning,
        "removes": removed(event),
        "restores": restored(event),
        "tries": entry.tries,
        "is_aside": entry.is_aside,
    }
    shown: dict[str, Any] = {
        name: value if name == "means" else True for name, value in marks.items() if value
    }
    now, then = _counts(scene, number), _counts(before, number) if before else {}
    shown |= {name: value for name, value in now.items() if then.get(name, 0) != value}
    if state := changed_lines(before.state if before else (), scene.state):
        shown["state"] = state
    if placements := event.state.get("placements"):
        shown["board"] = placements[0]
    if scene.more:
        shown["more"] = scene.more
    document = event.document()
    document.pop("own", None)
    return document | {"sentence": sentence(event).partition("\n")[0]} | shown


def _executed(scene: Scene, before: Scene | None, program: SourceLines | None) -> dict[str, int]:
    line = program.line(scene.event, before.event if before else None) if program else None
    return {} if line is None else {"line": line}


def _counts(scene: Scene, number: Mapping[Decision, int]) -> dict[str, int]:
    """The counts of a scene, and the index of its last decision in the list of decisions."""
    return {
        "level": scene.level,
        "nodes": scene.nodes,
        "dead_ends": scene.dead_ends,
        "solutions": scene.solutions,
        "decision": number[scene.decision],
    }


def changed_lines(before: Sequence[str], now: Sequence[str]) -> list[Any]:
    """The number of lines now, then [index, line] for each changed line; [] if nothing changed."""
    if before == now:
        return []
    lines = [[at, line] for at, line in enumerate(now) if before[at : at + 1] != (line,)]
    return [len(now), *lines]


def _decision(decision: Decision, number: Mapping[Decision, int]) -> dict[str, Any]:
    """A decision of the tree as plain data; ``children`` are indices into the list."""
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
