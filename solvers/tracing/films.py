"""The films of a comparison: each search recorded in a process of its own, packed for a page."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Any

from solvers import registry
from solvers.errors import FilmError, SolversError, TraceError
from solvers.execution.limits import Limits
from solvers.execution.result import Ending, Status
from solvers.interface import Backend
from solvers.lazy import msgspec
from solvers.puzzle.problem import Problem, Square
from solvers.referee.verdict import Crosscheck
from solvers.tracing import reasons
from solvers.tracing.choice_points import ChoicePoints
from solvers.tracing.event import Event, Kind
from solvers.tracing.event_table import (
    EVENT_TABLE,
    removed,
    restored,
    sentence,
    shared_meaning,
)
from solvers.tracing.replay import Replay, Scene, search_tree
from solvers.tracing.search_tree import Decision
from solvers.tracing.source_lines import SourceLines
from solvers.tracing.traces import difference, executed_lines, is_traced, tracer

LARGEST_BOARD = 8
"""The largest board whose searches are shown: that of the course texts."""

LONGEST_FILM = 60_000
"""The number of events a film may have; a page of all backends stays below 3 MB then."""


PIECE_BYTES = 1 << 20
"""The part of a film that a process sends at once."""


@dataclass(frozen=True, slots=True)
class OwnFilm:
    """The words beside the film of a user's own program.

    ``said`` are sentences about the whole run, ``totals`` says how often each function was called,
    ``wrong`` is the step of the first call that answers wrongly, or 0, ``beside`` the nearest
    textbook program, and ``is_whole`` whether all steps are told.
    """

    said: tuple[str, ...]
    totals: tuple[str, ...]
    wrong: int
    beside: str
    is_whole: bool


@dataclass(frozen=True, slots=True)
class PackedFilm:
    """The scenes of one search, packed, and the numbers of its tree.

    ``kinds`` are those of its events, ``meanings`` their meanings in all paradigms.
    ``left_out`` is how many of its events are not there, and ``is_cut`` whether these are its last
    ones; else they are the ports of Prolog.
    """

    events: int
    nodes: int
    dead_ends: int
    depth: int
    branching: float
    packed: str
    kinds: frozenset[Kind]
    meanings: frozenset[str]
    left_out: int = 0
    is_cut: bool = False
    first: Square | None = None
    """The square that is tried or decided first."""
    solution: tuple[int | None, ...] = ()
    """The first solution."""
    calls: int = 0
    """The number of calls of queen-cols, in all events."""
    own: OwnFilm | None = None
    """The calls of a user's own program."""
    difference: str = ""
    """The difference between this search and the backend's run."""

    @property
    def without(self) -> str:
        """The events that it lacks, in words."""
        if self.is_cut:
            return f"last {self.left_out:,} events"
        return f"{self.left_out:,} calls, exits, redos and failures" if self.left_out else ""

    def document(self, problem: Problem) -> dict[str, Any]:
        """The film of this problem as plain data."""
        own = self.own and {
            "calls": True,
            "said": self.own.said,
            "totals": self.own.totals,
            "wrong": self.own.wrong,
            "beside": self.own.beside,
        }
        return (own or {}) | {
            "n": problem.n,
            "prefix": list(problem.prefix),
            "blocked": [list(square) for square in sorted(problem.blocked)],
            "events": self.events,
            "nodes": self.nodes,
            "dead_ends": self.dead_ends,
            "depth": self.depth,
            "branching": round(self.branching, 4),
            "first": self.first,
            "solution": list(self.solution),
            "looks_ahead": Kind.REMOVE in self.kinds,
            "queen_cols": self.calls,
            "is_cut": self.is_cut,
            "without": self.without,
            "gzip": self.packed,
        }


