"""Boards: as text, on the command line, before the referee, split, and below students' programs."""

from __future__ import annotations

import io
import json
from pathlib import Path
from xml.etree import ElementTree as ET

import misbehaving_backends as faults
import pytest
from boards import BOARDS, DRAWN, board, random_boards, solutions_of
from conftest import Queens
from hypothesis import given
from hypothesis import strategies as st
from places import ZOO
from solutions import all_solutions

import solvers
from solvers import registry
from solvers.cli.compare import main as compare_main
from solvers.cli.queens import main as queens_main
from solvers.comparison import compare
from solvers.errors import ProblemError, UsageError
from solvers.execution.limits import Limits
from solvers.output.boards import BLOCKED
from solvers.output.colours import WORDS
from solvers.puzzle.diagram import draw_diagram, read_diagram
from solvers.puzzle.placements import attacking_pair
from solvers.puzzle.problem import Problem, with_given
from solvers.puzzle.symmetry import symmetries_of
from solvers.referee.verdict import Agreement, Verdict
from solvers.splitting.shards import Split
from solvers.testing.complaint import judge_recording
from solvers.testing.recording import record

Capture = pytest.CaptureFixture[str]

SICP, TRANSPOSED = registry.find("sicp"), faults.misbehaving(faults.transposed)
BLIND = faults.misbehaving(faults.blind_to_blocked_squares)
SCATTERED = BOARDS["seven, scattered"]
MAIN_DIAGONAL = "mirror images in the main diagonal"


@st.composite
def some_boards(draw: st.DrawFn) -> Problem:
    """Any small board."""
    n = draw(st.integers(0, 6))
    squares = [(column, row) for column in range(n) for row in range(n)]
    blocked = draw(st.lists(st.sampled_from(squares))) if squares else []
    return Problem(n, blocked=frozenset(blocked))


# As text


@given(some_boards())
def test_a_board_comes_out_as_it_is_read(problem: Problem) -> None:
    assert read_diagram(draw_diagram(problem)) == problem


@pytest.mark.parametrize("name", DRAWN)
def test_a_board_drawn_by_hand_has_the_same_meaning_when_drawn_again(name: str) -> None:
    assert read_diagram(draw_diagram(BOARDS[name])) == board(DRAWN[name])


def test_a_solution_is_a_board_with_all_queens_given() -> None:
    for placement in solutions_of(SCATTERED):
        drawn = read_diagram(draw_diagram(SCATTERED, placement))
        assert solutions_of(drawn) == {placement}


def test_a_given_queen_is_a_column_with_the_other_squares_blocked() -> None:
    problem = with_given(5, [(3, 4)], [(0, 0)])
    assert problem.blocked == {(0, 0), (3, 0), (3, 1), (3, 2), (3, 3)}
    assert with_given(5, [(3, 4), (3, 4)], [[0, 0]]) == problem  # type: ignore[list-item]
    assert with_given(4, [(0, 1)], prefix=(1,)).prefix == (1,)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("..\n.", "line 2 of the board has length 1, but the number of lines is 2"),
        ("...\n...", "line 1 of the board has length 3, but the number of lines is 2"),
        ("..\n.o", "'o' in line 2 of the board is not valid"),
        ("Q.\nQ.", "two queens are given in column 0"),
        ("Q.\n.Q", "the queens given at 0:0 and 1:1 attack each other"),
        ("\n".join("." * 256 for _ in range(256)), "too large for all solutions"),
    ],
)
def test_a_text_that_is_no_board_is_refused(text: str, says: str) -> None:
    with pytest.raises(ProblemError, match=says):
        read_diagram(text)


# On the command line

OPTIONS = ["--given", "3:0", "--blocked", "0:0"]


@pytest.mark.parametrize("command", ["solve", "trace"])
def test_commands_take_given_and_blocked_squares(command: str, capsys: Capture) -> None:
    assert queens_main([command, "--n", "6", *OPTIONS]) == 0
    shown = capsys.readouterr().out
    assert shown.count("[1, 3, 5, 0, 2, 4]" if command == "solve" else "### solution") == 1


