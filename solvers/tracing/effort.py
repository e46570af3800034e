"""Search effort: the conflict tests of COMP 333, and its calls of nc/3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind
from solvers.tracing.tracers import backtracking as backtracking_trace


@dataclass(slots=True)
class ConflictGoals:
    """The calls of nc/3: for ``rows`` that are tried, and all ``calls``."""

    rows: int = 0
    calls: int = 0

    def counted(self, events: Iterable[Event]) -> Iterator[Event]:
        """The events, counted as they pass."""
        for event in events:
            own = event.state
            if event.kind is Kind.PORT and own["port"] == "call" and own["goal"].startswith("nc("):
                self.calls += 1
                self.rows += own["goal"].endswith(",1)")
            yield event


def conflict_tests(n: int) -> int:
    """The number of pairs of queens that the column approach tests, by a counted search of its own.

    Counting every test in the search that is timed would slow it by more than 5 %, so this one
    steps through the events: a row that is free was held against every queen before it, any other
    against those back to the one it is in conflict with.
    """
    tests = 0
    for event in backtracking_trace.events(Problem(n)):
        if event.kind is Kind.PLACED and event.column is not None:
            tests += event.column
        elif event.kind is Kind.CONFLICT:
            tests += (event.column or 0) - (event.conflict_column or 0)
    return tests
