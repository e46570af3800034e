"""Why a Prolog program is wrong or does not end: the smallest part of it that shows the fault.

The sources are named in ``why.pl``, which runs in the sandbox and leaves out goals as long as the
fault shows. Nothing is told that was not run: every part is loaded as a program of its own, in a
fresh process, and has to show the fault again.
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
from solvers.grading.answer import Answer
from solvers.grading.language import PROLOG
from solvers.grading.returned import Format, Shape
from solvers.grading.running_submission import RunningSubmission
from solvers.grading.sandbox.runner import Runner
from solvers.grading.subject import Subject
from solvers.grading.submission import Submission
from solvers.puzzle.placements import Placement, attacking_pair
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import known_solutions

ENGINE = Path(__file__).parent / "why.pl"
SECONDS = 5.0
"""The most time for an explanation, with all that confirms it."""

INFERENCES = 3_000_000
STACK = 128_000_000
ENDLESS_INFERENCES = 3_000_000, 1_000_000, 300_000, 100_000
MOST_KEPT = 0.8
"""The largest share of a program's goals that explains anything."""

LARGEST_ENDLESS = 3
"""The largest n for which a call that takes long is said not to have ended."""

LARGEST_EXPLAINED = 6
BOARDS_TRIED = 2
BOARDS_TRACED = 6


class Symptom(StrEnum):
    """The kinds of faults that are explained."""

    MISSING = "missing"
    NO_END = "no end"
    TWICE = "twice"
    TESTS = "tests"


