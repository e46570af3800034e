"""A film to walk through: each event with what it has made of the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from solvers.puzzle.problem import Square
from solvers.tracing.events import Event, Kind

DECISIONS = frozenset({Kind.PLACED, Kind.DECIDE})
STILL = frozenset({Kind.COLUMN, Kind.TRY, Kind.SOLUTION})
"""What changes nothing on the board, so that the last words about it still hold."""

RETURNS = frozenset({Kind.BACKTRACK, Kind.BACKJUMP, Kind.END})


@dataclass(frozen=True, slots=True)
class Scene:
    """An event and the state that it has led to.

    ``removed`` are the squares on which no queen can stand. ``words`` is the state in the
    paradigm's own words, as it was last told. ``leads_nowhere``: nothing has come yet of the last
    decision.
    """

    event: Event
    removed: frozenset[Square] = frozenset()
    words: Mapping[str, Any] = field(default_factory=dict)
    solutions: int = 0
    leads_nowhere: bool = False

    def then(self, event: Event) -> Scene:
        """The scene of the event that follows."""
        removed, squares = self.removed, frozenset(event.squares or ())
        if event.kind is Kind.REMOVE:
            removed |= squares
        elif event.kind is Kind.RESTORE:
            removed -= squares
        elif event.kind is Kind.DECIDE and event.queen is False:
            removed |= {(event.column or 0, event.row or 0)}
        leads_nowhere = self.leads_nowhere or event.kind in DECISIONS
        words = self.words if event.kind in STILL and not event.state else event.state
        if event.kind in RETURNS | {Kind.SOLUTION}:
            leads_nowhere = False
        found = self.solutions + (event.kind is Kind.SOLUTION)
        return Scene(event, removed, words, found, leads_nowhere)


class Scenes:
    """The scenes of a film, made as they are asked for."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._events: Iterator[Event] = iter(events)
        self._seen: list[Scene] = []

    def at(self, position: int) -> Scene | None:
        """The scene at this position, from 0; None behind the last one."""
        while len(self._seen) <= position:
            event = next(self._events, None)
            if event is None:
                return None
            before = self._seen[-1] if self._seen else Scene(event)
            self._seen.append(before.then(event))
        return self._seen[position]

    def last(self, position: int) -> int:
        """The position, or that of the last scene where there are fewer."""
        return position if self.at(position) else len(self._seen) - 1

    def after(self, position: int, wanted: Callable[[int], bool]) -> int:
        """The next position at which this holds; that of the last scene where there is none."""
        position += 1
        while self.at(position) and not wanted(position):
            position += 1
        return self.last(position)

    def is_solution(self, position: int) -> bool:
        """Whether all queens stand there."""
        scene = self.at(position)
        return scene is not None and scene.event.kind is Kind.SOLUTION

    def is_dead_end(self, position: int) -> bool:
        """Whether a decision that led nowhere is taken back next."""
        scene, following = self.at(position), self.at(position + 1)
        return bool(scene and following and scene.leads_nowhere and following.event.kind in RETURNS)
