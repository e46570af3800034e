"""The result of a check: the verdict on one named subject, and the judgement for each n."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from typing import Any

from solvers.grading.answer import Answer, LoadWarning
from solvers.grading.explanation import Why
from solvers.grading.mistakes import Diagnosis
from solvers.grading.protocol import Definition
from solvers.grading.repair.catalogue import Change
from solvers.grading.returned import SMALLEST_SURE, Format
from solvers.grading.sandbox import Runner
from solvers.grading.subject import Origin, Subject
from solvers.grading.submission import Submission, Task
from solvers.referee.verdict import Judgement


class ProgramVerdict(StrEnum):
    """The verdict on a subject."""

    RIGHT = "right"
    WRONG = "wrong"
    NOT_FINISHED = "not finished"
    """The subject reached a limit."""
    NOT_JUDGED = "not judged"


class ReasonKind(Enum):
    """The reasons why a subject is not judged; ``output/check_words.py`` has the words of each."""

    NO_LANGUAGE = auto()
    """No interpreter of the language is installed; ``shown`` is the hint."""
    NOT_STARTED = auto()
    """The program's process could not be started, or ended before it began: ``shown``."""
    FORGED = auto()
    """The program wrote to the channel of the records: ``shown``."""
    CANNOT_LOAD = auto()
    """The program was not loaded: ``shown`` is the error."""
    NO_BOARDS = auto()
    """The program prints no boards, and no function has a usual name."""
    NOTHING = auto()
    """The call returns nothing for n, or a value that stands for nothing: ``values`` has it."""
    ONLY_FAILS = auto()
    """The goal fails for every n; its arguments may be in another order."""
    ERROR = auto()
    """The call raises the error ``shown`` for n."""
    UNREADABLE = auto()
    """The first of ``values``, for n, is no board of n columns, nor is the second, a part of it."""
    OTHER_SIZE = auto()
    """The boards for n have ``columns`` columns."""
    OTHER_TASK = auto()
    """The answers are right for the task ``task``."""
    NUMBER = auto()
    """The call returns the number ``shown`` for n, and boards are asked for."""
    NO_NUMBER = auto()
    """The answer for n is no number, and the number of solutions is asked for."""
    WRONG_NUMBER = auto()
    """The number that is printed for n is ``shown``; there are ``known`` solutions."""
    EMPTY = auto()
    """The call returns nothing in a collection for n, but prints boards."""
    ONLY_SMALL = auto()
    """The answers are right from n = 4 on, or not asked for there, but not for the smaller n."""
    PARAMETERS = auto()
    """Parameters of the model other than its size have no value: ``shown``."""
    OPTIMISES = auto()
    """The model asks for the best solution, and the engine gives only ever better ones."""
    SCRIPT = auto()
    """The model has a script, which is not run."""
    INCLUDE = auto()
    """The model includes a file from elsewhere: ``shown``."""
    NO_OUTPUT = auto()
    """The printed boards are asked for, and a model prints none."""
    SEVERAL_BOARDS = auto()
    """Each of the variables ``names`` has the shape of a board, and they hold different ones."""
    PARTLY_RIGHT = auto()
    """Of ``given`` boards for n, ``right`` are solutions; there are ``known``."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason why a subject is not judged, with the facts that its kind names."""

    kind: ReasonKind
    n: int = 0
    shown: str = ""
    columns: int = 0
    task: Task | None = None
    given: int = 0
    right: int = 0
    known: int = 0
    names: tuple[str, ...] = ()
    values: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """A call that was made for n and gave this number of ``boards``; if ``printed``, as text.

    ``call`` has {n} in the place of n, or is for one size only.
    """

    call: str
    n: int
    boards: int
    printed: bool = False


@dataclass(frozen=True, slots=True)
class SizeResult:
    """The answer for one n and its judgement.

    ``judgement`` is None if the answer was not read. ``count`` is the number that was returned, if
    the answer is one. Points are given if the answer has ``passed``.
    """

    answer: Answer
    judgement: Judgement | None = None
    count: int | None = None
    passed: bool = False

    @property
    def is_not_accepted(self) -> bool:
        """Whether the subject gives no answer that can be read for an n below 4: not scored."""
        return (
            self.answer.n < SMALLEST_SURE and not self.judgement and not self.answer.reached_limit
        )


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check.

    ``sizes`` maps each n that was asked to its result, in ascending order.
    """

    submission: Submission
    sandbox: Runner
    subject: Subject
    verdict: ProgramVerdict
    task: Task
    sizes: Mapping[int, SizeResult] = field(default_factory=dict)
    format: Format | None = None
    """The format in which the answers were read; None if they were not, or are numbers."""
    reason: Reason | None = None
    """The reason for no verdict; None if there is one."""
    diagnosis: tuple[Diagnosis, ...] = ()
    defines: tuple[Definition, ...] = ()
    """The definitions of the program that can be called."""
    not_looked_at: tuple[str, ...] = ()
    """The calls of other functions with usual names."""
    load_error: str = ""
    """The error of loading the program, where it may concern the verdict."""
    packages: tuple[str, ...] = ()
    """The installed packages that it imports, and that would have to be allowed."""
    load_warnings: tuple[LoadWarning, ...] = ()
    """The warnings that the language gave while it loaded the program."""
    is_for_one_size: bool = False
    """Whether n changes nothing: the call has no n, or the program prints the same for every n."""
    proposal: Proposal | None = None
    """A call that gives boards, for a subject that is not judged."""
    changes: tuple[Change, ...] = ()
    """The changes that make the program right, one per line: all were tried."""
    changed_sizes: tuple[int, ...] = ()
    """The sizes for which it is right with each of them."""
    why: Why | None = None
    """The part of the program that explains its fault; None without one."""

    @property
    def judged(self) -> dict[int, SizeResult]:
        """The sizes whose answers were judged."""
        return {n: size for n, size in self.sizes.items() if size.judgement}

    @property
    def not_accepted(self) -> tuple[int, ...]:
        """The sizes below 4 at which the subject raises an error or gives no board: not scored."""
        return tuple(n for n, size in self.sizes.items() if size.is_not_accepted)

    @property
    def scored(self) -> dict[int, SizeResult]:
        """The sizes that decide on the verdict: those that the subject accepts."""
        return {n: size for n, size in self.sizes.items() if not size.is_not_accepted}

    @property
    def failing_n(self) -> int | None:
        """The smallest n that decides against the subject; None without one."""
        if self.verdict in {ProgramVerdict.RIGHT, ProgramVerdict.NOT_JUDGED}:
            return None
        unread = self.verdict is ProgramVerdict.NOT_FINISHED or self.subject.origin is Origin.CALL
        return next(
            (
                n
                for n, size in self.scored.items()
                if not size.passed and (unread or size.judgement)
            ),
            None,
        )

    @property
    def only_n(self) -> int | None:
        """The only n that the answers are for; None if the subject takes n."""
        return next(iter(self.sizes), None) if self.is_for_one_size else None

    @property
    def does(self) -> Task | None:
        """The task that the subject does rightly; None without one."""
        if self.verdict is ProgramVerdict.RIGHT:
            return self.task
        return self.reason.task if self.reason else None
