"""Single changes that make a wrong program right, each found by trying it.

The changes come from a catalogue of natural mistakes. Each is made in the text at its place and run
for a few small n in one sandboxed process; those with the right answers are checked as any program
is, for all n and in fresh processes. Only these are told.

Source: V. Debroy and W. E. Wong, *Using mutation to automatically suggest fixes for faulty
programs*, ICST 2010.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from solvers.execution.limits import Limits
from solvers.execution.result import Run
from solvers.grading.answer import Answer
from solvers.grading.given import are_given
from solvers.grading.language import GUILE, PROLOG, PYTHON, RACKET
from solvers.grading.protocol import has_form
from solvers.grading.repair.catalogue import RANKS, Change, ChangeKind, Edit
from solvers.grading.repair.scheme_changes import edits_in
from solvers.grading.result import CheckResult, ProgramVerdict, ReasonKind
from solvers.grading.sandbox import Sandbox
from solvers.grading.session import Session
from solvers.grading.submission import Submission

SECONDS = 10.0
"""The time for one program, with all that confirms the changes."""
TRYING = 6.0
"""The part of it in which changes are tried."""
SIZES = (4, 5, 6)
FEW = 25
"""The changes that are tried in answer to one question."""
SMALL_LIMIT, LIMIT = 0.1, 1.0
"""The processor time for one answer of a changed program, for the first n and for the others."""
OF_ENDLESS = {
    ChangeKind.ORDER,
    ChangeKind.BASE_CASE,
    ChangeKind.CONDITION_MISSING,
    ChangeKind.CUT,
    ChangeKind.OFF_BY_ONE,
}
"""The kinds that are tried first for a program without an end."""
MOST_EDITS = 5000
LONGEST_NEW = 2000
MOST_LINES = 4
"""The most lines for which a change is looked for: one more than are told."""
TRIES_IN_A_LINE = 3

HERE = Path(__file__).parent
TRIALS = {PYTHON: "python_trials.py", PROLOG: "prolog_changes.pl"}
TRIALS |= {RACKET: "racket_trials.rkt", GUILE: "guile_trials.scm"}
"""The file that tries changes in each language."""
CATALOGUE = "python_changes.py"
"""The file that reads a program in Python for the one that tries its changes."""

CHANGED = {ReasonKind.ONLY_FAILS, ReasonKind.NOTHING, ReasonKind.ERROR, ReasonKind.EMPTY}
CHANGED |= {ReasonKind.UNREADABLE, ReasonKind.OTHER_SIZE}
CHANGED |= {ReasonKind.PARTLY_RIGHT, ReasonKind.WRONG_NUMBER}
"""The reasons for no verdict for which a change is looked for."""

EDITS = [(str, int, int, str)]


def is_changeable(result: CheckResult) -> bool:
    """Whether a change is looked for: a wrong program, one that fails, or one without an end.

    A page that has no processes cannot end what a changed program begins.
    """
    if result.submission.language not in TRIALS or not isinstance(result.sandbox, Sandbox):
        return False
    match result.verdict:
        case ProgramVerdict.WRONG:
            return True
        case ProgramVerdict.NOT_FINISHED:
            limited = [n for n, size in result.sizes.items() if size.answer.reached_limit]
            return min(limited, default=SIZES[0]) < SIZES[0]
        case ProgramVerdict.NOT_JUDGED if result.reason:
            is_first = result.reason.kind is ReasonKind.OTHER_TASK
            is_goal = result.submission.language.has_goals
            return result.reason.kind in CHANGED or (is_first and is_goal)
    return False


Judge = Callable[[Mapping[int, Answer]], bool]
Check = Callable[[Submission, float], bool]


def changes_that_help(
    result: CheckResult, limits: Limits, judge: Judge, check: Check
) -> tuple[Change, ...]:
    """The changes that make the program right, one per line, the likeliest first; () without one.

    ``judge`` says whether answers for some n are right. ``check`` says whether a program is right
    by the ordinary check, in this many seconds.
    """
    if not is_changeable(result):
        return ()
    end = time.monotonic() + SECONDS
    source = result.submission.text
    trials = _Trials(result, limits, judge, end - SECONDS + TRYING)
    by_line: dict[int, list[Edit]] = {}
    for edit in trials.right_edits():
        by_line.setdefault(edit.told(source).line, []).append(edit)
    confirmed: list[Edit] = []
    for edits in by_line.values():
        for edit in edits[:TRIES_IN_A_LINE]:
            if (left := end - time.monotonic()) <= 0 or len(confirmed) == MOST_LINES:
                break
            changed = replace(result.submission, source=edit.of(source).encode())
            if check(changed, left):
                confirmed.append(edit)
                break
    return tuple(edit.told(source) for edit in confirmed)


@dataclass(slots=True)
class _Trials:
    """The trials of one program's changes, until the ``deadline``."""

    result: CheckResult
    limits: Limits
    judge: Judge
    deadline: float
    run: Run | None = None
    """The run that the answers of changed programs are told with."""
    call: str = field(init=False)
    sizes: tuple[int, ...] = field(init=False)
    is_endless: bool = field(init=False)

    def __post_init__(self) -> None:
        only = self.result.only_n
        self.call = self.result.subject.call
        self.sizes = (only,) if only else SIZES
        if are_given(self.result.sizes):  # one is enough before the ordinary check
            failing = next(n for n, size in self.result.sizes.items() if not size.passed)
            self.sizes = (failing,)
            self.call = self.result.subject.text(failing, self.result.submission.language)
        self.is_endless = self.result.verdict is ProgramVerdict.NOT_FINISHED

    def right_edits(self) -> list[Edit]:
        """The changes with which the program gives the right answers for the few n."""
        first = self._failing()
        rest = [n for n in self.sizes if n != first]
        small = (SMALL_LIMIT / 10 if self.is_endless else SMALL_LIMIT) if rest else LIMIT
        with self._session() as session:
            edits = sorted({*self._edits(session)}, key=self._rank)[:MOST_EDITS]
            right = [*self._right(session, edits, range(len(edits)), [first], small)]
            if rest:
                right = [*self._right(session, edits, right, rest, LIMIT)]
        return [edits[at] for at in right]

    def _rank(self, edit: Edit) -> tuple[bool, int, int]:
        """The place of a change among those that are tried: the likeliest kind comes first."""
        is_late = self.is_endless and edit.kind not in OF_ENDLESS
        return is_late, RANKS[edit.kind], edit.start

    def _failing(self) -> int:
        """The smallest of the sizes for which the program fails: the best to try first."""
        sizes = self.result.sizes
        return next((n for n in self.sizes if n in sizes and not sizes[n].passed), self.sizes[0])

    def _session(self) -> Session:
        submission = self.result.submission
        file = HERE / TRIALS[submission.language]
        trials = replace(
            submission,
            path=Path(f"queens-changes{file.suffix}"),
            source=file.read_bytes(),
            companions={
                **submission.companions,
                submission.file_name: submission.source,
                CATALOGUE: (HERE / CATALOGUE).read_bytes(),
            },
            others=(),
        )
        limits = replace(self.limits, output_mib=16, total_seconds=math.inf)
        return Session(trials, limits, self.result.sandbox)

    def _edits(self, session: Session) -> Iterator[Edit]:
        """The changes that can be made in the program."""
        submission = self.result.submission
        source = submission.text
        if submission.language in (RACKET, GUILE):
            yield from edits_in(source)
            return
        told = self._asked(session, "changes", submission.file_name)
        for kind, start, end, new in told if has_form(told, EDITS) else ():
            is_place = 0 <= start <= end <= len(source)
            if is_place and len(new) <= LONGEST_NEW and kind in {*ChangeKind}:
                yield Edit(ChangeKind(kind), start, end, new)

    def _right(
        self,
        session: Session,
        edits: Sequence[Edit],
        which: Sequence[int],
        sizes: Sequence[int],
        seconds: float,
    ) -> Iterator[int]:
        """Those of the changes that give the right answers for these sizes.

        A change that ends the process costs the others of its question, so they are asked again.
        """
        name = self.result.submission.file_name
        waiting = [[*which[at : at + FEW]] for at in range(0, len(which), FEW)]
        while waiting and time.monotonic() < self.deadline:
            few = waiting.pop(0)
            made = [[at, edits[at].start, edits[at].end, edits[at].new] for at in few]
            told = self._asked(session, "tried", name, self.call, [*sizes], made, seconds)
            seen = [each for each in told if _is_outcome(each, len(sizes))]
            yield from (at for at, given in seen if at in few and self._is_right(sizes, given))
            if not seen and len(few) > 1:
                half = len(few) // 2
                waiting[:0] = [few[:half], few[half:]]

    def _is_right(self, sizes: Sequence[int], outcomes: Sequence[Any]) -> bool:
        """Whether these outcomes, each a value and a printed text, are right for these sizes."""
        has_goals = self.result.submission.language.has_goals
        answers = {}
        for n, outcome in zip(sizes, outcomes, strict=True):
            match outcome:
                case (value, str(printed)) if self.run:
                    is_goal = has_goals and isinstance(value, tuple)
                    answers[n] = Answer(n, value if is_goal else (value,), printed, self.run)
                case _:  # an error, or a limit
                    return False
        return self.judge(answers)

    def _asked(self, session: Session, function: str, *arguments: object) -> tuple[Any, ...]:
        """The items that a function of the file that tries changes gives, in the time left."""
        if (left := self.deadline - time.monotonic()) <= 0:
            return ()
        session.limits = replace(session.limits, seconds=left, startup_seconds=left)
        language = self.result.submission.language
        call = CALLS[language](function, arguments)
        answer = session.ask(call, SIZES[0])
        if answer.is_complete:
            self.run = answer.run
        values = answer.values or answer.arrived
        is_many = language.has_goals or len(values) != 1
        return values if is_many else values[0] if isinstance(values[0], tuple) else ()


def _is_outcome(value: Any, sizes: int) -> bool:
    """Whether this is the number of a change, with an outcome for each size."""
    match value:
        case (int(), tuple(outcomes)):
            return len(outcomes) == sizes
    return False


def _with_commas(function: str, arguments: Sequence[object]) -> str:
    return f"{function}({json.dumps(arguments, ensure_ascii=False)[1:-1]})"


def _as_goal(function: str, arguments: Sequence[object]) -> str:
    return f"{_with_commas(function, arguments)[:-1]}, Solution)"


def _in_parentheses(function: str, arguments: Sequence[object]) -> str:
    return f"({' '.join([function, *map(_quoted, arguments)])})"


def _quoted(value: object) -> str:
    if isinstance(value, list):
        return f"(list {' '.join(map(_quoted, value))})"
    return json.dumps(value, ensure_ascii=False)


CALLS = {PYTHON: _with_commas, PROLOG: _as_goal, RACKET: _in_parentheses, GUILE: _in_parentheses}
"""How each language writes a call; all of them read a string as JSON writes it."""
