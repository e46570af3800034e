"""The summary of a benchmark: answers are judged, scored, and compared."""

from __future__ import annotations

import math
from dataclasses import replace
from importlib.util import find_spec

import misbehaving_backends as faults
import pytest
from benchmark_results import CLOSED, FREE, denied, solved, some_summary, stopped
from engines import skip_or_fail

from solvers import registry
from solvers.benchmark.instances import Instance
from solvers.benchmark.result import BoardOutcome, result_of
from solvers.benchmark.summary import benchmark_runs, summarise
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run, Status
from solvers.output.bench_text import bench_lines
from solvers.puzzle.placements import empty
from solvers.puzzle.problem import Problem


def test_scores_penalise_unsolved_boards_and_ratios_use_boards_both_solved() -> None:
    results = [
        *(solved(1, "a", 1.0), solved(1, "b", 2.0)),
        *(denied(2, "a", 5.0), stopped(2, "b")),
        stopped(3, "a"),
        replace(stopped(3, "b"), status=Status.CRASHED, note="on purpose"),
        solved(4, "a", 0.5),  # b has not had it yet
    ]
    found = summarise([FREE, CLOSED, FREE, FREE], results, ["a", "b"], [], 10.0)
    a, b = found.scores
    assert (found.boards, a.boards, a.solved, a.with_solution, a.without, a.first) == (
        *(3, 3, 2),
        *(1, 1, 2),
    )
    assert (a.median_seconds, a.par2) == (5.0, (1 + 5 + 20) / 3)
    assert (b.median_seconds, b.par2, b.first) == (math.inf, (2 + 20 + 20) / 3, 0)
    (ratio,) = found.ratios
    assert (ratio.first, ratio.second, ratio.boards) == ("a", "b", 1)
    assert (ratio.only_first, ratio.only_second, ratio.interval) == (1, 0, None)
    assert ratio.mean == pytest.approx(0.5)
    told = [words for words, _ in bench_lines(found)]
    assert told[1] == "b: crashed on 1 board, first on board 3 (on purpose)."
    assert told[-1].startswith("The table covers 3 of 4 boards")


def test_a_backend_that_denies_a_solution_is_named_and_has_not_solved_the_board() -> None:
    results = [solved(1, "a", 1.0), denied(1, "b", 0.1), denied(1, "c", 0.2)]
    found = summarise([FREE], results, ["a", "b", "c"], [], 10.0)
    assert not found.all_right
    assert [(one.solved, one.wrong, one.par2, one.first) for one in found.scores] == [
        (1, 0, 1.0, 1),
        (0, 1, 20.0, 0),
        (0, 1, 20.0, 0),
    ]
    ((told, _), *_) = bench_lines(found)
    assert told == (
        "board 1: b and c report that no solution exists, but a found one: [1, 3, 0, 2]"
    )


def test_an_interval_lies_around_the_ratio_and_is_the_same_each_time() -> None:
    if not find_spec("scipy"):
        skip_or_fail("SciPy is missing: pip install scipy")
    times = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0]
    results = [
        *(solved(board, "a", 3 * seconds) for board, seconds in enumerate(times, 1)),
        *(solved(board, "b", 1.0) for board in range(1, 9)),
    ]
    (ratio,) = summarise([FREE] * 8, results, ["a", "b"], [], 99.0).ratios
    assert ratio.interval
    low, high = ratio.interval
    assert 1.5 < low < ratio.mean < high < 12.0
    # The same random numbers are drawn each time.
    (again,) = summarise([FREE] * 8, results, ["a", "b"], [], 99.0).ratios
    assert again == ratio


def test_each_density_counts_its_boards_with_and_without_a_solution() -> None:
    (transition,) = some_summary().transitions
    low, high = transition.steps
    assert (transition.n, low.density, high.density) == (4, 0.1, 0.5)
    assert (low.boards, low.with_solution, low.without) == (2, 1, 0)
    assert (high.boards, high.with_solution, high.without) == (2, 0, 2)
    assert high.median_seconds["sicp"] == 2.5
    assert low.median_seconds["sicp"] == math.inf


def test_false_answers_of_backends_are_reported() -> None:
    backends = [
        registry.find("sicp"),
        faults.misbehaving(faults.say_none),
        faults.misbehaving(faults.yield_attacking),
    ]
    family = [FREE, CLOSED]
    found = [
        result_of(number, run, problem)
        for number, problem, run in benchmark_runs(family, backends, Limits())
    ]
    assert [(one.board, one.backend, one.answer) for one in found] == [
        (1, "sicp", BoardOutcome.SOLUTION),
        (1, "say_none", BoardOutcome.WRONG),
        (1, "yield_attacking", BoardOutcome.WRONG),
        (2, "sicp", BoardOutcome.NONE),
        (2, "say_none", BoardOutcome.NONE),
        (2, "yield_attacking", BoardOutcome.WRONG),
    ]
    told = summarise(family, found, [one.name for one in backends], [], 300.0)
    assert [one.backend for one in told.wrong] == ["say_none", "yield_attacking", "yield_attacking"]
    assert not told.all_right


def test_a_run_that_is_known_is_not_run_again() -> None:
    family, sicp = [FREE, CLOSED], registry.find("sicp")
    found = list(benchmark_runs(family, [sicp], Limits(), {(1, "sicp")}))
    assert [number for number, _, _ in found] == [2]


@pytest.mark.parametrize(
    ("board", "answer"),
    [
        # It is known that every large free board has one.
        (Instance(Problem(30)), BoardOutcome.WRONG),
        # And here one does.
        (Instance(Problem(20, blocked=frozenset({(0, 0)}))), BoardOutcome.WRONG),
        # A certificate shows it.
        (Instance(Problem(9, blocked=frozenset({(0, 0)}))), BoardOutcome.WRONG),
        (CLOSED, BoardOutcome.NONE),
        (Instance(Problem(3)), BoardOutcome.NONE),
    ],
)
def test_a_report_of_no_solution_is_judged_as_on_one_board(
    board: Instance, answer: BoardOutcome
) -> None:
    nothing = Run("liar", "testing", Ending(Cause.DONE), empty(board.problem.n), seconds=1.0)
    assert result_of(1, nothing, board.search_for_one).answer is answer
