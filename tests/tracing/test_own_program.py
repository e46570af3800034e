"""A program of one's own is watched: its calls, or the four ports of its goals."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from engines import needs_prolog
from places import ROOT

from solvers.cli.queens import main
from solvers.errors import TraceError
from solvers.execution.limits import Limits
from solvers.grading.check import check_program
from solvers.grading.finding import Fact
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import find_submission
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind
from solvers.tracing.own_calls import OwnCalls
from solvers.tracing.own_film import film_of_a_wrong_call, own_film
from solvers.tracing.tracers import program as program_trace
from solvers.tracing.tracers import prolog as prolog_trace


def needs_language(name: str) -> None:
    """Skip the test of a program in Prolog where that is missing."""
    if name.endswith(".pl"):
        needs_prolog()


def steps_of(name: str, n: int) -> list[Event]:
    return program_trace.events(
        find_submission(str(ROOT / name)), Problem(n), Limits(), Sandbox.BASIC
    )


def test_a_prolog_program_is_watched_at_its_four_ports() -> None:
    needs_prolog()
    ports = [one.state for one in prolog_trace.events(Problem(4)) if one.kind is Kind.PORT]
    seen = [one.state for one in steps_of("prolog/queens.pl::solve", 4) if one.kind is Kind.PORT]
    inside = [{**one, "depth": one["depth"] - 1} for one in seen if one["depth"] > 1]
    assert [{**one, "line": 0} for one in inside] == [{**one, "line": 0} for one in ports]
    assert [one["port"] for one in seen if one["depth"] == 1] == [
        *("call", "exit", "redo", "exit", "redo", "fail")
    ]


def port_events(*told: tuple[str, int, str]) -> list[Event]:
    """The events of goals: port, depth and goal of each."""
    return [
        Event(Kind.PORT, (), state={"port": port, "depth": depth, "goal": goal})
        for port, depth, goal in told
    ]


def test_a_summary_is_the_same_however_prolog_indexes_clauses() -> None:
    """Without an index, nc/1 leaves a choice point, which is asked in vain."""
    begin = [("call", 1, "place(2)"), ("call", 2, "nc(0)"), ("exit", 2, "nc(0)")]
    in_vain = [("redo", 2, "nc(0)"), ("fail", 2, "nc(0)")]
    end = [("call", 2, "nc(1)"), ("fail", 2, "nc(1)"), ("fail", 1, "place(2)")]
    for told in (begin + end, begin + in_vain + end):
        assert program_trace.summary(port_events(*told)) == [
            "place: 1 call, 1 call without an exit",
            "nc: 2 calls, 1 exit, 1 call without an exit",
        ]


def test_a_python_program_is_watched_at_its_calls() -> None:
    seen = [one.state for one in steps_of("tests/zoo/right/generator_of_one_list.py", 4)[:-1]]
    stack: list[tuple[int, str]] = []
    for own in seen:
        name = own["call"].partition("(")[0]
        if own["what"] in ("call", "resume"):
            stack.append((own["depth"], name))
        else:
            assert stack.pop() == (own["depth"], name)
    assert not stack
    found = [own["value"] for own in seen if own["what"] == "yield" and own["call"] == "solve"]
    assert found == ["[1, 3, 0, 2]", "[2, 0, 3, 1]"]
    assert seen[1] == {"what": "call", "depth": 1, "line": 4, "call": "place(0)"}


@pytest.mark.parametrize("name", ["docs/homework/dee.py", "docs/homework/bob.pl"])
def test_each_step_of_a_film_has_its_line(name: str) -> None:
    needs_language(name)
    source = (ROOT / name).read_text().splitlines()
    events = program_trace.events(
        find_submission(str(ROOT / name)), Problem(4), Limits(), Sandbox.BASIC, with_lines=True
    )
    lit = [(event, source[line - 1]) for event in events if (line := event.state.get("line"))]
    assert len(lit) > 200
    for event, line in lit:
        if event.kind is Kind.PORT:
            assert event.state["goal"].partition("(")[0] in line
        elif event.state["what"] == "line":
            assert event.state["value"] == line.strip()
        elif event.state["what"] == "call":
            assert f"def {event.state['call'].partition('(')[0]}(" in line


@pytest.mark.parametrize(
    ("name", "says"), [("docs/homework/bob.pl", True), ("docs/homework/dee.py", False)]
)
def test_a_film_says_that_its_boards_are_mirrored(name: str, says: bool) -> None:  # noqa: FBT001
    needs_language(name)
    own = own_film(find_submission(str(ROOT / name)), Problem(4), Limits(), Sandbox.BASIC).own
    assert own
    assert own.is_mirrored is says
    assert any("begin with the newest queen" in said for said in own.said) is says
    assert not any("textbook" in said for said in own.said)  # it may be shown alone


@pytest.mark.parametrize("first", [0, 1])
def test_a_board_is_that_of_the_test_that_is_running(first: int, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    rest = REST.replace("range(n)", f"range({first}, n + {first})")
    rest = rest.format(call="safe(row, board)", longer="board + (row,)")
    file.write_text(SAFE.format(test=RIGHT_TEST) + rest)
    events = program_trace.events(
        find_submission(str(file)), Problem(4), Limits(), Sandbox.BASIC, with_lines=True
    )
    calls = OwnCalls(Problem(4), events)
    assert calls.first_row == first
    running = ""
    for event in calls.with_boards():
        own = event.state
        if own.get("what") == "call":
            running = own["call"]
        if running.startswith("safe("):
            row, given = ast.literal_eval(running.removeprefix("safe"))
            assert own["placements"] == [[one - first for one in (*given, row)]]
        else:
            assert "placements" not in own
        if own.get("what") == "return":
            running = ""


def test_the_film_of_an_endless_program_has_its_first_steps(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def queens(n):\n    while True: n += 1\n")
    own = own_film(
        find_submission(str(tmp_path / "mine.py")), Problem(4), Limits(), Sandbox.BASIC
    ).own
    assert own
    assert not own.is_whole
    assert own.said[0] == "The program is stopped after 20,000 executed lines"


@pytest.mark.parametrize(
    ("name", "text", "end"),
    [
        ("mine.py", "def queens(n):\n    while True: n += 1\n", "1,000,000 executed lines"),
        ("mine.pl", "queens(_, _) :- repeat, fail.\n", "20,000,000 inferences"),
    ],
)
def test_a_program_that_comes_to_no_call_is_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, end: str
) -> None:
    needs_language(name)
    (tmp_path / name).write_text(text)
    assert main(["trace", str(tmp_path / name), "--n", "4", "--sandbox", "basic"]) == 0
    begin, stop, _, _, total, calls, *_ = capsys.readouterr().out.splitlines()
    assert begin.startswith("call ")
    assert stop == f"the program is stopped after {end}"
    assert total == f"{stop}; until then, {tmp_path / name}:"
    assert calls == "  queens: 1 call"


def test_an_error_in_a_program_ends_its_film() -> None:
    *steps, end = steps_of("tests/zoo/wrong/endless_recursion.py", 4)
    assert end.kind is Kind.STOP
    assert steps[-1].state["call"].startswith("RecursionError")


def test_steps_that_a_program_forges_are_refused(tmp_path: Path) -> None:
    forged = tmp_path / "forged.py"
    forging = 'sys._getframe(1).f_globals["called"] = lambda _: 5'
    forged.write_text(f"import sys\n{forging}\ndef queens(n): return n\n")
    with pytest.raises(TraceError, match="invalid step"):
        steps_of(str(forged), 4)


def test_a_program_in_racket_has_no_film() -> None:
    with pytest.raises(
        TraceError, match=r"only programs in Python or Prolog can be traced.*Racket runs compiled"
    ):
        steps_of("docs/homework/cy.rkt", 4)


@pytest.mark.parametrize(
    ("name", "text"), [("greets.py", "greeting = 1\n"), ("greets.pl", "greeting(1).\n")]
)
def test_a_program_without_queens_is_told_to_name_its_function(
    name: str, text: str, tmp_path: Path
) -> None:
    needs_language(name)
    (tmp_path / name).write_text(text)
    with pytest.raises(
        TraceError, match=f"has no queens that can be called with n.* {name}::my_queens"
    ):
        steps_of(str(tmp_path / name), 4)


def test_a_program_that_reads_input_has_no_film(tmp_path: Path) -> None:
    (tmp_path / "reads.py").write_text("n = int(input())\ndef queens(n): return []\n")
    with pytest.raises(TraceError, match=r"loaded \(EOFError.* gives no input"):
        steps_of(str(tmp_path / "reads.py"), 4)


def test_a_program_has_a_film_on_an_empty_board_only() -> None:
    with pytest.raises(TraceError, match="leave out --prefix, --board"):
        program_trace.events(
            find_submission(str(ROOT / "docs/homework/ada.py")),
            Problem(4, (0,)),
            Limits(),
            Sandbox.BASIC,
        )


def test_the_command_shows_a_program_beside_that_of_the_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    program = str(ROOT / "tests/zoo/right/leetcode_class.py")
    assert main(["trace", program, "--n", "4", "--limit", "2", "--sandbox", "basic"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "call solveNQueens(4)",
        "  call place([])",
        "",
        f"total, {program}:",
        "  solveNQueens: 1 call, 1 return",
        "  place: 17 calls, 17 returns of None",
        "for comparison, the course text's program (backtracking):",
        "  15 columns entered, 60 row tries, 16 queens placed, 44 conflicts, 16 backtracks, "
        "2 solutions",
    ]


def test_an_entry_is_named_as_queens_check_takes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def queens(n): return []\ndef mine(n): return [[0]]\n")
    for named in ([f"{file}::mine"], [str(file), "--entry", "mine"]):
        assert main(["trace", *named, "--n", "1", "--limit", "1", "--sandbox", "basic"]) == 0
        assert capsys.readouterr().out.startswith("call mine(1)\n")
    with pytest.raises(SystemExit):
        main(["trace", "--entry", "mine"])
    assert "only with your own program" in capsys.readouterr().err


def test_a_function_that_an_exception_leaves_has_not_returned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.py").write_text("def queens(n):\n    raise KeyError(n)\n")
    assert main(["trace", str(tmp_path / "mine.py"), "--n", "4", "--output", "jsonl"]) == 0
    told = [json.loads(line)["own"] for line in capsys.readouterr().out.splitlines()[:-1]]
    assert [one["what"] for one in told] == ["call", "raise", "raise"]
    assert told[1]["call"] == "out of queens"
    assert told[2]["line"] == 2


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "docs/homework/bob.pl",
            "nc(1,[0],1) succeeded: the queens in column 0 (row 1) and column 1",
        ),
        ("docs/homework/dee.py", "queens(4) returned [[], []]: the boards are empty"),
        ("tests/zoo/wrong/distance_off_by_one.py", "share a diagonal that goes down to the right"),
        ("tests/zoo/wrong/one_diagonal_not_checked.pl", "succeeded: the queens in column"),
        ("tests/zoo/wrong/other_diagonal_not_checked.pl", "succeeded: the queens in column"),
        ("tests/zoo/wrong/only_neighbour_compared.pl", "column 0 (row 0) and column 2 (row 0)"),
        ("tests/zoo/wrong/only_rows_compared.pl", "succeeded: the queens in column"),
        ("tests/zoo/wrong/rows_not_compared.pl", "share a row"),
        ("tests/zoo/wrong/same_list_object.py", "so one list was changed again and again"),
    ],
)
def test_the_first_call_that_answers_wrongly_is_named(
    name: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    needs_language(name)
    assert main(["trace", str(ROOT / name), "--n", "4", "--limit", "1"]) == 0
    _, _, said = capsys.readouterr().out.partition("the first call that answers wrongly, at step ")
    assert sentence in said


def test_the_first_wrong_call_is_named_where_the_program_is_stopped() -> None:
    needs_prolog()
    wrong = OwnCalls(Problem(8), steps_of("docs/homework/bob.pl", 8)).first_wrong()
    assert wrong
    assert wrong.sentence.startswith("nc(1,[0],1) succeeded: the queens in column 0 (row 1)")


@pytest.mark.parametrize(
    ("name", "watched", "is_named"),
    [("docs/homework/dee.py", 4, True), ("tests/zoo/wrong/range_from_one.py", 1, False)],
)
def test_the_film_of_a_wrong_program_is_that_of_a_board_with_a_wrong_call(
    name: str,
    watched: int,
    is_named: bool,  # noqa: FBT001
) -> None:
    submission = find_submission(str(ROOT / name))
    problem, film = film_of_a_wrong_call(submission, 1, Limits(), Sandbox.BASIC)
    assert problem.n == watched  # that of the smallest board, where no call is known to be wrong
    assert film.own
    assert (film.own.wrong > 0) is is_named


SAFE = """
def safe(row, queens): return {test}
def slants(row, queens): return all(abs(q - row) != len(queens) - c for c, q in enumerate(queens))
"""
REST = """
def queens(n, board=()):
    if len(board) == n: return [board]
    return [found for row in range(n) if {call} for found in queens(n, {longer})]
