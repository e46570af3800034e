"""The probable mistake in a program, from evidence: how it ended and all that it answered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from typing import Any

from solvers.execution.ending import Cause, Status
from solvers.grading import fundamental
from solvers.grading.answers.value_parser import PAIRS
from solvers.grading.call_result import CallResult
from solvers.grading.diagnosis.mistakes import MISTAKES, Diagnosis, Topic, solutions
from solvers.grading.submission import Task
from solvers.lazy import hashlib
from solvers.puzzle.packing import Fault, briefly, pack
from solvers.puzzle.placements import Placement, is_valid
from solvers.puzzle.problem import KNOWN_COUNTS, Problem, sizes_in_words
from solvers.puzzle.symmetry import symmetries_of
from solvers.referee.patterns import Common, pattern_of

LARGEST_COMPARED = 6
"""Up to this n hypotheses are held against answers; it takes longer for larger ones."""

FAILURES = {
    "syntax": Diagnosis("syntax error", Topic.SYNTAX),
    "missing": Diagnosis("the entry point is missing"),
    "recursion": Diagnosis(
        "the stack overflowed: infinite recursion, or one that is too deep", Topic.RECURSION
    ),
    "left": Diagnosis("it calls exit, quit or halt before it has finished"),
    "unbound": Diagnosis("it uses an undefined name", Topic.UNDEFINED),
    "package": Diagnosis("it needs a package or a file that is not available here"),
    "input": Diagnosis("it asks for more input than the test provides"),
}
"""The harness's names of failures, and ours."""

SHORTEST_MEASURED = 0.001
"""Seconds; what took less says nothing of growth."""

ONE_ONLY = Diagnosis("it finds only one solution", Topic.ONE_ONLY, is_usual=True)

FIRST_ONLY = Diagnosis(
    "it finds only the first solution of its search", Topic.FIRST_ONLY, is_usual=True
)
"""A search that stops there; a formula, for example, gives another one."""

COUNTS = "it returns counts instead of solutions"

NONE_AT_ALL = Diagnosis("it found no solution", Topic.NONE_AT_ALL, is_usual=True)

SHARED = Diagnosis(
    "its answers share list objects, so a later change to a list also changes earlier answers: "
    "store a copy of each answer and, for a board, of each row"
)

ALL_THE_SAME = Diagnosis(
    "its answers for one n are all the same, and as many as there are solutions: it stores one "
    "list or vector, which changes later; store a copy of each answer"
)

NEVER_EMPTIED = Diagnosis(
    "each of its answers begins with the one before: it does not remove its queens after the "
    "recursive call, or before the next search"
)

SEVERAL = 4
"""The smallest n with several solutions."""

OTHER = {"row": "column", "column": "row"}
OFF_BY_ONE = re.compile(r"starts at [02] instead of 1")

ENDINGS = {
    Status.UNAVAILABLE: Diagnosis("it cannot run here"),
    Status.CANCELLED: Diagnosis("it was interrupted"),
    Status.TIME_LIMIT: Diagnosis("it does not finish in time", Topic.TIME),
    Status.MEMORY_LIMIT: Diagnosis(
        "it uses more and more memory (infinite recursion, or a list that keeps growing)",
        Topic.RECURSION,
    ),
    Status.OUTPUT_LIMIT: Diagnosis("it prints too much, or gives too many answers"),
}


