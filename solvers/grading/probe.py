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
    Loaded,
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

USUAL_FIXED = 8
"""The usual size of a program that solves one board only."""

LARGEST_FIXED = 12
"""The largest size that is tried as the only size of a program."""

OTHER_LANGUAGE = {"unbound", "syntax", "package"}
"""The failures that suggest that the file is in another language."""


class Gives(IntEnum):
    """The answers of a trial, from useless to perfect."""

    NOTHING = 0
    COUNT = 1
    """The right number of solutions."""
    SHAPED = 2
    """Placements, none of which is a solution."""
    SOLUTIONS = 3
    ALL = 4
    """All solutions, and nothing else."""


@dataclass(slots=True)
class Probe:
    """A trial of a program: the plan, the kind of its answers, and their outcome."""

    program: RunningSubmission
    """The program, which the caller can ask for more n, and closes."""
    plan: CallPlan
    gives: Gives
    outcome: CallResult
    alone: int | None = None
    """The only n that the program is made for; None if it takes any n."""
    constant: str = ""
    """The variable that holds ``alone``, if the program ignores the n of the call; "": none."""
    loaded: Loaded = field(default_factory=lambda: Loaded(Ending(Cause.DONE)))
    unnamed: str = ""
    """A function of n with an unusual name that gave placements, not all right; "": none."""
    is_over: bool = False
    """Whether the program cannot be asked: it did not load, or has nothing to call."""

    @property
    def has_read(self) -> bool:
        """Whether the program was started to read n, and can be asked in no other way."""
        return self.plan.started and (self.loaded.kind == "input" or not self.loaded.entries)

    @property
    def was_stopped(self) -> bool:
        """Whether the trial gave nothing and was stopped; another trial would end the same way."""
        return self.gives is Gives.NOTHING and _is_an_end(self.outcome)