@pytest.mark.parametrize("from_file", [True, False])
def test_a_board_is_read_from_a_file_or_from_standard_input(
    from_file: bool,  # noqa: FBT001
    tmp_path: Path,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = draw_diagram(SCATTERED)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    (tmp_path / "board.txt").write_text(text)
    file = str(tmp_path / "board.txt") if from_file else "-"
    assert queens_main(["solve", "--board", file, "--backend", "backtracking"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {tuple(json.loads(line)) for line in lines} == solutions_of(SCATTERED)


def test_boards_are_shown_as_they_are_written(capsys: Capture) -> None:
    assert queens_main(["show", "--n", "6", *OPTIONS, "--style", "text"]) == 0
    assert solutions_of(read_diagram(capsys.readouterr().out)) == {(1, 3, 5, 0, 2, 4)}
    assert queens_main(["show", "--n", "6", *OPTIONS]) == 0
    assert capsys.readouterr().out.count(BLOCKED) == 1
    assert queens_main(["show", "--n", "6", *OPTIONS, "--style", "svg"]) == 0
    drawn = ET.fromstring(capsys.readouterr().out)  # noqa: S314  # our own
    grey = [each for each in drawn.iter() if WORDS["soft"][0] in each.get("style", "")]
    assert [(each.get("x"), each.get("y")) for each in grey] == [("0", "0")]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--n", "4", "--given", "0:1,1:2"], "the queens given at 0:1 and 1:2 attack each other"),
        (["--n", "4", "--given", "0:1", "--prefix", "2"], "two queens are given in column 0"),
        (["--n", "4", "--given", "2:1", "--prefix", "1"], "at 0:1 and 2:1 attack each other"),
        (["--n", "4", "--given", "0:1", "--blocked", "0:1"], "stands on a blocked square"),
        (["--n", "4", "--prefix", "1", "--blocked", "0:1"], "stands on a blocked square"),
        (["--n", "4", "--blocked", "4:0"], "4:0 is off the board"),
        (["--n", "4", "--blocked", "4"], "'4' is not a square; give column:row"),
        (["--n", "4", "--board", "board.txt"], "leave out --n"),
        (["--board", "no-such-file"], "no-such-file: No such file"),
        (["--board", "/dev/zero"], "is too large: it has more than"),
        (["--board", "/dev/null"], "is empty; for zero queens, use --n 0"),
        (["--board", __file__], "of the board"),
    ],
)
def test_a_board_that_makes_no_sense_is_refused_in_one_line(
    options: list[str], says: str, queens: Queens
) -> None:
    assert says in queens.refusal("solve", *options)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "show --n 8 --blocked 0:0 --fundamental",
            "--fundamental works only with the empty board",
        ),
        (
            "show --placement 0,1 --blocked 0:0",
            "--placement does not work with other board options",
        ),
        ("effort --n 4 --blocked 0:0", "unrecognized arguments: --blocked 0:0"),
    ],
)
def test_a_command_that_cannot_use_a_board_refuses_it(line: str, says: str, queens: Queens) -> None:
    assert says in queens.refusal(*line.split())


def test_a_board_without_a_solution_is_not_drawn(queens: Queens) -> None:
    assert "has no solution" in queens.refusal("show", "--n", "4", "--given", "0:0")


