"""The probable mistake in a program, from the ends of its runs and from all its answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

from solvers.execution.result import Cause, Status
from solvers.grading.answers.value_parser import PAIRS, is_drawn
from solvers.grading.call_result import CallResult
from solvers.grading.diagnosis.early_end import with_early_end
from solvers.grading.diagnosis.mistakes import MISTAKES, solutions_with
from solvers.grading.finding import Fact, Finding, finding
from solvers.grading.submission import Submission, Task
from solvers.grading.trial import LARGEST_COMPARED
from solvers.lazy import hashlib
from solvers.puzzle.packing import Fault, briefly, pack
from solvers.puzzle.placements import Placement, is_valid
from solvers.puzzle.problem import KNOWN_COUNTS, Problem
from solvers.puzzle.symmetry import symmetries_of
from solvers.referee.patterns import symmetric

FAILURES = {
    "syntax": Fact.SYNTAX,
    "missing": Fact.ENTRY_MISSING,
    "recursion": Fact.STACK_OVERFLOW,
    "left": Fact.LEFT,
    "unbound": Fact.UNDEFINED_NAME,
    "package": Fact.NOT_AVAILABLE,
    "input": Fact.WANTS_MORE_INPUT,
}
"""The fact for each failure that a harness names."""

ENDINGS = {
    Status.UNAVAILABLE: Fact.CANNOT_RUN,
    Status.TIME_LIMIT: Fact.NOT_IN_TIME,
    Status.MEMORY_LIMIT: Fact.MEMORY_GROWS,
    Status.OUTPUT_LIMIT: Fact.TOO_MUCH_OUTPUT,
}

USUAL = {*MISTAKES, Fact.ONE_ONLY, Fact.FIRST_ONLY}
"""The facts that do not show that two programs are alike: many programs have these."""

OF_ALL = {Fact.ONE_ONLY, Fact.FIRST_ONLY, Fact.SYMMETRIC_MISSING, Fact.SOME_MISSING}
"""The facts that are no mistakes of a program that looks for one solution."""

SHORTEST_MEASURED = 0.001
"""The shortest run in seconds that shows a growth."""

USUAL_GROWTH = 5
"""The most that the time of a search column by column grows from one n to the next."""

SEVERAL = 4
"""The smallest n with several solutions."""


def diagnose(
    submission: Submission,
    outcomes: Mapping[int, CallResult],
    failing_n: int,
    task: Task | None = None,
) -> list[Finding]:
    """The findings for the student, most telling first, from the outcomes for several n.

    If the program did not finish for ``failing_n``, the first finding is its ending.
    """
    first = outcomes[failing_n]
    said = _ending(first)
    if first.run.status is Status.TIME_LIMIT:
        said += _growth(outcomes, failing_n)
    if said and not first.run.solutions:
        return said
    if counts := _counts(outcomes, task):
        return said + counts
    complete = {n: each for n, each in outcomes.items() if each.run.status is Status.COMPLETE}
    guessed = _hypotheses(complete) or _collection(complete)
    guessed = [with_early_end(each, submission) for each in guessed]
    by_lines = first.answer_format.by_lines
    if by_lines or first.answer_format.shape in PAIRS:  # either of two numbers may be the column
        guessed = [
            finding(Fact.DISTANCE_FROM_0_OR_2)
            if each.fact in {Fact.DISTANCE_FROM_0, Fact.DISTANCE_FROM_2}
            else each
            for each in guessed
        ]
    if by_lines:
        guessed = [replace(each, details={**each.details, "by_lines": True}) for each in guessed]
    if task is Task.ONE:
        guessed = [each for each in guessed if each.fact not in OF_ALL]
    is_aliased = any(each.aliased for each in complete.values())
    return said + ([] if is_aliased else _types(first)) + guessed


@cache
def _solutions(n: int) -> set[Placement]:
    return solutions_with(n)


@cache
def _explained(mistake: Fact, n: int) -> set[Placement]:
    return MISTAKES[mistake](n)


def _ending(outcome: CallResult) -> list[Finding]:
    ending = outcome.run.ending
    if ending.cause is Cause.DONE:
        return []
    if outcome.failure in FAILURES:
        return [finding(FAILURES[outcome.failure])]
    if "stack" in ending.detail.lower():  # the interpreter says so
        return [finding(Fact.STACK_OVERFLOW)]
    if outcome.never_began and ending.status is not Status.UNAVAILABLE:
        return [finding(Fact.SUITE_FAILED)]
    if ending.cause is Cause.NO_END_RECORD:
        return [finding(Fact.EXITED)]
    return [finding(ENDINGS.get(ending.status, Fact.ERROR))]


def _growth(outcomes: Mapping[int, CallResult], failing_n: int) -> list[Finding]:
    """A finding if the time grew more than n times before it ran out, as in SICP's exercise 2.43.

    A program that goes column by column takes 4 to 5 times as long for n = 7 as for n = 6.
    """
    times = {
        n: each.run.seconds for n, each in outcomes.items() if n < failing_n and each.run.seconds
    }
    for n in sorted(times, reverse=True):
        before = times.get(n - 1)
        if before and before > SHORTEST_MEASURED and times[n] > before * max(n, USUAL_GROWTH):
            return [finding(Fact.SLOW_GROWTH, n, times=round(times[n] / before), before=n - 1)]
    return []


def _counts(outcomes: Mapping[int, CallResult], task: Task | None) -> list[Finding]:
    """A finding if a program gives numbers only; if any is wrong, the finding has all of them."""
    counts = {n: each.answers.count for n, each in outcomes.items() if each.answers.values}
    if not counts or any(count is None for count in counts.values()):
        return []
    if any(len(each.run.placements) for each in outcomes.values()):
        return []  # the numbers are rows, or stand beside placements
    if all(count == KNOWN_COUNTS[n] for n, count in counts.items()):
        return [finding(Fact.COUNTS)]
    given = tuple((n, count, KNOWN_COUNTS[n]) for n, count in counts.items())
    return [finding(Fact.WRONG_COUNTS, given=given, asked=task is Task.COUNT)]


def _types(outcome: CallResult) -> list[Finding]:
    malformed = [rejected for rejected in outcome.run.rejected if rejected.fault is Fault.MALFORMED]
    if not malformed:
        return []
    if outcome.answer_format.by_lines or any(map(is_drawn, outcome.answers.values)):
        return [finding(Fact.NO_WHOLE_BOARDS, outcome.answers.n)]
    return [finding(Fact.NOT_A_PLACEMENT, rejected=malformed[0])]


def _hypotheses(complete: Mapping[int, CallResult]) -> list[Finding]:
    """The mistake that explains every answer for every n, with a finding of duplicates."""
    small = {n: each for n, each in complete.items() if n <= LARGEST_COMPARED}
    if not small:
        is_none = complete and not any(each.emitted for each in complete.values())
        return [finding(Fact.NONE_FOUND)] if is_none else []
    repeated = _duplicates(complete)
    if simple := _simple(small):
        said = [finding(simple)]
        return said if simple is Fact.ALL_THE_SAME else [*said, *repeated]
    for shift, mirrored in product((0, -1, 1), (False, True)):
        found = {
            n: {_moved(each, shift, mirrored=mirrored) for each in outcome.emitted}
            for n, outcome in small.items()
        }
        if all(found[n] == _solutions(n) for n in small):
            if not shift:
                return repeated
            return [finding(Fact.OTHER_ROW_BASE, base=-shift), *repeated]
        fitting = [
            finding(mistake)
            for mistake in MISTAKES
            if all(_is_alike(n, found[n], _explained(mistake, n)) for n in small)
        ]
        if fitting:  # if several fit, the answers cannot tell them apart
            return [*fitting, *repeated] if len(fitting) == 1 else []
    return []


def _is_alike(n: int, found: set[Any], explained: set[Placement]) -> bool:
    """Whether the sets are equal; for n = 1, no answer equals one answer without a queen."""
    return found == explained or (n == 1 and not found and explained == {()})


def _simple(small: Mapping[int, CallResult]) -> Fact | None:
    """An explanation that is simpler than a mistake in a test of two queens; else None."""
    if not any(each.emitted for each in small.values()):
        return Fact.NONE_FOUND
    if _are_all_the_same(small):
        return Fact.ALL_THE_SAME
    if _finds_one_only(small):
        is_first = all(map(_is_first, small.values()))
        return Fact.FIRST_ONLY if is_first and len(small) > 1 else Fact.ONE_ONLY
    return None


def _finds_one_only(small: Mapping[int, CallResult]) -> bool:
    """Whether each n has one answer, a solution (none if none exists), and some n has several."""
    if max(small) < SEVERAL or any(each.aliased for each in small.values()):
        return False
    return all(
        len(each.emitted) == min(1, len(_solutions(n))) and set(each.emitted) <= _solutions(n)
        for n, each in small.items()
    )


def _is_first(outcome: CallResult) -> bool:
    """Whether the answers are only the first or the last solution of a search."""
    n = outcome.answers.n
    ends = {end(_solutions(n)) for end in (min, max)} if _solutions(n) else set()
    return set(outcome.emitted) <= ends | {placement[::-1] for placement in ends}


def _are_all_the_same(small: Mapping[int, CallResult]) -> bool:
    """Whether each n has as many answers as solutions, but only one answer again and again."""
    large = [n for n in small if len(_solutions(n)) > 1]
    return bool(large) and all(
        not small[n].aliased
        and len(small[n].emitted) == len(_solutions(n))
        and len(set(small[n].emitted)) == 1
        for n in large
    )


def _moved(answer: Any, shift: int, *, mirrored: bool) -> Any:
    """The placement with ``shift`` added to its rows and, if ``mirrored``, its columns reversed.

    A program may begin its lists with the newest column, as the programs of the courses do.
    """
    if _is_placement(answer):
        return tuple(row + shift for row in (answer[::-1] if mirrored else answer))
    return answer


def _duplicates(complete: Mapping[int, CallResult]) -> list[Finding]:
    counted = {n: Counter(outcome.emitted) for n, outcome in complete.items()}
    if any(n % 2 and n >= SEVERAL for n in counted) and all(
        counts == {each: 1 + (n % 2 and each[0] == n // 2) for each in _solutions(n)}
        for n, counts in counted.items()
    ):
        return [finding(Fact.MIDDLE_MIRRORED)]
    is_every = all(min(counts.values()) > 1 for counts in counted.values() if counts)
    for n, outcome in complete.items():
        counts = counted[n]
        if counts and max(counts.values()) > 1:
            answer, times = counts.most_common(1)[0]
            shown = briefly(answer)
            if outcome.aliased and set(counts) != _solutions(n):
                return [finding(Fact.SHARED_LISTS)]
            return [finding(Fact.DUPLICATES, n, every=is_every, shown=shown, times=times)]
    return []


def _holds_all(outcome: CallResult) -> bool:
    """Whether the answers are all solutions, some of them perhaps more than once."""
    run, found = outcome.run, set(outcome.emitted)
    is_right = not run.rejected and bool(is_valid(run.placements).all())
    return is_right and len(found) == KNOWN_COUNTS[outcome.answers.n]


def _collection(complete: Mapping[int, CallResult]) -> list[Finding]:
    """The findings on a set of answers that no known mistake explains exactly."""
    repeated = _duplicates(complete)
    if any(each.aliased for each in complete.values()):
        return repeated
    # A habit of the program shows for every n.
    finds_all = any(n >= SEVERAL and set(complete[n].emitted) == _solutions(n) for n in complete)
    for n in sorted(complete, reverse=True):
        outcome = complete[n]
        if not all(map(_is_placement, outcome.emitted)):
            continue
        found, wanted = set(outcome.emitted), _solutions(n)
        if not found or found == wanted:
            continue
        if found < wanted:
            if all(len(each.emitted) < 2 for each in complete.values()):  # it looks for one
                return [finding(Fact.ONE_ONLY)] if _finds_one_only(complete) else []
            if not finds_all and all(map(_leaves_symmetric_out, complete.values())):
                return [finding(Fact.SYMMETRIC_MISSING), *repeated]
            lost, known = len(wanted) - len(found), len(wanted)
            return [finding(Fact.SOME_MISSING, n, lost=lost, known=known), *repeated]
        if any(len(answer) != n for answer in found):
            lengths = tuple(sorted({len(answer) for answer in found}))
            return [finding(Fact.WRONG_LENGTHS, n, lengths=lengths), *repeated]
    return repeated


def _is_placement(answer: Any) -> bool:
    return isinstance(answer, tuple) and all(type(row) is int for row in answer)


def _leaves_symmetric_out(outcome: CallResult) -> bool:
    """Whether one of each mirrored pair or of each class was found, or all solutions."""
    n, found = outcome.answers.n, set(outcome.emitted)
    wanted = _solutions(n)
    if found == wanted or not found < wanted:
        return found == wanted
    if len(wanted) == 2:  # n = 4, and each is the image of the other
        return len(found) == 1
    left_out = symmetric(
        pack(sorted(found), n).placements(),
        pack(sorted(wanted - found), n).placements(),
        symmetries_of(Problem(n)),
    )
    return left_out is not None


def fingerprint(compared: Mapping[int, CallResult], diagnosis: Sequence[Finding]) -> str:
    """A digest that only programs with the same answers share; "" for usual answers.

    The order of the answers does not count. Right solutions are usual, repeated or not, and so are
    the answers that a fact of USUAL explains.
    """
    complete = {n: each for n, each in compared.items() if each.run.status is Status.COMPLETE}
    if not complete or any(each.fact in USUAL for each in diagnosis):
        return ""
    answers = [(n, sorted(map(repr, each.emitted))) for n, each in sorted(complete.items())]
    if not any(found for _, found in answers) or all(map(_holds_all, complete.values())):
        return ""
    return hashlib.sha256(repr(answers).encode()).hexdigest()[:16]
