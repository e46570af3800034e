"""Find the call that asks a program for n: try one after another until one gives solutions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import islice

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Status
from solvers.grading.answers.answer_format import Answers, choose_format
from solvers.grading.answers.value_parser import is_drawn, is_row
from solvers.grading.call_result import CallResult, without_answers, without_run
from solvers.grading.calls import (
    READS,
    CallPlan,
    LoadResult,
    call_candidates,
    size_variables,
    takes_a_size,
)
from solvers.grading.running_submission import RunningSubmission
from solvers.grading.sandbox import Runner
from solvers.grading.submission import CheckOptions, Submission
from solvers.install_hint import with_install_hint
from solvers.puzzle.problem import KNOWN_COUNTS, Problem

TRIED_FOR = 4
"""The n for which calls are tried: the smallest with several solutions."""

LARGEST_COMPARED = 6
"""The largest n for which the diagnosis compares answers with those of known mistakes."""

TRIAL_SECONDS, HELPER_SECONDS = 5.0, 2.0
"""The time limit of a trial if the name promises solutions, and of any other trial."""

MOST_TRIED = 24
"""The most calls that are tried for one program."""

USUAL_ONLY_N = 8
"""The usual size of a program that solves one board only."""

LARGEST_ONLY_N = 12
"""The largest size that is tried as the only size of a program."""

OTHER_LANGUAGE = {"unbound", "syntax", "package"}
"""The failures that suggest that the file is in another language."""


class Quality(IntEnum):
    """The answers of a trial, from useless to perfect."""

    NOTHING = 0
    COUNT = 1
    """The right number of solutions."""
    WRONG_PLACEMENTS = 2
    """Placements, none of which is a solution."""
    SOLUTIONS = 3
    """Solutions, perhaps not all, perhaps beside wrong placements."""
    ALL = 4
    """All solutions, and nothing else."""


@dataclass(slots=True)
class Trial:
    """A trial of a program: the plan, the quality of its answers, and their outcome."""

    program: RunningSubmission
    """The program, which the caller can ask for more n, and closes."""
    plan: CallPlan
    quality: Quality
    outcome: CallResult
    only_n: int | None = None
    """The only n that the program is made for; None if it takes any n."""
    constant: str = ""
    """The variable that holds ``only_n``, if the program ignores the n of the call; "": none."""
    loaded: LoadResult = field(default_factory=lambda: LoadResult(Ending(Cause.DONE)))
    unusual_entry: str = ""
    """A function of n with an unusual name that gave placements, not all right; "": none."""
    cannot_be_asked: bool = False
    """Whether the program cannot be asked: it did not load, or has nothing to call."""

    @property
    def only_reads_n(self) -> bool:
        """Whether the program was started to read n, and can be asked in no other way."""
        return self.plan.reads_n and (self.loaded.failure == "input" or not self.loaded.entries)

    @property
    def was_stopped(self) -> bool:
        """Whether the trial gave nothing and was stopped; another trial would end the same way."""
        return self.quality is Quality.NOTHING and _was_stopped(self.outcome)


def find_call(  # noqa: PLR0913, PLR0917  # the program, its limits and the options
    submission: Submission,
    limits: Limits,
    sandbox: Runner,
    options: CheckOptions,
    n: int,
    seconds: float = TRIAL_SECONDS,
) -> Trial:
    """Try the program's calls for n until one gives solutions; return the best trial.

    A call without n has to give all; an obvious call that is stopped ends the search, too.

    Another language is tried only if the failure suggests it (OTHER_LANGUAGE). If no call gives
    anything, this is the trial of the likeliest one. The first call may take ``seconds``, later
    ones TRIAL_SECONDS or HELPER_SECONDS; calls without n have the whole limit.
    """
    possible = submission.language, *submission.others
    languages = [language for language in possible if sandbox.has(language)]
    if not languages:
        language = submission.language
        ending = Ending(
            Cause.CANNOT_RUN,
            detail=with_install_hint(f"{language.name} is not installed", language.install),
        )
        outcome = without_run(submission, n, sandbox, ending)
        program = RunningSubmission(submission, limits, sandbox)
        return Trial(program, CallPlan(), Quality.NOTHING, outcome, cannot_be_asked=True)
    first: Trial | None = None
    for language in languages:
        program = RunningSubmission(
            replace(submission, language=language), limits, sandbox, options
        )
        trial = _try(program, n, seconds)
        if trial.quality > Quality.NOTHING:
            return trial
        first = first or trial
        trial.program.close()
        if not {trial.loaded.failure, trial.outcome.failure} & OTHER_LANGUAGE:
            break
    assert first is not None  # noqa: S101  # the loop ran at least once
    return first


def _try(program: RunningSubmission, n: int, seconds: float) -> Trial:
    trials: list[Trial] = []
    try:
        loaded = program.loaded()
        named_fails = has_named_answers = False
        for number, plan in enumerate(islice(_plans(program, loaded), MOST_TRIED)):
            # A right helper does not make a wrong program right. After a program that shows
            # some solutions, only a plain function is tried.
            if (named_fails and not plan.promises_solutions) or (
                not plan.calls_function_of_n and any(map(_shows_some, trials))
            ):
                continue
            limits = program.limits
            if not plan.without_n:
                other = TRIAL_SECONDS if plan.promises_solutions else HELPER_SECONDS
                longest = other if number else seconds
                limits = replace(limits, seconds=min(limits.seconds, longest))
            outcome = program.ask(plan, USUAL_ONLY_N if plan.without_n else n, limits=limits)
            trial = _rated(Trial(program, plan, Quality.NOTHING, outcome, loaded=loaded))
            if plan.is_obvious and trial.quality < Quality.SOLUTIONS:
                trial = _for_another_board(_for_its_constant(trial, limits), limits)
            # Some solutions in the output do not outweigh wrong answers of the named function.
            least = Quality.ALL if has_named_answers else Quality.SOLUTIONS
            if named_fails and plan.without_n and trial.quality < least:
                trial = replace(trial, quality=Quality.NOTHING, only_n=None)
            trials.append(trial)
            if _named_call_fails(trial):
                named_fails = True
                answers = trial.outcome.answers
                has_rows = trial.quality is Quality.WRONG_PLACEMENTS or _has_rows(answers)
                has_named_answers = has_named_answers or has_rows
            if _is_enough(trial):
                break
    except BaseException:
        program.close()
        raise
    if not trials:  # no definition has the name that the user gave
        outcome = without_run(program.submission, n, program.sandbox, Ending(Cause.DONE))
        nothing = Trial(program, CallPlan(), Quality.NOTHING, outcome, loaded=loaded)
        return _with_reason(nothing, n)
    return _best_trial(trials, n)


def _is_enough(trial: Trial) -> bool:
    """Whether to try no other call: this one gives solutions, or a usual one was stopped."""
    enough = Quality.ALL if trial.plan.without_n else Quality.SOLUTIONS
    is_known = takes_a_size(trial.program.submission, trial.loaded, trial.plan)
    is_last = trial.plan.is_obvious and is_known and _was_stopped(trial.outcome)
    return is_last or (trial.quality >= enough and not _shows_some(trial))


def _shows_some(trial: Trial) -> bool:
    """Whether the program reads n and shows only some solutions; a function may give all."""
    answers = trial.outcome.answers
    fit = answers.fit(choose_format({answers.n: answers}))
    is_right = trial.plan.reads_n and trial.quality is Quality.SOLUTIONS
    return is_right and fit.right == fit.items < KNOWN_COUNTS[answers.n]


def _best_trial(trials: list[Trial], n: int) -> Trial:
    """The best trial; if none gives anything, the trial of the likeliest call."""
    best = max(trials, key=lambda trial: trial.quality)  # the first of equals
    if best.quality > Quality.NOTHING:
        return best
    called = [trial for trial in trials if trial.plan.promises_solutions and trial.plan.entry]
    printing = [trial for trial in trials if trial.outcome.printed.strip()]
    usual = [
        trial for trial in called if trial.plan.is_obvious and trial.outcome.answers.printed.strip()
    ]
    named = [
        trial for trial in called if trial.plan.is_named_queens and trial.plan.calls_function_of_n
    ]
    started = [trial for trial in trials if trial.only_reads_n]
    giving = [trial for trial in called if any(trial.outcome.answers.values)]
    likeliest = (usual or started or named or giving or called or printing or trials)[0]
    if called:  # a method whose name promises solutions goes before its class
        methods = (
            each for each in called if each.plan.entry.startswith(f"{likeliest.plan.entry}.")
        )
        return next(methods, likeliest)
    unusual_entry = next((trial.plan.entry for trial in trials if _gives_placements(trial)), "")
    return _with_reason(replace(likeliest, unusual_entry=unusual_entry), n)


def _gives_placements(trial: Trial) -> bool:
    """Whether the call of a function with n alone gave placements, right or wrong."""
    plan, outcome = trial.plan, trial.outcome
    is_plain = plan.calls_function_of_n and outcome.run.status is Status.COMPLETE
    return (
        is_plain
        and takes_a_size(trial.program.submission, trial.loaded, plan)
        and _quality_of(outcome.answers, certain=True) >= Quality.WRONG_PLACEMENTS
    )


def _named_call_fails(trial: Trial) -> bool:
    """Whether the function named queens gives wrong answers or fails.

    So does a program that reads n while it is loaded.
    """
    if trial.quality >= Quality.SOLUTIONS:
        return False
    if trial.plan.reads_n and trial.loaded.failure == "input":
        parsed = trial.outcome.answers.parsed
        has_shown = bool(parsed.items or not parsed.is_explained)
        return trial.quality is Quality.WRONG_PLACEMENTS or (
            trial.quality is Quality.NOTHING and has_shown
        )
    if not trial.plan.is_named_queens:
        return False
    if any(entry.is_class for entry in trial.loaded.entries if entry.name == trial.plan.entry):
        return False
    answers = trial.outcome.answers
    has_answered = not answers.says_none or not (answers.values or answers.single)
    return bool(trial.outcome.failure or answers.parsed.items or has_answered)


def _has_rows(answers: Answers) -> bool:
    """Whether the function returned a list of rows, or several, of any length."""
    values = answers.values
    lists = (values,) if all(map(is_row, values)) else values
    return bool(values) and all(
        isinstance(rows, tuple) and all(map(is_row, rows)) for rows in lists
    )


def _with_reason(trial: Trial, n: int) -> Trial:
    """The trial of a program without an obvious call.

    The program ``cannot_be_asked`` if it did not load, or if its run ended by itself, printed
    nothing, and did not fail while it only reads n. The ending then has the reason.
    """
    loaded, program = trial.loaded, trial.program
    if loaded.ending.cause is not Cause.DONE:
        return replace(trial, cannot_be_asked=True)
    if _was_stopped(trial.outcome) or (trial.only_reads_n and trial.outcome.failure):
        return trial
    if loaded.error and not trial.only_reads_n:
        failure, why = loaded.failure, loaded.error
    elif trial.outcome.printed.strip():
        return trial
    else:
        failure, why = "missing", f"queens check {program.submission.name} says what is missing"
    ending = Ending(Cause.FAILED, detail=why)
    outcome = without_run(program.submission, n, program.sandbox, ending, failure)
    outcome.load_error, outcome.begun = loaded.error, True
    return replace(trial, outcome=outcome, cannot_be_asked=True)


def _plans(program: RunningSubmission, loaded: LoadResult) -> Iterator[CallPlan]:
    if loaded.ending.cause is not Cause.DONE:
        only = [CallPlan("?", promises_solutions=False)]
        reads = READS.search(program.submission.text)
        return iter([*only, CallPlan(reads_n=True)] if reads else only)
    # A program that reads input while it is loaded counts as one that takes input.
    takes_input = program.options.text is not None or loaded.failure == "input"
    return call_candidates(program.submission, loaded, takes_input=takes_input)


def _was_stopped(outcome: CallResult) -> bool:
    """Whether the run ended early, and not by an error of the program: at a limit, for example."""
    return (
        outcome.run.status is not Status.COMPLETE and outcome.run.ending.cause is not Cause.FAILED
    )


def _rated(trial: Trial) -> Trial:
    """The trial with ``quality`` and, if the plan passes no n, ``only_n``."""
    outcome, plan = trial.outcome, trial.plan
    if not plan.without_n:
        trial.quality = _quality_of(
            outcome.answers, certain=plan.promises_solutions or plan.needs_new_process
        )
        return trial
    if outcome.run.status is not Status.COMPLETE:
        return trial
    by_size = [outcome.answers.for_board(n) for n in range(TRIED_FOR, LARGEST_ONLY_N + 1)]
    quality = {board.n: _quality_of(board, certain=plan.promises_solutions) for board in by_size}
    # A printed number does not name its board, so it counts for the usual size only.
    quality |= {
        board.n: Quality.NOTHING
        for board in by_size
        if (board.n != USUAL_ONLY_N and quality[board.n] is Quality.COUNT)
        or board.are_any_numbers(choose_format({board.n: board}))
    }
    trial.only_n = max(quality, key=lambda n: (quality[n], n == USUAL_ONLY_N, n))
    trial.quality = quality[trial.only_n]
    if trial.quality is Quality.NOTHING:
        source = trial.program.submission
        sizes = {size for _, size in size_variables(source.suffix, source.text)}
        is_known = outcome.only_says_none and len(sizes) == 1 and sizes <= quality.keys()
        trial.only_n = sizes.pop() if is_known else None
    return trial


def _for_its_constant(trial: Trial, limits: Limits) -> Trial:
    """The trial for the size in a constant of the source, if the answers are for that size."""
    program, plan, answers = trial.program, trial.plan, trial.outcome.answers
    source = program.submission
    for name, size in size_variables(source.suffix, source.text):
        # A number or a list for a small board may be right for another one by chance.
        if not max(TRIED_FOR, answers.n) < size <= LARGEST_ONLY_N:
            continue
        quality = _quality_of(answers.for_board(size), certain=plan.promises_solutions)
        if quality is Quality.NOTHING:
            continue
        outcome = program.ask(plan, size, limits=limits)
        is_same = (outcome.answers.values, outcome.printed) == (
            answers.values,
            trial.outcome.printed,
        )
        is_right = quality in {Quality.SOLUTIONS, Quality.ALL}
        if is_same or (
            is_right and _quality_of(outcome.answers, certain=plan.promises_solutions) is quality
        ):
            return replace(trial, outcome=outcome, quality=quality, only_n=size, constant=name)
    return trial


def _for_another_board(trial: Trial, limits: Limits) -> Trial:
    """The trial, rated again if the named function may solve another board.

    Its answers are all solutions for n - 1 or n + 1; or it gives nothing for n, and the answers for
    n + 1 are rated instead.
    """
    program, plan, answers = trial.program, trial.plan, trial.outcome.answers
    is_sure = plan.is_named_queens and plan.calls_function_of_n and trial.quality is Quality.NOTHING
    if not is_sure or not takes_a_size(program.submission, trial.loaded, plan):
        return trial
    if answers.values and not answers.says_none:
        return replace(trial, quality=_off_by_one(answers))
    if trial.outcome.run.status is Status.COMPLETE and not answers.printed.strip():
        answers = program.ask(plan, answers.n + 1, limits=limits).answers
        return replace(trial, quality=max(_quality_of(answers, certain=True), _off_by_one(answers)))
    return trial


def _off_by_one(answers: Answers) -> Quality:
    """SOLUTIONS if the answers are all solutions for one queen more or less, else NOTHING."""
    boards = (answers.for_board(n) for n in (answers.n - 1, answers.n + 1) if n > 0)
    is_other = any(_quality_of(board, certain=True) is Quality.ALL for board in boards)
    return Quality.SOLUTIONS if is_other else Quality.NOTHING


def _quality_of(answers: Answers, *, certain: bool) -> Quality:
    """The quality of the answers.

    If the call is not ``certain``, one wrong placement makes all placements count for nothing.
    """
    fit = answers.fit(choose_format({answers.n: answers}))
    if fit.right and fit.right == fit.items == KNOWN_COUNTS[answers.n]:
        return Quality.ALL
    if fit.right and (certain or fit.right == fit.items):
        return Quality.SOLUTIONS
    is_read = 0 < fit.items == fit.fitting == fit.on_board
    if certain and (is_read or (answers.values and all(map(is_drawn, answers.values)))):
        return Quality.WRONG_PLACEMENTS
    return Quality.COUNT if answers.count == KNOWN_COUNTS[answers.n] else Quality.NOTHING


def run_program(
    submission: Submission,
    problem: Problem,
    limits: Limits,
    sandbox: Runner,
    options: CheckOptions | None = None,
) -> CallResult:
    """Run the program for the problem's n, and leave out solutions that the problem forbids.

    The program does not know the prefix or the blocked squares.
    """
    options = options or CheckOptions()
    n = problem.n
    trial = find_call(submission, limits, sandbox, options, min(n, TRIED_FOR), limits.seconds)
    with trial.program as program:
        if trial.only_n not in {None, n}:
            ending = Ending(Cause.CANNOT_RUN, detail=f"it is made for n = {trial.only_n} alone")
            return without_run(submission, n, sandbox, ending)
        if trial.cannot_be_asked or trial.was_stopped:  # the trial may be for a smaller n
            is_asked = trial.outcome.answers.n == n
            return trial.outcome if is_asked else without_answers(trial.outcome, n)
        outcome = program.ask(trial.plan, n, fresh=True, is_last=True)
    return outcome.read_as(outcome.answer_format, problem)
