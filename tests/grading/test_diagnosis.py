"""Each mistake has its sentence, which no program of another kind gets."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import count

import numpy as np
import pytest
from checked_programs import judged
from solutions import all_solutions, packed_solutions

from solvers.grading.diagnosis import diagnose
from solvers.grading.mistakes import MISTAKES, Diagnosis, Mistake
from solvers.grading.result import CheckResult
from solvers.grading.result import ProgramVerdict as Verdict
from solvers.grading.submission import Task
from solvers.output.diagnoses import WORDS, diagnosis_words, heading
from solvers.puzzle.placements import Placement
from solvers.puzzle.symmetry import representatives

SIZES = range(1, 7)

Found = Mapping[int, Sequence[Placement]]


def result_of(found: Found, *, task: Task = Task.ALL) -> CheckResult:
    """The result of a program that returns these placements."""
    return judged({n: (tuple(placements),) for n, placements in found.items()}, task)


def mistakes_of(found: Found) -> list[Mistake]:
    return [each.mistake for each in result_of(found).diagnosis]


@cache
def answers_with(mistake: Mistake) -> dict[int, list[Placement]]:
    """The answers of a program with this mistake, in order."""
    return {n: sorted(MISTAKES[mistake](n)) for n in SIZES}


RIGHT = {n: sorted(all_solutions(n)) for n in SIZES}


def one_of_each_class(n: int) -> list[Placement]:
    """One solution of each class of symmetric solutions."""
    packed = packed_solutions(n)
    first = np.unique(representatives(packed), return_index=True)[1]
    return [tuple(row) for row in packed[first].tolist()]


OTHERS: dict[Mistake, Found] = {
    Mistake.DUPLICATES: {n: found * 2 for n, found in RIGHT.items()},
    Mistake.ALL_THE_SAME: {n: [tuple([0] * n)] * len(found) for n, found in RIGHT.items()},
    Mistake.SYMMETRIC_MISSING: {n: one_of_each_class(n) for n in range(1, 8)},
    Mistake.SOME_MISSING: RIGHT | {5: RIGHT[5][1:-1], 6: RIGHT[6][1:-1]},
}
"""The answers of programs whose mistakes are no set of placements."""

KINDS = (*MISTAKES, *OTHERS)


def answers_of(mistake: Mistake) -> Found:
    """The answers of a program with this mistake."""
    return answers_with(mistake) if mistake in MISTAKES else OTHERS[mistake]


def test_every_mistake_is_tried() -> None:
    apart = {Mistake.WRONG_COUNTS, Mistake.REMEMBERS}
    of_models = {  # tests/models has one of each
        *(Mistake.MULTIPLIED, Mistake.UNORDERED, Mistake.EXCLUDED, Mistake.ALL_HOLD),
    }
    assert {*KINDS, *apart, *of_models} == {*Mistake}


@pytest.mark.parametrize("mistake", KINDS, ids=lambda mistake: mistake.name)
def test_a_program_with_a_mistake_gets_its_sentence(mistake: Mistake) -> None:
    result = result_of(answers_of(mistake))
    assert result.verdict is Verdict.WRONG
    assert [each.mistake for each in result.diagnosis] == [mistake]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_one_placement_more_or_less_is_another_mistake(mistake: Mistake) -> None:
    """A program of another kind: its answers are nearly those of the mistake."""
    at, answers, numbers = 5, answers_with(mistake), random.Random(mistake.name)  # noqa: S311  # nobody has a reason to guess it
    if mistake is not Mistake.NO_TEST:  # which gives every placement
        tried = (tuple(numbers.choices(range(at), k=at)) for _ in count())
        other = next(one for one in tried if one not in answers[at])
        assert mistake not in mistakes_of(answers | {at: [*answers[at], other]})
    if answers[at]:
        gone = numbers.choice(answers[at])
        less = answers | {at: [each for each in answers[at] if each != gone]}
        assert mistake not in mistakes_of(less)


def test_no_two_mistakes_give_the_same_answers_or_have_the_same_sentence() -> None:
    answers = [tuple(map(tuple, answers_with(mistake).values())) for mistake in MISTAKES]
    assert len({*answers}) == len(MISTAKES)
    assert len({*WORDS.values()}) == len(WORDS)
    assert WORDS.keys() == {*Mistake}


def test_a_sentence_is_whole() -> None:
    for mistake in Mistake:
        told = Diagnosis(mistake, 4, found=1, known=2, times=3, counts=((4, 3, 2),))
        for words in (diagnosis_words(told), heading(told)):
            assert words
            assert "{" not in words


def test_in_a_drawn_board_rows_and_columns_are_exchanged() -> None:
    boards = {
        n: (tuple(tuple("." * row + "Q" + "." * (n - row - 1) for row in each) for each in found),)
        for n, found in answers_with(Mistake.NO_DIAGONALS).items()
    }
    (told,) = judged(boards).diagnosis
    assert diagnosis_words(told).endswith("compares only columns: every permutation")


def test_wrong_numbers_are_told_with_the_right_ones() -> None:
    (told,) = judged({n: (n,) for n in SIZES}, Task.COUNT).diagnosis
    assert diagnosis_words(told).startswith(
        "its numbers are wrong: for n = 2 it gives 2, but there are 0; for n = 3"
    )


@pytest.mark.parametrize(
    ("found", "mistake"),
    [
        (RIGHT | {4: RIGHT[4][:1]}, Mistake.SOME_MISSING),
        (RIGHT | {7: sorted(all_solutions(7))[:-1]}, Mistake.SOME_MISSING),
        (RIGHT | {5: [*RIGHT[5], RIGHT[5][3]]}, Mistake.DUPLICATES),
    ],
    ids=["half of four", "one of seven", "one of five twice"],
)
def test_the_facts_of_a_diagnosis_are_those_of_the_program(found: Found, mistake: Mistake) -> None:
    (told,) = result_of(found).diagnosis
    assert told.mistake is mistake
    wrong = next(n for n, placements in found.items() if placements != sorted(all_solutions(n)))
    assert told.n == wrong
    if mistake is Mistake.SOME_MISSING:
        assert (told.found, told.known) == (len(found[wrong]), len(all_solutions(wrong)))


def test_only_wrong_programs_and_only_all_solutions_have_a_diagnosis() -> None:
    assert result_of(RIGHT).diagnosis == ()
    one = {n: [tuple(range(n))] for n in SIZES}
    assert diagnose(result_of(one, task=Task.ONE)) == ()
