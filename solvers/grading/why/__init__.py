"""Why a Prolog program is wrong or does not end: the smallest part of it that shows the fault.

``why.pl`` names the sources. It runs in the sandbox, and leaves out goals while the fault shows. A
part is told only if it shows the fault when it is loaded as a program of its own.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations
from pathlib import Path
from typing import Any

from solvers.execution.limits import Limits
from solvers.grading.returned import Format, Shape
from solvers.grading.running_submission import RunningSubmission
from solvers.grading.sandbox.runner import Runner
from solvers.grading.subject import Subject
from solvers.grading.submission import Submission
from solvers.puzzle.placements import Placement, attacking_pair
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import known_solutions

SECONDS = 4.5
"""The most time for an explanation and what confirms it."""

INFERENCES = 3_000_000, 300_000, 100_000
STACK_BYTES = 64_000_000
"""The stack in which so many inferences are made; the engine has as much."""

MOST_KEPT = 0.8
"""The largest share of a program's goals that explains anything."""

LARGEST_ENDLESS, LARGEST = 3, 8
"""The largest n for a goal without an end (a larger board may take long), and for all others."""

MOST_TRACED = 6
"""The most answers whose tests are compared."""


class Symptom(StrEnum):
    """The kinds of faults that are explained."""

    MISSING = "missing"
    NO_END = "no end"
    TWICE = "twice"
    TESTS = "tests"


