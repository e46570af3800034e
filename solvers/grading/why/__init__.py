"""The reason why a Prolog program is wrong or does not end: the smallest part with the fault.

``why.pl`` names the sources. It runs in the sandbox, and leaves out goals while the fault shows. A
part is told only if it shows the fault when it is loaded as a program of its own.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from solvers.execution.limits import Limits
from solvers.grading.diagnosis import placements_of
from solvers.grading.explanation import ObservedTest, Symptom, Why
from solvers.grading.given import are_given, solutions_of
from solvers.grading.language import PROLOG
from solvers.grading.result import CheckResult, ReasonKind
from solvers.grading.returned import SMALLEST_SURE, Format, Shape, read_values
from solvers.grading.session import Session
from solvers.grading.submission import Task
from solvers.grading.why.told import (
    Part,
    commitments,
    has_both,
    part_in,
    tests_of,
    ways_in,
    whole_source,
    with_values,
)
from solvers.puzzle.placements import Placement, attacking_pair

SECONDS = 4.5  # for an explanation, with all that confirms it
INFERENCES, FEW_INFERENCES = 3_000_000, 300_000
MOST_KEPT = 0.8  # the largest share of a program's goals that explains anything
LARGEST_ENDLESS = 3  # a goal for a larger board may be slow
LARGEST = 8
EXPLAINED = {None, ReasonKind.ONLY_FAILS, ReasonKind.OTHER_TASK}  # None: wrong, or not finished
MOST_TRACED, FEWEST_TRACED = 6, 3
ENDING_LIMITS = 3_000_000, 300_000, 100_000


def explained(result: CheckResult, limits: Limits) -> Why | None:
    """The explanation of the fault of a goal of Prolog; None if there is none to tell.

    No program that it runs takes more than the ``limits``.
    """
    submission, subject = result.submission, result.subject
    kind = result.reason.kind if result.reason else None
    is_goal = subject.has_value(PROLOG) and not subject.printed and result.task is Task.ALL
    if submission.language is not PROLOG or not is_goal or kind not in EXPLAINED:
        return None
    form = result.format or Format()
    if form.by_rows or (whole := whole_source(submission)) is None:
        return None  # the explainer writes rows of columns alone
    knows_n, found = subject.takes_n or result.is_for_one_size, placements_of(result)
    boards = {
        n if knows_n else 0: found.get(n, [])
        for n, size in result.sizes.items()
        if n <= LARGEST and size.answer.is_complete and (n in found or not size.answer.values)
    }
    source, files = whole
    beside = {**submission.companions, submission.file_name: source.encode()}
    engine = (Path(__file__).parent / "why.pl").read_bytes()
    explainer = replace(submission, path=Path("why-engine.pl"), source=engine, companions=beside)
    limits = replace(limits, memory_mib=min(1024, limits.memory_mib), output_mib=16)
    with Session(explainer, limits, result.sandbox) as session:
        examination = _Examination(result, boards, form, source, session, limits)
        if len(files) > 1 and not examination.is_same_program():
            return None
        why = next(filter(None, examination.explanations()), None)
        return replace(why, files=files) if why else None


@dataclass(slots=True)
class _Examination:
    """The examination of a program; ``boards`` are the placements for each n that was finished."""

    result: CheckResult
    boards: Mapping[int, Sequence[Placement]]
    format: Format
    source: str
    session: Session
    limits: Limits
    deadline: float = field(default_factory=lambda: time.monotonic() + SECONDS)

    def explanations(self) -> Iterator[Why | None]:
        """The explanations that are tried, the surest kind first."""
        known = {n: solutions_of(n) for n in self.boards}
        missing = {n: sorted(known[n] - {*self.boards[n]}) for n in self.boards}
        for n, board in [(n, board) for n, boards in missing.items() for board in boards][:2]:
            yield self._missing(n, board)
        limited = [n for n, size in self.result.sizes.items() if size.answer.reached_limit]
        for n in limited if self.result.subject.takes_n else []:
            if n <= LARGEST_ENDLESS:
                yield self._part(Symptom.NO_END, n, f"ending({self._call(n)}")
        for n in [n for n, boards in self.boards.items() if len({*boards}) < len(boards)][:1]:
            counted = Counter(self.boards[n])
            board = next(board for board in self.boards[n] if counted[board] > 1)
            yield self._part(Symptom.TWICE, n, f"twice({self._call(n)}", board)
        if not are_given(self.boards):
            yield self._tests()

    def is_same_program(self) -> bool:
        """Whether the source, where the files that the program loads stand in it, answers alike."""
        sizes = self.result.sizes.items()
        done = [n for n, size in sizes if size.answer.is_complete and n <= SMALLEST_SURE]
        asked = max(done, default=0)
        if not asked:
            return True
        answers = self._answers(self.source, self.result.subject.text(asked, PROLOG))
        return answers == self.result.sizes[asked].answer.values

    def _missing(self, n: int, board: Placement) -> Why | None:
        if form := self._form(n):
            wanted = "all(Board)" if self.format.in_collections else "one(Board)"
            asked = f"written({form}, {self._squares_text(board)}, Board), "
            asked += f"missing({self._call(n)}, {wanted}, {INFERENCES}"
            return self._part(Symptom.MISSING, n, asked, board)
        few = FEW_INFERENCES if self.result.subject.takes_n else INFERENCES  # for its one size
        asked = f"missing({self._call(n)}, none, {few}"
        return None if self.boards.get(n, [()]) else self._part(Symptom.MISSING, n, asked)

    def _part(
        self, symptom: Symptom, n: int, asked: str, board: Placement | None = None
    ) -> Why | None:
        """The part of the program that the explainer finds, if it shows the fault by itself."""
        squares = None if board is None else self._squares(board)
        if not (part := part_in(self._told(asked), self.source, symptom, squares)):
            return None
        call, fragment = self.result.subject.text(n, PROLOG), part.program(self.source)
        is_endless, is_missing = symptom is Symptom.NO_END, symptom is Symptom.MISSING
        limits = [each for each in ENDING_LIMITS if each <= part.limit]
        for inferences in limits if is_endless else [part.limit]:
            if self._answers(fragment, part.check(symptom, call, inferences)) == (1,):
                break
        else:
            return None
        cuts = [*part.cuts, *(commitments(part, self.source) if is_missing else [])]
        why = Why(
            symptom,
            n,
            part.goal(call),
            self.source,
            part.clauses,
            board,
            self.format.base,
            fragment,
            part.goals,
            inferences=inferences if is_endless else None,
            cut=next((cut[0] for cut in cuts if self._finds_without(cut, n, board)), None),
            ways=part.ways,
            failed=self._failed(part),
            reordered=part.form == "order",
            calls=part.calls,
        )
        return _short(why, *(part.ways if why.cut is None else [why.cut]))

    def _failed(self, part: Part) -> tuple[str, ObservedTest, str] | None:
        """The goal that is false in the whole program, too, and its test; None without one."""
        for call, start, end, values in part.failed:
            test = with_values(self.source[start:end], values)
            limited = f"call_with_inference_limit(({call}), {FEW_INFERENCES}, _)"
            check = f"\\+ ({test}), ({limited} -> fail ; Solution = 1)"
            if self._answers(self.source, check) == (1,):
                return call, (start, "false", values), test
        return None

    def _finds_without(self, cut: tuple[int, int, str], n: int, board: Placement | None) -> bool:
        """Whether the program without this cut gives the board, or some, and no wrong one."""
        source = self.source[: cut[0]] + cut[2] + self.source[cut[1] :]
        values = self._answers(source, self.result.subject.text(n, PROLOG))
        sizes = [n] if n else range(SMALLEST_SURE, LARGEST + 1)
        readings = ((m, read_values({m: values})) for m in sizes if values)
        read = ((found.found[m] or [], found.solutions(m)) for m, found in readings if found)
        boards, right = next((each for each in read if each[1]), ([], 0))
        return bool(boards) and board in {None, *boards} and right == len({*boards})

    def _tests(self) -> Why | None:
        """The tests of two queens that attack each other, in the run that gave their board."""
        for boards in self.boards.values():
            answers = [*dict.fromkeys(boards)]
            board = next(filter(_has_one_attack, answers), ())
            compared = _compared([board, *answers]) if board else []
            if len(compared) >= FEWEST_TRACED:
                return self._tests_of(compared)
        return None

    def _tests_of(self, boards: Sequence[Placement]) -> Why | None:
        """The tests in the run of the first of these boards of one size, by the runs of all."""
        n, base, attack = len(boards[0]), self.format.base, attacking_pair(boards[0]) or (0, 0)
        call, form = self._call(n), self._form(n)
        if not form or self.format.in_collections:
            return None
        runs = ", ".join(f"{call}-{self._squares_text(board)}" for board in boards)
        told = ways_in(self._told(f"tests({form}, [{runs}]"), self.source, len(boards))
        if not told:
            return None
        ways, clauses, hides = told
        rows = [[row + base for row in board] for board in boards]
        found = {pair: tests_of(pair, rows, ways) for pair in combinations(range(n), 2)}
        pairs = [attack] if found[attack] else [pair for pair in found if found[pair]]
        one, other = (rows[0][column] for column in attack)
        if not found[attack] and (hides or any(has_both(test, one, other) for test in ways[0])):
            return None
        tests = tuple(test for pair in pairs for test in found[pair])
        homes = tuple(c for c in clauses if any(c.start <= test[0] < c.end for test in tests))
        goal = self.result.subject.text(n, PROLOG)
        why = Why(Symptom.TESTS, n, goal, self.source, homes, boards[0], base)
        return replace(why, tests=tests, pairs=tuple(pairs))

    def _told(self, asked: str) -> Any:
        """The explainer's answer, in which a program may have meddled; None without one in time."""
        question = (
            f"ready({json.dumps(self.result.submission.file_name)}), once(({asked}, Solution)))"
        )
        self.session.limits = self._limits
        values = self.session.ask(question, 1).values if time.monotonic() < self.deadline else ()
        return values[0] if values else None

    def _answers(self, source: str, call: str) -> tuple[Any, ...]:
        """The answers of the call in this program, in a fresh process; none after the deadline."""
        if time.monotonic() >= self.deadline:
            return ()
        submission = replace(self.result.submission, source=source.encode())
        with Session(submission, self._limits, self.result.sandbox) as program:
            return program.ask(call, 1, is_last=True).values

    @property
    def _limits(self) -> Limits:
        left = max(0.1, self.deadline - time.monotonic())
        return replace(self.limits, seconds=left, startup_seconds=left)

    def _call(self, n: int) -> str:
        """The goal for n as a string, which Prolog reads as JSON writes it."""
        return json.dumps(self.result.subject.text(n, PROLOG), ensure_ascii=False)

    def _form(self, n: int) -> str:
        """The explainer's term for the way in which a board is written; "" if that is not known."""
        sizes = [m for m, boards in self.boards.items() if boards]
        is_square = self.format.shape is Shape.SQUARES
        if not sizes or self.format.shape is Shape.BOARD or (is_square and max(sizes) == 1):
            return ""  # of one square, the order is not seen
        amount = "all" if self.format.in_collections else "one"
        return (
            f"form({self._call(n if n in sizes else max(sizes))}, {amount}, {self.format.column})"
        )

    def _squares(self, board: Placement) -> list[tuple[int, int]]:
        """The columns and rows of the queens, as the program counts them."""
        base = self.format.base
        return [(column + base, row + base) for column, row in enumerate(board)]

    def _squares_text(self, board: Placement) -> str:
        return f"[{', '.join(f'{column}-{row}' for column, row in self._squares(board))}]"