def probe_program(  # noqa: PLR0913, PLR0917  # the program, its limits and the options
    submission: Submission,
    limits: Limits,
    sandbox: Runner,
    options: CheckOptions,
    n: int,
    seconds: float = TRIAL_SECONDS,
) -> Probe:
    """Try the program's calls for n, in each language that it may be in; return the best trial.

    If no call gives anything, this is the trial of the likeliest one. The first call may take
    ``seconds``.
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
        return Probe(program, CallPlan(), Gives.NOTHING, outcome, is_over=True)
    first: Probe | None = None
    for language in languages:
        program = RunningSubmission(
            replace(submission, language=language), limits, sandbox, options
        )
        probe = _try(program, n, seconds)
        if probe.gives > Gives.NOTHING:
            return probe
        first = first or probe
        probe.program.close()
        if not {probe.loaded.kind, probe.outcome.failure} & OTHER_LANGUAGE:
            break
    assert first is not None  # noqa: S101  # the loop ran at least once
    return first


def _try(program: RunningSubmission, n: int, seconds: float) -> Probe:
    probes: list[Probe] = []
    try:
        loaded = program.loaded()
        named_fails = has_named_answers = False
        for number, plan in enumerate(islice(_plans(program, loaded), MOST_TRIED)):
            # A right helper does not make a wrong program right.
            if (named_fails and not plan.promises_solutions) or (
                not plan.is_plain and any(map(_shows_some, probes))
            ):
                continue
            limits = program.limits
            if not plan.fixed:
                other = TRIAL_SECONDS if plan.promises_solutions else HELPER_SECONDS
                longest = other if number else seconds
                limits = replace(limits, seconds=min(limits.seconds, longest))
            outcome = program.ask(plan, USUAL_FIXED if plan.fixed else n, limits=limits)
            probe = _rated(Probe(program, plan, Gives.NOTHING, outcome, loaded=loaded))
            if plan.is_usual and probe.gives < Gives.SOLUTIONS:
                probe = _for_another_board(_for_its_constant(probe, limits), limits)
            # Some solutions in the output do not outweigh wrong answers of the named function.
            least = Gives.ALL if has_named_answers else Gives.SOLUTIONS
            if named_fails and plan.fixed and probe.gives < least:
                probe = replace(probe, gives=Gives.NOTHING, alone=None)
            probes.append(probe)
            if _is_refuted(probe):
                named_fails = True
                answers = probe.outcome.answers
                has_rows = probe.gives is Gives.SHAPED or _has_rows(answers)
                has_named_answers = has_named_answers or has_rows
            if _is_enough(probe):
                break
    except BaseException:
        program.close()
        raise
    if not probes:  # no definition has the name that the user gave
        outcome = without_run(program.submission, n, program.sandbox, Ending(Cause.DONE))
        nothing = Probe(program, CallPlan(), Gives.NOTHING, outcome, loaded=loaded)
        return _without_a_plan(nothing, n)
    return _likeliest(probes, n)


def _is_enough(probe: Probe) -> bool:
    """Whether to try no other call: this one gives solutions, or a usual one was stopped."""
    enough = Gives.ALL if probe.plan.fixed else Gives.SOLUTIONS
    is_known = takes_a_size(probe.program.submission, probe.loaded, probe.plan)
    is_last = probe.plan.is_usual and is_known and _is_an_end(probe.outcome)
    return is_last or (probe.gives >= enough and not _shows_some(probe))


def _shows_some(probe: Probe) -> bool:
    """Whether the program reads n and shows only some solutions; a function may give all."""
    answers = probe.outcome.answers
    score = answers.score(choose_format({answers.n: answers}))
    is_right = probe.plan.started and probe.gives is Gives.SOLUTIONS
    return is_right and score.right == score.items < KNOWN_COUNTS[answers.n]


def _likeliest(probes: list[Probe], n: int) -> Probe:
    """The best trial; if none gives anything, the trial of the likeliest call."""
    best = max(probes, key=lambda probe: probe.gives)  # the first of equals
    if best.gives > Gives.NOTHING:
        return best
    called = [probe for probe in probes if probe.plan.promises_solutions and probe.plan.entry]
    printing = [probe for probe in probes if probe.outcome.printed.strip()]
    usual = [
        called_plan
        for called_plan in called
        if called_plan.plan.is_usual and called_plan.outcome.answers.printed.strip()
    ]
    named = [probe for probe in called if probe.plan.is_named_queens and probe.plan.is_plain]
    started = [probe for probe in probes if probe.has_read]
    giving = [probe for probe in called if any(probe.outcome.answers.values)]
    likeliest = (usual or started or named or giving or called or printing or probes)[0]
    if called:  # a method whose name promises solutions goes before its class
        methods = (
            each for each in called if each.plan.entry.startswith(f"{likeliest.plan.entry}.")
        )
        return next(methods, likeliest)
    unnamed = next((probe.plan.entry for probe in probes if _gives_placements(probe)), "")
    return _without_a_plan(replace(likeliest, unnamed=unnamed), n)


def _gives_placements(probe: Probe) -> bool:
    """Whether the call of a function with n alone gave placements, right or wrong."""
    plan, outcome = probe.plan, probe.outcome
    is_plain = plan.is_plain and outcome.run.status is Status.COMPLETE
    return (
        is_plain
        and takes_a_size(probe.program.submission, probe.loaded, plan)
        and _kind_of(outcome.answers, certain=True) >= Gives.SHAPED
    )


def _is_refuted(probe: Probe) -> bool:
    """Whether the obvious call, or the run that reads n, gives wrong answers or fails."""
    if probe.gives >= Gives.SOLUTIONS:
        return False
    if probe.plan.started and probe.loaded.kind == "input":
        parsed = probe.outcome.answers.parsed
        has_shown = bool(parsed.items or not parsed.is_explained)
        return probe.gives is Gives.SHAPED or (probe.gives is Gives.NOTHING and has_shown)
    if not probe.plan.is_named_queens:
        return False
    if any(entry.is_class for entry in probe.loaded.entries if entry.name == probe.plan.entry):
        return False
    answers = probe.outcome.answers
    has_answered = not answers.says_none or not (answers.values or answers.single)
    return bool(probe.outcome.failure or answers.parsed.items or has_answered)


def _has_rows(answers: Answers) -> bool:
    """Whether the function returned a list of rows, or several, of any length."""
    values = answers.values
    lists = (values,) if all(map(is_row, values)) else values
    return bool(values) and all(
        isinstance(rows, tuple) and all(map(is_row, rows)) for rows in lists
    )


def _without_a_plan(probe: Probe, n: int) -> Probe:
    """The trial of a program without an obvious call; the run's ending names the reason."""
    loaded, program = probe.loaded, probe.program
    if loaded.ending.cause is not Cause.DONE:
        return replace(probe, is_over=True)
    if _is_an_end(probe.outcome) or (probe.has_read and probe.outcome.failure):
        return probe
    if loaded.error and not probe.has_read:
        failure, why = loaded.kind, loaded.error
    elif probe.outcome.printed.strip():
        return probe
    else:
        failure, why = "missing", f"queens check {program.submission.name} says what is missing"
    ending = Ending(Cause.FAILED, detail=why)
    outcome = without_run(program.submission, n, program.sandbox, ending, failure)
    outcome.load_error, outcome.begun = loaded.error, True
    return replace(probe, outcome=outcome, is_over=True)


def _plans(program: RunningSubmission, loaded: Loaded) -> Iterator[CallPlan]:
    if loaded.ending.cause is not Cause.DONE:
        only = [CallPlan("?", promises_solutions=False)]
        reads = READS.search(program.submission.text)
        return iter([*only, CallPlan(started=True)] if reads else only)
    # A program that reads input while it is loaded counts as one that takes input.
    takes_input = program.options.text is not None or loaded.kind == "input"
    task = program.options.task
    return call_candidates(program.submission, loaded, task, takes_input=takes_input)


def _is_an_end(outcome: CallResult) -> bool:
    """Whether the run ended early, and not by an error of the program: at a limit, for example."""
    return (
        outcome.run.status is not Status.COMPLETE and outcome.run.ending.cause is not Cause.FAILED
    )


