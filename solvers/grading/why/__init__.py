"""Why a Prolog program is wrong or does not end: the smallest part of it that shows the fault.

``why.pl`` names the sources. It runs in the sandbox, and leaves out goals while the fault shows. A
part is told only if it shows the fault when it is loaded as a program of its own.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from solvers.execution.limits import Limits
from solvers.grading.explanation import ClausePart, ObservedTest, Symptom, Why
from solvers.grading.returned import Format, NoPlacement, Shape
from solvers.grading.running_submission import RunningSubmission
from solvers.grading.sandbox.runner import Runner
from solvers.grading.subject import Subject
from solvers.grading.submission import Submission
from solvers.puzzle.placements import Placement, attacking_pair
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import known_solutions

SECONDS = 4.5  # for an explanation, with all that confirms it
INFERENCES, FEW_INFERENCES = 3_000_000, 300_000
MOST_KEPT = 0.8  # the largest share of a program's goals that explains anything
LARGEST_ENDLESS = 3  # a goal for a larger board may be slow
LARGEST = 8
MOST_TRACED = 6


@dataclass(slots=True)
class Examination:
    """The examination of a Prolog program.

    ``found`` are the placements for each n that was finished, the smallest first. At ``unfinished``
    the program reached a limit; 0: at none.
    """

    submission: Submission
    subject: Subject
    found: Mapping[int, Sequence[Placement]]
    unfinished: int
    format: Format
    sandbox: Runner
    source: str = field(init=False)
    engine: RunningSubmission = field(init=False)
    deadline: float = field(default_factory=lambda: time.monotonic() + SECONDS)

    def explanation(self) -> Why | None:
        """The explanation of the program's fault; None if none was confirmed."""
        text = self.submission.text.replace("\ufeff", " ")
        self.source = f"%{text[1:]}" if text.startswith("#!") else text
        beside = {**self.submission.companions, self.submission.file_name: self.source.encode()}
        file = Path(__file__).parent / "why.pl"
        engine = replace(
            self.submission, path=Path("why-engine.pl"), source=file.read_bytes(), companions=beside
        )
        with RunningSubmission(engine, Limits(), self.sandbox) as self.engine:
            return next(filter(None, self._explanations()), None)

    def _explanations(self) -> Iterator[Why | None]:
        """The explanations that are tried, the surest kind first."""
        missing = {n: sorted(known_solutions(Problem(n)) - {*self.found[n]}) for n in self.found}
        for n, board in [(n, board) for n, boards in missing.items() for board in boards][:2]:
            yield self._missing(n, board, INFERENCES)
        if self.subject.takes_n and 0 < (n := self.unfinished) <= LARGEST_ENDLESS:
            yield self._part(Symptom.NO_END, n, f"ending({self._call(n)}")
        elif LARGEST_ENDLESS < (n := self.unfinished) <= LARGEST and not any(missing.values()):
            for board in sorted(known_solutions(Problem(n)))[:2]:
                yield self._missing(n, board, FEW_INFERENCES)
        for n in [n for n, boards in self.found.items() if len({*boards}) < len(boards)][:1]:
            yield self._part(Symptom.TWICE, n, f"twice({self._call(n)}")
        answers = [
            (n, board) for n, boards in self.found.items() for board in dict.fromkeys(boards)
        ]
        for n, board in [each for each in answers if attacking_pair(each[1])][:1]:
            yield self._tests(n, board, answers)

    def _missing(self, n: int, board: Placement, limit: int) -> Why | None:
        if form := self._form(n):
            wanted = "all(Board)" if self.format.in_collections else "one(Board)"
            asked = f"written({form}, {self._squares(board)}, Board), "
            asked += f"missing({self._call(n)}, {wanted}, {limit}"
            return self._part(Symptom.MISSING, n, asked, board)
        asked = f"missing({self._call(n)}, none, {FEW_INFERENCES}"
        return None if self.found.get(n, [()]) else self._part(Symptom.MISSING, n, asked)

    def _part(
        self, symptom: Symptom, n: int, asked: str, board: Placement | None = None
    ) -> Why | None:
        """The part of the program that the engine finds, if it shows the fault by itself."""
        if not (told := self._told(asked)):
            return None
        goal, checks, goals, headers, without, clauses, cuts, *ways = told
        parts = tuple(ClausePart(*each) for each in clauses)
        fragment = self._fragment(parts, headers, without)
        shown = (number for number, check in checks if self._answers(fragment, check) == (1,))
        if (inferences := next(shown, None)) is None:
            return None
        cut = next((cut[0] for cut in cuts if self._finds_without(cut, n, board)), None)
        why = Why(symptom, n, goal, self.source, parts, board, self.format.base, fragment, goals)
        why = replace(why, inferences=inferences or None, cut=cut, ways=tuple(ways))
        return _short(why, *(ways if cut is None else [cut]))

    def _finds_without(self, cut: tuple[int, int, str], n: int, board: Placement | None) -> bool:
        """Whether the program without this cut gives the board, and no wrong one."""
        start, end, text = cut
        values = self._answers(self.source[:start] + text + self.source[end:], self.subject.text(n))
        boards = self.format.solutions(values, n) or []
        return board in boards and not any(
            isinstance(each, NoPlacement) or attacking_pair(each) for each in boards
        )

    def _tests(
        self, n: int, board: Placement, answers: Sequence[tuple[int, Placement]]
    ) -> Why | None:
        """The tests on the way to a wrong board, in which the rows of its queens took part.

        A number may be a row by chance. So a test counts only if it had the rows of the same two
        queens on the way to other answers, too.
        """
        one, other = attack = attacking_pair(board) or (0, 0)
        differing = {(b[one], b[other]): (m, b) for m, b in reversed(answers) if m > other}
        differing.pop((board[one], board[other]), None)
        traced = [(n, board), *reversed(differing.values())][:MOST_TRACED]
        boards = ", ".join(f"{self._call(m)}-{self._squares(b)}" for m, b in traced)
        if not (form := self._form(n)) or self.format.in_collections or len(traced) < 3:
            return None
        if not (told := self._told(f"tests({form}, [{boards}]")):
            return None
        ways, clauses = told

        def tests_of(*pair: int) -> list[ObservedTest]:
            having = [
                _with_values(way, *(b[column] + base for column in pair))
                for (m, b), way in zip(traced, ways, strict=True)
                if m > pair[1]
            ]
            places = set.intersection(*({place for place, *_ in tests} for tests in having))
            return [test for test in having[0] if test[0] in places]

        base = self.format.base
        every = [attack] if tests_of(*attack) else combinations(range(n), 2)
        pairs = tuple(pair for pair in every if tests_of(*pair))
        tests = tuple(test for pair in pairs for test in tests_of(*pair))
        homes = (
            ClausePart(*c) for c in clauses if any(c[0] <= place < c[1] for place, *_ in tests)
        )
        goal = self.subject.text(n)
        why = Why(Symptom.TESTS, n, goal, self.source, tuple(homes), board, base)
        return replace(why, tests=tests, pairs=pairs) if tests else None

    def _told(self, asked: str) -> Any:
        """The engine's answer; None if it has none in time."""
        question = f"ready({quoted(self.submission.file_name)}), once(({asked}, Solution)))"
        self.engine.limits = self._limits
        values = self.engine.ask(question, 1).values if time.monotonic() < self.deadline else ()
        return values[0] if values else None

    def _answers(self, source: str, call: str) -> tuple[Any, ...]:
        """The answers of the call in this program, in a fresh process."""
        submission = replace(self.submission, source=source.encode())
        with RunningSubmission(submission, self._limits, self.sandbox) as program:
            return program.ask(call, 1, is_last=True).values

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
        homes = (c for c in why.clauses if any(c.start <= place < c.end for place in places))
        why = replace(why, clauses=tuple(each._replace(edits=()) for each in homes))
    kept, goals = sum(each.goals for each in why.clauses), why.goals or 0
    return replace(why, left_out=goals - kept) if kept <= MOST_KEPT * goals else None


def _with_values(way: Sequence[ObservedTest], row: int, other: int) -> list[ObservedTest]:
    """The tests in which two variables had these values."""
    seen = {test: [value for _, value in test[2]] for test in way}
    return [
        test
        for test, values in seen.items()
        if {row, other} <= {*values} and (row != other or values.count(row) > 1)
    ]


def quoted(text: str) -> str:
    """The text as a string of Prolog."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
