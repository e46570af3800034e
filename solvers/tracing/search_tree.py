"""A search as a tree of decisions, and the numbers that mean the same in every paradigm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.tracing.events import NODES, Event, Kind, Queens


@dataclass(slots=True, eq=False)
class Decision:
    """A decision and what it led to. The root of a tree is none, but what was given.

    ``queens`` are those that stood after it, and ``level`` is how many decisions did. ``nodes``
    counts the states right below it in which a decision was made.
    """

    queens: Queens
    level: int
    column: int | None = None
    row: int | None = None
    queen: bool = True
    nodes: int = 0
    solutions: int = 0
    children: list[Decision] = field(default_factory=list)

    @property
    def is_dead_end(self) -> bool:
        """Whether it led to no other decision and to no solution."""
        return not self.children and not self.solutions

    def below(self) -> Iterator[Decision]:
        """Give this one and all below it, each before its children."""
        waiting = [self]
        while waiting:
            one = waiting.pop()
            yield one
            waiting += reversed(one.children)


@dataclass(frozen=True, slots=True)
class SearchTree:
    """All decisions of a search below its ``root``."""

    root: Decision

    @property
    def nodes(self) -> int:
        """How many states there were in which a decision was made."""
        return sum(one.nodes for one in self.root.below())

    @property
    def decisions(self) -> int:
        """How many decisions were made."""
        return sum(1 for _ in self.root.below()) - 1

    @property
    def dead_ends(self) -> int:
        """How many of them led nowhere."""
        return sum(one.is_dead_end for one in self.root.below())

    @property
    def depth(self) -> int:
        """How many decisions stood at most."""
        return max(one.level for one in self.root.below())

    @property
    def branching(self) -> float:
        """Decisions per node."""
        return self.decisions / self.nodes if self.nodes else 0.0


def search_tree(problem: Problem, events: Iterable[Event]) -> SearchTree:
    """The tree of a search for the solutions of this board."""
    prefix = problem.prefix
    root = Decision(prefix, 0)
    path, by_board = [root], {prefix: root}
    for event in events:
        level = len(event.queens) - len(prefix) if event.level is None else event.level
        if event.kind in (Kind.PLACED, Kind.DECIDE):
            queen = event.queen is not False
            one = Decision(event.queens, level, event.column, event.row, queen)
            del path[level:]
            path[-1].children.append(one)
            path.append(one)
        elif event.kind in (Kind.BACKTRACK, Kind.BACKJUMP):
            del path[level + 1 :]
        elif event.kind in NODES:
            path[-1].nodes += 1
        elif event.kind is Kind.LEAVE:
            _add_boards(by_board, event, problem.n)
        elif event.kind is Kind.SOLUTION:
            by_board.get(event.placement, path[-1]).solutions += 1
    return SearchTree(root)


def _add_boards(by_board: dict[Placement, Decision], event: Event, n: int) -> None:
    """A level of boards, each below the one that lacks its last queen; all are tried further."""
    for placement in map(tuple, event.state["placements"]):
        if placement not in by_board:  # as the prefix is
            above = by_board[placement[:-1]]
            column, row = len(placement) - 1, placement[-1]
            by_board[placement] = Decision(placement, above.level + 1, column, row)
            above.children.append(by_board[placement])
        by_board[placement].nodes = int(len(placement) < n)
