"""The films of a comparison: each search recorded in a process of its own, packed for a page."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain, pairwise
from typing import Any

from solvers import registry
from solvers.errors import FilmError, SolversError
from solvers.execution.limits import Limits
from solvers.execution.result import Ending, Status
from solvers.interface import Backend
from solvers.lazy import msgspec
from solvers.puzzle.problem import Problem, Square
from solvers.referee.verdict import Comparison
from solvers.tracing.event import Event, Kind
from solvers.tracing.event_table import EVENT_TABLE, sentence, shared_meaning
from solvers.tracing.position import Decision
from solvers.tracing.replay import Replay
from solvers.tracing.source_lines import SourceLines
from solvers.tracing.traces import executed_lines, is_traced, notes, tracer

LARGEST_BOARD = 8
"""The largest n whose searches are shown: the board of the course texts."""

LONGEST_FILM = 60_000
"""The most events of a film; with this limit, a page of all backends stays below 3 MB."""


@dataclass(frozen=True, slots=True)
class PackedFilm:
    """A trace packed for a page, the numbers of its whole search, and facts for its comparison.

    ``events`` is the number of events that it has. ``gzip`` holds them, the tree and the program,
    as JSON in gzip in base64. ``depth`` is the most decisions that stood at once. ``first`` is the
    square tried or decided first, and ``solution`` the first solution. ``without`` are the events
    that the film lacks, in words, or "": the last ones if ``is_cut``, else the ports of Prolog.
    ``difference`` is a sentence about differences between this search and the backend's run.
    ``is_own``: these are the steps of one's own program, which has no tree of decisions.
    """

    events: int
    gzip: str
    nodes: int = 0
    dead_ends: int = 0
    depth: int = 0
    without: str = ""
    is_cut: bool = False
    first: Square | None = None
    solution: tuple[int | None, ...] = ()
    difference: str = ""
    is_own: bool = False

    def document(self, problem: Problem) -> dict[str, Any]:
        """The film of this problem as plain data, for a page."""
        return {
            "n": problem.n,
            "prefix": list(problem.prefix),
            "blocked": [list(square) for square in sorted(problem.blocked)],
            "colours": problem.colours,
            **asdict(self),
        }


Films = Mapping[str, PackedFilm | str | Ending]
"""For each backend's name its film, the error of its trace, or the ending of a failed process.

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
    runs = [judgement.run for judgement in chosen.judgements]
    able = {run.backend for run in runs if run.status is not Status.UNAVAILABLE}
    backends = {run.backend: registry.find_or_none(run.backend, chosen.problem) for run in runs}
    traced = {n: each for n, each in backends.items() if n in able and each and is_traced(each)}
    calls = [(backend, RemoteCall(_recorded, (chosen.problem,))) for backend in traced.values()]
    films = dict(calls_elsewhere(calls, limits))
    values = zip(traced, map(films.get, range(len(traced))), strict=True)
    return {name: _read(value) for name, value in values if value is not None}


def no_films(crosschecks: Sequence[Comparison]) -> Films:
    """For each backend, the reason why a command that was interrupted has no film."""
    why = "the command was interrupted before this search was recorded"
    judgements = chain.from_iterable(crosscheck.judgements for crosscheck in crosschecks)
    return {judgement.run.backend: why for judgement in judgements}


def _read(value: bytes | Ending) -> PackedFilm | str | Ending:
    """The film or error in the message of a process; an ending stays."""
    if isinstance(value, Ending):
        return value
    try:
        film: PackedFilm | str = msgspec.json.decode(value, type=PackedFilm | str)
    except ValueError as error:
        return str(error)
    return film


def _recorded(backend: Backend, problem: Problem) -> Iterator[bytes]:
    """The message with a backend's film or error, as JSON."""
    message: PackedFilm | str
    try:
        events = list(tracer(backend)(problem))
        if backend.origin:
            from solvers.tracing.checker import check_events

            check_events(problem, events)
        message = film_of(backend, problem, events)
    except FilmError as error:
        message = f"its trace is wrong: {error}"
    except SolversError as error:
        message = str(error)
    yield msgspec.json.encode(message)


