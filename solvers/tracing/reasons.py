"""Explains a learned clause step by step: its opposite leads to a contradiction.

Engines do not report their reasons. This module derives them by unit propagation from the puzzle's
own clauses and the clauses learned before. Each clause of a DRUP proof follows so from all clauses
before it. The trace leaves some of these out, so cases may be needed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import groupby

from solvers.puzzle.problem import Problem, Square
from solvers.tracing.event import Clause, Event, Kind, Literal, Rule
from solvers.tracing.event_table import all_words, clause_words
from solvers.tracing.position import DecidedSquare

DEEPEST = 3
"""The depth to which cases may be nested."""


class _ContradictionFound(Exception):  # noqa: N818  # it is what the derivation looks for
    """A contradiction, with a sentence about it and the squares from which it follows."""

    def __init__(self, sentence: str, squares: Iterable[Square]) -> None:
        super().__init__(sentence)
        self.sentence, self.squares = sentence, [*squares]


def why(
    problem: Problem,
    event: Event,
    learned: Sequence[Clause],
    decisions: Sequence[DecidedSquare] = (),
) -> list[str]:
    """The reasons of a contradiction or of a learned clause, one sentence each; else [].

    If they are known, the decisions that were enough for the conflict come first, then the origin
    of the clause's other literals.
    """
    if event.kind is Kind.WIPEOUT and event.column is None and event.row is None:
        enough = minimal_conflict(problem, decisions, learned)
        clause = tuple((column, row, not queen) for column, row, queen in enough)
        first = f"these decisions are enough: {all_words(enough)}"
        return [first, *reasons(problem, clause, learned)[1:-1]] if enough else []
    if event.kind is not Kind.LEARN or event.rule is not Rule.LEARNED:
        return []
    clause = event.clause or ()
    enough = minimal_conflict(problem, decisions, learned)
    told = [f"these decisions were enough for the conflict: {all_words(enough)}"]
    opposite = [(column, row, not queen) for column, row, queen in clause]
    used = [literal for literal in opposite if literal in decisions and literal not in enough]
    implied = [literal for literal in opposite if literal not in decisions]
    if used:
        told.append(f"the clause names {all_words(used)} too, which the engine's own steps used")
    if implied:
        told.append(f"from the decisions follows: {all_words(implied)}")
    told += filter(None, (_only_left(problem, enough, square) for square in [*used, *implied]))
    return told * bool(enough) + reasons(problem, clause, learned)


def _only_left(problem: Problem, enough: Sequence[Literal], literal: Literal) -> str:
    """A sentence about the column or row in which the ``enough`` literals leave only this queen.

    It names as few of them as possible; "" if more squares are left, or the literal is no queen.
    """
    column, row, queen = literal
    if not queen or not (left := _line_of_one(problem, enough, (column, row))):
        return ""
    needed = [*enough]
    for each in enough:
        fewer = [other for other in needed if other != each]
        if _line_of_one(problem, fewer, (column, row)) == left:
            needed = fewer
    line, at = left
    other = f"row {row}" if line == "column" else f"column {column}"
    return f"with {all_words(needed)}, {line} {at} has only {other} left"


def _line_of_one(
    problem: Problem, literals: Sequence[Literal], square: Square
) -> tuple[str, int] | None:
    """The column or row in which these literals leave only the square; None if neither is one."""
    derivation = _Derivation(problem, [])
    try:
        for column, row, queen in literals:
            derivation.assign((column, row), "", [], queen=queen)
        for column, row, queen in literals:
            if queen:
                derivation.attack((column, row))
    except _ContradictionFound:
        return None
    both = derivation.column_and_row(square)
    return next(((name, at) for name, at, _, left in both if left == [square]), None)


def minimal_conflict(
    problem: Problem, decisions: Sequence[DecidedSquare], learned: Sequence[Clause]
) -> list[Literal]:
    """Decisions that lead to a contradiction, and none of which can be left out.

    [] if unit propagation finds no contradiction, or if the film leaves a decision open.
    """
    known = [(column, row, queen) for column, row, queen in decisions if queen is not None]
    if len(known) < len(decisions) or not _contradict(problem, known, learned):
        return []
    enough = known
    for literal in known:
        fewer = [other for other in enough if other != literal]
        if _contradict(problem, fewer, learned):
            enough = fewer
    return enough


def _contradict(problem: Problem, literals: Iterable[Literal], learned: Sequence[Clause]) -> bool:
    derivation = _Derivation(problem, [*learned])
    try:
        for column, row, queen in literals:
            derivation.assign((column, row), "", [], queen=queen)
        derivation.follow()
    except _ContradictionFound:
        return True
    return False


def reasons(problem: Problem, clause: Clause, learned: Iterable[Clause]) -> list[str]:
    """The steps from the opposite of a clause to a contradiction, a sentence each.

    ``learned`` are the clauses that were learned before. If unit propagation finds no
    contradiction, the squares left in a column are tried one by one, in indented lines. If cases
    nest deeper than DEEPEST, one sentence says that the reasons are too long.
    """
    derivation = _Derivation(problem, [*learned])
    opposite = all_words((c, r, not queen) for c, r, queen in clause)
    lines = [f"suppose {opposite or 'nothing'}"]
    try:
        for column, row, queen in clause:
            derivation.assign((column, row), "", [], queen=not queen)
    except _ContradictionFound:  # with a blocked square
        return [*lines, "this is impossible, so the clause holds"]
    if not _explain(derivation, lines, ""):
        return ["its reasons are longer than can be shown here"]
    return [*lines, "this is impossible, so the clause holds"]


def _explain(derivation: _Derivation, lines: list[str], indent: str) -> bool:
    """Add the steps to a contradiction to the lines; False if cases nest deeper than DEEPEST."""
    try:
        derivation.follow()
    except _ContradictionFound as found:
        steps = [*derivation.steps_to(found.squares), found.sentence]
        lines += [indent + step for step in steps if indent[2:] + step not in lines]
        return True
    if len(indent) == 2 * DEEPEST:
        return False
    column, left, closed = derivation.tightest_column()
    lines += [indent + step for step in derivation.steps_to(closed)]
    lines.append(f"{indent}column {column} has {len(left)} squares left")
    for square in left:
        case = derivation.copy()
        lines.append(f"{indent}a queen on {square[0]}:{square[1]}?")
        case.assign(square, "", [], queen=True)
        if not _explain(case, lines, f"{indent}  "):
            return False
    return True


class _Derivation:
    """The consequences of settled squares. ``origins`` has each square's reason and grounds."""

    def __init__(self, problem: Problem, learned: list[Clause]) -> None:
        n = problem.n
        self.learned, self.rows = learned, range(n)
        self.assigned: dict[Square, bool] = {}
        self.origins: dict[Square, tuple[str, list[Square]]] = {}
        self.waiting: deque[Square] = deque()
        for column in self.rows:
            for row in set(self.rows).difference(problem.domains[column]):
                self.assign((column, row), "", [], queen=False)

    def copy(self) -> _Derivation:
        """A copy of this derivation, without waiting squares."""
        found = copy(self)
        found.assigned, found.origins, found.waiting = {**self.assigned}, {**self.origins}, deque()
        return found

    def follow(self) -> None:
        """Settle all consequences of the waiting squares; raises _ContradictionFound."""
        while self.waiting:
            while self.waiting:
                square = self.waiting.popleft()
                if self.assigned[square]:
                    self.attack(square)
                else:
                    self._look_at_lines(square)
            self._look_at_learned()

    def assign(
        self, square: Square, reason: str, antecedents: list[Square], *, queen: bool
    ) -> None:
        """Assign a queen to the square, or none; raises _ContradictionFound."""
        if square not in self.assigned:
            self.assigned[square], self.origins[square] = queen, (reason, antecedents)
            self.waiting.append(square)
        elif self.assigned[square] is not queen:
            place = f"{square[0]}:{square[1]}"
            clash = f"{reason} {place}, where a queen stands: a contradiction"
            if queen:
                clash = f"{reason}: a queen on {place}, where none can stand, a contradiction"
            raise _ContradictionFound(clash, [square, *antecedents])

    def steps_to(self, squares: list[Square]) -> Iterator[str]:
        """Yield the sentences from which these squares follow, in order.

        Consecutive squares with one reason share a sentence.
        """
        needed, waiting = set[Square](), [*squares]
        while waiting:
            square = waiting.pop()
            if square not in needed:
                needed.add(square)
                waiting += self.origins[square][1]
        steps = [(self.origins[square][0], square) for square in self.assigned if square in needed]
        for reason, told in groupby(steps, lambda step: step[0]):
            places = [square for _, square in told]
            if reason and self.assigned[places[0]]:
                yield f"{reason}: a queen on {places[0][0]}:{places[0][1]}"
            elif reason:
                yield f"{reason} {' '.join(f'{column}:{row}' for column, row in places)}"

    def tightest_column(self) -> tuple[int, list[Square], list[Square]]:
        """The column with the fewest unassigned squares (at least one), these and its others."""
        columns = []
        for column in self.rows:
            squares = [(column, row) for row in self.rows]
            left = [square for square in squares if square not in self.assigned]
            if left:
                columns.append((len(left), column, left, [s for s in squares if s not in left]))
        _, column, left, closed = min(columns)
        return column, left, closed

    def attack(self, queen: Square) -> None:
        """Remove all squares that the queen attacks."""
        column, row = queen
        for other in self.rows:
            places = [(column, other)]
            if distance := abs(other - column):
                places = [(other, row), (other, row - distance), (other, row + distance)]
            for square in places:
                if square[1] in self.rows and square != queen:
                    reason = f"the queen on {column}:{row} removes"
                    self.assign(square, reason, [queen], queen=False)

    def column_and_row(
        self, square: Square
    ) -> Iterator[tuple[str, int, list[Square], list[Square]]]:
        """The square's column and row: name, number, closed squares, and squares left."""
        for name, line, squares in (
            ("column", square[0], [(square[0], row) for row in self.rows]),
            ("row", square[1], [(column, square[1]) for column in self.rows]),
        ):
            left = [place for place in squares if self.assigned.get(place) is not False]
            yield name, line, [place for place in squares if place not in left], left

    def _look_at_lines(self, square: Square) -> None:
        for name, line, closed, left in self.column_and_row(square):
            if not left:
                raise _ContradictionFound(f"no square is left in {name} {line}", closed)
            if len(left) == 1:
                reason = f"no other square is left in {name} {line}"
                self.assign(left[0], reason, closed, queen=True)

    def _look_at_learned(self) -> None:
        for clause in self.learned:
            left: list[Literal] = []
            false: list[Literal] = []
            for column, row, queen in clause:
                known = self.assigned.get((column, row))
                if known is queen:
                    break
                (left if known is None else false).append((column, row, queen))
            else:
                antecedents = [(column, row) for column, row, _ in false]
                said = clause_words(clause)
                if not left:
                    raise _ContradictionFound(
                        f"a clause learned before is false now: {said}", antecedents
                    )
                if len(left) == 1:
                    column, row, queen = left[0]
                    reason = f"the learned clause ({said})" + ("" if queen else " removes")
                    self.assign((column, row), reason, antecedents, queen=queen)
