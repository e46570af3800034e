"""Find the reason for which a program cannot be judged."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from solvers.execution.result import Cause, Status
from solvers.grading.answers.answer_format import SMALLEST_TELLING, Answers, choose_format
from solvers.grading.answers.value_parser import ROWS, is_drawn, is_row, rows_of
from solvers.grading.call_result import CallResult
from solvers.grading.calls import LoadResult, takes_a_size
from solvers.grading.finding import Fact, Finding, finding
from solvers.grading.language import PROLOG, PYTHON
from solvers.grading.submission import RANDOM, Submission
from solvers.grading.trial import Trial
from solvers.puzzle.packing import briefly


def why_not_judged(trial: Trial) -> Finding | None:
    """The reason to give no verdict on a program without answers; None if there is a verdict."""
    loaded, outcome = trial.loaded, trial.outcome
    if outcome.run.status is Status.UNAVAILABLE:
        return finding(Fact.SAID, says=outcome.run.ending.detail)
    if loaded.ending.cause is not Cause.DONE or _denies_solutions(trial):
        return None
    if loaded.error or outcome.failure:
        if reason := _not_here(trial):
            return reason
        kinds = {"syntax", "unbound", "error", "input"}
        if (outcome.failure if trial.only_reads_n else loaded.failure) in kinds:
            return None
    if outcome.failure == "missing":
        return finding(
            Fact.NOTHING_TO_CALL, entries=loaded.entries, unusual_entry=trial.unusual_entry
        )
    gives_nothing = _nothing_given(trial)
    return _wrong_guess(trial, gives_nothing) or _nothing_to_read(outcome, gives_nothing)


def _nothing_given(trial: Trial) -> Finding | None:
    """The finding that the call gives no value; None if it gives one, or nothing was called."""
    outcome = trial.outcome
    values = outcome.answers.values
    is_over = outcome.run.status is Status.COMPLETE and bool(outcome.plan.entry)
    if not is_over or any(value is not None for value in values):
        return None
    if trial.program.submission.language is PROLOG:
        return finding(Fact.NO_ANSWER) if outcome.plan.is_query else None
    return finding(Fact.RETURNS_NOTHING if values else Fact.RETURNS_EMPTY_LIST)


def why_not_convicted(
    trial: Trial, compared: Mapping[int, CallResult], diagnosis: Sequence[Finding]
) -> Finding | None:
    """The reason not to call a program with wrong answers wrong; None if it is called wrong.

    "Wrong" needs a sign that the call was the intended one: a right answer for a board with several
    solutions or, if the call is a function of n alone, a usual name or a mistake that explains all
    answers.
    """
    plan, submission = trial.plan, trial.program.submission
    outcomes = [each for each in compared.values() if each.run.status is Status.COMPLETE]
    telling = [each for each in outcomes if each.answers.n >= SMALLEST_TELLING]
    large = [each for each in telling if each.emitted]
    is_plain_call = (
        plan.calls_function_of_n
        and not _makes_a_class(trial)
        and takes_a_size(submission, trial.loaded, plan)
        and not any(each.kept_in for each in outcomes)
    )
    is_known = any(_has_right_answer(each) for each in [*outcomes, trial.outcome]) or (
        is_plain_call
        and bool(
            (submission.entry and all(map(_has_readable_answers, outcomes)))
            or (plan.is_obvious and any(each.aliased for each in outcomes))
            or (large and any(map(_is_known_mistake, diagnosis)))
            or (plan.is_obvious and all(map(_has_usual_answers, telling or outcomes)))
            or (plan.is_named_queens and _is_right_or_empty(outcomes))
            or (plan.is_named_queens and large and all(map(_draws_boards, large)))
        )
    )
    is_known = is_known or (
        _denies_solutions(trial) and all(each.only_says_none for each in telling)
    )
    return None if is_known else _seen_in_print(outcomes) or _why_unknown(trial, outcomes)


def _denies_solutions(trial: Trial) -> bool:
    """Whether a search without chance says in words that n queens have no solution."""
    plan, submission = trial.plan, trial.program.submission
    is_of_n = (plan.reads_n or plan.calls_function_of_n) and takes_a_size(
        submission, trial.loaded, plan
    )
    is_sure = bool(is_of_n or trial.only_n) and not RANDOM.search(submission.text)
    return is_sure and trial.outcome.only_says_none


def _is_known_mistake(diagnosis: Finding) -> bool:
    """Whether the diagnosis is a known mistake that explains wrong answers, not missing ones."""
    from solvers.grading.diagnosis.mistakes import MISTAKES

    return diagnosis.fact in MISTAKES and diagnosis.fact is not Fact.NONE_FOUND


def _why_unknown(trial: Trial, outcomes: Sequence[CallResult]) -> Finding:
    """The finding that the right call, or the format of the answers, is unknown."""
    plan = trial.plan
    if any(each.aliased for each in outcomes):
        return finding(Fact.SHARED_AND_WRONG)
    if _makes_a_class(trial) and _say_nothing(outcomes):
        return finding(Fact.OBJECT_WITHOUT_ANSWERS, entry=plan.entry)
    submission = trial.program.submission
    is_plain = plan.calls_function_of_n and takes_a_size(submission, trial.loaded, plan)
    if not plan.is_obvious or not is_plain:
        ending = trial.outcome.run.ending
        is_error = ending.cause is Cause.FAILED and ending.detail
        stops = finding(Fact.STOPS_WITH_ERROR, error=ending.detail)
        came = stops if is_error else finding(Fact.NO_RIGHT_ANSWER)
        return finding(Fact.GUESSED_CALL, plan=plan, came=came)
    if _say_nothing(outcomes):
        return finding(Fact.GIVES_NOTHING)
    if any(map(_is_flat, outcomes)):
        return finding(Fact.FLATTENED)
    return finding(Fact.UNKNOWN_FORMAT, example=_example(outcomes))


def _is_flat(outcome: CallResult) -> bool:
    """Whether the answer is one list with the numbers of all solutions, one after another."""
    n, values = outcome.answers.n, outcome.answers.values
    is_long = len(values) > n >= SMALLEST_TELLING and len(values) % n == 0
    if not is_long or set(map(type, values)) != {int}:
        return False
    cut = tuple(values[first : first + n] for first in range(0, len(values), n))
    answers = Answers(cut, n)
    return answers.fit(choose_format({n: answers})).exact


def _makes_a_class(trial: Trial) -> bool:
    return any(entry.is_class for entry in trial.loaded.entries if entry.name == trial.plan.entry)


def _say_nothing(outcomes: Sequence[CallResult]) -> bool:
    return all(
        value is None and not each.answers.printed.strip()
        for each in outcomes
        for value in each.answers.values or (None,)
    )


def _has_right_answer(outcome: CallResult) -> bool:
    answers = outcome.answers
    large = answers.n >= SMALLEST_TELLING
    return large and answers.fit(outcome.answer_format).right > 0


def _has_readable_answers(outcome: CallResult) -> bool:
    """Whether all answers are placements, right or wrong, or are plain in another way."""
    fit = outcome.answers.fit(outcome.answer_format)
    return fit.items == fit.fitting or _has_usual_answers(outcome)


def _has_usual_answers(outcome: CallResult) -> bool:
    """Whether the answers are boards or lists of n rows, one number, or nothing."""
    if outcome.aliased or (outcome.answers.single and outcome.answers.count is not None):
        return True
    n, values = outcome.answers.n, outcome.answers.values
    if outcome.answer_format.is_printed:
        return False
    if sorted(value for value in values if is_row(value)) in ([*range(n)], [*range(1, n + 1)]):
        return len(values) == n  # they are one placement
    return all(is_drawn(value) or _are_near_rows(value, n) for value in values)


def _are_near_rows(value: object, n: int) -> bool:
    """Whether the value is a list or a text of n rows, all on the board or next to it."""
    rows = rows_of(value, ROWS, n, 0)
    return rows is not None and len(rows) == n and 0 <= min(rows) <= max(rows) <= n + 1


def _is_right_or_empty(outcomes: Sequence[CallResult]) -> bool:
    """Whether each n has right answers or none, and some n has right ones: the format is known."""
    found = [each.answers.fit(each.answer_format).right for each in outcomes]
    return any(found) and all(
        right or (each.answers.says_none and not each.answers.printed.strip())
        for right, each in zip(found, outcomes, strict=True)
    )


def _draws_boards(outcome: CallResult) -> bool:
    """Whether the program draws boards with one queen per line, and nothing else."""
    fit = outcome.answers.fit(outcome.answer_format)
    is_all = fit.items == fit.fitting == fit.on_board
    return outcome.answer_format.by_lines and is_all and outcome.answers.parsed.is_explained


UNBOUND = re.compile(r"\b_G?\d+\b")
"""Matches a variable without a value, as Prolog prints it."""


def _seen_in_print(outcomes: Sequence[CallResult]) -> Finding | None:
    """A fault in the printed text: a board with too many queens, or a variable without a value."""
    for outcome in outcomes:
        n, printed = outcome.answers.n, outcome.answers.printed
        crowded = outcome.answers.parsed.crowded
        if crowded and n >= SMALLEST_TELLING:
            return finding(Fact.DRAWS_CROWDED, n, queens=crowded[0])
        if variable := UNBOUND.search(printed):
            return finding(Fact.UNBOUND_VARIABLE, n, name=variable[0])
    return None


def _example(outcomes: Sequence[CallResult]) -> str:
    """An answer of the program, or a line of its output; "" if there is neither."""
    for outcome in outcomes:
        if outcome.answers.values and outcome.answers.n >= SMALLEST_TELLING:
            return briefly(outcome.answers.values[0])
        if line := outcome.answers.printed.strip().partition("\n")[0]:
            return briefly(line)
    return ""


def _wrong_guess(trial: Trial, gives_nothing: Finding | None) -> Finding | None:
    """The finding that a call with guessed arguments gives nothing; others may be right."""
    if not trial.plan.is_guessed or not gives_nothing or trial.outcome.answers.printed.strip():
        return None
    return finding(Fact.GUESSED_CALL, plan=trial.plan, came=gives_nothing)


def _not_here(trial: Trial) -> Finding | None:
    """The finding that the program needs a dialect, a package or a file that is not here."""
    loaded, outcome, submission = trial.loaded, trial.outcome, trial.program.submission
    error = loaded.error or outcome.run.ending.detail
    kinds = {loaded.failure, outcome.failure}
    if dialect := dialect_of(submission, loaded):
        return finding(Fact.DIALECT, dialect=dialect, error=error)
    if "package" not in kinds:
        return None
    if any(Path(name).stem in error for name in submission.untaken):
        return finding(Fact.NEEDS_FILES_BESIDE, names=submission.untaken, error=error)
    if any(name in error for name in submission.missing):
        return finding(Fact.FILES_MISSING, names=submission.missing, error=error)
    return finding(Fact.NEEDS_PACKAGES, names=tuple(_packages(trial)), error=error)


def _packages(trial: Trial) -> list[str]:
    """The packages that a program in Python imports, and that are not here."""
    from solvers.grading.diagnosis.python_source import nodes

    program = trial.program
    submission = program.submission
    parts = nodes(submission)
    tried = {part for node in parts if isinstance(node, ast.Try) for part in node.body}
    names = [
        name.partition(".")[0] for node in parts if node not in tried for name in _imported(node)
    ]
    here = {Path(name).stem for name in submission.companions} | set(program.options.packages)
    return [name for name in dict.fromkeys(names) if name not in here | sys.stdlib_module_names]


def _imported(node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=str(module), level=0):
            return [module]
    return []


EMPTY = {
    **dict.fromkeys(("[]", "()", "'()", "[[]]"), Fact.PRINTS_EMPTY_LIST),
    **dict.fromkeys(("None", "#<void>"), Fact.PRINTS_NO_VALUE),
}
"""The fact about a program whose whole output is this text."""


def _nothing_to_read(outcome: CallResult, gives_nothing: Finding | None) -> Finding | None:
    """The finding that the output is in an unknown format."""
    is_over = outcome.run.status is Status.COMPLETE
    if outcome.aliased or not is_over or outcome.answer_format.shape:
        return None
    if outcome.answers.is_empty_list and not outcome.answers.printed.strip():
        return None  # an empty list says that there is no solution
    return _seen_in_print([outcome]) or _unread(outcome, gives_nothing)


def _unread(outcome: CallResult, gives_nothing: Finding | None) -> Finding | None:
    values, printed = outcome.answers.values, outcome.printed.strip()
    says_nothing = all(value is None or isinstance(value, bool) for value in values)
    if says_nothing and printed:
        is_silent = gives_nothing and gives_nothing.fact is Fact.RETURNS_NOTHING
        if is_silent and _say_nothing([outcome]):  # only loading the program printed the text
            return finding(Fact.GIVES_NOTHING)
        if printed in EMPTY:
            return finding(EMPTY[printed])
        line = next(line for line in printed.splitlines() if line.strip())
        return finding(Fact.NOT_INTERPRETED, line=briefly(line.strip()), beside=gives_nothing)
    if says_nothing and any(isinstance(value, bool) for value in values):
        return finding(Fact.TRUTH_VALUE, value=values[0])
    plain = all(value is None or isinstance(value, (int, float)) for value in values)
    if not plain and not outcome.answers.single and not any(map(_is_like_rows, values)):
        return finding(Fact.UNKNOWN_FORMAT, example=briefly(values[0]))
    return None


def _is_like_rows(value: object) -> bool:
    return is_drawn(value) or (
        isinstance(value, tuple) and not any(isinstance(element, (tuple, str)) for element in value)
    )


SCHEMES = {
    "Chicken Scheme": r"\(import\s+\(?chicken|\(use\s+(srfi|list-utils)",
    "Gauche": r"\(use\s+(gauche|util|srfi-\d)",
    "MIT Scheme": r"\(declare\s+\(usual-integrations|#!(optional|default)|named-lambda|\(pp\s",
}
PROLOGS = {
    "GNU Prolog": r"\bfd_",
    "SICStus Prolog": r"\bdomain\(|library\((fdbg|between|timeout)\)",
    "ECLiPSe": r":-\s*lib\(|\bsearch\(|\bic\b",
    "SWISH": r"use_rendering",
    "B-Prolog": r"foreach\(",
}


def dialect_of(submission: Submission, loaded: LoadResult) -> str:
    """The name of the dialect in which the file is written; "" if no sign shows one."""
    if loaded.dialect:
        return loaded.dialect
    known = {PYTHON: {}, PROLOG: PROLOGS}.get(submission.language, SCHEMES)
    found = (name for name, sign in known.items() if re.search(sign, submission.text, re.MULTILINE))
    return next(found, "")
