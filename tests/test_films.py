"""Every trace is true, event by event, and the check of it notices what is not."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from boards import BOARDS, solutions_of
from conftest import able_backend

from solvers import registry
from solvers.cli.queens import main
from solvers.errors import FilmError, TraceError
from solvers.execution.limits import Limits
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import find
from solvers.interface import Backend
from solvers.puzzle.problem import Problem
from solvers.testing.recording import record
from solvers.tracing import traces
from solvers.tracing.events import Event, Kind, Rule
from solvers.tracing.film_check import check
from solvers.tracing.replay import search_tree
from solvers.tracing.tracers import exact_cover as exact_cover_trace
from solvers.tracing.tracers import program as program_trace
from solvers.tracing.tracers import prolog as prolog_trace

ROOT = Path(__file__).resolve().parents[1]

TRACED = [name for name, one in registry.backends().items() if traces.is_traced(one)]


@pytest.fixture(params=TRACED)
def traced(request: pytest.FixtureRequest) -> Backend:
    """Every backend that can be traced; one that cannot run here is skipped with its reason."""
    return able_backend(request.param)


DRAWN = ("four, a column closed", "five, a queen and a hole", "six, a queen in the last column")
FILMED = [
    *map(Problem, range(7)),
    *(Problem(6, prefix) for prefix in ((1,), (1, 3, 5, 0, 2, 4))),
    *(BOARDS[name] for name in DRAWN),
]


def test_every_film_is_true(traced: Backend) -> None:
    for problem in FILMED:
        events = list(traces.tracer(traced)(problem))
        assert check(problem, events, solutions_of(problem)) == len(events)
        for event in events:
            assert event.document() == json.loads(json.dumps(event.document()))


def test_a_traced_search_does_what_the_untraced_one_does(traced: Backend) -> None:
    recording = record(traced, Problem(6))
    *events, end = traces.tracer(traced)(Problem(6))
    assert {name: recording.work[name] for name in end.state} == end.state
    if traced.name != "exact-cover":  # of which another program of the same algorithm is traced
        assert [one.queens for one in events if one.kind is Kind.SOLUTION] == recording.placements


# What is tampered with


def change(kind: Kind, **fields: object) -> Callable[[Event], list[Event]]:
    """Say something else in an event of this kind."""
    return lambda event: [event._replace(**fields)]  # type: ignore[arg-type]


def leave_out(_: Event) -> list[Event]:
    return []


def say_twice(event: Event) -> list[Event]:
    return [event, event]


def one_square_less(event: Event) -> list[Event]:
    return [event._replace(squares=(event.squares or ())[1:])]


def another_queen(event: Event) -> list[Event]:
    (first, *others) = event.queens or (None,)
    return [event._replace(queens=(4 if first != 4 else 3, *others))]


def a_row_further(event: Event) -> list[Event]:
    row = ((event.row or 0) + 1) % 5
    queens = [row if c == event.column else r for c, r in enumerate(event.queens)]
    return [event._replace(row=row, queens=tuple(queens))]


def squares_of_the_corner(event: Event) -> list[Event]:
    free = [(c, r) for c in range(5) for r in range(5)]
    return [event._replace(squares=tuple(free))]


NO_BOARDS = {"k": 0, "depth": 5, "placements": []}

TAMPERED: dict[Kind, list[Callable[[Event], list[Event]]]] = {
    Kind.CONFLICT: [change(Kind.CONFLICT, conflict_line="nowhere"), another_queen],
    Kind.PLACED: [leave_out, say_twice, a_row_further],
    Kind.DECIDE: [leave_out, say_twice, another_queen],
    Kind.REMOVE: [say_twice, squares_of_the_corner, change(Kind.REMOVE, rule=Rule.ROW)],
    Kind.RESTORE: [leave_out, say_twice, one_square_less, squares_of_the_corner],
    Kind.IMPLY: [leave_out, say_twice, a_row_further],
    Kind.WIPEOUT: [change(Kind.WIPEOUT, column=0, row=None), another_queen],
    Kind.BACKTRACK: [leave_out, say_twice, change(Kind.BACKTRACK, column=7)],
    Kind.BACKJUMP: [leave_out, say_twice, change(Kind.BACKJUMP, levels=9)],
    Kind.LEARN: [change(Kind.LEARN, clause=())],
    Kind.SOLUTION: [leave_out, say_twice, another_queen, change(Kind.SOLUTION, number=7)],
    Kind.BEGIN: [leave_out, another_queen],
    Kind.MOVE: [a_row_further, another_queen, change(Kind.MOVE, state={"conflicts": 9})],
    Kind.STOP: [leave_out, say_twice],
    Kind.END: [leave_out, say_twice],
    Kind.LEAVE: [
        leave_out,
        say_twice,
        change(Kind.LEAVE, state={"k": 0, "depth": 6, "placements": []}),
    ],
    Kind.PORT: [leave_out],
}


def tampered(events: list[Event]) -> Iterator[tuple[str, list[Event]]]:
    """The film with one event changed, in each of the ways that its kind has."""
    for kind, plans in TAMPERED.items():
        places = [at for at, event in enumerate(events) if event.kind is kind]
        for at in places[:1] + places[len(places) // 2 : len(places) // 2 + 1]:
            for number, plan in enumerate(plans):
                film = [*events[:at], *plan(events[at]), *events[at + 1 :]]
                yield f"event {at}, {kind}, way {number}", film


def test_a_film_that_was_tampered_with_is_refused(traced: Backend) -> None:
    problem = Problem(5)
    events = list(traces.tracer(traced)(problem))
    for what, film in tampered(events):
        try:
            check(problem, film, solutions_of(problem))
        except FilmError:
            continue
        pytest.fail(f"not noticed: {what}")


def test_the_command_says_whether_a_film_is_true(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["trace", "--n", "4", "--backend", "exact-cover", "--check"]
    assert main(arguments) == 0
    assert capsys.readouterr().out == (
        "all 56 events are true, and they find the referee's 2 solutions\n"
    )
    events = list(exact_cover_trace.events(Problem(4)))
    monkeypatch.setattr(exact_cover_trace, "events", lambda _: iter(events[:-1]))
    assert main(arguments) == 1
    assert capsys.readouterr().out == "not true: the film has no end\n"


# Nodes


def test_the_course_programs_search_one_tree() -> None:
    numbers = set()
    for name in ("sicp", "backtracking", "prolog"):
        for problem in (Problem(6), Problem(6, (0,))):
            tree = search_tree(problem, traces.tracer(able_backend(name))(problem))
            numbers.add((problem.prefix, tree.nodes, tree.decisions, tree.dead_ends, tree.depth))
    assert len(numbers) == 2


# A program of one's own


def steps_of(name: str, n: int) -> list[Event]:
    return program_trace.events(find(str(ROOT / name)), Problem(n), Limits(), Sandbox.BASIC)


def test_a_prolog_program_is_watched_at_its_four_ports() -> None:
    able_backend("prolog")
    ports = [one.state for one in prolog_trace.events(Problem(4)) if one.kind is Kind.PORT]
    seen = [one.state for one in steps_of("prolog/queens.pl::solve", 4) if one.kind is Kind.PORT]
    inside = [{**one, "depth": one["depth"] - 1} for one in seen if one["depth"] > 1]
    assert inside == ports
    assert [one["port"] for one in seen if one["depth"] == 1] == [
        *("call", "exit", "redo", "exit", "redo", "fail")
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
    assert seen[1] == {"what": "call", "depth": 1, "call": "place(0)"}


def test_what_goes_wrong_in_a_program_is_its_last_step(tmp_path: Path) -> None:
    *steps, end = steps_of("tests/zoo/wrong/endless_recursion.py", 4)
    assert end.kind is Kind.STOP
    assert steps[-1].state["call"].startswith("RecursionError")
    forged = tmp_path / "forged.py"
    forging = 'sys._getframe(1).f_globals["called"] = lambda _: 5'
    forged.write_text(f"import sys\n{forging}\ndef queens(n): return n\n")
    with pytest.raises(TraceError, match="what is no step"):
        steps_of(str(forged), 4)
    with pytest.raises(TraceError, match="not watched, only one in Python"):
        steps_of("docs/homework/cy.rkt", 4)
    with pytest.raises(TraceError, match="leave out prefix and board"):
        program_trace.events(
            find("docs/homework/ada.py"), Problem(4, (0,)), Limits(), Sandbox.BASIC
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
        f"in all, {program}:",
        "  solveNQueens: 1 call, 1 return",
        "  place: 17 call, 17 return None",
        "beside it, the text's program (backtracking):",
        "  15 column, 60 try, 16 placed, 44 conflict, 16 backtrack, 2 solution",
    ]


def test_a_function_that_an_exception_leaves_has_not_returned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.py").write_text("def queens(n):\n    raise KeyError(n)\n")
    assert main(["trace", str(tmp_path / "mine.py"), "--n", "4", "--output", "jsonl"]) == 0
    told = [json.loads(line)["own"] for line in capsys.readouterr().out.splitlines()[:-1]]
    assert [one["what"] for one in told] == ["call", "raise", "raise"]
    assert told[1]["call"] == "out of queens"
