"""A trace replayed: the board, the tree and the counts after each event.

Every display of a search uses this replay. It trusts the events; the checker tests them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind
from solvers.tracing.event_table import EVENT_TABLE, sentence
from solvers.tracing.position import Decision, Position


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


class Replay(Position):
    """A position that follows the events of one search from its start.

    ``tree`` has the decisions so far. ``step`` is the number of the last event, from 1. ``nodes``
    and ``dead_ends`` are counts, and ``state`` is the state in the paradigm's own terms, by lines.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.tree = SearchTree(self.path[0])
        self.step = self.nodes = self.dead_ends = 0
        self.state: tuple[str, ...] = ()
        self._has_calls = False
        self._boards = {problem.prefix: self.tree.root}
        self._newest_boards: list[Decision] = []

    def follow(self, event: Event) -> None:
        """Change the position, the tree and the counts as the event says."""
        row = EVENT_TABLE[event.kind]
        self.step += 1
        self.apply(event)
        self._has_calls |= row.is_aside
        if event.state or not self._has_calls:  # open calls stay open, whatever the search does
            self.state = state_lines(event, self.state)
        if row.decides:
            *_, above, decision = self.path
            decision.step = self.step
            above.children.append(decision)
        elif row.takes_back:
            self.dead_ends += sum(decision.is_dead_end for decision in self.taken_back)
        elif row.opens_node:
            self._open_node(event)
        else:
            self._note(event)
        if row.ends:
            self.dead_ends = self.tree.dead_ends

    def _open_node(self, event: Event) -> None:
        """Count a node, and keep the rows that were excluded when its column was entered."""
        decision = self.path[-1]
        decision.nodes += 1
        self.nodes += 1
        if decision.removed is None and event.column is not None:
            decision.removed = {
                square[1]: why
                for square, why in sorted(self.removed.items())
                if square[0] == event.column
            }

    def _note(self, event: Event) -> None:
        """Note a solution, a conflict, a contradiction or a level of boards at its decision."""
        decision = self.path[-1]
        if event.kind is Kind.SOLUTION:
            self._boards.get(event.placement, decision).solutions += 1
        elif event.kind is Kind.CONFLICT and decision.removed is not None:
            decision.failed.append(event.row or 0)
        elif event.kind is Kind.WIPEOUT:
            decision.wipeout = sentence(event)
        elif event.kind is Kind.LEAVE:
            self._add_boards(map(tuple, event.state["placements"]))

    def _add_boards(self, placements: Iterable[Placement]) -> None:
        """Add all boards of a level, each below the board without its last queen.

        A board of the level before is a dead end if no board of this level is below it.
        """
        boards = []
        for placement in placements:
            if placement not in self._boards:  # as the prefix is
                above = self._boards[placement[:-1]]
                square = len(placement) - 1, placement[-1]
                board = Decision(placement, above.level + 1, square, step=self.step)
                self._boards[placement] = board
                above.children.append(board)
            boards.append(self._boards[placement])
            boards[-1].nodes = int(len(placement) < self.problem.n)
            self.nodes += boards[-1].nodes
        self.dead_ends += sum(board.is_dead_end for board in self._newest_boards)
        self._newest_boards = boards


def search_tree(problem: Problem, events: Iterable[Event]) -> SearchTree:
    """The tree of a search for the solutions of this board."""
    replay = Replay(problem)
    for event in events:
        replay.follow(event)
    return replay.tree


def state_lines(event: Event, before: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of the paradigm's own state after the event; ``before`` are the lines before it."""
    own = event.state
    match event.kind:
        case Kind.PORT:
            lines = before[: own["depth"] - 1]
            if own["port"] in ("call", "redo"):
                lines += ("  " * len(lines) + own["goal"],)
        case Kind.ENTER:
            lines = before
        case Kind.LEAVE:
            boards = own["boards"]
            lines = (*before, f"k = {own['k']}: {len(boards)}", " ".join(boards))
        case _ if not own:
            lines = before if EVENT_TABLE[event.kind].keeps_state else ()
        case Kind.COLUMN if "domains" in own:
            lines = tuple(f"column {column}: {rows}" for column, rows in enumerate(own["domains"]))
        case _:
            texts = {
                name: ", ".join(map(str, value)) if isinstance(value, list) else value
                for name, value in own.items()
            }
            lines = tuple(f"{name}: {text}" for name, text in texts.items())
    return lines