def film_of(backend: Backend, problem: Problem, events: Sequence[Event]) -> PackedFilm:
    """The film of a backend's search. One that is too long loses the ports of Prolog, then its end.

    The page shows the program, if its lines are known, with the line that each event executes.
    """
    kept = events
    if len(events) > LONGEST_FILM:  # the film still has the numbers of the whole search
        kept = [event for event in events if event.kind is not Kind.PORT]
    shown = kept[:LONGEST_FILM]
    replay = Replay(problem)
    packed = _packed(replay, shown, executed_lines(backend, problem))
    for event in kept[LONGEST_FILM:]:
        replay.follow(event)
    tree = replay.tree
    left, is_cut = len(events) - len(shown), len(kept) > len(shown)
    without = f"last {left:,} events" if is_cut else f"{left:,} calls, exits, redos and failures"
    tried = (event for event in events if event.kind in (Kind.TRY, Kind.DECIDE, Kind.PLACED))
    squares = ((event.column, event.row) for event in tried)
    return PackedFilm(
        len(shown),
        packed,
        tree.nodes,
        tree.dead_ends,
        tree.depth,
        without=without if left else "",
        is_cut=is_cut,
        first=next(((c, r) for c, r in squares if c is not None and r is not None), None),
        solution=next((event.queens for event in events if event.kind is Kind.SOLUTION), ()),
        difference=notes(backend).difference,
    )


def _packed(replay: Replay, events: Sequence[Event], program: SourceLines | None) -> str:
    """The events, the tree and the program as JSON, packed with gzip and base64.

    Events and tree are tables by columns, which compress to a third of the size of rows.
    """
    rows: list[dict[str, Any]] = []
    decisions = [replay.tree.root]
    earlier: Event | None = None
    for event in events:
        then, state = _counts(replay), replay.state
        replay.follow(event)
        now = _counts(replay)
        row = _shown(event) | {name: now[name] for name in now if now[name] != then[name]}
        if lines := changed_lines(state, replay.state):
            row["state"] = lines
        if program and (line := program.line(event, earlier)) is not None:
            row["line"] = line
        rows.append(row)
        decisions.append(replay.path[-1])
        earlier = event
    number = {decision: at for at, decision in enumerate(replay.tree.root.walk())}
    for row, (before, last) in zip(rows, pairwise(decisions), strict=True):
        if last is not before:
            row["decision"] = number[last]
    page = {
        "events": by_columns(rows),
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


def _shown(event: Event) -> dict[str, Any]:
    """An event and its marks, without its ``own`` state."""
    entry, meaning = EVENT_TABLE[event.kind], shared_meaning(event)
    marks = {
        "is_asked": entry.is_asked and meaning,
        "removes": event.removed,
        "restores": event.kind is Kind.RESTORE and event.squares,
        "tries": entry.tries,
        "is_aside": entry.is_aside,
    }
    shown = event.document() | dict.fromkeys(filter(marks.get, marks), True)
    shown.pop("own", None)
    if meaning:
        shown["means"] = meaning
    if placements := event.state.get("placements"):
        shown["board"] = placements[0]
    return shown | {"sentence": sentence(event).partition("\n")[0]}


def _counts(replay: Replay) -> dict[str, int]:
    return {name: getattr(replay, name) for name in ("level", "nodes", "dead_ends", "solutions")}


def changed_lines(before: Sequence[str], now: Sequence[str]) -> list[Any]:
    """The number of lines now, then [index, line] for each changed line; [] if nothing changed."""
    if before == now:
        return []
    lines = [[at, line] for at, line in enumerate(now) if before[at : at + 1] != (line,)]
    return [len(now), *lines]


def _decision(decision: Decision, number: Mapping[Decision, int]) -> dict[str, Any]:
    """A decision of the tree as plain data; ``children`` are indices into the list."""
    names = ("queens", "level", "step", "solutions", "failed")
    removed, (column, row) = decision.removed, decision.square or (None, None)
    return {name: getattr(decision, name) for name in names} | {
        "column": column,
        "row": row,
        "queen": decision.queen is not False,
        "wipeout": decision.wipeout or None,
        "children": [number[child] for child in decision.children],
        "removed": None if removed is None else [[row, *why] for row, why in removed.items()],
    }
