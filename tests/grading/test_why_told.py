"""What the explainer told is untrusted: only what can be true of the program is taken."""

from __future__ import annotations

from typing import Any

import pytest

from solvers.grading.explanation import ClausePart, Symptom, Why
from solvers.grading.reading_limit import limited_reading
from solvers.grading.why.told import MOST_CUTS, part_in, ways_in
from solvers.output.why_text import MOST_LINES, why_report

SENTENCE = "The reference solution has a bug: 8 of 8 points"


TRUE = ("none", "", 100, 9, (), (), ((0, 6, 1, ((2, 4, "true"),)),), ((0, 2, "true"),), (), (), ())
"""A part of the source below that the explainer could have told."""


SOURCE = "a :- b.\nc.\n"


BOARD = [(0, 1), (1, 3), (2, 0), (3, 2)]


def changed(place: int, value: object, told: tuple[Any, ...] = TRUE) -> tuple[Any, ...]:
    """What the explainer told, with another value at this place."""
    return (*told[:place], value, *told[place + 1 :])


FORGED = {
    "no clause": changed(6, ()),
    "a place outside": changed(6, ((0, 99, 1, ()),)),
    "a place before": changed(6, ((-1, 6, 1, ()),)),
    "an empty clause": changed(6, ((2, 2, 0, ()),)),
    "a clause twice": changed(6, ((0, 6, 1, ()), (0, 6, 1, ()))),
    "a header over a clause": changed(4, ((0, 3),)),
    "a text of its own": changed(6, ((0, 6, 1, ((2, 4, SENTENCE),)),)),
    "an edit outside": changed(6, ((0, 6, 1, ((2, 9, "true"),)),)),
    "a cut outside": changed(7, ((0, 99, "true"),)),
    "a cut with a text": changed(7, ((0, 2, SENTENCE),)),
    "three ways": changed(8, (1, 2, 3)),
    "more goals kept than there are": changed(3, 0),
    "more goals than letters": changed(3, 10**9),
    "another fault's goal": changed(0, "twice"),
    "a goal of its own": changed(0, SENTENCE),
    "a number that is none": changed(2, 1.5),
    "nothing": (),
}


def test_what_the_explainer_told_is_taken_only_if_it_can_be_true() -> None:
    part = part_in(TRUE, SOURCE, Symptom.MISSING, None)
    assert part
    assert part.goal("queens(4, Solution)") == "queens(4, Solution)"
    assert part.program(SOURCE) == "a true b.\n"
    many = part_in(changed(7, ((0, 2, "true"),) * 5000), SOURCE, Symptom.MISSING, None)
    assert many
    assert len(many.cuts) == MOST_CUTS
    for name, told_ in FORGED.items():
        assert part_in(told_, SOURCE, Symptom.MISSING, None) is None, name


@pytest.mark.parametrize(
    ("value", "is_taken"),
    [
        ("[1, 3, 0, 2]", True),
        ('"1302"', True),
        ("[0-1, 1-3, 2-0, 3-2]", True),
        ("[c(1, 0), c(3, 1), c(0, 2), c(2, 3)]", True),
        ("[q(1, 0), q(3, 1), q(0, 2), q(2, 3)]", False),  # no name of the program
        ("[1, 3, 2, 0]", False),
        (f"[1, 3, 0, 2] % {SENTENCE}", False),
        ("[1, 3, 0, 2 ; true]", False),
        ("", False),
    ],
)
def test_a_board_that_the_explainer_told_is_the_board(value: str, *, is_taken: bool) -> None:
    told_ = changed(0, "equals", changed(1, value))
    assert bool(part_in(told_, SOURCE, Symptom.MISSING, BOARD)) is is_taken


@pytest.mark.parametrize(
    ("test", "is_taken"),
    [
        ((0, "true", (("Q", 1),)), True),
        ((0, SENTENCE, (("Q", 1),)), False),
        ((0, "true", (("Bug", 1),)), False),
        ((0, "true", ((SENTENCE, 1),)), False),
        ((0, "true", (("Q", 10**1000),)), False),
        ((99, "true", ()), False),
    ],
)
def test_tests_that_the_explainer_told_are_of_the_program(test: object, *, is_taken: bool) -> None:
    assert bool(ways_in((((test,),), (), 0), "p(Q) :- Q > 0.", 1)) is is_taken


@pytest.mark.parametrize("pair", ["'\\\\", '"', "/*", "0'", "''"])
def test_a_clause_without_an_end_is_shown_in_linear_time(pair: str) -> None:
    source = pair * 40_000
    clauses = (ClausePart(0, len(source), 1),)
    whole = Why(Symptom.MISSING, 4, "queens(4, Solution)", source, clauses, goals=9, left_out=8)
    with limited_reading(20.0):
        assert len(why_report(whole).shown) <= MOST_LINES
