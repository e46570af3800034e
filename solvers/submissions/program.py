"""A program that is asked for one n after another: in which language, way and process.

The first way that gives solutions is taken. One process answers for all n; where it fails after it
was asked for another n before, a new one is asked again, and that is what counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import islice
from typing import Self

from solvers.board.problem import KNOWN_COUNTS, Problem
from solvers.run.ending import Cause, Ending, Status
from solvers.run.limits import Limits
from solvers.submissions.guard import Guard
from solvers.submissions.outcome import Outcome, outcome_of
from solvers.submissions.place import Given
from solvers.submissions.reading import Answers, choose
from solvers.submissions.session import AskedRecord, Loaded, Session
from solvers.submissions.setting import Setting
from solvers.submissions.sizes import with_size
from solvers.submissions.submission import Submission
from solvers.submissions.way import Way
from solvers.submissions.ways import ways

TRIED_FOR = 4
"""The smallest n for which there are several solutions, and few."""

TRIAL_SECONDS = 5.0
"""How long a way may take for that."""

MOST_TRIED = 24
"""How many ways of one program are tried."""

LARGEST_FIXED = 12
"""Up to this n it is looked which board a program is made for."""

OTHER_LANGUAGE = {"unbound", "syntax", "package"}
"""What goes wrong where a file is written in another language than was thought."""


class Gives(IntEnum):
    """What a way to ask a program gives."""

    NOTHING = 0
    COUNT = 1
    """The right number."""
    SHAPED = 2
    """Placements, none of which is a solution."""
    SOLUTIONS = 3


@dataclass(slots=True)
class Program:
    """A submission that can be asked; a context manager at whose end no process of it is left."""

    submission: Submission
    limits: Limits
    guard: Guard
    setting: Setting = field(default_factory=Setting)
    _session: Session | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End its process, where there is one."""
        if self._session:
            self._session.close()
        self._session = None

    def ask(
        self,
        way: Way,
        n: int,
        *,
        fresh: bool = False,
        is_last: bool = False,
        limits: Limits | None = None,
    ) -> Outcome:
        """What the program answers for n; a new process is asked where ``fresh`` or none is there.

        With ``is_last`` it has to come to its end by itself. ``limits`` are narrower ones.
        """
        if fresh or way.needs_a_start:
            self.close()
        session = self._open(way, n)
        if not session.is_open:
            return self._not_begun(session, way, n)
        is_last = is_last or way.needs_a_start
        record = session.ask(
            way.entry,
            " ".join(way.arguments),
            n,
            is_last=is_last,
            limits=limits or self.limits,
        )
        self._forget_what_is_over()
        return outcome_of(record, session, way, n, self.setting.reads)

    def _forget_what_is_over(self) -> None:
        if self._session and not self._session.is_open:
            self.close()

    @property
    def times_asked(self) -> int:
        """How often the process that is asked next has been asked."""
        return self._session.asked if self._session else 0

    def _open(self, way: Way, n: int) -> Session:
        if self._session and self._session.is_open:
            return self._session
        self.close()
        submission = self.submission
        if way.size:
            text = with_size(submission.path.suffix.lower(), submission.text, way.size, n)
            submission = replace(submission, source=text.encode(errors="replace"))
        given = Given(
            argument=str(n) if way.started else "",
            text=self.setting.input_for(n) if way.started or self.setting.text is not None else "",
            packages=self.setting.packages,
        )
        self._session = Session(submission, self.limits, self.guard, given)
        self._session.load()
        return self._session

    def _not_begun(self, session: Session, way: Way, n: int) -> Outcome:
        """What came of it where it could not be loaded."""
        loaded = session.loaded
        assert loaded is not None  # noqa: S101  # it was just loaded
        record = AskedRecord(self.submission, self.limits, is_last=True)
        record.ending = loaded.ending
        record.printed = loaded.printed.encode(errors="replace")
        record.begun, record.ready = session.times
        outcome = outcome_of(record, session, way, n)
        self.close()
        return outcome

    def loaded(self) -> Loaded:
        """What came of loading the program as it is, in the process that is asked next."""
        found = self._open(Way(), TRIED_FOR).loaded
        assert found is not None  # noqa: S101  # it was just loaded
        return found


@dataclass(slots=True)
class Trial:
    """What came of trying a program: the way that is taken, what it gave, for which n."""

    program: Program
    """To be asked further, and closed."""
    way: Way
    gives: Gives
    outcome: Outcome
    alone: int | None = None
    """The one n that the program is made for; None where it takes any."""
    loaded: Loaded = field(default_factory=lambda: Loaded(Ending(Cause.DONE)))