def diagnose(
    outcomes: Mapping[int, CallResult], failing: int, task: Task | None = None
) -> list[Diagnosis]:
    """The diagnoses for the student, most telling first, from the outcomes for several n.

    Where the program did not finish, the first line says why not, in general terms.
    """
    first = outcomes[failing]
    said = _ending(first)
    if first.run.status is Status.TIME_LIMIT:
        said += _growth(outcomes, failing)
    if said and not first.run.solutions:
        return said
    complete = {n: each for n, each in outcomes.items() if each.run.status is Status.COMPLETE}
    guessed = _hypotheses(complete) or _collection(complete)
    if first.answer_format.by_lines:  # its answers are lines of a board, each with one queen
        guessed = [_worded(each, _for_boards) for each in guessed]
    elif first.answer_format.shape in PAIRS:  # either of the two numbers may be the column
        guessed = [_worded(each, _either_way) for each in guessed]
    run = first.run
    if task is Task.FUNDAMENTAL and not run.rejected and bool(is_valid(run.placements).all()):
        guessed = [*map(Diagnosis, fundamental.explained(failing, run.placements))]
    is_aliased = any(each.aliased for each in complete.values())
    return said + (_counts(outcomes, task) or ([] if is_aliased else _types(first))) + guessed


def _worded(diagnosis: Diagnosis, words: Callable[[str], str]) -> Diagnosis:
    return replace(diagnosis, text=words(diagnosis.text))


def _for_boards(text: str) -> str:
    """A statement about columns, said of the lines of a board; both look alike there."""
    if OFF_BY_ONE.search(text):
        return _either_way(text)
    return re.sub(r"\b(row|column)(?=s?\b)", lambda found: OTHER[found[0]], text)


def _either_way(text: str) -> str:
    """The statements about a distance where rows may be columns, which makes 0 of 2."""
    return OFF_BY_ONE.sub("starts at 0 or 2 instead of 1", text)


@cache
def _solutions(n: int) -> set[Placement]:
    return solutions(n)


@cache
def _explained(index: int, n: int) -> set[Placement]:
    return MISTAKES[index].placements(n)


def _ending(outcome: CallResult) -> list[Diagnosis]:
    ending = outcome.run.ending
    if ending.cause is Cause.DONE:
        return []
    if outcome.failure in FAILURES:
        return [FAILURES[outcome.failure]]
    if "stack" in ending.detail.lower():  # by the interpreter's own words
        return [FAILURES["recursion"]]
    if outcome.ended_by_us and ending.status not in {Status.UNAVAILABLE, Status.CANCELLED}:
        return [Diagnosis("the suite could not run the program; this is not the program's fault")]
    if ending.cause is Cause.NO_END_RECORD:
        return [Diagnosis("it exits before it has finished (halt, exit or a crash)")]
    return [ENDINGS.get(ending.status, Diagnosis("it stops with an error"))]


def _growth(outcomes: Mapping[int, CallResult], failing: int) -> list[Diagnosis]:
    """Whether the time grew too fast before it ran out, as in exercise 2.43: about n times.

    A program that goes column by column takes 4 to 5 times as long for n = 7 as for n = 6.
    """
    times = {
        n: each.run.seconds for n, each in outcomes.items() if n < failing and each.run.seconds
    }
    for n in sorted(times, reverse=True):
        before = times.get(n - 1)
        if before and before > SHORTEST_MEASURED and times[n] > before * n:
            text = (
                f"its answers are right so far, but n = {n} takes {times[n] / before:.0f} times as "
                f"long as n = {n - 1} (4 to 5 times is usual)"
            )
            return [Diagnosis(text)]
    return []


def _counts(outcomes: Mapping[int, CallResult], task: Task | None) -> list[Diagnosis]:
    """That a program gives numbers; where they are wrong, all of them."""
    counts = {n: each.answers.count for n, each in outcomes.items() if each.answers.values}
    if not counts or any(count is None for count in counts.values()):
        return []
    if all(count == KNOWN_COUNTS[n] for n, count in counts.items()):
        return [Diagnosis(COUNTS, Topic.COUNTS)]
    said = "its counts are wrong" if task is Task.COUNT else f"{COUNTS}, and they are wrong"
    sizes = sizes_in_words(counts)
    given, known = (
        ", ".join(map(str, numbers))
        for numbers in (counts.values(), (KNOWN_COUNTS[n] for n in counts))
    )
    return [Diagnosis(f"{said}: for {sizes}, they are {given} instead of {known}")]


