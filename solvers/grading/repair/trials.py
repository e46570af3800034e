"""Single changes that make a wrong program right, each found by trying it.

The changes come from a catalogue of natural mistakes. Each is made in the text at its place and run
for a few small n in one sandboxed process; those with the right answers are checked as any program
is, for all n and in fresh processes. Only these are told.

Source: V. Debroy and W. E. Wong, *Using mutation to automatically suggest fixes for faulty
programs*, ICST 2010.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from solvers.execution.limits import Limits
from solvers.execution.result import Run
from solvers.grading.answer import Answer
from solvers.grading.given import are_given
from solvers.grading.language import GUILE, PROLOG, PYTHON, RACKET
from solvers.grading.protocol import has_form
from solvers.grading.repair.catalogue import Change, ChangeKind, Edit
from solvers.grading.repair.changes import Catalogue
from solvers.grading.repair.parts import ROWS, parts_in, rows_of_lisp
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
SMALL_LIMIT, LIMIT = 0.02, 1.0
"""The processor time for one answer of a changed program, for the first n and for the others."""
MOST_EDITS = 5000
MOST_LINES = 4
"""The most lines for which a change is looked for: one more than are told."""
TRIES_IN_A_LINE = 3

TRIALS = {PYTHON: "python_trials.py", PROLOG: "prolog_trials.pl"}
TRIALS |= {RACKET: "racket_trials.rkt", GUILE: "guile_trials.scm"}
"""The file that tries changes in each language; but for LISP, it also tells the program's parts."""
INTERPRETED = {RACKET: replace(RACKET, command=("env", "PLT_CS_COMPILE_LIMIT=0", "racket"))}
"""Racket that does not compile, since that takes longer than to run a changed program."""

CHANGED = {ReasonKind.ONLY_FAILS, ReasonKind.NOTHING, ReasonKind.ERROR, ReasonKind.EMPTY}
CHANGED |= {ReasonKind.UNREADABLE, ReasonKind.OTHER_SIZE}
CHANGED |= {ReasonKind.PARTLY_RIGHT, ReasonKind.WRONG_NUMBER}
"""The reasons for no verdict for which a change is looked for."""


def is_changeable(result: CheckResult) -> bool:
    """Whether a change is looked for: a wrong program, one that fails, or one without an end.

    A page that has no processes cannot end what a changed program begins.
    """
    language, kind = result.submission.language, result.reason and result.reason.kind
    if language not in TRIALS or not isinstance(result.sandbox, Sandbox):
        return False
    if result.verdict is ProgramVerdict.NOT_FINISHED:
        return any(n < SIZES[0] and each.answer.reached_limit for n, each in result.sizes.items())
    is_for_one = kind is ReasonKind.OTHER_TASK and language.has_goals
    is_silent = kind is ReasonKind.NO_BOARDS and bool(result.subject.call)
    return result.verdict is ProgramVerdict.WRONG or kind in CHANGED or is_for_one or is_silent


Judge = Callable[[Mapping[int, Answer]], bool]


def changes_that_help(
    result: CheckResult, limits: Limits, judge: Judge, check: Callable[[Submission, float], bool]
) -> tuple[Change, ...]:
    """The changes that make the program right, one per line, the likeliest first; () without one.

    ``judge`` says whether answers for some n are right. ``check`` says whether a program is right
    by the ordinary check, in this many seconds.
    """
    if not is_changeable(result):
        return ()
    end = time.monotonic() + SECONDS
    submission, source = result.submission, result.submission.text
    file = Path(__file__).parent / TRIALS[submission.language]
    program = replace(
        submission,
        path=Path(f"queens-changes{file.suffix}"),
        source=file.read_bytes(),
        language=INTERPRETED.get(submission.language, submission.language),
        companions={**submission.companions, submission.file_name: submission.source},
        others=(),
    )
    limits = replace(limits, output_mib=16, total_seconds=math.inf)
    confirmed: dict[int, Change] = {}
    tries = Counter[int]()
    with Session(program, limits, result.sandbox) as session:
        for edit in _Trials(result, judge, session, end - SECONDS + TRYING).right_edits():
            change = edit.told(source)
            if change.line in confirmed or tries[change.line] == TRIES_IN_A_LINE:
                continue
            tries[change.line] += 1
            left = end - time.monotonic()
            text = source[: edit.start] + edit.new + source[edit.end :]
            if left > 0 and check(replace(submission, source=text.encode()), left):
                confirmed[change.line] = change
            if left <= 0 or len(confirmed) == MOST_LINES:
                break
    return tuple(confirmed.values())


