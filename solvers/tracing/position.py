"""The position of a search, and the effect of each event on it.

Three classes extend it: a recorder writes the events of an engine, a checker tests each event
first, and a replay also keeps the tree of decisions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from solvers.puzzle.problem import Attack, Problem, Square
from solvers.tracing.event import Event, Kind, Queens


@dataclass(slots=True, eq=False)
class Decision:
    """A decision and its consequences. The root of a tree stands for the given queens.

    ``queens`` are the queens after the decision, and ``level`` is the number of decisions that then
    stand. ``queen`` says whether a queen was put on the ``square``; None: the trace leaves this
    open. ``columns`` got queens by the decision, and the squares of ``closed`` were closed by it.
    ``step`` is the number of its event, from 1. ``nodes`` counts the states directly below the
    decision in which another one was made. ``removed`` maps each row that was excluded there
    to the attacking queen's column, or None, and the rule; it is None if no column was entered.
    ``failed`` are the rows in which a queen was attacked. ``wipeout`` is the sentence of a
    contradiction, or "".
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


class Position:
    """The board at one moment of a search.

    ``queens`` maps each column with a queen to its row, the newest last. ``free`` are the squares
    on which a queen may still stand; ``removed`` maps each blocked or removed square to the
    attacker's column (or None) and the rule. ``path`` begins with the root, the time before the
    first decision, and has the decisions that stand. ``taken_back`` are the decisions last taken
    back, the oldest first, and ``to_restore`` the squares that they had closed, until an event
    restores them. ``solutions`` counts the solutions found.
    """

    def __init__(self, problem: Problem) -> None:
        n, first = problem.n, len(problem.prefix)
        self.problem, self.n, self.solutions = problem, n, 0
        self.queens = dict(enumerate(problem.prefix))
        self.free = {(c, r) for c in range(first, n) for r in problem.domains[c]}
        self.removed: dict[Square, tuple[int | None, str]]
        self.removed = dict.fromkeys(problem.blocked, (None, "blocked"))
        self.path = [Decision(problem.prefix, 0)]
        self.taken_back: list[Decision] = []
        self.to_restore: list[Square] = []

    def apply(self, event: Event) -> None:
        """Change the position as the event says."""
        match event.kind:
            case Kind.PLACED | Kind.DECIDE:
                queen = event.kind is Kind.PLACED or event.queen
                self.path.append(Decision(event.queens, len(self.path), event.square, queen))
                if queen:
                    self._stand(event.square)
            case Kind.IMPLY:
                self._stand(event.square)
            case Kind.BACKTRACK | Kind.BACKJUMP:
                self._take_back(event.levels or 1)
            case Kind.RESTORE:
                self.free.update(event.squares or ())
                for square in event.squares or ():
                    self.removed.pop(square, None)
                self.to_restore = []
            case Kind.SOLUTION:
                self.solutions += 1
        if squares := event.removed:
            self.free.difference_update(squares)
            why = event.conflict_column, event.rule or "decided"
            self.removed |= dict.fromkeys(squares, why)
            self.path[-1].closed.extend(squares)

    def _stand(self, square: Square) -> None:
        self.queens |= [square]
        self.path[-1].columns.append(square[0])

    def _take_back(self, levels: int) -> None:
        """Take back this number of decisions, with their consequences."""
        left = max(1, len(self.path) - levels)
        self.taken_back = self.path[left:]
        del self.path[left:]
        for column in [column for each in self.taken_back for column in each.columns]:
            self.queens.pop(column, None)
        self.to_restore = [square for each in self.taken_back for square in each.closed]

    @property
    def level(self) -> int:
        """The number of decisions that stand."""
        return len(self.path) - 1

    def standing(self) -> Queens:
        """The row of each column's queen, column 0 first, up to the last queen; None: no queen."""
        return tuple(map(self.queens.get, range(max(self.queens, default=-1) + 1)))

    def rows(self, column: int) -> set[int]:
        """The free rows of a column."""
        return {row for other, row in self.free if other == column}

    def open_squares(self, line: int, number: int) -> list[Square]:
        """The free squares of a column (line 0) or row (line 1) whose column has no queen."""
        return [
            square
            for square in self.free
            if square[0] not in self.queens and square[line] == number
        ]

    def line(self, square: Square, other: int | None) -> str | None:
        """The rule by which the queen in column ``other`` attacks a square; None without attack."""
        queen = self.queens.get(-1 if other is None else other)
        rule = None if other is None or queen is None else self.attacks((other, queen), square)
        return rule and rule.value

    def attacker(self, column: int, row: int) -> int | None:
        """The nearest column to the left whose queen attacks the square; None without one."""
        columns = range(column - 1, -1, -1)
        return next((other for other in columns if self.line((column, row), other)), None)

    def attacks(self, queen: Square, square: Square) -> Attack | None:
        """The rule by which a queen on the first square attacks the second, in another column."""
        return None if queen[0] == square[0] else self.problem.attack(queen, square)
