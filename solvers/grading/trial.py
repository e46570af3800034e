"""The way to ask a program, found by trying one after the other: the first that gives solutions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import islice

from solvers.execution.ending import Cause, Ending, Status
from solvers.execution.limits import Limits
from solvers.grading.asked import Loaded
from solvers.grading.asking import Program
from solvers.grading.guard import Guard
from solvers.grading.outcome import Outcome, without_run
from solvers.grading.reading import Answers, choose
from solvers.grading.setting import Setting
from solvers.grading.submission import Submission
from solvers.grading.way import Way
from solvers.grading.ways import READS, nothing_to_call, ways
from solvers.puzzle.problem import KNOWN_COUNTS

TRIED_FOR = 4
"""The smallest n for which there are several solutions, and few."""

TRIAL_SECONDS, HELPER_SECONDS = 5.0, 2.0
"""How long a way may take for that: one whose name is called for, and any other."""

MOST_TRIED = 24
"""How many ways of one program are tried."""

USUAL_FIXED = 8
"""The board that most programs are made for that are made for one."""

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
    ALL = 4
    """Exactly the solutions."""


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
    is_over: bool = False
    """Whether there is nothing to ask it: it was not loaded, or nothing in it can be called."""

    @property
    def has_ended(self) -> bool:
        """Whether it gave nothing, and came to an end that it would come to again."""
        return self.gives is Gives.NOTHING and _is_an_end(self.outcome)


def try_program(  # noqa: PLR0913, PLR0917  # what to run and how, and for what
    submission: Submission,
    limits: Limits,
    guard: Guard,
    setting: Setting,
    n: int,
    seconds: float = TRIAL_SECONDS,
    *,
    as_it_is: bool = False,
) -> Trial:
    """The way to ask this program, found by asking it for n in one way after the other.

    Where no way gives anything, the likeliest one and what came of it. The likeliest may take
    ``seconds``. ``as_it_is``: it is told no n.
    """
    languages = [one for one in (submission.language, *submission.others) if one.available]
    if not languages:
        language = submission.language
        ending = Ending(
            Cause.CANNOT_RUN, detail=f"{language.name} is not installed; cure: {language.cure}"
        )
        outcome = without_run(submission, n, guard, ending)
        program = Program(submission, limits, guard)
        return Trial(program, Way("", ("n",)), Gives.NOTHING, outcome, is_over=True)
    first: Trial | None = None
    for language in languages:
        program = Program(replace(submission, language=language), limits, guard, setting)
        trial = _try(program, n, seconds, as_it_is=as_it_is)
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


def _try(program: Program, n: int, seconds: float, *, as_it_is: bool) -> Trial:
    trials: list[Trial] = []
    try:
        loaded = program.loaded()
        possible = (way for way in _ways(program, loaded) if way.fixed or not as_it_is)
        named_fails = False
        for number, way in enumerate(islice(possible, MOST_TRIED)):
            if named_fails and not way.called_for:
                continue  # a helper that is right makes no wrong program right
            limits = program.limits
            if not way.fixed:
                other = TRIAL_SECONDS if way.called_for else HELPER_SECONDS
                longest = other if number else seconds
                limits = replace(limits, seconds=min(limits.seconds, longest))
            outcome = program.ask(way, USUAL_FIXED if way.fixed else n, limits=limits)
            trial = _judged(Trial(program, way, Gives.NOTHING, outcome, loaded=loaded))
            trials.append(trial)
            named_fails = named_fails or (way.is_named_queens and trial.gives is Gives.NOTHING)
            enough = Gives.ALL if way.fixed else Gives.SOLUTIONS
            if trial.gives >= enough or (way.is_usual and _is_an_end(outcome)):
                break
    except BaseException:
        program.close()
        raise
    best = max(trials, key=lambda trial: trial.gives)  # the first of equals
    if best.gives > Gives.NOTHING:
        return best
    called = [trial for trial in trials if trial.way.called_for and trial.way.entry]
    printing = [trial for trial in trials if trial.outcome.printed.strip()]
    likeliest = (called or printing or trials)[0]
    return likeliest if called else _without_a_way(likeliest, n)


def _without_a_way(trial: Trial, n: int) -> Trial:
    """The trial of a program in which nothing is called for, with the reason as its end."""
    loaded, program = trial.loaded, trial.program
    if loaded.ending.cause is not Cause.DONE:
        return replace(trial, is_over=True)
    if _is_an_end(trial.outcome):
        return trial
    if loaded.error:
        failure, why = loaded.kind, loaded.error
    elif trial.outcome.printed.strip():
        return trial
    else:
        failure, why = "missing", nothing_to_call(program.submission, loaded)
    ending = Ending(Cause.FAILED, detail=why)
    outcome = without_run(program.submission, n, program.guard, ending, failure)
    outcome.load_error, outcome.begun = loaded.error, True
    return replace(trial, outcome=outcome, is_over=True)


def _ways(program: Program, loaded: Loaded) -> Iterator[Way]:
    if loaded.ending.cause is not Cause.DONE:
        only = [Way("?", ("n",), called_for=False)]
        reads = READS.search(program.submission.text)
        return iter([*only, Way(started=True)] if reads else only)
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
    gives = {one.n: _gives(one, certain=way.called_for) for one in boards}
    # A number that is printed says nothing of the board that it may be meant for.
    gives |= {n: Gives.NOTHING for n in gives if n != USUAL_FIXED and gives[n] is Gives.COUNT}
    trial.alone = max(gives, key=lambda n: (gives[n], n == USUAL_FIXED, n))
    trial.gives = gives[trial.alone]
    if trial.gives is Gives.NOTHING:
        trial.alone = None
    return trial


def _gives(answers: Answers, *, certain: bool) -> Gives:
    """What the answers are; of what nobody called for, only what is right counts."""
    score = answers.score(choose({answers.n: answers}))
    if score.right and score.right == score.items == KNOWN_COUNTS[answers.n]:
        return Gives.ALL
    if score.right and (certain or score.right == score.items):
        return Gives.SOLUTIONS
    if certain and score.items and score.items == score.fitting == score.on_board:
        return Gives.SHAPED
    return Gives.COUNT if answers.count == KNOWN_COUNTS[answers.n] else Gives.NOTHING