def _types(outcome: CallResult) -> list[Diagnosis]:
    malformed = [rejected for rejected in outcome.run.rejected if rejected.fault is Fault.MALFORMED]
    if not malformed:
        return []
    text = f"this answer is not a placement: {malformed[0].shown}: {malformed[0].reason}"
    return [Diagnosis(text)]


def _hypotheses(complete: Mapping[int, CallResult]) -> list[Diagnosis]:
    """The mistakes that explain every answer for every n, with duplicates told beside."""
    small = {n: each for n, each in complete.items() if n <= LARGEST_COMPARED}
    if not small:
        return []
    repeated = _duplicates(complete)
    if simple := _simple(small):
        return [simple] if simple is ALL_THE_SAME else [simple, *repeated]
    for shift, mirrored in product((0, -1, 1), (False, True)):
        found = {
            n: {_moved(each, shift, mirrored=mirrored) for each in outcome.emitted}
            for n, outcome in small.items()
        }
        if all(found[n] == _solutions(n) for n in small):
            if not shift:
                return repeated
            text = f"it numbers the rows from {-shift} instead of from 0 or 1"
            return [Diagnosis(text), *repeated]
        fitting = [
            mistake.diagnosis
            for index, mistake in enumerate(MISTAKES)
            if all(_is_alike(n, found[n], _explained(index, n)) for n in small)
        ]
        if fitting:  # of several, nobody knows which
            return [*fitting, *repeated] if len(fitting) == 1 else []
    return []


def _is_alike(n: int, found: set[Any], explained: set[Placement]) -> bool:
    """Whether they are the same; an answer without a queen for n = 1 is read as none."""
    return found == explained or (n == 1 and not found and explained == {()})


def _simple(small: Mapping[int, CallResult]) -> Diagnosis | None:
    """The explanation that is simpler than any mistake in a test of two queens."""
    if not any(each.emitted for each in small.values()):
        return NONE_AT_ALL
    if _are_all_the_same(small):
        return ALL_THE_SAME
    if _finds_one_only(small):
        is_first = all(map(_is_first, small.values()))
        return FIRST_ONLY if is_first and len(small) > 1 else ONE_ONLY
    return NEVER_EMPTIED if any(map(_is_never_emptied, small.values())) else None


def _finds_one_only(small: Mapping[int, CallResult]) -> bool:
    """Whether there is at most one answer for each n, a solution, and more would be right."""
    if max(small) < SEVERAL or any(each.aliased for each in small.values()):
        return False
    return all(
        len(each.emitted) == min(1, len(_solutions(n))) and set(each.emitted) <= _solutions(n)
        for n, each in small.items()
    )


def _is_first(outcome: CallResult) -> bool:
    """Whether its answers are no other solution than the first or the last of a search."""
    n = outcome.answers.n
    ends = {end(_solutions(n)) for end in (min, max)} if _solutions(n) else set()
    return set(outcome.emitted) <= ends | {placement[::-1] for placement in ends}


def _are_all_the_same(small: Mapping[int, CallResult]) -> bool:
    """Whether there are as many answers as solutions, and no two different ones for any n."""
    large = [n for n in small if len(_solutions(n)) > 1]
    return bool(large) and all(
        not small[n].aliased
        and len(small[n].emitted) == len(_solutions(n))
        and len(set(small[n].emitted)) == 1
        for n in large
    )


def _is_never_emptied(outcome: CallResult) -> bool:
    """Whether each answer is longer than the one before, and begins with it."""
    answers = outcome.emitted
    return len(answers) > 1 and all(
        _is_placement(one) and _is_placement(other) and other[: len(one)] == one != other
        for one, other in pairwise(answers)
    )


def _moved(answer: Any, shift: int, *, mirrored: bool) -> Any:
    """A placement with its rows counted from elsewhere, or with its columns the other way round.

    The text of a program may begin with the newest column, as those of the courses do.
    """
    if _is_placement(answer):
        return tuple(row + shift for row in (answer[::-1] if mirrored else answer))
    return answer


