"""The first call of a watched program that answers wrongly.

A function that answers yes or no about some queens is read as a conflict test: its arguments are a
queen and the queens before her. The roles of the arguments are unknown, so each reading is tried on
all calls of the function. A reading is accepted if it explains most answers, and more than any
other reading (or uses every number), and if all its wrong answers err in one direction: a test that
forgets a case misses conflicts, but invents none. A test with a wrong distance errs in both
directions; it is accepted only if one of ``MUTATIONS`` explains all its answers. No call is called
wrong if the program's own answers are right, or if two tests share the work.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from solvers.puzzle.placements import shared_line
from solvers.puzzle.problem import Problem, Square
from solvers.tracing.event import BEGINS, Event, step_of
from solvers.tracing.position import attacks

FEWEST_CALLS, SHARE = 6, 0.7
"""The fewest calls of a function, and the fraction of answers that its reading must explain."""

ANSWERS = {
    "return True": (True, "said True"),
    "return False": (False, "said False"),
    "exit": (True, "succeeded"),
    "fail": (False, "failed"),
}

NOT_CLEAR = ", which is wrong in either order of the queens"
"""The end of the sentence about a call whose arguments can be read in several ways."""

Mutation = Callable[[int, int], int]
"""A wrong distance: given a queen's distance and the nearest queen's, return the one used."""

MUTATIONS: tuple[Mutation, ...] = (
    lambda distance, _: distance - 1,
    lambda distance, _: distance + 1,
    lambda _, nearest: nearest,
)


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a queen on this square is attacked by one of the others."""

    queen: Square
    others: tuple[Square, ...]

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of all queens, hers last."""
        return (*(row for _, row in self.others), self.queen[1])

    @property
    def mirrored(self) -> Question:
        """The mirror image: the queen stands in column 0, and the others right of her."""
        last = self.queen[0]
        others = tuple((last - column, row) for column, row in self.others)
        return Question((0, self.queen[1]), others)

    @property
    def attacker(self) -> Square | None:
        """The nearest other queen that attacks this one; None if none does."""
        near = sorted(self.others, key=lambda other: abs(other[0] - self.queen[0]))
        return next((other for other in near if attacks(other, self.queen)), None)

    def is_free(self, mutation: Mutation) -> bool:
        """Whether no queen attacks her according to a test that uses these wrong distances."""
        column, row = self.queen
        distances = [abs(column - other) for other, _ in self.others]
        return all(
            abs(row - other) not in (0, mutation(distance, min(distances)))
            for distance, (_, other) in zip(distances, self.others, strict=True)
        )


Roles = tuple[str, int, int]
"""A reading's name, and the positions of the queen's row and of the second number in a call."""

NEWEST_FIRST = ("first", "before", "distance")
"""The readings of a list whose newest queen comes first."""

READ_TWO_NUMBERS = ("column", "distance")
"""The readings that use two numbers of a call."""


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A call that answered yes or no. ``begin`` is the number of its first event, from 1."""

    begin: int
    text: str
    name: str
    arguments: tuple[Any, ...]
    answer: bool
    said: str


@dataclass(frozen=True, slots=True)
class WrongCall:
    """A call with a wrong answer: the number of its event, from 1, and a sentence about it."""

    number: int
    sentence: str


class OwnCalls:
    """The calls of a watched program that answer yes or no, read as conflict tests.

    Columns are counted as in the program's answers: if these begin with the newest queen, she is in
    column 0. ``boards`` maps the text of a call to the rows of its queens. ``first_row`` is 1 if
    the program counts rows from 1, else 0.
    """

    def __init__(self, problem: Problem, events: Sequence[Event]) -> None:
        self.problem, self.events = problem, events
        self.answers = list(_answers(problem, events))
        self.by_name: dict[str, list[AnsweredQuestion]] = defaultdict(list)
        for call in _answered(events):
            self.by_name[call.name].append(call)
        likely = (_likely_reading(calls, self.answers) for calls in self.by_name.values())
        self.readings = [reading for reading in likely if reading]
        self.boards = {text: rows for reading in self.readings for text, rows in reading.boards()}
        rows = {row for board in self.boards.values() for row in board}
        self.first_row = int(problem.n in rows and 0 not in rows)

    @property
    def is_mirrored(self) -> bool:
        """Whether the newest queen is in column 0, because the program's answers begin with her."""
        return any(reading.is_mirrored for reading in self.readings)

    def first_wrong(self) -> WrongCall | None:
        """The first call whose answer is wrong, over all functions; None if none is."""
        if self._is_right():
            return None
        tests = {
            name: {call.text.removeprefix(name): call.answer for call in calls}
            for name, calls in self.by_name.items()
        }
        found = [
            wrong
            for reading in self.readings
            if not any(_share_the_work(tests[reading.name], test) for test in tests.values())
            and (wrong := reading.first_wrong())
        ]
        found += _emptied(self.problem, self.events)
        return min(found, key=lambda wrong: wrong.number, default=None)

    def with_boards(self) -> list[Event]:
        """The events, each with the board of the running conflict test, if there is one.

        A test inside another test, such as a recursive call, shows the board of the outer one.
        """
        shown: list[Event] = []
        running: list[list[int] | None] = []
        for event in self.events:
            what, text, _ = step_of(event)
            if what in BEGINS:
                running.append(self.boards.get(text))
            rows = next(filter(None, running), None)
            more = {"placements": [[row - self.first_row for row in rows]]} if rows else {}
            shown.append(event._replace(state={**event.state, **more}))
            if running and what not in (*BEGINS, "line"):
                running.pop()
        return shown

    def _is_right(self) -> bool:
        """Whether its answers are all solutions, with rows from 0 or from 1."""
        found = {tuple(rows) for rows in self.answers}
        pairs = (pair for rows in found for pair in combinations(enumerate(rows), 2))
        return len(found) == self.problem.known_count and not any(attacks(*pair) for pair in pairs)


