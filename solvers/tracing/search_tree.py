"""A search as a tree of decisions, and the numbers that mean the same in every paradigm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from solvers.puzzle.problem import Square
from solvers.tracing.event import Queens


@dataclass(slots=True, eq=False)
class Decision:
    """A decision and its consequences. The root of a tree stands for the given queens.

    ``queens`` are the queens after the decision, and ``level`` is the number of decisions that then
    stand. ``queen`` says whether a queen was put on the ``square``; None: the trace leaves this
    open. ``columns`` got queens by the decision, and the squares of ``closed`` were closed by it.
    ``step`` is the number of its event, from 1. ``nodes`` counts the states directly below the
    decision in which another one was made. ``removed`` maps each row (or column) that was
    excluded there to the attacking queen's column, or None, and the rule; it is None if no column
    or row was entered. ``failed`` are the rows in which a queen was attacked. ``wipeout`` is the
    sentence of a contradiction, or "".
    """

    queens: Queens
    level: int
    square: Square | None = None
    queen: bool | None = True
    columns: list[int] = field(default_factory=list)
    closed: list[Square] = field(default_factory=list)
    step: int = 0
    nodes: int = 0
    solutions: int = 0
    removed: dict[int, tuple[int | None, str]] | None = None
    failed: list[int] = field(default_factory=list)
    wipeout: str = ""
    children: list[Decision] = field(default_factory=list)

    @property
    def is_dead_end(self) -> bool:
        """Whether neither another decision nor a solution followed."""
        return not self.children and not self.solutions

    def walk(self) -> Iterator[Decision]:
        """Yield this decision and all below it, each before its children."""
        waiting = [self]
        while waiting:
            decision = waiting.pop()
            yield decision
            waiting += reversed(decision.children)


@dataclass(frozen=True, slots=True)
class Effort:
    """The numbers of a search that mean the same in every paradigm.

    ``depth`` is the most decisions that stood at once, ``branching`` the decisions per node.
    """

    nodes: int
    dead_ends: int
    depth: int
    branching: float


@dataclass(frozen=True, slots=True, repr=False)
class SearchTree:
    """All decisions of a search below its ``root``."""

    root: Decision

    def __repr__(self) -> str:
        return f"<SearchTree: {self.nodes} nodes, {self.dead_ends} dead ends, depth {self.depth}>"

    @property
    def nodes(self) -> int:
        """The number of states in which a decision was made."""
        return sum(decision.nodes for decision in self.root.walk())

    @property
    def decisions(self) -> int:
        """The number of decisions."""
        return sum(1 for _ in self.root.walk()) - 1

    @property
    def dead_ends(self) -> int:
        """The number of decisions, the root among them, without another decision or a solution."""
        return sum(decision.is_dead_end for decision in self.root.walk())

    @property
    def depth(self) -> int:
        """The most decisions that stood at the same time."""
        return max(decision.level for decision in self.root.walk())

    @property
    def branching(self) -> float:
        """The number of decisions per node; 0 without nodes."""
        return self.decisions / self.nodes if self.nodes else 0.0

    @property
    def effort(self) -> Effort:
        """Its numbers alone."""
        return Effort(self.nodes, self.dead_ends, self.depth, self.branching)