def run_program(
    submission: Submission,
    problem: Problem,
    limits: Limits,
    guard: Guard,
    setting: Setting | None = None,
) -> Outcome:
    """Run the program, which knows only n; its answers are filtered by what the board allows."""
    setting = setting or Setting()
    n = problem.n
    trial = try_program(submission, limits, guard, setting, min(n, TRIED_FOR), limits.seconds)
    with trial.program as program:
        if trial.alone not in {None, n}:
            ending = Ending(Cause.CANNOT_RUN, detail=f"it is made for n = {trial.alone} alone")
            return without_run(submission, n, guard, ending)
        if trial.gives is Gives.NOTHING and _is_an_end(trial.outcome):
            return trial.outcome
        outcome = program.ask(trial.way, n, fresh=True, is_last=True)
    return outcome.read_as(outcome.reading, problem)


def without_run(submission: Submission, n: int, guard: Guard, ending: Ending) -> Outcome:
    """The outcome of a program that was not started."""
    record = AskedRecord(submission, Limits(), is_last=True)
    record.ending = ending
    session = Session(submission, Limits(), guard)
    return outcome_of(record, session, Way("", ("n",)), n)


def try_program(  # noqa: PLR0913, PLR0917  # what to run and how, and for what
    submission: Submission,
    limits: Limits,
    guard: Guard,
    setting: Setting,
    n: int,
    seconds: float = TRIAL_SECONDS,
) -> Trial:
    """The way to ask this program, found by asking it for n in one way after the other.

    Where no way gives anything, the likeliest one and what came of it. The likeliest may take
    ``seconds``.
    """
    languages = [one for one in (submission.language, *submission.others) if one.available]
    if not languages:
        language = submission.language
        ending = Ending(
            Cause.CANNOT_RUN, detail=f"{language.name} is not installed; cure: {language.cure}"
        )
        outcome = without_run(submission, n, guard, ending)
        return Trial(Program(submission, limits, guard), Way("", ("n",)), Gives.NOTHING, outcome)
    first: Trial | None = None
    for language in languages:
        program = Program(replace(submission, language=language), limits, guard, setting)
        trial = _try(program, n, seconds)
        if trial.gives > Gives.NOTHING:
            return trial
        first = first or trial
        trial.program.close()
        if not _may_be_another(trial):
            break
    assert first is not None  # noqa: S101  # there was a language
    return first


def _may_be_another(trial: Trial) -> bool:
    return bool({trial.loaded.kind, trial.outcome.failure} & OTHER_LANGUAGE)


def _try(program: Program, n: int, seconds: float) -> Trial:
    best: Trial | None = None
    try:
        loaded = program.loaded()
        for number, way in enumerate(islice(_ways(program, loaded), MOST_TRIED)):
            limits = program.limits
            if not way.fixed:
                longest = TRIAL_SECONDS if number else seconds
                limits = replace(limits, seconds=min(limits.seconds, longest))
            outcome = program.ask(way, n, limits=limits)
            trial = _judged(Trial(program, way, Gives.NOTHING, outcome, loaded=loaded))
            if best is None or trial.gives > best.gives:
                best = trial
            if trial.gives is Gives.SOLUTIONS or (way.is_usual and _is_an_end(outcome)):
                break
    except BaseException:
        program.close()
        raise
    assert best is not None  # noqa: S101  # there is always a way
    return best


def _ways(program: Program, loaded: Loaded) -> Iterator[Way]:
    if loaded.ending.cause is not Cause.DONE:
        return iter((Way("", ("n",)),))
    return ways(program.submission, loaded, takes_input=program.setting.text is not None)


def _is_an_end(outcome: Outcome) -> bool:
    """Whether it came to a limit, or to an end that no other way would change."""
    return (
        outcome.run.status is not Status.COMPLETE and outcome.run.ending.cause is not Cause.FAILED
    )


def _judged(trial: Trial) -> Trial:
    """The trial with what it gives, and for which n."""
    outcome, way = trial.outcome, trial.way
    if not way.fixed:
        trial.gives = _gives(outcome.answers, certain=way.called_for or way.needs_a_start)
        return trial
    if outcome.run.status is not Status.COMPLETE:
        return trial
    boards = [
        Answers(outcome.answers.values, n, outcome.answers.single, outcome.answers.printed)
        for n in range(2, LARGEST_FIXED + 1)
    ]
    gives = {one.n: _gives(one, certain=False) for one in boards}
    trial.alone = max(gives, key=lambda n: (gives[n], n == 8, n))
    trial.gives = gives[trial.alone]
    if trial.gives is Gives.NOTHING:
        trial.alone = None
    return trial


def _gives(answers: Answers, *, certain: bool) -> Gives:
    """What the answers are; of what nobody called for, only what is right counts."""
    score = answers.score(choose({answers.n: answers}))
    if score.right and (certain or score.right == score.items):
        return Gives.SOLUTIONS
    if certain and score.items and score.items == score.fitting == score.on_board:
        return Gives.SHAPED
    return Gives.COUNT if answers.count == KNOWN_COUNTS[answers.n] else Gives.NOTHING