def _share_the_work(test: Mapping[str, bool], other: Mapping[str, bool]) -> bool:
    """Whether the two tests get the same arguments, and sometimes agree and sometimes differ."""
    return len({test[asked] is other[asked] for asked in test.keys() & other.keys()}) == 2


def _answers(problem: Problem, events: Sequence[Event]) -> Iterator[list[int]]:
    """The lists of n rows that the outermost call of the program returns or yields."""
    for event in events:
        what, text, depth = step_of(event)
        if depth or what not in ("exit", "return", "yield"):
            continue
        if what == "exit":
            given: Any = (_parsed(text) or ("", ()))[1]
        else:
            value = _literal(event.state.get("value", ""))
            given = value if what == "return" else [value]
        for rows in given if isinstance(given, (list, tuple)) else ():
            if _is_rows(rows) and len(rows) == problem.n:
                yield list(rows)


def _answered(events: Iterable[Event]) -> Iterator[AnsweredQuestion]:
    """The calls with an answer of yes or no, in the order in which they end."""
    stack: list[tuple[int, str, bool]] = []
    for number, event in enumerate(events, 1):
        what, text, _ = step_of(event)
        if what in BEGINS:
            stack.append((number, text, what != "redo"))
        elif stack and what != "line":
            begin, text, is_new = stack.pop()  # a goal that is redone has answered before
            answer = ANSWERS.get(f"{what} {event.state.get('value', '')}".strip())
            if is_new and answer is not None and (parsed := _parsed(text)):
                yield AnsweredQuestion(begin, text, *parsed, *answer)


def _parsed(text: str) -> tuple[str, tuple[Any, ...]] | None:
    """The name and the arguments of a call; None if they cannot be parsed."""
    name, _, arguments = text.partition("(")
    values = _literal(f"[{arguments[:-1]}]") if arguments.endswith(")") else None
    return None if values is None else (name, tuple(values))


def _likely_reading(
    calls: Sequence[AnsweredQuestion], answers: Sequence[Sequence[int]]
) -> _Reading | None:
    """The best reading of one function's calls; None if no reading is accepted."""
    read: dict[Roles, list[Question]] = defaultdict(list)
    for call in calls:
        for roles, question in _questions(call.arguments):
            read[roles].append(question)
    readings = [
        _Reading(calls, roles, questions, says_free, answers)
        for roles, questions in read.items()
        if len(questions) == len(calls) >= FEWEST_CALLS
        and len({len(question.others) for question in questions}) > 1  # else they are whole boards
        for says_free in (True, False)
    ]
    if not readings:
        return None
    readings.sort(key=lambda reading: reading.rank)
    # A reading that uses two numbers may rank below one whose answers err in both directions.
    mutants = [reading for reading in readings if reading.is_mutant]
    likely = [one for one in readings if one.is_likely and (one is readings[0] or one.is_whole)]
    if likely and (likely[0] is readings[0] or not mutants):
        best = likely[0]
        best.rivals = [one for one in readings if one.rank == best.rank and one is not best]
        return best
    if not mutants:
        return None
    mutants[0].rivals = [reading for reading in mutants if reading.free != mutants[0].free]
    return mutants[0]


