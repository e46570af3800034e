"""The state of a program while it loads and while it answers, and its result for one n."""

from __future__ import annotations

import math
import re
import time
from dataclasses import dataclass, replace
from typing import Any

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, ChannelError, Ending, Run, Status
from solvers.execution.run_state import RunState
from solvers.grading.answers.answer_format import AnswerFormat, Answers, choose_format
from solvers.grading.answers.drawn_boards import placement_of
from solvers.grading.answers.number_lines import NO_SOLUTION, in_english
from solvers.grading.answers.value_parser import SAYS_NONE, without_names
from solvers.grading.calls import CallPlan, LoadResult
from solvers.grading.protocol import decode, entries, kept_bytes
from solvers.grading.sandbox import Runner
from solvers.grading.submission import AnswerSource, Submission
from solvers.puzzle.packing import Packer, pack
from solvers.puzzle.placements import is_valid
from solvers.puzzle.problem import Problem

REFUSALS = re.compile(
    r"at least|must|greater|minimum|invalid|too small|larger|bigger|>=|> ?3|< ?4|≥|less than"
    r"|smaller|more than|incorrect|impossible|cannot|unsolvable|not (?:allowed|possible)"
    r"|\berror\b|mindestens|menor|mayor|AssertionError|ValueError",
    re.IGNORECASE,
)
"""Matches a message by which a program rejects a small board."""

LARGEST_REFUSED = 3
"""The largest n that a program may reject as too small."""


@dataclass(slots=True)
class CallResult:
    """The run of a submission for one n, with facts that the referee does not need."""

    run: Run
    """The run, with the answers read as placements."""
    unread: Run
    answers: Answers
    answer_format: AnswerFormat
    emitted: tuple[Any, ...] = ()
    failure: str = ""
    """The failure that ended the run, as the harness names it; "": none."""
    load_error: str = ""
    """The error message of loading the program; "": it loaded."""
    begun: bool = True
    """Whether the program had begun to run when it ended."""
    printed: str = ""
    place: str = ""
    """The place in the source where the program was stopped; "": unknown."""
    aliased: bool = False
    memory_held_by: str = ""
    """The mechanism that limited the memory: "cgroup" or "polling"; "" if nothing ran."""
    plan: CallPlan = CallPlan("?")  # noqa: RUF009  # it is frozen
    labelled: bool = False
    """Whether the harness labelled the constraint variables, because the program did not."""
    kept_in: str = ""
    """The list or variable that held the answers; "": the program returned or printed them."""

    @property
    def never_began(self) -> bool:
        """Whether the program never began, or could not be started: the end is not its fault."""
        return not self.begun or self.run.ending.cause is Cause.NOT_STARTED

    @property
    def is_forged(self) -> bool:
        """Whether a record cannot be the harness's, so that no record counts."""
        return self.run.ending.cause in {Cause.BAD_RECORD, Cause.WRONG_COUNT}

    @property
    def count(self) -> int | None:
        """The number that the program gave; None if it gave placements, or no number."""
        return None if len(self.run.placements) else self.answers.count

    @property
    def is_refusal(self) -> bool:
        """Whether the program rejects n as too small."""
        if self.answers.n > LARGEST_REFUSED or len(self.run.placements):
            return False
        texts = [self.answers.printed, *(each for each in self.answers.values if type(each) is str)]
        cause = self.run.ending.cause
        if cause is Cause.FAILED and self.failure in {"error", "left"}:
            texts.append(self.run.ending.detail)
        elif cause is not Cause.DONE:
            return False
        return any(map(REFUSALS.search, texts))

    @property
    def only_says_none(self) -> bool:
        """Whether the program says in words that there is no solution, and prints nothing else."""
        text = self.answers.printed.strip()
        return "\n" not in text and NO_SOLUTION.search(in_english(text)) is not None

    def read_as(self, answer_format: AnswerFormat, problem: Problem | None = None) -> CallResult:
        """The outcome in this format, without the solutions that the problem's board forbids."""
        emitted = self.answers.read(answer_format)
        packer = pack(
            map(placement_of, emitted) if answer_format.by_lines else emitted, self.answers.n
        )
        packed = packer.placements()
        if answer_format.is_printed and self.unread.ending.cause is not Cause.DONE:
            packed, packer = packed[is_valid(packed)], pack((), self.answers.n)  # it was cut off
        if problem and not problem.is_plain:  # an attack is wrong on any board
            packed = packed[problem.allows(packed) | ~is_valid(packed)]
        shown = (f"interpreted as {answer_format.words}",) if emitted else ()
        run = replace(
            self.unread,
            placements=packed,
            remarks=(*shown, *self.unread.remarks),
            rejected=tuple(packer.rejected),
            rejected_counts=packer.rejected_counts,
            by_lines=answer_format.by_lines,
        )
        return replace(self, run=run, answer_format=answer_format, emitted=emitted)


