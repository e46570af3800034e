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
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from solvers.execution.limits import Limits
from solvers.execution.result import Run
from solvers.grading.answer import Answer
from solvers.grading.given import are_given
from solvers.grading.language import GUILE, PROLOG, PYTHON, RACKET, Language
from solvers.grading.protocol import has_form
from solvers.grading.repair.catalogue import Change, ChangeKind, Edit
from solvers.grading.repair.changes import Catalogue
from solvers.grading.repair.parentheses import rows_of_lisp
from solvers.grading.repair.parts import ROWS, parts_in
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
MOST_EDITS, LONGEST_NEW = 5000, 2000
MOST_LINES = 4
"""The most lines for which a change is looked for: one more than are told."""
TRIES_IN_A_LINE = 3

HERE = Path(__file__).parent
TRIALS = {PYTHON: "python_trials.py", PROLOG: "prolog_trials.pl"}
TRIALS |= {RACKET: "racket_trials.rkt", GUILE: "guile_trials.scm"}
"""The file that tries changes in each language; those for READ also tell the program's parts."""
READ = (PYTHON, PROLOG)

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
    limited = [n for n, size in result.sizes.items() if size.answer.reached_limit]
    return {
        ProgramVerdict.WRONG: True,
        ProgramVerdict.NOT_FINISHED: min(limited, default=SIZES[0]) < SIZES[0],
        ProgramVerdict.NOT_JUDGED: kind in CHANGED
        or (kind is ReasonKind.OTHER_TASK and language.has_goals),
    }.get(result.verdict, False)


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
    submission, source = result.submission, result.submission.text
    file = HERE / TRIALS[submission.language]
    program = replace(
        submission,
        path=Path(f"queens-changes{file.suffix}"),
        source=file.read_bytes(),
        companions={**submission.companions, submission.file_name: submission.source},
        others=(),
    )
    limits = replace(limits, output_mib=16, total_seconds=math.inf)
    by_line: dict[int, list[Edit]] = {}
    with Session(program, limits, result.sandbox) as session:
        for edit in _Trials(result, judge, session, end - SECONDS + TRYING).right_edits():
            by_line.setdefault(edit.told(source).line, []).append(edit)
    confirmed: list[Change] = []
    for edits in by_line.values():
        for edit in edits[:TRIES_IN_A_LINE]:
            if (left := end - time.monotonic()) <= 0 or len(confirmed) == MOST_LINES:
                break
            if check(replace(submission, source=edit.of(source).encode()), left):
                confirmed.append(edit.told(source))
                break
    return tuple(confirmed)


@dataclass(frozen=True, slots=True)
class _Trials:
    """The trials of one program's changes, in a session and until the ``deadline``."""

    result: CheckResult
    judge: Judge
    session: Session
    deadline: float

    def right_edits(self) -> list[Edit]:
        """The changes with which the program gives the right answers for the few n."""
        known, submission = self.result.sizes, self.result.submission
        failing = [n for n, size in known.items() if not size.passed]
        sizes: Sequence[int] = [self.result.only_n] if self.result.only_n else SIZES
        call = self.result.subject.call
        if are_given(known):  # one is enough before the ordinary check
            sizes = failing[:1]
            call = self.result.subject.text(sizes[0], submission.language)
        first = next((n for n in sizes if n in failing), sizes[0])
        rest = [n for n in sizes if n != first]
        small = SMALL_LIMIT if rest else LIMIT
        if self.result.verdict is ProgramVerdict.NOT_FINISHED:
            small /= 10  # most changes do not end it
        language, source = submission.language, submission.text
        told = self._asked("parts", submission.file_name)[0] if language in READ else None
        rows = rows_of_lisp(source) if told is None else told if has_form(told, ROWS) else ()
        found = Catalogue(language, parts_in(source, rows, is_lisp=told is None)).edits()
        short = (each for each in islice(found, MOST_EDITS) if len(each.new) <= LONGEST_NEW)
        edits = [*dict.fromkeys(short)]
        edits.sort(key=lambda edit: ([*ChangeKind].index(edit.kind), edit.start))
        right = [*self._right(edits, call, [first], small)]
        return [*self._right(right, call, rest, LIMIT)] if rest else right

    def _right(
        self, edits: Sequence[Edit], call: str, sizes: Sequence[int], seconds: float
    ) -> Iterator[Edit]:
        """Those of the changes that give the right answers for these sizes.

        A change that ends the process costs the others of its question, so they are asked again.
        """
        name = self.result.submission.file_name
        waiting = [edits[at : at + FEW] for at in range(0, len(edits), FEW)]
        while waiting and time.monotonic() < self.deadline:
            few = waiting.pop(0)
            made = [[at, edit.start, edit.end, edit.new] for at, edit in enumerate(few)]
            told, run = self._asked("tried", name, call, [*sizes], made, seconds)
            for outcome in told:
                match outcome:
                    case (int(at), (*outcomes,)) if 0 <= at < len(few):
                        if self._is_right(sizes, outcomes, run):
                            yield few[at]
            if not told and len(few) > 1:
                half = len(few) // 2
                waiting[:0] = [few[:half], few[half:]]

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
        """The items that a function of the file that tries changes gives, in the time left."""
        left = max(0.1, self.deadline - time.monotonic())
        self.session.limits = replace(self.session.limits, seconds=left, startup_seconds=left)
        language = self.result.submission.language
        answer = self.session.ask(_call(language, function, arguments), SIZES[0])
        items = answer.values if language.has_goals else next(iter(answer.values), ())
        return items if isinstance(items, tuple) else (), answer.run


def _call(language: Language, function: str, arguments: Sequence[object]) -> str:
    """The call of a function; all languages read a string as JSON writes it."""
    is_lisp = language in (RACKET, GUILE)
    separators = (" " if is_lisp else ",", ":")
    texts = [json.dumps(each, ensure_ascii=False, separators=separators) for each in arguments]
    if is_lisp:  # which read brackets as parentheses
        quoted = " '".join([function, *texts])
        return f"({quoted})"
    return f"{function}({','.join([*texts, *['Solution'] * language.has_goals])})"