@dataclass(frozen=True, slots=True)
class _Trials:
    """The trials of one program's changes, in a session and until the ``deadline``."""

    result: CheckResult
    judge: Judge
    session: Session
    deadline: float

    def right_edits(self) -> Iterator[Edit]:
        """The changes with which the program gives the right answers for the few n."""
        known, submission = self.result.sizes, self.result.submission
        failing = [n for n, size in known.items() if not size.passed]
        sizes: Sequence[int] = SIZES
        call = self.result.subject.call
        if are_given(known) or self.result.only_n:  # one is enough before the ordinary check
            sizes = (failing[0],)
            call = self.result.subject.text(sizes[0], submission.language)
        first = next((n for n in sizes if n in failing), sizes[0])
        rest = [n for n in sizes if n != first]
        is_endless = self.result.verdict is ProgramVerdict.NOT_FINISHED  # with most changes, too
        small = SMALL_LIMIT / (2 if is_endless else 1) if rest else LIMIT
        language, source = submission.language, submission.text
        is_lisp = language.is_lisp
        rows = rows_of_lisp(source) if is_lisp else self._asked("parts", submission.file_name)[0]
        parts = parts_in(source, rows if has_form(rows, ROWS) else ())
        edits = [*dict.fromkeys(islice(Catalogue(language, parts).edits(), MOST_EDITS))]
        edits.sort(key=lambda edit: ([*ChangeKind].index(edit.kind), edit.start))
        for at in range(0, len(edits), FEW):
            right = self._right(edits[at : at + FEW], call, [first], small)
            yield from self._right(right, call, rest, LIMIT) if rest else right

    def _right(
        self, edits: Sequence[Edit], call: str, sizes: Sequence[int], seconds: float
    ) -> list[Edit]:
        """Those of the changes that give the right answers for these sizes; none if it is late.

        A change that ends the process costs the others of its question, so they are asked again.
        """
        if not edits or time.monotonic() >= self.deadline:
            return []
        name = self.result.submission.file_name
        made = [[at, edit.start, edit.end, edit.new] for at, edit in enumerate(edits)]
        told, run = self._asked("tried", name, call, [*sizes], made, seconds)
        if not told and len(edits) > 1:
            halves = edits[: len(edits) // 2], edits[len(edits) // 2 :]
            return [each for half in halves for each in self._right(half, call, sizes, seconds)]
        outcomes = told if has_form(told, [(int, [object])]) else ()
        known = [(edits[at], each) for at, each in outcomes if 0 <= at < len(edits)]
        return [edit for edit, each in known if self._is_right(sizes, each, run)]

    def _is_right(self, sizes: Sequence[int], outcomes: Sequence[Any], run: Run) -> bool:
        """Whether these outcomes, each a value and a printed text, are right for these sizes."""
        has_goals = self.result.submission.language.has_goals
        answers = {}
        for n, outcome in zip(sizes, outcomes, strict=False):
            match outcome:
                case (value, str(printed)):  # else an error, or a limit
                    is_goal = has_goals and isinstance(value, tuple)
                    answers[n] = Answer(n, value if is_goal else (value,), printed, run)
        return len(answers) == len(sizes) and self.judge(answers)

    def _asked(self, function: str, *arguments: object) -> tuple[tuple[Any, ...], Run]:
        """What a function of that file gives in the time left, for arguments in its language."""
        left = max(0.1, self.deadline - time.monotonic())
        self.session.limits = replace(self.session.limits, seconds=left, startup_seconds=left)
        language = self.result.submission.language
        answer = self.session.ask(language.call_with(function, arguments), SIZES[0])
        items = answer.values if language.has_goals else next(iter(answer.values), ())
        return items if isinstance(items, tuple) else (), answer.run
