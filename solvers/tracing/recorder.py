"""The queens and free squares while an engine searches; turns its reports into events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from solvers.puzzle.placements import shared_line
from solvers.puzzle.problem import Problem, Square
from solvers.tracing.event import Event, Kind, Literal, Queens, Rule


@dataclass(slots=True)
class _Level:
    """What came with one decision: columns whose queens stand since, squares that went."""

    columns: list[int] = field(default_factory=list)
    removed: list[Square] = field(default_factory=list)


class Recorder:
    """A tracer tells it what its engine does; ``take`` gives the events of that.

    ``queens`` has the row of each column whose queen stands, the newest last, and ``free`` the
    squares on which one may still stand. An event that the engine reports twice is recorded once,
    and squares of a column that has its queen are left out.
    """

    def __init__(self, problem: Problem) -> None:
        self.n, self.solutions = problem.n, 0
        first = len(problem.prefix)
        self.free = {(c, r) for c in range(first, problem.n) for r in problem.rows(c)}
        self.queens = dict(enumerate(problem.prefix))
        self.levels = [_Level()]
        self._told: list[Event] = []

    def take(self) -> Iterator[Event]:
        """The events since the last time."""
        told, self._told = self._told, []
        return iter(told)

    @property
    def level(self) -> int:
        """How many decisions stand."""
        return len(self.levels) - 1

    def rows(self, column: int) -> set[int]:
        """The free rows of a column."""
        return {row for other, row in self.free if other == column}

    def tell(self, kind: Kind, **fields: Any) -> None:
        """An event that changes nothing on the board."""
        self._told.append(Event(kind, self._standing(), **fields))

    def enter(self, kind: Kind, **fields: Any) -> None:
        """A node is open: a decision will be made."""
        self.tell(kind, level=self.level, **fields)

    def decide(self, square: Square, *, queen: bool | None = True, **own: Any) -> None:
        """A decision for a queen on the square, or against one, or nobody knows which."""
        self.levels.append(_Level())
        if queen:
            self._stand(square)
        elif queen is False:
            self._close(square)
        column, row = square
        self.tell(Kind.DECIDE, column=column, row=row, queen=queen, level=self.level, state=own)

    def remove(self, square: Square, by: int | None = None) -> Rule | None:
        """No queen can stand there: the one of column ``by`` attacks it, or whichever does.

        Returns why, or None where it was known already.
        """
        if square not in self.free or square[0] in self.queens:
            return None
        if by is None:
            attackers = [queen for queen in self.queens.items() if attacks(queen, square)]
            by = attackers[-1][0] if attackers else None
        self._close(square)
        rule = Rule.LEARNED if by is None else Rule.ATTACK
        before = self._told[-1] if self._told else None
        if before and (before.kind, before.rule, before.conflict_column) == (Kind.REMOVE, rule, by):
            squares = (*(before.squares or ()), square)
            self._told[-1] = before._replace(squares=squares)
        else:
            self.tell(Kind.REMOVE, squares=(square,), rule=rule, conflict_column=by)
        return rule

    def refute(self, square: Square) -> None:
        """The queen that was just taken away need not be tried there again."""
        self._close(square)
        self.tell(Kind.REMOVE, squares=(square,), rule=Rule.TRIED)

    def imply(self, square: Square, **own: Any) -> Rule | None:
        """A queen has to stand there, and stands; returns why, or None where she stood already."""
        column, row = square
        if column in self.queens:
            return None
        open_squares = [free for free in self.free if free[0] not in self.queens]
        rule = Rule.LEARNED
        for line, kind in ((0, Rule.COLUMN), (1, Rule.ROW)):
            if [free for free in open_squares if free[line] == square[line]] == [square]:
                rule = kind
                break
        self._stand(square)
        self.tell(Kind.IMPLY, column=column, row=row, rule=rule, state=own)
        return rule

    def clash(self) -> None:
        """Two queens that stand attack each other: the newer one is in conflict, if there is."""
        queens = list(self.queens.items())
        pairs = [
            (queen, other)
            for queen in reversed(queens)
            for other in queens
            if attacks(other, queen)
        ]
        for (column, row), (other, other_row) in pairs[:1]:
            line = shared_line(row, other_row)
            self.tell(
                Kind.CONFLICT, column=column, row=row, conflict_column=other, conflict_line=line
            )

    def backtrack(self, column: int) -> None:
        """The queen of the column, the last decision, is taken away."""
        level = self.levels.pop()
        self._clear(level)
        self.tell(Kind.BACKTRACK, column=column, level=self.level)
        self._reopen(level.removed, column)

    def backjump(self, level: int) -> None:
        """Decisions are taken back until only so many stand."""
        gone = self.levels[level + 1 :]
        del self.levels[level + 1 :]
        for decision in gone:
            self._clear(decision)
        if gone:
            self.tell(Kind.BACKJUMP, level=level, levels=len(gone))
            self._reopen([square for decision in gone for square in decision.removed])

    def learn(self, clause: Iterable[Literal], rule: Rule) -> None:
        """One of these literals has to hold from now on."""
        self.tell(Kind.LEARN, clause=tuple(clause), rule=rule)

    def solution(self) -> None:
        """All queens stand."""
        self.solutions += 1
        self.tell(Kind.SOLUTION, number=self.solutions)

    def end(self, counters: Mapping[str, int]) -> None:
        """The space is exhausted; with the counters of the engine."""
        self.tell(Kind.END, state=counters)

    def _stand(self, square: Square) -> None:
        self.queens[square[0]] = square[1]
        self.levels[-1].columns.append(square[0])

    def _clear(self, level: _Level) -> None:
        for column in level.columns:
            del self.queens[column]

    def _close(self, square: Square) -> None:
        self.free.discard(square)
        self.levels[-1].removed.append(square)

    def _reopen(self, squares: list[Square], column: int | None = None) -> None:
        self.free.update(squares)
        if squares:
            self.tell(Kind.RESTORE, squares=tuple(squares), conflict_column=column)

    def _standing(self) -> Queens:
        columns = range(max(self.queens, default=-1) + 1)
        return tuple([self.queens.get(column) for column in columns])


def attacks(queen: Square, square: Square) -> bool:
    """Whether a queen here attacks a square of another column."""
    distance = abs(queen[0] - square[0])
    return distance > 0 and abs(queen[1] - square[1]) in (0, distance)