def for_board(outcome: CallResult, n: int) -> CallResult:
    """The outcome of a program that takes no size, read as its answer for n."""
    answers = outcome.answers.for_board(n)
    unread = replace(outcome.unread, placements=outcome.unread.placements.reshape(0, n))
    return replace(outcome, unread=unread, answers=answers).read_as(choose_format({n: answers}))


def without_answers(outcome: CallResult, n: int) -> CallResult:
    """The outcome for n, without answers, of a program that ended before it was asked for n."""
    return for_board(replace(outcome, answers=Answers((), n, source=outcome.answers.source)), n)


TOO_OLD = "old"
"""The failure of a language that is too old; a harness sends it before it loads the program."""

CAUSES = {"memory": Cause.OUT_OF_MEMORY, TOO_OLD: Cause.CANNOT_RUN}
"""The causes of two failures; all others have the cause FAILED."""

PRINTED_BYTES = 4 << 20
"""The most bytes of a program's output that are kept for one n."""


PLACE = re.compile(r"\0at (line \d+, in \S+)\n")
"""Matches the line by which a harness reports the place of a program, while it computes."""

LOOKED_AT_CHARACTERS = 1 << 16
"""The most characters of output that are read if the program did not finish."""


class ProgramState(RunState):
    """The state of a running program."""

    def __init__(self, submission: Submission) -> None:
        super().__init__(submission.name, submission.paradigm)
        self.printed_bytes = PRINTED_BYTES

    @property
    def text(self) -> str:
        """The program's output, without the harness's reports of its place."""
        return PLACE.sub("", super().text)

    @property
    def place(self) -> str:
        """The place that the harness reported last; "" if it reported none."""
        places = PLACE.findall(super().text)
        return places[-1] if places else ""


LIMITED = {Status.TIME_LIMIT, Status.MEMORY_LIMIT, Status.OUTPUT_LIMIT}
"""The statuses of runs that reached a limit."""


class LoadingState(ProgramState):
    """The state of a program while it is loaded."""

    def __init__(self, submission: Submission) -> None:
        super().__init__(submission)
        self.loaded = LoadResult(Ending(Cause.DONE))

    def take(self, record: tuple[str, Any]) -> None:
        """Take in one record; raises ChannelError if it comes out of turn."""
        kind, data = record
        if self.ending:
            return
        if kind == "loading":
            self.note_begin()
        elif kind == "ready":
            self.note_ready()
            self.ending = Ending(Cause.DONE)
            self.loaded = LoadResult(
                self.ending,
                tuple(entries(data.get("entries", []))),
                without_folder(data["load_error"]),
                str(data.get("kind", "")),
                str(data.get("dialect", "")),
            )
        elif kind == "failed":
            if data["what"] == TOO_OLD and self.begun:
                raise ChannelError("the program says that its language is too old")
            cause = CAUSES.get(data["what"], Cause.FAILED)
            self.ending = Ending(cause, detail=without_folder(data["message"]))
        else:
            raise ChannelError("the program sent an answer before it was asked")


