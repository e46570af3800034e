"""The command queens and its subcommands, as people use them."""

from __future__ import annotations

import json

import pytest
from engines import needs_prolog
from processes import left_by_its_reader, started, with_growing_time
from queens_command import Queens
from solutions import all_solutions

from solvers.cli.queens import main
from solvers.interface import Backend
from solvers.output.boards import borders, svg_board
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Kind

Capture = pytest.CaptureFixture[str]


def test_solve_prints_one_array_per_line(engine: Backend, queens: Queens) -> None:
    lines = queens("solve", "--n", "6", "--backend", engine.name).lines
    assert {tuple(json.loads(line)) for line in lines} == all_solutions(6)


def test_solve_keeps_to_its_prefix_and_limit(queens: Queens) -> None:
    lines = queens("solve", "--prefix", "2,4", "--limit", "3").lines
    assert len(lines) == 3
    assert all(line.startswith("[2, 4, ") for line in lines)


def test_a_search_that_is_stopped_prints_its_solutions_so_far(capsys: Capture) -> None:
    def shown(seconds: float) -> str:
        assert main(["solve", "--n", "13", "--course-notation", "--time-limit", str(seconds)]) == 3
        captured = capsys.readouterr()
        assert (
            captured.err
            == f"queens solve: sicp did not finish (time-limit): stopped after {seconds:g} s\n"
        )
        return captured.out

    assert with_growing_time(shown, lambda out: out.startswith("((")).startswith("((")


def test_a_trace_can_be_cut_to_some_of_its_steps(queens: Queens) -> None:
    whole = queens("trace", "--n", "6").lines
    assert queens("trace", "--n", "6", "--limit", "5").lines == whole[:5]


def test_events_are_printed_as_json_lines(queens: Queens) -> None:
    lines = queens("trace", "--n", "4", "--output", "jsonl").lines
    events = [json.loads(line) for line in lines]
    assert events[0] == {"kind": "column", "queens": [], "column": 0}
    assert [one["queens"] for one in events if one["kind"] == "solution"] == [
        [1, 3, 0, 2],
        [2, 0, 3, 1],
    ]
    assert {one["kind"] for one in events} <= set(Kind)


def test_nc_is_traced_in_every_spelling(queens: Queens) -> None:
    for spelling in ("5 (1 3 4)", "5 '(1 3 4)", "(nc 5 '(1 3 4))"):
        assert queens("trace", "--nc", spelling).out.startswith("(nc 5 '(1 3 4))\n")
    assert queens("trace", "--nc", "5 ()").out.endswith("=> #t\n")


def test_solve_draws_solutions(queens: Queens) -> None:
    large = "solve", "--first", "--n", "64", "--backend", "construction"
    assert queens(*large, "--style", "unicode").out.count("♛") == 64
    one = "  0  1  2  3\n0 ·  ·  ♛  ·\n1 ♛  ·  ·  ·\n2 ·  ·  ·  ♛\n3 ·  ♛  ·  ·\n"
    other = "  0  1  2  3\n0 ·  ♛  ·  ·\n1 ·  ·  ·  ♛\n2 ♛  ·  ·  ·\n3 ·  ·  ♛  ·\n"
    drawn = "solve", "--n", "4", "--style", "unicode"
    assert queens(*drawn).out == f"{one}\n{other}"
    assert queens(*drawn, "--limit", "1").out == one


def test_the_svg_board_has_all_its_parts() -> None:
    def count(svg: str, tag: str) -> int:
        return svg.count(f"<{tag} ")

    right = svg_board((1, 3, 0, 2), standalone=True)
    assert right.count("♛") == 4
    assert count(right, "rect") == 18  # with the paper and the frame
    assert count(right, "line") == 0
    assert [right.count(f">{number}<") for number in range(5)] == [2, 2, 2, 2, 0]
    assert "var(" not in right
    wrong = svg_board((0, 1, 0), standalone=True)
    assert count(wrong, "line") == 3
    assert svg_board((), standalone=True).count("♛") == 0
    coloured = Problem(4, colours=((0, 0, 1, 1), (0, 0, 1, 1), (2, 2, 3, 3), (2, 2, 3, 3)))
    drawn = svg_board((1, 3, 0, 2), coloured, standalone=True)
    assert [drawn.count(f">{letter}<") for letter in "ABCD"] == [4, 4, 4, 4]
    assert [drawn.count(f'd="{line}"') for line in ("M0 1L1 0", "M0 0L1 1")] == [4, 4]
    assert drawn.count('d="M0 1L1 0M0 0L1 1"') == 4  # the third colour has both lines
    assert borders(coloured.colours).count("M") == 8  # a cross of four lines each
    assert "<title>1 queen in rows 0</title>" in svg_board((0,), standalone=True)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nonsense"], "invalid choice: 'nonsense' (choose from 'compare', 'check',"),
        (["trace", "--nc", "5 (1 3 4)", "--backend", "sicp"], "not allowed with"),
        (["trace", "--nc", "5"], "is not a row and a list of rows"),
        (["check", "a.py", "--jobs", "1000000"], "too many; at most 256"),
        (["contract", "sicp", "--backends", "sicp"], "not allowed with"),
        (["contract"], "is required"),
        (["solve", "8"], "queens solve: error: unrecognized arguments: 8"),
        (["check", "a.py", "b.py"], "unrecognized arguments: b.py"),
        (["solve", "--n", "4-6"], "more than one board size"),
        (["solve", "--backend", "prolg"], "did you mean prolog?"),
        (
            ["solve", "--backend", "cp-sat", "--course-notation"],
            "--course-notation does not work with cp-sat",
        ),
        (["solve", "--limit", "0"], "'0' is not a positive whole number; give e.g. 5"),
        (["trace", "--backend", "cp-sat"], "cannot be traced"),
        (["trace", "--backend", "sicp", "--explain"], "--explain does not work with sicp"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_command_refuses_bad_input_in_one_line(
    arguments: list[str], says: str, queens: Queens
) -> None:
    assert says in queens.refusal(*arguments)


@pytest.mark.parametrize("name", ["backtracking", "prolog"])
def test_a_reader_that_leaves_ends_a_trace_quietly(name: str) -> None:
    needs_prolog()
    trace = started("-m", "solvers", "trace", "--n", "8", "--backend", name)
    assert left_by_its_reader(trace) == ""
