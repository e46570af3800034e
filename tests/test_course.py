"""What the course texts show, shown here: golden files hold their numbers, lists and drawings."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import able_backend, all_solutions, skip_or_fail
from hypothesis import given
from hypothesis import strategies as st

from solvers import registry
from solvers.interface import Backend
from solvers.output.boards import course_grid
from solvers.paradigms.sicp import appended as sicp_appended
from solvers.paradigms.sicp.exercise import Board, Representation
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import KNOWN_COUNTS, Problem
from solvers.puzzle.symmetry import symmetry_classes
from solvers.testing.recording import record
from solvers.tracing import traces
from solvers.tracing.course_texts import in_notation, nc_unfolded, representation
from solvers.tracing.effort import SearchSpace, conflict_tests
from solvers.tracing.events import Event, Kind
from solvers.tracing.tracers import backtracking as backtracking_trace
from solvers.tracing.tracers import prolog as prolog_trace
from solvers.tracing.tracers import sicp as sicp_trace

GOLDEN = Path(__file__).parent / "golden"
ROOT = Path(__file__).resolve().parents[1]

# OEIS A002562, n = 1..9: solutions up to turns and mirror images.
FUNDAMENTAL = (1, 0, 0, 1, 2, 1, 6, 12, 46)

REPRESENTATIONS = [one for one in registry.backends().values() if representation(one)]


def golden(name: str) -> str:
    """The text of a golden file."""
    return (GOLDEN / name).read_text()


def in_order(wanted: list[str], lines: list[str]) -> bool:
    """Whether the wanted lines occur among the lines, in this order."""
    remaining = iter(lines)
    return all(line in remaining for line in wanted)


def needs_prolog() -> None:
    if not shutil.which("swipl"):
        skip_or_fail("SWI-Prolog is missing: sudo apt-get install swi-prolog-nox")


def solutions(backend: Backend, n: int) -> list[Placement]:
    """The solutions that the backend yields, in its own order."""
    return record(backend, Problem(n)).placements


# Notations


def test_appended_rows_print_what_the_first_sicp_text_prints() -> None:
    printed = ""
    for n in range(1, 7):
        found = solutions(registry.find("sicp-appended"), n)
        printed += f"(queens {n})\n{in_notation(registry.find('sicp-appended'), found)}\n"
    assert printed == golden("sicp-appended.txt")


def test_appended_rows_contain_the_books_figure() -> None:
    found = in_notation(
        registry.find("sicp-appended"), solutions(registry.find("sicp-appended"), 8)
    )
    assert found.count("(") == 93
    assert "(3 7 2 8 5 1 4 6)" in found


def test_queen_cols_of_two_columns_on_a_board_of_four() -> None:
    events = list(sicp_trace.events(sicp_appended.REPRESENTATION, Problem(4)))
    (left,) = (one for one in events if one.kind is Kind.LEAVE and one.state["k"] == 2)
    assert left.state["boards"] == ["(1 3)", "(1 4)", "(2 4)", "(3 1)", "(4 1)", "(4 2)"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("sicp-attack", "(((3 4) (1 3) (4 2) (2 1)) ((2 4) (4 3) (1 2) (3 1)))"),
        ("sicp-positions", "(((3 4) (1 3) (4 2) (2 1)) ((2 4) (4 3) (1 2) (3 1)))"),
        ("sicp-pairs", "(((3 . 4) (1 . 3) (4 . 2) (2 . 1)) ((2 . 4) (4 . 3) (1 . 2) (3 . 1)))"),
        ("sicp-appended", "((2 4 1 3) (3 1 4 2))"),
        ("sicp", "((3 1 4 2) (2 4 1 3))"),
        ("backtracking", "((1 3 0 2) (2 0 3 1))"),
    ],
)
def test_four_queens_in_each_representation(name: str, shown: str) -> None:
    assert in_notation(registry.find(name), solutions(registry.find(name), 4)) == shown


def test_backtracking_prints_the_solution_vector_last_found_first() -> None:
    backend = registry.find("backtracking")
    lines = in_notation(backend, solutions(backend, 8)).strip("()").splitlines()
    shown = [f"({line.strip().strip('()')})" for line in lines]
    first, last = golden("racket-solve-8.txt").split("...\n")
    assert len(shown) == 92
    assert shown[: len(first.splitlines())] == first.splitlines()
    assert shown[-len(last.splitlines()) :] == last.splitlines()


@pytest.mark.parametrize("backend", REPRESENTATIONS, ids=lambda one: one.name)
def test_representations_keep_to_the_order_of_the_exercise(backend: Backend) -> None:
    assert solutions(backend, 7) == sorted(all_solutions(7))


@pytest.mark.parametrize("backend", REPRESENTATIONS, ids=lambda one: one.name)
@given(rows=st.lists(st.integers(0, 6), max_size=7))
def test_a_board_gives_back_the_placement_it_was_made_of(backend: Backend, rows: list[int]) -> None:
    board = representation(backend)
    assert board is not None
    assert board.placement(positions(board, rows)) == tuple(rows)


@pytest.mark.parametrize("backend", REPRESENTATIONS, ids=lambda one: one.name)
@given(rows=st.lists(st.integers(0, 6), min_size=1, max_size=7))
def test_is_safe_is_about_the_newest_queen_alone(backend: Backend, rows: list[int]) -> None:
    board = representation(backend)
    assert board is not None
    k = len(rows)
    clash = any(attacking_pair_of(rows, earlier, k - 1) for earlier in range(k - 1))
    assert board.is_safe(k, positions(board, rows)) == (not clash)


def positions(board: Representation, rows: list[int]) -> Board:
    """The queens of these rows in this representation."""
    queens = board.empty_board
    for column, row in enumerate(rows, 1):
        queens = board.adjoin_position(row + 1, column, queens)
    return queens


def attacking_pair_of(rows: list[int], left: int, right: int) -> bool:
    """Whether these two queens attack each other."""
    return abs(rows[left] - rows[right]) in (0, right - left)


def test_interchanged_mappings_find_the_same_with_far_more_work() -> None:
    row_tries = {}
    for name in ("sicp", "sicp-interchanged"):
        recording = record(registry.find(name), Problem(6))
        assert set(recording.placements) == all_solutions(6)
        row_tries[name] = recording.work["row_tries"]
    assert row_tries["sicp-interchanged"] > 100 * row_tries["sicp"]


# Traces


def test_every_line_of_the_comp333_trace_occurs_in_order() -> None:
    lines = [line for _, line in backtracking_trace.lines(backtracking_trace.events(Problem(8)))]
    assert in_order(golden("comp333-trace-8.txt").splitlines(), lines)
    assert lines[0] == "trace: c: 1 qp: (0) nr: (0 1)"
    assert lines[-1] == "### end of search, all solutions found"
    assert sum(line.startswith("### solution") for line in lines) == 92
    before, after = (lines.index("### solution 1 (3 1 6 2 5 7 4 0)") + offset for offset in (-1, 1))
    assert lines[before] == "trace: c: 8 qp: (3 1 6 2 5 7 4 0) nr: (0 4 2 7 3 6 8 5 1)"
    assert lines[after] == "trace: c: 7 qp: (1 6 2 5 7 4 0) nr: (4 2 7 3 6 8 5 1)"


def test_explanations_say_what_the_next_line_does() -> None:
    told = list(backtracking_trace.lines(backtracking_trace.events(Problem(6)), explain=True))
    steps = [line for _, line in told if line.startswith("trace:")]
    for line, following in itertools.pairwise(steps):
        state, why = line.split(" ; ")
        columns = [int(one.split("c: ")[1].split()[0]) for one in (line, following)]
        change = columns[1] - columns[0]
        if "place a queen" in why:
            assert change == 1
        elif "conflict with" in why:
            assert change == 0
        else:
            assert "back to column" in why or "a solution" in why
            assert change == -1
        assert state
    assert steps[-1].endswith("no column to go back to: the end")


def test_the_call_trace_is_that_of_the_second_sicp_text() -> None:
    backend = registry.find("sicp-attack")
    lines = traces.lines(backend, Problem(4), traces.tracer(backend)(Problem(4)))
    assert "".join(f"{line}\n" for _, line in lines) == golden("sicp-attack-trace-4.txt")


def test_nc_unfolds_as_in_the_text() -> None:
    lines = list(nc_unfolded(5, [1, 3, 4]))
    assert "\n".join(lines).startswith(golden("nc-trace.txt").rstrip())
    assert "=> #f" in lines
    assert list(nc_unfolded(2, []))[-1] == "=> #t"
    assert list(nc_unfolded(2, [0, 5]))[-1] == "=> #t"


def test_prolog_goes_through_its_four_ports() -> None:
    needs_prolog()
    ports = [one.state for one in prolog_trace.events(Problem(4)) if one.kind is Kind.PORT]
    assert {own["port"] for own in ports} == {"call", "exit", "redo", "fail"}
    assert ports[0] == {"port": "call", "depth": 1, "goal": "solve(4,[],_)"}
    assert ports[-1] == {"port": "fail", "depth": 1, "goal": "solve(4,[],_)"}
    assert {"port": "exit", "depth": 1, "goal": "solve(4,[],[2,0,3,1])"} in ports
    open_boxes: list[tuple[int, str]] = []
    for own in ports:
        box = own["depth"], own["goal"].split("(")[0]
        if own["port"] in ("call", "redo"):
            assert box[0] <= len(open_boxes) + 1
            del open_boxes[box[0] - 1 :]
            open_boxes.append(box)
        else:
            assert open_boxes.pop() == box
    assert not open_boxes


def search(events: Iterator[Event]) -> list[Event]:
    """The events that all paradigms share, without their own words."""
    return [one._replace(state={}) for one in events if one.kind is not Kind.PORT]


@pytest.mark.parametrize("n", range(7))
def test_backtracking_and_prolog_search_the_same_tree(n: int) -> None:
    needs_prolog()
    assert search(backtracking_trace.events(Problem(n))) == search(prolog_trace.events(Problem(n)))


@pytest.mark.parametrize("prefix", [(0,), (3,), (1, 3), (1, 3, 0), (1, 3, 5, 0, 2, 4)], ids=str)
@pytest.mark.parametrize(
    "blocked", [set(), {(5, 0), (5, 3), (4, 1), (2, 0)}, {(5, r) for r in range(6)}]
)
def test_they_search_the_same_tree_below_a_prefix(
    prefix: Placement, blocked: set[tuple[int, int]]
) -> None:
    needs_prolog()
    if not blocked.isdisjoint(enumerate(prefix)):
        return
    problem = Problem(6, prefix, frozenset(blocked))
    assert search(backtracking_trace.events(problem)) == search(prolog_trace.events(problem))


def test_the_tries_of_a_trace_are_those_that_the_search_counts() -> None:
    for n in range(1, 8):
        work = record(registry.find("backtracking"), Problem(n)).work
        kinds = [one.kind for one in backtracking_trace.events(Problem(n))]
        assert kinds.count(Kind.TRY) == work["row_tries"]
        assert kinds.count(Kind.BACKTRACK) == work["backtracks"]


# Boards


def test_the_board_of_comp333() -> None:
    assert course_grid((3, 1, 6, 2, 5, 7, 4, 0), numbered=True) + "\n" == golden(
        "prolog-board-8.txt"
    )


def test_the_boards_of_the_second_sicp_text() -> None:
    boards = [course_grid(one, numbered=False) + "\n" for one in sorted(all_solutions(4))]
    assert boards == [golden("sicp-board-1.txt"), golden("sicp-board-2.txt")]


@pytest.mark.parametrize("n", range(1, 9))
def test_fundamental_solutions_are_as_many_as_known(n: int) -> None:
    found = symmetry_classes(all_solutions(n), n)
    assert len(found) == FUNDAMENTAL[n - 1]
    assert sum(one.size for one in found) == KNOWN_COUNTS[n]
    assert all(one.representative in all_solutions(n) for one in found)


# queens.pl and display.pl alone


def swipl(goal: str) -> str:
    """The output of display.pl, which is queens.pl with its drawings, for this goal."""
    needs_prolog()
    done = subprocess.run(
        ["swipl", "-g", goal, "-t", "halt", "prolog/display.pl"],  # noqa: S607
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert done.stderr == ""
    return done.stdout


def test_prolog_finds_all_as_the_text_shows_them() -> None:
    shown = swipl("findall(QP, solve(8,QP), QPALL), forall(member(QP1,QPALL), writeln(QP1))")
    first, last = golden("prolog-findall-8.txt").split("...\n")
    assert shown.startswith(first)
    assert shown.endswith(last)
    assert swipl("findall(QP, solve(8,QP), QPALL), length(QPALL,L), writeln(L)") == "92\n"


def test_prolog_natively_is_what_prolog_prints() -> None:
    backend = able_backend("prolog")
    shown = swipl("forall(solve(6,QP), writeln(QP))")
    assert in_notation(backend, solutions(backend, 6)) + "\n" == shown


def test_prolog_draws_the_board_of_the_text() -> None:
    assert swipl("solve(8,QP), display_solution(QP)") == golden("prolog-board-8.txt")


@given(st.integers(0, 12).flatmap(lambda n: st.lists(st.integers(0, n), min_size=n, max_size=n)))
def test_the_prolog_board_has_a_line_for_every_row(rows: list[int]) -> None:
    lines = course_grid(tuple(rows), numbered=True).splitlines()
    assert len(lines) == 2 + 2 * len(rows)
    assert len({len(line) for line in lines}) <= 2


def test_unit_tests_of_the_prolog_program() -> None:
    needs_prolog()
    done = subprocess.run(
        ["swipl", "-g", "run_tests", "-t", "halt", "tests/queens.plt"],  # noqa: S607
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr
    assert "tests passed" in done.stdout + done.stderr


# How much work


def test_the_three_numbers_of_the_text() -> None:
    space = SearchSpace(8)
    assert space.any_squares == 178_462_987_637_760
    assert space.one_a_column == 16_777_216
    assert space.one_a_column_and_row == 40_320


def test_conflict_tests_are_the_calls_of_nc_1() -> None:
    def counted(n: int) -> int:
        """Count by hand, over every conflict-free placement of the first columns."""

        def below(queens: Placement) -> int:
            if len(queens) == n:
                return 0
            tests = 0
            for row in range(n):
                for distance, other in enumerate(reversed(queens), 1):
                    tests += 1
                    if abs(other - row) in (0, distance):
                        break
                else:
                    tests += below((*queens, row))
            return tests

        return below(())

    for n in range(7):
        assert conflict_tests(n) == counted(n)


def test_module_and_command_are_one() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "solvers", "solve", "--n", "4"],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert done.stdout == "[1, 3, 0, 2]\n[2, 0, 3, 1]\n"