@dataclass(frozen=True, slots=True)
class ClausePart:
    """A clause from the character ``start`` up to ``end``, and its edits.

    Each edit is a start, an end, and the text that stands there in the part of the program.
    """

    start: int
    end: int
    goals: int
    edits: tuple[tuple[int, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ComparedRows:
    """A test on the way to an answer: its place, whether it was true, its variables' values."""

    start: int
    end: int
    was_true: bool
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Why:
    """The explanation of a fault of ``goal`` for n, as far as it was run.

    ``source`` is the program; all places are characters in it. ``clauses`` are the ones to show,
    and ``fragment`` is a program that consists of the part alone; "" for the kind TESTS. Of the
    ``goals`` that the call can reach, ``left_out`` are not in it.
    """

    symptom: Symptom
    n: int
    goal: str
    source: str
    clauses: tuple[ClausePart, ...]
    board: Placement | None = None
    """The board that is missing, or wrong; None if no board is known, as none was answered."""
    is_open: bool = False
    """Whether the goal has the board as an unknown: it was searched for, not tested."""
    fragment: str = ""
    goals: int | None = None
    left_out: int | None = None
    cut: int | None = None
    """The place of the cut without which the program finds the board."""
    inferences: int | None = None
    ways: tuple[int, int] | None = None
    """The places where two ways to one answer part."""
    attack: tuple[int, int] | None = None
    """The columns of two queens that attack each other."""
    tests: tuple[ComparedRows, ...] = ()
    """The tests with both their rows; or, with ``pairs``, those of the rows of other queens."""
    pairs: tuple[tuple[int, int], ...] = ()

    def line(self, place: int) -> int:
        """The number of the line in which a character stands."""
        return self.source.count("\n", 0, place) + 1


@dataclass(slots=True)
class _Examination:
    """The examination of one program; ``found`` has the placements for each n that was finished."""

    submission: Submission
    subject: Subject
    found: Mapping[int, Sequence[Placement]]
    unfinished: int | None
    format: Format | None
    sandbox: Runner
    engine: RunningSubmission
    source: str
    deadline: float = field(default_factory=lambda: time.monotonic() + SECONDS)

    def explanations(self) -> Iterator[Why | None]:
        """The explanations that were tried, the best kind first."""
        missing = {n: sorted(known_solutions(Problem(n)) - {*found}) for n, found in self.found.items()}
        n = next((n for n, boards in missing.items() if boards and n <= LARGEST_EXPLAINED), 0)
        for board in missing[n][:BOARDS_TRIED] if n else []:
            yield self._missing(n, board)
        if self.unfinished and self.unfinished <= LARGEST_ENDLESS:
            yield self._no_end(self.unfinished)
        elif self.unfinished and not n and self.unfinished <= LARGEST_EXPLAINED:
            for board in sorted(known_solutions(Problem(self.unfinished)))[:BOARDS_TRIED]:
                yield self._missing(self.unfinished, board)
        for n, boards in self.found.items():
            if len({*boards}) < len(boards):
                yield self._twice(n)
                break
        yield self._tests()

    # The questions

    def _missing(self, n: int, board: Placement) -> Why | None:
        call, form = self._call(n), self._form(n)
        if form is None and self.found.get(n):
            return None
        if form is None:
            return self._part(Symptom.MISSING, n, f"missing({call}, [], Solution)", is_open=True)
        example, second = form
        asked = (
            f"first_answer({example}, Example), written_as(Example, {second}, "
            f"{self._squares(board)}, Board), missing({call}, [Board], Solution)"
        )
        return self._part(Symptom.MISSING, n, asked, board=board)

    def _no_end(self, n: int) -> Why | None:
        return self._part(Symptom.NO_END, n, f"ending({self._call(n)}, Solution)")

    def _part(self, symptom: Symptom, n: int, asked: str, **facts: Any) -> Why | None:
        """The part of the program that the engine finds, if it shows the fault by itself."""
        if not (told := self._told(asked)):
            return None
        goal, query, cuts, inferences, goals, headers, without, clauses = told
        parts = [ClausePart(*each[:3], tuple(map(tuple, each[3]))) for each in clauses]
        fragment = self._fragment(parts, headers, without)
        why = Why(symptom, n, goal, self.source, tuple(parts), fragment=fragment, goals=goals, **facts)
        limits = [each for each in ENDLESS_INFERENCES if each <= inferences] or [None]
        whys = (replace(why, inferences=limit) for limit in limits)
        if not (shown := next((each for each in whys if self._shows(each, query)), None)):
            return None
        cut = next((each for each in cuts if self._finds_without(each, shown)), None)
        return self._short(replace(shown, cut=cut[0]), cut[0]) if cut else self._short(shown)

    def _twice(self, n: int) -> Why | None:
        if not (told := self._told(f"twice({self._call(n)}, Solution)")):
            return None
        first, second, goal, query, _, _, goals, headers, without, clauses = told
        parts = tuple(ClausePart(*each[:3]) for each in clauses)
        ways, fragment = (first[0], second[0]), self._fragment(parts, headers, without)
        why = Why(
            Symptom.TWICE, n, goal, self.source, parts, fragment=fragment, goals=goals, ways=ways
        )
        return self._short(why, *ways) if self._shows(why, query) else None

    def _short(self, why: Why, *places: int) -> Why | None:
        """The explanation with the clauses at these places alone; None if it shows nearly all."""
        if places:
            shown = [
                replace(each, edits=()) for each in why.clauses
                if any(each.start <= place < each.end for place in places)
            ]  # fmt: skip
            why = replace(why, clauses=tuple(shown))
        kept = sum(each.goals for each in why.clauses)
        goals = why.goals or 0
        return replace(why, left_out=goals - kept) if kept <= MOST_KEPT * goals else None

    def _tests(self) -> Why | None:
        """The tests on the way to a wrong board, in which the rows of its queens took part."""
        wrong = [
            (n, board, pair)
            for n, boards in self.found.items()
            for board in dict.fromkeys(boards)
            if n <= LARGEST_EXPLAINED and (pair := attacking_pair(board))
        ]
        if not wrong or (form := self._form(wrong[0][0])) is None:
            return None
        n, board, (one, other) = wrong[0]
        others = [
            (m, each) for m, boards in self.found.items() for each in dict.fromkeys(boards)
            if other < m <= LARGEST_EXPLAINED and each != board and each[one] != each[other]
        ]  # fmt: skip
        differing = {(each[one], each[other]): (m, each) for m, each in reversed(others)}
        traced = [(n, board), *list(differing.values())[: BOARDS_TRACED - 1]]
        if len(traced) < 3:
            return None
        boards = ", ".join(f"{self._call(m)}-{self._squares(each)}" for m, each in traced)
        told = self._told(f"tests([{boards}], {form[0]}, {form[1]}, Solution)")
        if not told:
            return None
        ways = [
            [ComparedRows(start, end, was == "true", tuple(map(tuple, values))) for start, end, was, values in way]
            for way in told
        ]
        base = self.format.base if self.format else 0

        def holders(pair: tuple[int, int]) -> set[tuple[int, str, str]]:
            """The places and variables that had the rows of these queens on each of the ways."""
            return set.intersection(*(
                {
                    (test.start, a, b) for test in way
                    for a, x in test.values for b, y in test.values
                    if a != b and (x, y) == (each[pair[0]] + base, each[pair[1]] + base)
                }
                for (m, each), way in zip(traced, ways, strict=True) if pair[1] < m
            ))  # fmt: skip

        def tests_of(pair: tuple[int, int]) -> list[ComparedRows]:
            held = holders(pair)
            rows = board[pair[0]] + base, board[pair[1]] + base
            return [
                test for test in dict.fromkeys(ways[0])
                if any((dict(test.values).get(a), dict(test.values).get(b)) == rows
                       for place, a, b in held if place == test.start)
            ]  # fmt: skip

        shown, pairs = tests_of((one, other)), ()
        if not shown:
            pairs = tuple(pair for pair in combinations(range(n), 2) if tests_of(pair))
            shown = [test for pair in pairs for test in tests_of(pair)]
        if not shown:
            return None
        goal = self.subject.text(n)
        return Why(
            Symptom.TESTS, n, goal, self.source, (), board=board, attack=(one, other),
            tests=tuple(shown), pairs=pairs,
        )  # fmt: skip

    # Confirming

    def _shows(self, why: Why, query: str) -> bool:
        """Whether the fragment, loaded as a program of its own, shows the fault, too."""
        limited = f"call_with_inference_limit(once(({query})), {INFERENCES}, _)"
        asked, expected = {
            Symptom.MISSING: (f"({limited} -> Solution = 1 ; Solution = 0)", 0),
            Symptom.NO_END: (
                f"set_prolog_flag(stack_limit, {STACK}), "
                f"(call_with_inference_limit(\\+ (({query}), fail), {why.inferences}, How), "
                "How == inference_limit_exceeded -> Solution = 1 ; Solution = 0)",
                1,
            ),
            Symptom.TWICE: (f"findall(x, limit(2, ({query})), Found), length(Found, Solution)", 2),
        }[why.symptom]
        return self._answers(why.fragment, asked, why.n).values == (expected,)

    def _finds_without(self, cut: Sequence[Any], why: Why) -> bool:
        """Whether the program without this cut gives the board, and no wrong one."""
        start, end, text = cut
        source = self.source[:start] + text + self.source[end:]
        values = self._answers(source, self.subject.text(why.n), why.n).values
        boards = self.format.solutions(values, why.n) if self.format else None
        return bool(boards) and why.board in boards and not any(map(attacking_pair, boards))

    def _answers(self, source: str, call: str, n: int) -> Answer:
        submission = replace(self.submission, source=source.encode(), function="")
        with RunningSubmission(submission, self._limits, self.sandbox) as program:
            return program.ask(call, n, is_last=True)

    def _told(self, asked: str) -> Any:
        """The engine's answer; None if it has none in time."""
        question = f"ready({quoted(self.submission.file_name)}), once(({asked}))"
        self.engine.limits = self._limits
        values = self.engine.ask(question, 1).values if time.monotonic() < self.deadline else ()
        return values[0] if values else None

    @property
    def _limits(self) -> Limits:
        return Limits(seconds=max(0.1, self.deadline - time.monotonic()), output_mib=16)

    # In the program's own terms

    def _call(self, n: int) -> str:
        return quoted(self.subject.text(n))

    def _form(self, n: int) -> tuple[str, int] | None:
        """A call whose answers show how the program writes a board, and the column's place there."""
        shape = self.format
        sizes = [m for m, boards in self.found.items() if boards]
        is_known = shape and shape.shape is not Shape.BOARD and not shape.in_collections
        if not (sizes and shape and is_known) or (shape.shape is Shape.SQUARES and sizes == [1]):
            return None
        return self._call(n if n in sizes else max(sizes)), shape.column

    def _squares(self, board: Placement) -> str:
        base = self.format.base if self.format else 0
        return f"[{', '.join(f'{column + base}-{row + base}' for column, row in enumerate(board))}]"

    def _fragment(
        self, parts: Sequence[ClausePart], headers: Sequence[Any], without: Sequence[str]
    ) -> str:
        """A program of these clauses; predicates ``without`` a clause fail, as in the part."""
        texts = [self.source[start:end] for start, end in headers]
        texts = [f":- {text}" for text in texts]
        if without:
            texts.append(f":- dynamic {', '.join(without)}")
        for part in parts:
            text, at = "", part.start
            for start, end, new in sorted(part.edits):
                if start >= at:
                    text, at = text + self.source[at:start] + new, end
            texts.append(text + self.source[at : part.end])
        return "".join(f"{text}.\n" for text in texts)


def explained(  # noqa: PLR0913  # all that is known of the program
    submission: Submission,
    subject: Subject,
    found: Mapping[int, Sequence[Placement]],
    unfinished: int | None,
    answer_format: Format | None,
    sandbox: Runner,
) -> Why | None:
    """The smallest part of a Prolog program that explains its fault; None if none was confirmed.

    ``found`` are the placements for each n that was finished, and ``unfinished`` is the n at which
    the program reached a limit.
    """
    source = submission.text.replace("\ufeff", " ")
    source = f"%{source[1:]}" if source.startswith("#!") else source
    files = {**submission.companions, submission.file_name: source.encode()}
    engine = replace(
        submission, path=Path("why-engine.pl"), function="", source=ENGINE.read_bytes(), companions=files,
    )  # fmt: skip
    with RunningSubmission(engine, Limits(), sandbox) as running:
        examination = _Examination(
            submission, subject, found, unfinished, answer_format, sandbox, running, source
        )
        return next(filter(None, examination.explanations()), None)


def quoted(text: str) -> str:
    """The text as a string of Prolog."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