def _short(why: Why, *places: int) -> Why | None:
    """The explanation with the clauses at these places alone; None if it shows nearly all goals."""
    if places:
        homes = (c for c in why.clauses if any(c.start <= place < c.end for place in places))
        why = replace(why, clauses=tuple(each._replace(edits=()) for each in homes))
    kept, goals = sum(each.goals for each in why.clauses), why.goals or 0
    return replace(why, left_out=goals - kept) if kept <= MOST_KEPT * goals else None


def _has_one_attack(board: Placement) -> bool:
    """Whether two queens attack each other, and no other two have their rows."""
    left, right = attacking_pair(board) or (0, 0)
    rows = sorted([board[left], board[right]]) if board else []
    same = [pair for pair in combinations(board, 2) if sorted(pair) == rows]
    return right > left and len(same) == 1


def _compared(boards: Sequence[Placement]) -> list[Placement]:
    """The first board, and others of its size in which the queens that attack stand elsewhere.

    None if one of the two stands in the same row on all: a number may be a row by chance.
    """
    left, right = attacking_pair(boards[0]) or (0, 0)
    sized = [board for board in boards if len(board) == len(boards[0])]
    differing = {(b[left], b[right]): b for b in reversed(sized)}
    first = differing.pop((boards[0][left], boards[0][right]))
    apart = [b for b in differing.values() if b[left] != first[left] and b[right] != first[right]]
    others = [*apart, *(b for b in differing.values() if b not in apart)]
    return [boards[0], *others[: MOST_TRACED - 1]] if apart else []