@dataclass(frozen=True, slots=True)
class ClausePart:
    """A clause from ``start`` to ``end``, with the goals left in it, and its edits.

    An edit is a start, an end, and the text that stands there in the part.
    """

    start: int
    end: int
    goals: int
    edits: tuple[tuple[int, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ObservedTest:
    """A test on the way to an answer: its place, its outcome, the values of its variables."""

    start: int
    end: int
    outcome: str
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Why:
    """An explanation of the fault of a ``goal``: the ``clauses`` to show, and facts that were seen.

    All places are characters of ``source``. Rows and columns count from 0, and the program counts
    them from ``base``. ``fragment`` is the part as a program; "" for TESTS.
    """

    symptom: Symptom
    n: int
    goal: str
    source: str
    clauses: tuple[ClausePart, ...]
    board: Placement | None = None
    """The board that is missing, or wrong; None if the goal answers nothing."""
    base: int = 0
    fragment: str = ""
    goals: int | None = None
    left_out: int | None = None
    """How many of all ``goals`` are not shown."""
    inferences: int | None = None
    cut: int | None = None
    """The place of the cut without which the program gives the board."""
    ways: tuple[int, int] | None = None
    """The places where two ways to the same answer part."""
    attack: tuple[int, int] | None = None
    tests: tuple[ObservedTest, ...] = ()
    """The tests with the rows of both attacking queens; else those with the rows of ``pairs``."""
    pairs: tuple[tuple[int, int], ...] = ()

    def line(self, place: int) -> int:
        """The number of the line in which a character stands."""
        return self.source.count("\n", 0, place) + 1


@dataclass(slots=True)
class _Examination:
    """The examination of a program, whose ``engine`` answers questions about it."""

    submission: Submission
    subject: Subject
    found: Mapping[int, Sequence[Placement]]
    unfinished: int
    format: Format
    engine: RunningSubmission
    source: str
    deadline: float = field(default_factory=lambda: time.monotonic() + SECONDS)

    def explanations(self) -> Iterator[Why | None]:
        """The explanations that were tried, the surest kind first."""
        found = {n: boards for n, boards in self.found.items() if n <= LARGEST}
        missing = [(n, b) for n in found for b in sorted(known_solutions(Problem(n)) - {*found[n]})]
        for n, board in missing[:2]:
            yield self._missing(n, board, INFERENCES[0])
        if self.subject.takes_n and 0 < self.unfinished <= LARGEST_ENDLESS:
            yield self._part(Symptom.NO_END, self.unfinished, f"ending({self._call(self.unfinished)}")
        elif 0 < self.unfinished <= LARGEST and not missing:
            for board in sorted(known_solutions(Problem(self.unfinished)))[:2]:
                yield self._missing(self.unfinished, board, INFERENCES[1])
        for n in [n for n, boards in found.items() if len({*boards}) < len(boards)][:1]:
            yield self._part(Symptom.TWICE, n, f"twice({self._call(n)}")
        answers = [(n, board) for n, boards in found.items() for board in dict.fromkeys(boards)]
        if wrong := next(((n, b) for n, b in answers if attacking_pair(b)), None):
            yield self._tests(*wrong, answers)

    def _missing(self, n: int, board: Placement, limit: int) -> Why | None:
        if form := self._form(n):
            wanted = "all(Board)" if self.format.in_collections else "one(Board)"
            asked = f"written({form}, {self._squares(board)}, Board), "
            asked += f"missing({self._call(n)}, {wanted}, {limit}"
            return self._part(Symptom.MISSING, n, asked, board)
        is_empty = not self.found.get(n, [()])
        asked = f"missing({self._call(n)}, none, {INFERENCES[1]}"
        return self._part(Symptom.MISSING, n, asked) if is_empty else None

    def _part(
        self, symptom: Symptom, n: int, asked: str, board: Placement | None = None
    ) -> Why | None:
        """The part of the program that the engine finds, if it shows the fault by itself."""
        if not (told := self._told(asked)):
            return None
        goal, query, goals, headers, without, clauses, *special = told
        goal = goal.replace("Solution=", "Solution = ")
        parts = tuple(ClausePart(*each[:3], tuple(map(tuple, each[3]))) for each in clauses)
        why = Why(
            symptom, n, goal, self.source, parts, board, goals=goals,
            fragment=self._fragment(parts, headers, without),
        )  # fmt: skip
        if symptom is Symptom.NO_END:
            limits = (limit for limit in INFERENCES if limit <= special[0])
            why = replace(why, inferences=next((x for x in limits if self._goes_on(why, query, x)), None))
            return _short(why) if why.inferences else None
        if symptom is Symptom.TWICE:
            asked = f"findall(x, limit(2, ({query})), Found), length(Found, Solution)"
            is_shown = self._answers(why.fragment, asked, n) == (2,)
            return _short(replace(why, ways=tuple(special)), *special) if is_shown else None
        asked = f"(call_with_inference_limit(({query}), {INFERENCES[0]}, _) -> Solution = 1 ; Solution = 0)"
        if self._answers(why.fragment, asked, n) != (0,):
            return None
        cut = next((start for start, *edit in special[0] if self._finds_without(start, *edit, why)), None)
        return _short(why) if cut is None else _short(replace(why, cut=cut), cut)

    def _goes_on(self, why: Why, query: str, limit: int) -> bool:
        """Whether the part alone has not ended after so many inferences either."""
        asked = (
            f"set_prolog_flag(stack_limit, {STACK_BYTES}), (call_with_inference_limit(\\+ (({query}), "
            f"fail), {limit}, How), How == inference_limit_exceeded -> Solution = 1 ; Solution = 0)"
        )
        return self._answers(why.fragment, asked, why.n) == (1,)

    def _finds_without(self, start: int, end: int, text: str, why: Why) -> bool:
        """Whether the program without this cut gives the board, and no wrong one."""
        source = self.source[:start] + text + self.source[end:]
        values = self._answers(source, self.subject.text(why.n), why.n)
        boards = self.format.solutions(values, why.n) or []
        return why.board in boards and not any(map(attacking_pair, boards))

    def _tests(
        self, n: int, board: Placement, answers: Sequence[tuple[int, Placement]]
    ) -> Why | None:
        """The tests on the way to a wrong board, in which the rows of its queens took part.

        A number may be another's by chance: a test counts if it had the rows of the same two queens
        on the way to other answers, too.
        """
        one, other = attack = attacking_pair(board) or (0, 0)
        differing = {(b[one], b[other]): (m, b) for m, b in reversed(answers) if m > other}
        differing.pop((board[one], board[other]), None)
        traced = [(n, board), *reversed(differing.values())][:MOST_TRACED]
        form, base = self._form(n), self.format.base
        boards = ", ".join(f"{self._call(m)}-{self._squares(b)}" for m, b in traced)
        if not form or self.format.in_collections or len(traced) < 3:
            return None
        if not (told := self._told(f"tests({form}, [{boards}]")):
            return None
        ways = [[ObservedTest(*t[:3], tuple(map(tuple, t[3]))) for t in way] for way in told[0]]

        def tests_of(left: int, right: int) -> list[ObservedTest]:
            """The tests on the first way that had both rows, if their goals had them on all ways."""
            having = [
                [test for test in dict.fromkeys(way) if _has(test, b[left] + base, b[right] + base)]
                for (m, b), way in zip(traced, ways, strict=True) if m > right
            ]  # fmt: skip
            places = set.intersection(*({test.start for test in tests} for tests in having))
            return [test for test in having[0] if test.start in places]

        pairs = [attack] if tests_of(*attack) else [p for p in combinations(range(n), 2) if tests_of(*p)]
        tests = tuple(test for pair in pairs for test in tests_of(*pair))
        homes = [ClausePart(*c) for c in told[1] if any(c[0] <= t.start < c[1] for t in tests)]
        why = Why(Symptom.TESTS, n, self.subject.text(n), self.source, tuple(homes), board, base)
        pairs = [] if pairs == [attack] else pairs
        return replace(why, attack=attack, tests=tests, pairs=tuple(pairs)) if tests else None

    def _told(self, asked: str) -> Any:
        """The engine's answer; None if it has none in time."""
        question = f"ready({quoted(self.submission.file_name)}), once(({asked}, Solution)))"
        self.engine.limits = self._limits
        values = self.engine.ask(question, 1).values if time.monotonic() < self.deadline else ()
        return values[0] if values else None

    def _answers(self, source: str, call: str, n: int) -> tuple[Any, ...]:
        """The answers of the call in this program, in a fresh process."""
        submission = replace(self.submission, source=source.encode(), function="")
        with RunningSubmission(submission, self._limits, self.engine.sandbox) as program:
            return program.ask(call, n, is_last=True).values

    @property
    def _limits(self) -> Limits:
        return Limits(seconds=max(0.1, self.deadline - time.monotonic()), output_mib=16)

    def _call(self, n: int) -> str:
        return quoted(self.subject.text(n))

    def _form(self, n: int) -> str:
        """The engine's term for the way in which a board is written; "" if that is not known."""
        sizes = [m for m, boards in self.found.items() if boards]
        is_square = self.format.shape is Shape.SQUARES
        if not sizes or self.format.shape is Shape.BOARD or (is_square and max(sizes) == 1):
            return ""  # of one square, the order is not seen
        each = "all" if self.format.in_collections else "one"
        return f"form({self._call(n if n in sizes else max(sizes))}, {each}, {self.format.column})"

    def _squares(self, board: Placement) -> str:
        base = self.format.base
        return f"[{', '.join(f'{column + base}-{row + base}' for column, row in enumerate(board))}]"

    def _fragment(
        self, parts: Sequence[ClausePart], headers: Sequence[Any], without: Sequence[str]
    ) -> str:
        """A program of these clauses; predicates ``without`` a clause fail, as in the part."""
        texts = [self.source[start:end] for start, end in headers]
        texts += [f":- dynamic {', '.join(without)}"] if without else []
        for part in parts:
            text, at = "", part.start
            for start, end, new in sorted(part.edits):
                text, at = text + self.source[at:start] + new, end
            texts.append(text + self.source[at : part.end])
        return "".join(f"{text}.\n" for text in texts)


def _short(why: Why, *places: int) -> Why | None:
    """The explanation with the clauses at these places alone; None if it shows nearly all goals."""
    if places:
        homes = [c for c in why.clauses if any(c.start <= place < c.end for place in places)]
        why = replace(why, clauses=tuple(replace(each, edits=()) for each in homes))
    kept, goals = sum(each.goals for each in why.clauses), why.goals or 0
    return replace(why, left_out=goals - kept) if kept <= MOST_KEPT * goals else None


def _has(test: ObservedTest, row: int, other: int) -> bool:
    """Whether two variables of the test had these values."""
    values = [value for _, value in test.values]
    return row in values and other in values and (row != other or values.count(row) > 1)


def quoted(text: str) -> str:
    """The text as a string of Prolog."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def explained(  # noqa: PLR0913  # all that is known of the program
    submission: Submission,
    subject: Subject,
    found: Mapping[int, Sequence[Placement]],
    unfinished: int,
    answer_format: Format,
    sandbox: Runner,
) -> Why | None:
    """The explanation of a Prolog program's fault; None if none was confirmed.

    ``found`` are the placements for each n that was finished, the smallest first; at ``unfinished``
    the program reached a limit (0: at none).
    """
    source = submission.text.replace("\ufeff", " ")
    source = f"%{source[1:]}" if source.startswith("#!") else source
    beside = {**submission.companions, submission.file_name: source.encode()}
    engine = replace(
        submission, path=Path("why-engine.pl"), function="", companions=beside,
        source=(Path(__file__).parent / "why.pl").read_bytes(),
    )  # fmt: skip
    with RunningSubmission(engine, Limits(), sandbox) as running:
        facts = (submission, subject, found, unfinished, answer_format, running, source)
        return next(filter(None, _Examination(*facts).explanations()), None)
