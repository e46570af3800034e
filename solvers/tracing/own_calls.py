"""The first call of a watched program that answers wrongly.

A function that says yes or no about some queens is read as a conflict test: its arguments are a
queen and those before her. Which argument is which is not known, so each reading is tried on all of
its calls. One is taken where it explains most of the answers, more than any other does, and where
all the others are wrong in one way: a test that forgets a case never finds too much as well. A test
that takes a wrong distance errs in both ways, so one of ``SLIPS`` has to explain all it answers.
Nothing is said of a program whose answers are right, nor of tests that share the work.
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
from solvers.tracing.event import Event, Kind
from solvers.tracing.position import attacks

FEWEST_CALLS, SHARE = 6, 0.7
"""The number of calls a reading needs, and the part of their answers that it has to explain."""

ANSWERS = {"True": True, "False": False}

NOT_CLEAR = ", which is wrong in either order of the queens"
"""Said of a call whose arguments can be read in several ways."""

Slip = Callable[[int, int], int]
"""The distance that is taken for that of a queen; it is given hers and the nearest queen's."""

SLIPS: tuple[Slip, ...] = (
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
    def mirrored(self) -> Question:
        """The same with the queen in the first column, and the oldest of the others in the last."""
        last = self.queen[0]
        others = tuple((last - column, row) for column, row in self.others)
        return Question((0, self.queen[1]), others)

    @property
    def attacker(self) -> Square | None:
        """The nearest of the others that attacks her, or stands on her square or column."""
        near = sorted(self.others, key=lambda other: abs(other[0] - self.queen[0]))
        return next((other for other in near if attacks(other, self.queen)), None)

    def is_free(self, slip: Slip) -> bool:
        """Whether nobody attacks her, for a test that takes wrong distances."""
        column, row = self.queen
        distances = [abs(column - other) for other, _ in self.others]
        return all(
            abs(row - other) not in (0, slip(distance, min(distances)))
            for distance, (_, other) in zip(distances, self.others, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """A way to read arguments: the places of the queen's row, and of another number."""

    name: str
    row: int = 0
    other: int = 0
    newest_first: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """A call that has ended: its events by their numbers from 1, its arguments, its answer."""

    begin: int
    text: str
    name: str
    arguments: tuple[Any, ...]
    answer: bool


@dataclass(frozen=True, slots=True)
class WrongCall:
    """A call that answers wrongly, its event by its number from 1, and the sentence about it."""

    number: int
    sentence: str


def first_wrong_call(problem: Problem, events: Sequence[Event]) -> WrongCall | None:
    """The first call whose answer is wrong, in the reading that explains most answers."""
    if _is_right(problem, list(_answers(problem, events))):
        return None
    tests: dict[str, dict[str, bool]] = defaultdict(dict)
    for call in _answered(events):
        tests[call.name][call.text.removeprefix(call.name)] = call.answer
    found = [
        wrong
        for way in _ways(problem, events)
        if not any(_share_the_work(tests[way.calls[0].name], test) for test in tests.values())
        and (wrong := way.first_wrong())
    ]
    found += _emptied(problem, events)
    return min(found, key=lambda wrong: wrong.number, default=None)


def _is_right(problem: Problem, answers: Iterable[Sequence[int]]) -> bool:
    """Whether these are all solutions, with rows from 0 or from 1."""
    found = {tuple(rows) for rows in answers}
    squares = [list(enumerate(rows)) for rows in found]
    is_any_wrong = any(attacks(*pair) for queens in squares for pair in combinations(queens, 2))
    return len(found) == problem.known_count and not is_any_wrong


def _share_the_work(test: Mapping[str, bool], other: Mapping[str, bool]) -> bool:
    """Whether both are asked about the same queens, and neither repeats or negates the other."""
    return len({test[asked] is other[asked] for asked in test.keys() & other.keys()}) == 2


def with_boards(problem: Problem, events: Sequence[Event]) -> list[Event]:
    """The events with the board of the last conflict test that was called, where it can be read."""
    boards = {number: board for way in _ways(problem, events) for number, board in way.boards()}
    shown: list[Event] = []
    board: list[int] | None = None
    for number, event in enumerate(events, 1):
        board = boards.get(number, board)
        more = {} if board is None else {"placements": [board]}
        shown.append(event._replace(state={**event.state, **more}))
    return shown


def _ways(problem: Problem, events: Sequence[Event]) -> Iterator[_Way]:
    """The reading of the calls of each function, of those whose reading stands out.

    Columns are counted as in the program's answers: where these begin with the newest queen, she
    is in column 0.
    """
    answers = list(_answers(problem, events))
    by_name: dict[str, list[Answered]] = defaultdict(list)
    for call in _answered(events):
        by_name[call.name].append(call)
    for calls in by_name.values():
        if way := _way(calls, answers):
            yield way


def _answers(problem: Problem, events: Sequence[Event]) -> Iterator[list[int]]:
    """The lists of n rows that the program's first call gives."""
    depth = events[0].state.get("depth") if events else None
    for event in events:
        own = event.state
        given: Sequence[Any] = ()
        if own.get("depth") == depth and own.get("port") == "exit":
            parsed = _parsed(own["goal"])
            given = parsed[1] if parsed else ()
        elif own.get("depth") == depth and own.get("what") == "return":
            value = _literal(own.get("value", ""))
            given = value if isinstance(value, (list, tuple)) else ()
        yield from (list(rows) for rows in given if _is_rows(rows) and len(rows) == problem.n)


def _answered(events: Iterable[Event]) -> Iterator[Answered]:
    """The calls with an answer of yes or no, in the order in which they end."""
    stack: list[tuple[int, str, bool]] = []
    for number, event in enumerate(events, 1):
        own = event.state
        begins, text, answer = False, "", None
        if event.kind is Kind.PORT:
            begins, text = own["port"] in ("call", "redo"), own["goal"]
            answer = {"exit": True, "fail": False}.get(own["port"])
        elif event.kind is Kind.CALL:
            begins, text = own["what"] in ("call", "resume"), own["call"]
            answer = ANSWERS.get(own.get("value", "")) if own["what"] == "return" else None
            if own["what"] == "line":
                continue
        else:
            continue
        if begins:
            stack.append((number, text, own.get("port") != "redo"))
        elif stack:
            begin, text, is_new = stack.pop()  # a goal that is redone has answered before
            if is_new and answer is not None and (parsed := _parsed(text)):
                yield Answered(begin, text, parsed[0], parsed[1], answer)


def _parsed(text: str) -> tuple[str, tuple[Any, ...]] | None:
    """The name and the values of a call; None where they cannot be read."""
    try:
        call = ast.parse(text, mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            return None
        return call.func.id, tuple(ast.literal_eval(argument) for argument in call.args)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _way(calls: Sequence[Answered], answers: Sequence[Sequence[int]]) -> _Way | None:
    """The reading of the calls of one function that explains most answers, if one stands out."""
    read: dict[Reading, list[Question]] = defaultdict(list)
    for call in calls:
        for reading, question in _readings(call.arguments):
            read[reading].append(question)
    given = {tuple(rows) for call in calls for rows in call.arguments if _is_rows(rows)}
    if answers and all({tuple(rows), tuple(rows[1:])} & given for rows in answers):
        for reading in [reading for reading in read if reading.newest_first]:
            read[reading] = [question.mirrored for question in read[reading]]
    ways = [
        _Way(calls, questions, says_free)
        for questions in read.values()
        if len(questions) == len(calls) >= FEWEST_CALLS
        and len({len(question.others) for question in questions}) > 1  # else they are whole boards
        for says_free in (True, False)
    ]
    if not ways:
        return None
    best, *others = sorted(ways, key=lambda way: -way.right)
    best.rivals = [way for way in others if way.right == best.right and way.free != best.free]
    if best.is_likely:
        return best
    slips = [way for way in ways if way.is_slip]
    if not slips:
        return None
    slips[0].rivals = [way for way in slips if way.free != slips[0].free]
    return slips[0]


class _Way:
    """One reading of all calls of a function, which says either that a queen is free or not."""

    def __init__(
        self,
        calls: Sequence[Answered],
        questions: list[Question],
        says_free: bool,  # noqa: FBT001  # what True means
    ) -> None:
        self.calls, self.questions, self.rivals = calls, questions, list[_Way]()
        self.answers = [call.answer is says_free for call in calls]
        self.free = [question.attacker is None for question in questions]
        pairs = [*zip(self.answers, self.free, strict=True)]
        self.right = sum(answer is free for answer, free in pairs)
        self.wrong_ways = {answer for answer, free in pairs if answer is not free}
        self.right_ways = {answer for answer, free in pairs if answer is free}

    @property
    def is_likely(self) -> bool:
        """Whether it explains most answers of both kinds, and the others err in one way."""
        is_most = self.right >= SHARE * len(self.answers)
        return is_most and len(self.wrong_ways) <= 1 and len(self.right_ways) > 1

    @property
    def is_slip(self) -> bool:
        """Whether a slip explains all answers, which are of both kinds and err in both ways."""
        return len(self.wrong_ways) > 1 and any(
            all(
                answer is question.is_free(slip)
                for answer, question in zip(self.answers, self.questions, strict=True)
            )
            for slip in SLIPS
        )

    def first_wrong(self) -> WrongCall | None:
        """The first call whose answer is wrong, also where it is read as the rivals read it."""
        ways = [self, *self.rivals]
        wrong = (
            at
            for at in range(len(self.calls))
            if all(way.answers[at] is not way.free[at] for way in ways)
        )
        if (at := next(wrong, None)) is None:
            return None
        call, questions = self.calls[at], [way.questions[at] for way in ways]
        is_clear = len({(one.attacker, one.queen) for one in questions}) == 1
        why = _why(self.questions[at]) if is_clear else NOT_CLEAR
        return WrongCall(call.begin, f"{call.text} said {call.answer}{why}")

    def boards(self) -> Iterator[tuple[int, list[int]]]:
        """The number of the event with which each call begins, and the rows of its queens.

        It gives nothing where the calls can be read in two ways.
        """
        if self.rivals:
            return
        for call, question in zip(self.calls, self.questions, strict=True):
            queens = dict([*question.others, question.queen])
            if [*sorted(queens)] == [*range(len(queens))]:
                yield call.begin, [queens[column] for column in range(len(queens))]


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


def _readings(arguments: tuple[Any, ...]) -> Iterator[tuple[Reading, Question]]:
    """Each way to read the arguments as a queen and those before her."""
    lists = [value for value in arguments if _is_rows(value)]
    numbers = [value for value in arguments if type(value) is int]
    if len(lists) != 1:
        return
    (rows,) = lists
    if rows and len(numbers) <= 1:
        yield Reading("last"), Question((len(rows) - 1, rows[-1]), _squares(rows[:-1]))
        yield (
            Reading("first", newest_first=True),
            Question((len(rows) - 1, rows[0]), _squares(rows[:0:-1])),
        )
    for place, row in enumerate(numbers):
        yield Reading("after", place), Question((len(rows), row), _squares(rows))
        yield (
            Reading("before", place, newest_first=True),
            Question((len(rows), row), _squares(rows[::-1])),
        )
        for other, column in enumerate(numbers):
            if other != place and 0 <= column <= len(rows):
                question = Question((column, row), _squares(rows[:column]))
                yield Reading("column", place, other), question
            if other != place and column >= 1:  # how far the newest of the others is away
                queen = len(rows) + column - 1, row
                yield (
                    Reading("distance", place, other, newest_first=True),
                    Question(queen, _squares(rows[::-1])),
                )


def _squares(rows: Sequence[int]) -> tuple[Square, ...]:
    return tuple(enumerate(rows))


def _is_rows(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(type(row) is int for row in value)


def _emptied(problem: Problem, events: Sequence[Event]) -> Iterator[WrongCall]:
    """The call of the program itself, where it returns lists that were emptied afterwards."""
    first = next((event for event in events if event.kind is Kind.CALL), None)
    for number, event in enumerate(events, 1):
        own = event.state
        is_end = event.kind is Kind.CALL and own["what"] == "return" and own["depth"] == 0
        if is_end and first and problem.n and _has_empty_lists(own.get("value", "")):
            said = f"{first.state['call']} returned {own['value']}"
            yield WrongCall(
                number, f"{said}: the boards are empty, so one list was changed again and again"
            )


def _literal(text: str) -> Any:
    """The value that the text shows; None where it cannot be read."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _has_empty_lists(text: str) -> bool:
    value = _literal(text)
    return isinstance(value, list) and len(value) > 1 and all(each == [] for each in value)
