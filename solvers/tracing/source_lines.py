"""The line of a textbook program that an event executes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType

from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event


@dataclass(frozen=True, slots=True)
class SourceLines:
    """A program and the number of its line, from 0, for each kind of event.

    A name is a kind, perhaps with more of the event: the kind of the event before it, the line of a
    conflict, the predicate of a goal, or k. An event of a user's own program knows its line.
    """

    text: str
    numbers: Mapping[str, int]

    def line(self, event: Event, before: Event | None) -> int | None:
        """The line that the event executes; None where it has none."""
        if "line" in event.state:
            return int(event.state["line"]) - 1 if event.state["line"] else None
        goal = str(event.state.get("goal", "")).partition("(")[0]
        more = (before and f"after {before.kind}", event.conflict_line, goal, event.state.get("k"))
        names = [*(f"{event.kind} {detail}" for detail in more), event.kind]
        return next((self.numbers[name] for name in names if name in self.numbers), None)


def source_lines(tracer: ModuleType, problem: Problem) -> SourceLines | None:
    """The lines of a tracer's ``PROGRAM``, found by the parts in its ``LINE_OF_EVENT``.

    None if the module has none, or if the board has another program. Raises ValueError for a part
    that does not stand in exactly one line.
    """
    parts: Mapping[str, str] | None = getattr(tracer, "LINE_OF_EVENT", None)
    if parts is None or (problem.blocked and not getattr(tracer, "TAKES_BLOCKED", True)):
        return None
    text: str = tracer.PROGRAM.read_text(encoding="utf-8")
    lines = text.splitlines()
    return SourceLines(text, {name: _number(lines, part) for name, part in parts.items()})


def _number(lines: Iterable[str], part: str) -> int:
    (number,) = [number for number, line in enumerate(lines) if part in line]
    return number
