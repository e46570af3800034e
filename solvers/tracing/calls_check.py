"""Whether calls nest: the four ports of Prolog's goals, and SICP's levels with all their boards."""

from __future__ import annotations

from solvers.puzzle.placements import Placement, attacking_pair
from solvers.puzzle.problem import Problem
from solvers.tracing.events import Event, Kind


class CallsCheck:
    """Follows which calls are open. ``by_levels``: boards are made level by level."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.by_levels = False
        self._open: list[tuple[int, str]] = []

    def wrong(self, event: Event) -> str:
        """What is wrong with a call, exit, redo, fail, enter or leave; "" for what is right."""
        if event.kind is Kind.PORT:
            return self._port(event)
        if event.kind is Kind.ENTER:
            self.by_levels = True
            self._open.append((event.state["depth"], str(event.state["k"])))
        elif event.kind is Kind.LEAVE:
            k = event.state["k"]
            if not self._open or self._open.pop() != (event.state["depth"], str(k)):
                return f"queen-cols {k} is not open"
            boards = [tuple(one) for one in event.state["placements"]]
            if len(boards) != len({*boards}) or {*boards} != self._boards(k):
                return f"these are not the boards of {k} columns"
        elif event.kind is Kind.END and self._open:
            return f"{self._open[-1][1]} is still open"
        return ""

    def _port(self, event: Event) -> str:
        box = event.state["depth"], event.state["goal"].split("(")[0]
        if event.state["port"] in ("call", "redo"):
            if box[0] != len(self._open) + 1:
                return f"{len(self._open)} goals are open around it"
            self._open.append(box)
        elif not self._open or self._open.pop() != box:
            return f"{event.state['goal']} is not open"
        return ""

    def _boards(self, k: int) -> set[Placement]:
        """All placements of the first k columns in which no queens attack each other."""
        found: set[Placement] = {self.problem.prefix}
        for column in range(len(self.problem.prefix), k):
            longer = [(*one, row) for one in found for row in self.problem.rows(column)]
            found = {one for one in longer if attacking_pair(one) is None}
        return found