"""
RIGHT_TEST = "all(abs(q - row) not in (0, len(queens) - c) for c, q in enumerate(queens))"
ONE_DIAGONAL = RIGHT_TEST.replace("abs(q - row)", "q - row")
LONG = RIGHT_TEST.replace("- c)", "- c + 1)")
TURNED = "all(abs(q - row) not in (0, c + 1) for c, q in enumerate(queens))"


def calls_of(file: Path, test: str, call: str, longer: str) -> OwnCalls:
    """The calls of a program with this test of conflicts, for n = 4."""
    file.write_text(SAFE.format(test=test) + REST.format(call=call, longer=longer))
    return OwnCalls(Problem(4), steps_of(str(file), 4))


@pytest.mark.parametrize(
    ("test", "call", "longer"),
    [
        (RIGHT_TEST, "safe(row, board)", "board + (row,)"),
        (TURNED, "safe(row, board)", "(row,) + board"),
        (f"not {RIGHT_TEST}", "not safe(row, board)", "board + (row,)"),
        ("row not in queens", "safe(row, board) and slants(row, board)", "board + (row,)"),
        ("row not in queens", "slants(row, board) and safe(row, board)", "board + (row,)"),
        ("", "slants(row, board) and row not in board", "board + (row,)"),
    ],
    ids=["all at once", "newest first", "turned round", "rows first", "rows last", "rows inside"],
)
def test_a_test_of_conflicts_is_read_as_its_program_means_it(
    test: str, call: str, longer: str, tmp_path: Path
) -> None:
    assert calls_of(tmp_path / "mine.py", test, call, longer).first_wrong() is None


@pytest.mark.parametrize(
    ("test", "drawn"),
    [
        ("row not in queens", None),  # the rows alone are read in two ways
        (ONE_DIAGONAL, [[0, 1]]),
        (LONG, [[0, 1]]),
    ],
    ids=["rows alone", "one diagonal", "one column too long"],
)
def test_a_test_of_conflicts_that_misses_a_diagonal_is_named(
    test: str, drawn: list[list[int]] | None, tmp_path: Path
) -> None:
    calls = calls_of(tmp_path / "mine.py", test, "safe(row, board)", "board + (row,)")
    wrong = calls.first_wrong()
    assert wrong
    assert wrong.sentence == (
        "safe(1, (0,)) said True: the queens in column 0 (row 0) and column 1 (row 1) share a "
        "diagonal that goes down to the right"
    )
    event = calls.with_boards()[wrong.number - 1]
    assert event.state["call"] == "safe(1, (0,))"
    assert event.state.get("placements") == drawn


PERMUTED = """
from itertools import combinations, permutations

