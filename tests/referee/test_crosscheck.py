"""The referee, against solution sets that somebody has tampered with."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from solutions import all_solutions, naive_attack, solutions_of

from solvers.execution.result import Cause, Ending, Run, Status
from solvers.output.messages import pattern_words
from solvers.output.verdict_sentence import verdict_line
from solvers.puzzle.packing import Fault, pack
from solvers.puzzle.placements import Placement, digest
from solvers.puzzle.problem import Problem
from solvers.puzzle.symmetry import symmetries
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import (
    Agreement,
    Comparison,
    Evidence,
    Judgement,
    Verdict,
    Witness,
)
from solvers.testing.boards import BOARDS

EIGHT = sorted(all_solutions(8))


def run_of(
    yielded: Iterable[object], n: int, name: str = "one", status: Status = Status.COMPLETE
) -> Run:
    """A run that yielded these placements."""
    packer = pack(yielded, n)
    rejected = tuple(packer.rejected)
    ending = Ending(next(cause for cause in Cause if cause.status is status))
    return Run(name, "testing", ending, packer.placements(), rejected, packer.rejected_counts)


def judge(yielded: Iterable[object], n: int = 8, prefix: Placement = ()) -> Comparison:
    """One tampered run beside a right one."""
    right = [one for one in sorted(all_solutions(n)) if one[: len(prefix)] == prefix]
    runs = [run_of(right, n, "right"), run_of(yielded, n, "tampered")]
    result = crosscheck(Problem(n, prefix), runs)
    assert result.judgements[0].verdict is not Verdict.WRONG
    return result


def witness_of(judgement: Judgement) -> Witness:
    """The example of a run that is wrong."""
    assert judgement.witness is not None
    return judgement.witness


def faults(result: Comparison) -> dict[Fault, int]:
    """The faults that the tampered run has."""
    return {fault: count for fault, count in result.judgements[1].faults.items() if count}


def test_the_right_set_in_any_order_is_identical() -> None:
    result = judge(reversed(EIGHT))
    assert result.agreement is Agreement.IDENTICAL
    assert result.evidence is Evidence.KNOWN_COUNT
    assert faults(result) == {}
    assert result.digest == digest(pack(EIGHT, 8).placements())


def test_a_dropped_solution_is_missing_and_shown() -> None:
    result = judge(EIGHT[:17] + EIGHT[18:])
    assert result.agreement is Agreement.DIFFERENT
    assert result.digest is None
    assert faults(result) == {Fault.MISSING: 1}
    assert witness_of(result.judgements[1]).placement == EIGHT[17]


def test_a_repeated_solution_is_a_duplicate() -> None:
    result = judge([*EIGHT, EIGHT[5], EIGHT[5]])
    assert faults(result) == {Fault.DUPLICATE: 2}
    witness = witness_of(result.judgements[1])
    assert witness.placement == EIGHT[5]
    assert witness.times == 3


def test_an_altered_row_is_invalid_with_the_two_queens() -> None:
    altered = (*EIGHT[0][:7], (EIGHT[0][7] + 1) % 8)
    result = judge([altered, *EIGHT[1:]])
    assert faults(result) == {Fault.INVALID: 1, Fault.MISSING: 1}
    witness = witness_of(result.judgements[1])
    assert witness.placement == altered
    assert witness.attack is not None
    left, right = witness.attack
    assert altered[left] == altered[right] or abs(altered[left] - altered[right]) == right - left


def test_a_prefix_exposes_a_transposed_set() -> None:
    transposed = symmetries(pack(EIGHT, 8).placements())["mirror images in the main diagonal"]
    assert judge(map(tuple, transposed.tolist())).agreement is Agreement.IDENTICAL
    begun = [one for one in EIGHT if one[:2] == (0, 4)]
    images = symmetries(pack(begun, 8).placements())["mirror images in the main diagonal"]
    result = judge(map(tuple, images.tolist()), prefix=(0, 4))
    assert faults(result)[Fault.EXTRA] > 0
    assert faults(result)[Fault.MISSING] > 0
    assert result.judgements[1].verdict is Verdict.WRONG


@pytest.mark.parametrize(
    "odd",
    [
        (1, 3, 0, 2),
        tuple(float(row) for row in EIGHT[0]),
        tuple(bool(row) for row in EIGHT[0]),
        None,
        "04752613",
    ],
    ids=["of another size", "floats", "booleans", "nothing", "a text"],
)
def test_a_value_that_is_no_placement_is_malformed(odd: object) -> None:
    result = judge([*EIGHT, odd])
    assert result.agreement is Agreement.DIFFERENT
    assert faults(result) == {Fault.MALFORMED: 1}
    assert witness_of(result.judgements[1]).placement is None


def test_with_a_prefix_agreement_is_the_evidence() -> None:
    begun = [one for one in EIGHT if one[0] == 2]
    result = judge(begun, prefix=(2,))
    assert result.agreement is Agreement.IDENTICAL
    assert result.evidence is Evidence.AGREEMENT


def test_with_a_prefix_one_run_alone_is_no_evidence() -> None:
    begun = [one for one in EIGHT if one[0] == 2]
    result = crosscheck(Problem(8, (2,)), [run_of(begun, 8)])
    assert (result.agreement, result.evidence) == (Agreement.INCOMPLETE, Evidence.NONE)
    assert (result.judgements[0].verdict, result.digest) == (Verdict.NOT_JUDGED, None)
    assert verdict_line(result).startswith("complete, unconfirmed: one found 16 solutions, valid")


def test_a_solution_that_one_run_alone_has_counts_against_the_others() -> None:
    begun = [one for one in EIGHT if one[0] == 2]
    result = crosscheck(Problem(8, (2,)), [run_of(begun, 8), run_of(begun[1:], 8, "short")])
    assert [one.verdict for one in result.judgements] == [Verdict.NOT_JUDGED, Verdict.WRONG]
    assert result.judgements[1].faults[Fault.MISSING] == 1


def test_a_run_that_stopped_early_is_partial_and_lacks_nothing() -> None:
    runs = [run_of(EIGHT, 8), run_of(EIGHT[:5], 8, "short", Status.TIME_LIMIT)]
    result = crosscheck(Problem(8), runs)
    assert result.agreement is Agreement.INCOMPLETE
    assert result.judgements[1].verdict is Verdict.PARTIAL
    assert not any(result.judgements[1].faults.values())
    assert result.agreed is not None


def test_a_run_that_stopped_early_is_wrong_if_a_placement_is_invalid() -> None:
    runs = [run_of(EIGHT, 8), run_of([(0,) * 8], 8, "short", Status.CRASHED)]
    result = crosscheck(Problem(8), runs)
    assert result.agreement is Agreement.DIFFERENT
    assert result.judgements[1].verdict is Verdict.WRONG


@pytest.mark.parametrize(
    ("named", "expected"), [((), Agreement.IDENTICAL), (("absent",), Agreement.INCOMPLETE)]
)
def test_a_backend_that_cannot_run_counts_only_when_asked_for(
    named: tuple[str, ...], expected: Agreement
) -> None:
    runs = [run_of(EIGHT, 8), run_of([], 8, "absent", Status.UNAVAILABLE)]
    result = crosscheck(Problem(8), runs, needed=named)
    assert result.agreement is expected
    assert result.judgements[1].verdict is Verdict.NOT_JUDGED


def lacking(missing: Iterable[Placement]) -> Judgement:
    """The judgement on a run that lacks these, beside a right one."""
    lost = set(missing)
    runs = [
        run_of(EIGHT, 8, "right"),
        run_of([one for one in EIGHT if one not in lost], 8, "short"),
    ]
    judgement = crosscheck(Problem(8), runs).judgements[1]
    assert judgement.faults[Fault.MISSING] == len(lost)
    return judgement


def pattern_without(missing: Iterable[Placement]) -> str:
    """The statement about a run that lacks these, beside a right one."""
    return pattern_words(lacking(missing).pattern)


def lost_by(pattern: str, kept: set[Placement]) -> set[Placement]:
    """The solutions that are missing according to the pattern."""
    images = {
        name: set(map(tuple, block.tolist())) - kept
        for name, block in symmetries(pack(kept, 8).placements()).items()
    }
    return images[pattern] if pattern in images else set().union(*images.values())


def test_missing_mirror_images_are_named() -> None:
    pairs = {min(one, one[::-1]) for one in EIGHT}
    kept = {pair if number % 2 else pair[::-1] for number, pair in enumerate(sorted(pairs))}
    assert "left-right mirror images" in pattern_without(set(EIGHT) - kept)


def test_missing_symmetric_images_are_named() -> None:
    kept: set[Placement] = set()
    images: set[Placement] = set()
    for one in EIGHT:
        if one not in images:
            kept.add(one)
            turned = symmetries(pack([one], 8).placements()).values()
            images |= {tuple(image[0].tolist()) for image in turned} | {one}
    assert len(kept) == 12
    assert "one solution of each symmetry class" in pattern_without(set(EIGHT) - kept)


SIX = sorted(all_solutions(6))


@pytest.mark.parametrize(
    "found",
    [
        SIX[:1],
        [],
        SIX[:2],  # which is also half of the mirrored pairs
        SIX[1:3],  # one of each of two mirrored pairs
        [*EIGHT[:30], (0,) * 8],  # a wrong placement is simpler
    ],
)
def test_a_pattern_is_told_only_if_nothing_simpler_explains_it(found: list[Placement]) -> None:
    n = len(found[0]) if found else 6
    assert not crosscheck(Problem(n), [run_of(found, n)]).judgements[0].pattern


LOST = st.sets(st.sampled_from(EIGHT)).map(
    lambda turned: {max(one, one[::-1], key=lambda each: (each in turned, each)) for one in EIGHT}
)
"""Half of each mirrored pair."""


@given(LOST, st.sets(st.sampled_from([0, 1])))
def test_a_pattern_is_claimed_only_where_it_is_exact(
    lost: set[Placement], changed: set[int]
) -> None:
    """Up to two solutions are changed: one in the middle of the lost, one in that of the others."""
    in_order = [*sorted(lost), *sorted(set(EIGHT) - lost)]
    middles = len(lost) // 2, (len(lost) + len(EIGHT)) // 2
    lost = lost ^ {in_order[middles[which]] for which in changed}
    if pattern := lacking(lost).pattern:
        assert lost == lost_by(pattern, set(EIGHT) - lost), pattern


@given(
    st.lists(
        st.one_of(
            st.sampled_from(EIGHT),
            st.tuples(*[st.integers(-1, 8)] * 8),
            st.lists(st.integers(0, 7), max_size=9).map(tuple),
            st.tuples(*[st.one_of(st.booleans(), st.floats())] * 8),
        ),
        max_size=40,
    )
)
def test_faults_are_those_that_a_naive_count_finds(yielded: list[Placement]) -> None:
    def is_placement(item: Placement) -> bool:
        return len(item) == 8 and all(type(row) is int for row in item)

    def is_solution(item: Placement) -> bool:
        return is_placement(item) and not naive_attack(item) and set(item) <= set(range(8))

    (judgement,) = crosscheck(Problem(8), [run_of(yielded, 8)]).judgements
    solutions = [item for item in yielded if is_solution(item)]
    assert judgement.faults == {
        Fault.MALFORMED: sum(not is_placement(item) for item in yielded),
        Fault.INVALID: sum(is_placement(item) and not is_solution(item) for item in yielded),
        Fault.EXTRA: 0,
        Fault.DUPLICATE: len(solutions) - len(set(solutions)),
        Fault.MISSING: 92 - len(set(solutions)),
    }


def test_a_judgement_does_not_depend_on_the_order_of_the_runs() -> None:
    runs = [
        run_of(EIGHT, 8, "right"),
        run_of(EIGHT[3:], 8, "short"),
        run_of(EIGHT * 2, 8, "double"),
    ]
    first = crosscheck(Problem(8), runs)
    other = crosscheck(Problem(8), runs[::-1])
    said = [
        [
            (each.verdict, each.faults, each.witness, each.pattern, each.remark)
            for each in judgements
        ]
        for judgements in (first.judgements, other.judgements[::-1])
    ]
    assert said[0] == said[1]


def test_no_missing_image_is_counted_on_a_board_without_that_symmetry() -> None:
    """The images of a solution are no solutions of a board that is not its own image."""
    one = BOARDS["six, not its own image"]
    (judgement,) = crosscheck(one, [run_of(sorted(solutions_of(one)), one.n)]).judgements
    assert judgement.verdict is Verdict.NOT_JUDGED
    assert not any(judgement.faults.values())