class _Reading:
    """One reading of all calls of a function, whose answer True means free, or means attacked."""

    def __init__(
        self,
        calls: Sequence[AnsweredQuestion],
        roles: Roles,
        questions: list[Question],
        says_free: bool,  # noqa: FBT001  # what True means
        solutions: Sequence[Sequence[int]],
    ) -> None:
        self.name, self.calls, self.questions = calls[0].name, calls, questions
        self.rivals: list[_Reading] = []
        self.answers = [call.answer is says_free for call in calls]
        is_newest_first = roles[0] in NEWEST_FIRST
        boards = {
            question.rows[:: -1 if is_newest_first else 1]
            for question, is_free in zip(questions, self.answers, strict=True)
            if is_free
        }
        gives_answers = boards.issuperset(map(tuple, solutions)) and bool(solutions)
        self.is_mirrored = is_newest_first and gives_answers
        if self.is_mirrored:
            self.questions = [question.mirrored for question in questions]
        self.free = [question.attacker is None for question in questions]
        pairs = [*zip(self.answers, self.free, strict=True)]
        self.right = sum(answer is free for answer, free in pairs)
        self.is_whole = roles[0] in READ_TWO_NUMBERS
        self.rank = -self.right, not gives_answers, not self.is_whole
        self.wrong_answers = {answer for answer, free in pairs if answer is not free}
        self.right_answers = {answer for answer, free in pairs if answer is free}

    @property
    def is_likely(self) -> bool:
        """Whether it explains most answers, of both kinds, and the others err in one direction."""
        is_most = self.right >= SHARE * len(self.answers)
        return is_most and len(self.wrong_answers) <= 1 and len(self.right_answers) > 1

    @property
    def is_mutant(self) -> bool:
        """Whether answers err in both directions, and one mutation explains all of them."""
        return len(self.wrong_answers) > 1 and any(
            all(
                answer is question.is_free(mutation)
                for answer, question in zip(self.answers, self.questions, strict=True)
            )
            for mutation in MUTATIONS
        )

    def first_wrong(self) -> WrongCall | None:
        """The first call whose answer is wrong in this reading and in all rivals; None if none."""
        readings = [self, *self.rivals]
        wrong = (
            at
            for at in range(len(self.calls))
            if all(reading.answers[at] is not reading.free[at] for reading in readings)
        )
        if (at := next(wrong, None)) is None:
            return None
        call, questions = self.calls[at], [reading.questions[at] for reading in readings]
        is_clear = len({(one.attacker, one.queen) for one in questions}) == 1
        why = _why(self.questions[at]) if is_clear else NOT_CLEAR
        return WrongCall(call.begin, f"{call.text} {call.said}{why}")

    def boards(self) -> Iterator[tuple[str, list[int]]]:
        """Yield the text of each call and the rows of its queens; nothing if there are rivals."""
        if self.rivals:
            return
        for call, question in zip(self.calls, self.questions, strict=True):
            queens = dict([*question.others, question.queen])
            if [*sorted(queens)] == [*range(len(queens))]:
                yield call.text, [queens[column] for column in range(len(queens))]


def _why(question: Question) -> str:
    if (attacker := question.attacker) is None:
        return f", but no queen attacks the one in column {question.queen[0]}"
    (left, row), (right, other) = sorted([attacker, question.queen])
    line = shared_line(row, other)
    if row != other:
        line += f" that goes {'up' if other < row else 'down'} to the right"
    return (
        f": the queens in column {left} (row {row}) and column {right} (row {other}) share a {line}"
    )


def _questions(arguments: tuple[Any, ...]) -> Iterator[tuple[Roles, Question]]:
    """Each way to read the arguments as a queen and the queens before her."""
    lists = [value for value in arguments if _is_rows(value)]
    numbers = [value for value in arguments if type(value) is int]
    if len(lists) != 1:
        return
    (rows,) = lists
    if rows and len(numbers) <= 1:
        yield ("last", 0, 0), Question((len(rows) - 1, rows[-1]), _squares(rows[:-1]))
        yield ("first", 0, 0), Question((len(rows) - 1, rows[0]), _squares(rows[:0:-1]))
    for place, row in enumerate(numbers):
        yield ("after", place, 0), Question((len(rows), row), _squares(rows))
        yield ("before", place, 0), Question((len(rows), row), _squares(rows[::-1]))
        for other, column in enumerate(numbers):
            if other != place and 0 <= column <= len(rows):
                question = Question((column, row), _squares(rows[:column]))
                yield ("column", place, other), question
            if other != place and column >= 1:  # the distance to the newest of the others
                queen = len(rows) + column - 1, row
                yield ("distance", place, other), Question(queen, _squares(rows[::-1]))


def _squares(rows: Sequence[int]) -> tuple[Square, ...]:
    return tuple(enumerate(rows))


def _is_rows(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(type(row) is int for row in value)


def _emptied(problem: Problem, events: Sequence[Event]) -> Iterator[WrongCall]:
    """The outermost call, if it returns several boards and all are empty lists."""
    for number, event in enumerate(events, 1):
        what, _, depth = step_of(event)
        value = event.state.get("value", "")
        boards = _literal(value) if what == "return" and not depth and problem.n else None
        if isinstance(boards, list) and len(boards) > 1 and all(each == [] for each in boards):
            called = events[0].state["call"]
            yield WrongCall(
                number,
                f"{called} returned {value}: the boards are empty, so one list was changed again "
                "and again",
            )


def _literal(text: str) -> Any:
    """The Python value that the text denotes; None if it cannot be parsed."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