class WhyMissing(StrEnum):
    """The reason why a search has no film."""

    UNAVAILABLE = "unavailable"
    NO_TRACE = "no trace"
    """The backend's record names none."""
    FAILED = "failed"
    """The trace raised."""
    FALSE = "false"
    """An event of an outside backend is not true."""
    STOPPED = "stopped"
    """The process that recorded it ended early."""


@dataclass(frozen=True, slots=True)
class NoFilm:
    """The reason why there is no film: ``detail`` of an error, ``ending`` of the process."""

    why: WhyMissing
    detail: str = ""
    ending: Ending | None = None


Films = Mapping[str, PackedFilm | NoFilm]
"""The film of each backend by its name, or why there is none."""

OwnFilms = Mapping[str, Callable[[Problem], PackedFilm]]
"""Films the search of each user's own program, by its name; raises TraceError."""


def filmed_comparison(crosschecks: Sequence[Crosscheck]) -> Crosscheck | None:
    """The comparison whose searches are shown: the largest that is not too large."""
    possible = [crosscheck for crosscheck in crosschecks if crosscheck.problem.n <= LARGEST_BOARD]
    return max(possible, key=lambda crosscheck: crosscheck.problem.n, default=None)


def record_films(
    crosschecks: Sequence[Crosscheck], limits: Limits, own: OwnFilms | None = None
) -> Films:
    """Record the searches of the largest comparison that can be shown.

    Each runs in a process of its own within these limits, as many at once as there are processors.
    Ctrl-C raises KeyboardInterrupt.
    """
    # The web page packs films too, and has no processes.
    from solvers.execution.channel import Call  # noqa: PLC0415
    from solvers.execution.remote_calls import calls_elsewhere  # noqa: PLC0415

    chosen = filmed_comparison(crosschecks)
    if chosen is None:
        return {}
    found: dict[str, PackedFilm | NoFilm] = {}
    traced: dict[str, Backend] = {}
    for run in (judgement.run for judgement in chosen.judgements):
        backend = registry.known(run.backend)
        if run.status is Status.UNAVAILABLE:
            found[run.backend] = NoFilm(WhyMissing.UNAVAILABLE)
        elif own and run.backend in own:
            found[run.backend] = _own_film(own[run.backend], chosen.problem)
        elif backend is None or not is_traced(backend):
            found[run.backend] = NoFilm(WhyMissing.NO_TRACE)
        else:
            traced[run.backend] = backend
    calls = [(backend, Call(_recorded, (chosen.problem,))) for backend in traced.values()]
    names = list(traced)
    for number, result in calls_elsewhere(calls, limits):
        name = names[number]
        if isinstance(result, Ending):
            found[name] = NoFilm(WhyMissing.STOPPED, ending=result)
        else:
            found[name] = _read(result)
    order = [judgement.run.backend for judgement in chosen.judgements]
    return {name: found[name] for name in order}


def _own_film(filmed: Callable[[Problem], PackedFilm], problem: Problem) -> PackedFilm | NoFilm:
    try:
        return filmed(problem)
    except TraceError as error:
        return NoFilm(WhyMissing.FAILED, str(error))


_Message = tuple[PackedFilm | None, NoFilm | None]
"""The words of the process that records a film: one of the two."""


def _read(value: bytes) -> PackedFilm | NoFilm:
    try:
        film, none = msgspec.json.decode(value, type=_Message)
    except ValueError as error:
        return NoFilm(WhyMissing.FAILED, str(error))
    return film or none or NoFilm(WhyMissing.FAILED)


def _recorded(backend: Backend, problem: Problem) -> Iterator[bytes]:
    """The film of a backend, or why there is none, as JSON in pieces."""
    try:
        events = list(tracer(backend)(problem))
        if backend.origin:
            from solvers.tracing.checker import check_events, known_solutions  # noqa: PLC0415  # msgspec

            check_events(problem, events, known_solutions(problem))
        message: _Message = film_of(backend, problem, events), None
    except FilmError as error:
        message = None, NoFilm(WhyMissing.FALSE, str(error))
    except SolversError as error:
        message = None, NoFilm(WhyMissing.FAILED, str(error))
    encoded: bytes = msgspec.json.encode(message)
    for first in range(0, len(encoded), PIECE_BYTES):
        yield encoded[first : first + PIECE_BYTES]