def _rated(probe: Probe) -> Probe:
    """The trial with ``gives`` and, if the plan is fixed, ``alone``."""
    outcome, plan = probe.outcome, probe.plan
    if not plan.fixed:
        probe.gives = _kind_of(
            outcome.answers, certain=plan.promises_solutions or plan.needs_a_start
        )
        return probe
    if outcome.run.status is not Status.COMPLETE:
        return probe
    boards = [outcome.answers.for_board(n) for n in range(TRIED_FOR, LARGEST_FIXED + 1)]
    gives = {board.n: _kind_of(board, certain=plan.promises_solutions) for board in boards}
    # A printed number does not name its board, so it counts for the usual size only.
    gives |= {
        board.n: Gives.NOTHING
        for board in boards
        if (board.n != USUAL_FIXED and gives[board.n] is Gives.COUNT)
        or board.are_any_numbers(choose_format({board.n: board}))
    }
    probe.alone = max(gives, key=lambda n: (gives[n], n == USUAL_FIXED, n))
    probe.gives = gives[probe.alone]
    if probe.gives is Gives.NOTHING:
        source = probe.program.submission
        sizes = {size for _, size in size_variables(source.suffix, source.text)}
        is_known = outcome.only_says_none and len(sizes) == 1 and sizes <= gives.keys()
        probe.alone = sizes.pop() if is_known else None
    return probe


def _for_its_constant(probe: Probe, limits: Limits) -> Probe:
    """The trial for the size in a constant of the source, if the answers are for that size."""
    program, plan, answers = probe.program, probe.plan, probe.outcome.answers
    source = program.submission
    for name, size in size_variables(source.suffix, source.text):
        # A number or a list for a small board may be right for another one by chance.
        if not max(TRIED_FOR, answers.n) < size <= LARGEST_FIXED:
            continue
        gives = _kind_of(answers.for_board(size), certain=plan.promises_solutions)
        if gives is Gives.NOTHING:
            continue
        outcome = program.ask(plan, size, limits=limits)
        is_same = (outcome.answers.values, outcome.printed) == (
            answers.values,
            probe.outcome.printed,
        )
        is_right = gives in {Gives.SOLUTIONS, Gives.ALL}
        if is_same or (
            is_right and _kind_of(outcome.answers, certain=plan.promises_solutions) is gives
        ):
            return replace(probe, outcome=outcome, gives=gives, alone=size, constant=name)
    return probe


def _for_another_board(probe: Probe, limits: Limits) -> Probe:
    """The trial, with a better ``gives`` if the named function solves another board.

    The function gives all solutions for n - 1 or n + 1, or only the call for n + 1 gives solutions.
    """
    program, plan, answers = probe.program, probe.plan, probe.outcome.answers
    is_sure = plan.is_named_queens and plan.is_plain and probe.gives is Gives.NOTHING
    if not is_sure or not takes_a_size(program.submission, probe.loaded, plan):
        return probe
    if answers.values and not answers.says_none:
        return replace(probe, gives=_off_by_one(answers))
    if probe.outcome.run.status is Status.COMPLETE and not answers.printed.strip():
        answers = program.ask(plan, answers.n + 1, limits=limits).answers
        return replace(probe, gives=max(_kind_of(answers, certain=True), _off_by_one(answers)))
    return probe


def _off_by_one(answers: Answers) -> Gives:
    """SOLUTIONS if the answers are all solutions for one queen more or less, else NOTHING."""
    boards = (answers.for_board(n) for n in (answers.n - 1, answers.n + 1) if n > 0)
    is_other = any(_kind_of(board, certain=True) is Gives.ALL for board in boards)
    return Gives.SOLUTIONS if is_other else Gives.NOTHING


def _kind_of(answers: Answers, *, certain: bool) -> Gives:
    """The kind of the answers; wrong placements count only if the call is ``certain``."""
    score = answers.score(choose_format({answers.n: answers}))
    if score.right and score.right == score.items == KNOWN_COUNTS[answers.n]:
        return Gives.ALL
    if score.right and (certain or score.right == score.items):
        return Gives.SOLUTIONS
    is_read = 0 < score.items == score.fitting == score.on_board
    if certain and (is_read or (answers.values and all(map(is_drawn, answers.values)))):
        return Gives.SHAPED
    return Gives.COUNT if answers.count == KNOWN_COUNTS[answers.n] else Gives.NOTHING


def run_program(
    submission: Submission,
    problem: Problem,
    limits: Limits,
    sandbox: Runner,
    options: CheckOptions | None = None,
) -> CallResult:
    """Run the program, which knows only n, and leave out solutions that the board forbids."""
    options = options or CheckOptions()
    n = problem.n
    probe = probe_program(submission, limits, sandbox, options, min(n, TRIED_FOR), limits.seconds)
    with probe.program as program:
        if probe.alone not in {None, n}:
            ending = Ending(Cause.CANNOT_RUN, detail=f"it is made for n = {probe.alone} alone")
            return without_run(submission, n, sandbox, ending)
        if probe.is_over or probe.was_stopped:  # the trial may be for a smaller n
            is_asked = probe.outcome.answers.n == n
            return probe.outcome if is_asked else without_answers(probe.outcome, n)
        outcome = program.ask(probe.plan, n, fresh=True, is_last=True)
    return outcome.read_as(outcome.answer_format, problem)