def test_a_comparison_names_its_board(capsys: Capture) -> None:
    arguments = ["--n", "6", *OPTIONS, "--backends", "sicp,permutation,backtracking"]
    assert compare_main([*arguments, "--show", "1"]) == 0
    shown = capsys.readouterr().out
    assert "6 queens, 1 queen given; 1 square blocked" in shown
    assert "and there are no others (proof checked: " in shown
    assert compare_main([*arguments, "--output", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["blocked"] == [[0, 0], *([3, row] for row in range(1, 6))]
    assert document["expected_solutions"] is None
    assert document["evidence"] == "certificate"
    assert document["certificate"]["solutions"] == 1
    assert [run["solutions"] for run in document["runs"]] == [1, 1, 1]


def test_a_board_with_a_closed_column_has_no_solution(capsys: Capture) -> None:
    closed = ",".join(f"2:{row}" for row in range(4))
    backends = "sicp,backtracking,permutation,sat,asp"
    assert compare_main(["--n", "4", "--blocked", closed, "--backends", backends]) == 0
    assert "found no solution" in capsys.readouterr().out


# In Python


def test_solve_and_compare_take_a_board() -> None:
    assert list(solvers.solve(6, given=[(3, 0)], blocked=[(0, 0)])) == [(1, 3, 5, 0, 2, 4)]
    found = solvers.compare(6, ["sicp", "permutation"], blocked=[[0, 2]])  # type: ignore[list-item]
    assert found.agreement is Agreement.IDENTICAL
    assert found.document["blocked"] == [[0, 2]]
    for squares in ([(0, 9)], [(0,)], [("0", "1")]):
        with pytest.raises(ValueError, match="square"):
            solvers.solve(6, blocked=squares)  # type: ignore[arg-type]


# Before the referee


@pytest.mark.parametrize("name", BOARDS)
def test_a_transposed_backend_is_caught_by_any_asymmetric_board(name: str) -> None:
    problem = BOARDS[name]
    mirrored = {tuple(one.index(row) for row in range(problem.n)) for one in solutions_of(problem)}
    found = judge_recording(record(TRANSPOSED, problem))
    seen = mirrored != solutions_of(problem)
    assert found.verdict is (Verdict.WRONG if seen else Verdict.CORRECT)
    assert not (seen and MAIN_DIAGONAL in symmetries_of(problem))


@pytest.mark.parametrize("count", [False, True], ids=["kept", "counted"])
def test_solutions_on_blocked_squares_are_extra(count: bool) -> None:  # noqa: FBT001
    found = compare(SCATTERED, [SICP, BLIND], Limits(), count=count).crosscheck
    assert found.agreement is Agreement.DIFFERENT
    assert [one.verdict for one in found.judgements] == [Verdict.CORRECT, Verdict.WRONG]
    extra = len(all_solutions(7)) - len(solutions_of(SCATTERED))
    assert found.judgements[1].faults["extra"] == extra  # type: ignore[index]


def test_no_missing_image_is_counted_on_a_board_without_that_symmetry() -> None:
    """The images of a solution are no solutions of a board that is not its own image."""
    one = BOARDS["six, not its own image"]
    found = compare(one, [SICP], Limits()).crosscheck.judgements[0]
    assert found.verdict is Verdict.CORRECT


# Split


@pytest.mark.parametrize("count", [False, True], ids=["kept", "counted"])
def test_a_board_can_be_split(count: bool) -> None:  # noqa: FBT001
    split = Split(jobs=2)
    found = compare(
        SCATTERED,
        [SICP, registry.find("backtracking-tables")],
        Limits(),
        count=count,
        split=split,
    ).crosscheck
    assert found.agreement is Agreement.IDENTICAL
    assert all(one.run.solutions == len(solutions_of(SCATTERED)) for one in found.judgements)


@pytest.mark.parametrize("count", [False, True], ids=["kept", "counted"])
def test_only_a_board_that_is_its_own_mirror_image_is_mirrored(count: bool) -> None:  # noqa: FBT001
    split = Split(mirror=True)
    symmetric = Problem(7, blocked=frozenset({(0, 1), (0, 5), (4, 3)}))
    run = (
        compare(symmetric, [SICP], Limits(), count=count, split=split).crosscheck.judgements[0].run
    )
    assert run.solutions == len(solutions_of(symmetric))
    for problem in (SCATTERED, with_given(7, [(2, 1)]), Problem(7, (1,))):
        with pytest.raises(UsageError, match="mirror"):
            compare(problem, [SICP], Limits(), count=count, split=split)


def test_a_checkpoint_belongs_to_its_board(tmp_path: Path) -> None:
    split = Split(checkpoint=tmp_path)
    for _ in range(2):
        (found,) = compare(SCATTERED, [SICP], Limits(), split=split).crosscheck.judgements
        assert found.run.solutions == len(solutions_of(SCATTERED))
    (other,) = compare(Problem(7), [SICP], Limits(), split=split).crosscheck.judgements
    assert other.verdict is Verdict.PARTIAL
    assert "was made with other blocked squares" in str(other.run.ending.detail)


# Students' programs


def test_a_program_that_knows_only_n_is_compared_on_a_board(capsys: Capture) -> None:
    program = str(ZOO / "right" / "permutations_as_tuples.py")
    arguments = [program, "--n", "6", "--blocked", "0:1,5:5", "--backends", "sicp"]
    assert compare_main([*arguments, "--output", "json"]) == 0
    runs = json.loads(capsys.readouterr().out)["runs"]
    expected = {one for one in all_solutions(6) if one[0] != 1 and one[5] != 5}
    assert [run["solutions"] for run in runs] == [len(expected)] * 2
    assert all(attacking_pair(one) is None for one in expected)


def test_generated_boards_are_of_all_kinds() -> None:
    numbers = [len(solutions_of(problem)) for problem in BOARDS.values()]
    assert len(BOARDS) >= 30
    assert {problem.n for problem in BOARDS.values()} == set(range(9))
    assert min(numbers.count(0), numbers.count(1)) >= 8
    assert sum(number > 1 for number in numbers) >= 12
    assert sum(not symmetries_of(problem) for problem in BOARDS.values()) >= 12
    assert {bool(solutions_of(one)) for one in random_boards(8, 200, 0.4)} == {True, False}