def film_of(backend: Backend, problem: Problem, events: Sequence[Event]) -> PackedFilm:
    """The film of a backend's search, with the lines of its program where they are known."""
    found = film(problem, events, executed_lines(backend, problem))
    return replace(found, difference=difference(backend))


def film(
    problem: Problem, events: Sequence[Event], program: SourceLines | None = None
) -> PackedFilm:
    """The film of these events; without the ports of Prolog, or its end, where it were too long.

    ``program`` is shown beside the board, with the line that each event executes.
    """
    kinds = frozenset(event.kind for event in events)
    shown, is_cut = events, False
    if len(shown) > LONGEST_FILM and Kind.PORT in kinds:
        shown = [event for event in events if event.kind is not Kind.PORT]
    if len(shown) > LONGEST_FILM:
        shown, is_cut = shown[:LONGEST_FILM], True
    tree = search_tree(problem, events)
    return PackedFilm(
        events=len(shown),
        nodes=tree.nodes,
        dead_ends=tree.dead_ends,
        depth=tree.depth,
        branching=tree.branching,
        packed=pack_film(
            problem, shown, program, choice_points=_has_choice_points(problem, events)
        ),
        kinds=kinds,
        meanings=frozenset(shared_meaning(event) for event in shown) - {""},
        left_out=len(events) - len(shown),
        is_cut=is_cut,
        calls=sum(event.kind is Kind.ENTER for event in events),
        first=_first_square(events),
        solution=next((event.queens for event in events if event.kind is Kind.SOLUTION), ()),
    )


def _first_square(events: Sequence[Event]) -> Square | None:
    chosen = (Kind.TRY, Kind.DECIDE, Kind.PLACED)
    squares = ((event.column, event.row) for event in events if event.kind in chosen)
    return next((square for square in squares if None not in square), None)  # type: ignore[return-value]  # it has no None


def _has_choice_points(problem: Problem, events: Sequence[Event]) -> bool:
    """Whether it is the search of solve/3, whose goals and decisions are both told."""
    kinds = {event.kind for event in events}
    return kinds >= {Kind.PORT, Kind.COLUMN} and not problem.blocked


def pack_film(
    problem: Problem,
    events: Sequence[Event],
    program: SourceLines | None = None,
    *,
    choice_points: bool = False,
) -> str:
    """The events, their scenes and the tree as JSON, compressed, in base64.

    Each is a table by columns, which compresses to a third of the size of rows.
    """
    replay = Replay(problem)
    replayed = replay.scenes(events)
    scenes = list(ChoicePoints(problem).scenes(replayed) if choice_points else replayed)
    number = {decision: at for at, decision in enumerate(replay.tree.root.below())}
    shown = [event.document() for event in events]
    for document in shown:
        document.pop("own", None)  # it is in the scenes
    page = {
        "events": _by_columns(shown),
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
    text = json.dumps(page, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def _by_columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """A column for each name, with None in the rows that lack it."""
    names = sorted({name for row in rows for name in row})
    return {name: [row.get(name) for row in rows] for name in names}


def _scene(
    problem: Problem, scene: Scene, before: Scene | None, number: Mapping[Decision, int]
) -> dict[str, Any]:
    """The changes that the page shows after an event."""
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
    if state := _changed_lines(before.state if before else (), scene.state):
        shown["state"] = state
    if why := reasons.why(problem, event, scene.learned, scene.decisions):
        shown["why"] = why
    if placements := event.state.get("placements"):
        shown["board"] = placements[0]
    if scene.more:
        shown["more"] = scene.more
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
    """The number of lines of the state, then each new one with its number; [] if none is new."""
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