class AskedState(ProgramState):
    """The state of a program that answers for one n; its answers are read when it has ended.

    With ``is_last``, the process has to exit after its end record. The program is stopped after
    ``most`` answers.
    """

    def __init__(
        self, submission: Submission, limits: Limits, *, is_last: bool, most: float = math.inf
    ) -> None:
        super().__init__(submission)
        self.most = most
        self.answers: list[Any] = []
        self.free_bytes = limits.output_mib * 2**20
        self.single = False
        self.failure = self.kept = ""
        self.aliased = self.labelled = self.has_said_end = False
        self.is_last = is_last

    def take(self, record: tuple[str, Any]) -> None:
        """Take in one record; raises ChannelError if the harness cannot have sent it."""
        if self.has_said_end:
            raise ChannelError("the program continued after its end record")
        if self.ending:  # the record arrived together with the one that ended the run
            return
        kind, data = record
        if kind in ("answer", "value"):
            self.note_first()
            self.answers.append(answer := decode(data))
            self.single = kind == "value"
            self.free_bytes -= kept_bytes(answer)
            if self.free_bytes < 0:
                self.ending = Ending(Cause.ANSWERS)
            elif len(self.answers) >= self.most:
                self.ending = Ending(Cause.TOO_MANY, self.most)
        elif kind == "end":
            self.seconds, self.solutions = self._seconds_so_far(), data["count"]
            self.aliased = bool(data.get("aliased", False))
            self.labelled = bool(data.get("labelled", False))
            self.kept = str(data.get("kept", ""))
            self.has_said_end = True
            if not self.is_last:
                self.ending = Ending(Cause.DONE)
        elif kind == "failed":
            self.failure = str(data["what"])
            if self.failure == TOO_OLD:
                raise ChannelError("the program says that its language is too old")
            cause = CAUSES.get(self.failure, Cause.FAILED)
            self.ending = Ending(cause, detail=without_folder(data["message"]))

    def _seconds_so_far(self) -> float:
        """The seconds since the program was ready, by the clock that times the first answer."""
        if self.ready is None:
            raise ChannelError("an end without a beginning")
        return time.monotonic() - self.ready

    def ended_well(self, exit_code: int) -> bool:
        """Whether the end record came, and the process then exited with code 0."""
        return self.has_said_end and exit_code == 0


FOLDER = re.compile(r"[^\s\"']{0,200}\bqueens-\w{1,20}/program/(?:submission/)?")
"""Matches the folder where the sandbox runs a file."""


def without_folder(message: str) -> str:
    """The message without the sandbox's folder, which the user does not know."""
    return FOLDER.sub("", message) if "/program/" in message else message


def call_result(  # noqa: PLR0913, PLR0917  # the state, the question and the program
    state: AskedState,
    plan: CallPlan,
    n: int,
    loaded: LoadResult | None,
    sandbox: Runner,
    held_by: str = "",
    source: AnswerSource = AnswerSource.ANYWHERE,
) -> CallResult:
    """The result of a question, from its state at the end, in the format that fits best."""
    text = state.text
    before = loaded.printed if loaded else ""
    if plan.needs_new_process or not plan.entry:
        text, before = before + text, ""
    is_whole = state.ending and state.ending.cause is Cause.DONE
    looked_at = text if is_whole else text[:LOOKED_AT_CHARACTERS]
    values, single = without_names(tuple(state.answers), single=state.single)
    answers = Answers(values, n, single=single, printed=looked_at, source=source)
    state.check_count(len(state.answers))
    said = state.ending.detail if state.ending else ""
    if (
        (state.failure == "left" and not state.answers and text.strip())
        or (state.failure == "error" and not state.answers and SAYS_NONE.search(said))
        or (state.failure == "input" and plan.reads_n)  # it read its input to the end
    ):
        state.failure, state.ending = "", Ending(Cause.DONE)
    if (
        loaded
        and loaded.error
        and loaded.failure != "input"
        and plan.reads_n
        and state.ending == Ending(Cause.DONE)
    ):
        state.ending = Ending(Cause.FAILED, detail=loaded.error)
        state.failure = loaded.failure
    state.remarks.append(f"sandbox: {sandbox}")
    unread = state.finish(Packer(n))
    answer_format = choose_format({n: answers})
    outcome = CallResult(
        run=unread,
        unread=unread,
        answers=answers,
        answer_format=answer_format,
        failure=state.failure,
        load_error=loaded.error if loaded else "",
        begun=state.begun is not None,
        printed=before + text,
        place=state.place if unread.status in LIMITED else "",
        aliased=state.aliased,
        memory_held_by=held_by,
        plan=plan,
        labelled=state.labelled,
        kept_in=state.kept,
    )
    return outcome.read_as(answer_format)


def without_run(
    submission: Submission, n: int, sandbox: Runner, ending: Ending, failure: str = ""
) -> CallResult:
    """The outcome of a program that was not asked, with this ending and failure."""
    state = AskedState(submission, Limits(), is_last=True)
    state.ending, state.failure = ending, failure
    return call_result(state, CallPlan(), n, None, sandbox)