def _duplicates(complete: Mapping[int, CallResult]) -> list[Diagnosis]:
    counted = {n: Counter(outcome.emitted) for n, outcome in complete.items()}
    is_every = all(min(counts.values()) > 1 for counts in counted.values() if counts)
    for n, outcome in complete.items():
        counts = counted[n]
        if counts and max(counts.values()) > 1:
            answer, times = counts.most_common(1)[0]
            shown = briefly(list(answer) if isinstance(answer, tuple) else answer)
            every = "every solution" if is_every else "some solutions"
            if outcome.aliased and set(counts) != _solutions(n):
                return [SHARED]
            often = f"for n = {n}, {shown} occurs {times} times"
            text = f"it gives duplicates: {every} more than once ({often})"
            return [Diagnosis(text, Topic.DUPLICATES)]
    return []


def _holds_all(outcome: CallResult) -> bool:
    """Whether its answers are all solutions, some of them perhaps more than once."""
    run, found = outcome.run, set(outcome.emitted)
    is_right = not run.rejected and bool(is_valid(run.placements).all())
    return is_right and len(found) == KNOWN_COUNTS[outcome.answers.n]


def _collection(complete: Mapping[int, CallResult]) -> list[Diagnosis]:
    """The facts about the set that was found, where no mistake explains it exactly."""
    repeated = _duplicates(complete)
    if any(each.aliased for each in complete.values()):
        return repeated
    # What holds for one n alone is no habit of the program.
    finds_all = any(n >= SEVERAL and set(complete[n].emitted) == _solutions(n) for n in complete)
    for n in sorted(complete, reverse=True):
        outcome = complete[n]
        if not all(map(_is_placement, outcome.emitted)):
            continue
        found, wanted = set(outcome.emitted), _solutions(n)
        if not found or found == wanted:
            continue
        if found < wanted:
            if _finds_one_only(complete):
                return [ONE_ONLY]
            if _leaves_symmetric_out(found, wanted, n) and not finds_all:
                text = "it leaves out symmetric solutions: rotations or reflections"
                return [Diagnosis(text, Topic.SYMMETRIC), *repeated]
            lost = len(wanted) - len(found)
            are = "is" if lost == 1 else "are"
            text = f"{lost} of {len(wanted)} solutions {are} missing (n = {n})"
            return [Diagnosis(text), *repeated]
        if any(len(answer) != n for answer in found):
            lengths = " or ".join(map(str, sorted({len(answer) for answer in found})))
            return [Diagnosis(f"its answers for n = {n} have {lengths} queens"), *repeated]
    return repeated


def _is_placement(answer: Any) -> bool:
    return isinstance(answer, tuple) and all(type(row) is int for row in answer)


def _leaves_symmetric_out(found: set[Placement], wanted: set[Placement], n: int) -> bool:
    """Whether exactly one of each mirrored pair, or of each class, was found."""
    pattern = pattern_of(
        found=pack(sorted(found), n).placements(),
        missing=pack(sorted(wanted - found), n).placements(),
        orders={},
        symmetries_kept=symmetries_of(Problem(n)),
    )
    return pattern is not None and pattern.common in {Common.IMAGES, Common.ONE_OF_EACH_CLASS}


def fingerprint(evidence: Mapping[int, CallResult], diagnosis: Sequence[Diagnosis]) -> str:
    """A short text that only programs with the same answers have; nothing where that is usual.

    The order of the answers does not count. Right solutions are usual, however often they come.
    """
    complete = {n: each for n, each in evidence.items() if each.run.status is Status.COMPLETE}
    if not complete or any(each.is_usual for each in diagnosis):
        return ""
    answers = [(n, sorted(map(repr, each.emitted))) for n, each in sorted(complete.items())]
    if not any(found for _, found in answers) or all(map(_holds_all, complete.values())):
        return ""
    return hashlib.sha256(repr(answers).encode()).hexdigest()[:16]