def good(rows):
    return all(abs(a - b) != j - i for (i, a), (j, b) in combinations(enumerate(rows), 2))

def queens(n):
    return [len(rows) for rows in permutations(range(n)) if good(rows)]
"""

NEWEST_FIRST = """
def safe(row, rows):
    return all(row != other and row - other != away for away, other in enumerate(rows, 1))

def queens(n, rows=()):
    if len(rows) == n:
        return [{answer}]
    return [one for row in range(n) if safe(row, rows) for one in queens(n, (row, *rows))]
"""


RIGHT_PROGRAMS = {
    file.name: file.read_text()
    for file in (ROOT / "docs/homework/ada.py", *sorted((ROOT / "tests/zoo/right").glob("*.py")))
    if file.name != "bit_sets_from_1.py"  # it reads its n, so it has no film
}


@pytest.mark.parametrize(
    "source", [PERMUTED, *RIGHT_PROGRAMS.values()], ids=["permuted", *RIGHT_PROGRAMS]
)
def test_no_call_of_a_right_program_is_named(source: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(source)
    assert OwnCalls(Problem(4), steps_of(str(tmp_path / "mine.py"), 4)).first_wrong() is None


@pytest.mark.parametrize("n", [2, 4])
@pytest.mark.parametrize(
    ("answer", "fact", "traced"),
    [
        ("list(rows)", Fact.NO_FALLING_DIAGONAL, "goes down to the right"),
        ("list(rows[::-1])", Fact.NO_RISING_DIAGONAL, "goes up to the right"),
    ],
    ids=["newest first", "oldest first"],
)
def test_check_and_trace_name_the_same_diagonal(
    answer: str, fact: Fact, traced: str, n: int, tmp_path: Path
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(NEWEST_FIRST.format(answer=answer))
    file = find_submission(str(path))
    (diagnosis,) = check_program(file, 4, Limits(), Sandbox.BASIC).diagnosis
    assert diagnosis.fact is fact
    wrong = OwnCalls(Problem(n), steps_of(str(path), n)).first_wrong()
    assert wrong
    assert traced in wrong.sentence
