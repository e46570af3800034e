"""The tracers: each tells the search of its backend, and some print it as a course text does."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import pytest
from coloured_boards import coloured_solutions, random_boards
from engines import able_backend, needs_prolog
from golden import golden
from places import ROOT
from queens_command import Queens

from solvers import registry
from solvers.errors import TraceError
from solvers.execution.solving import make_ready
from solvers.interface import Backend
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.testing.recording import record
from solvers.tracing import traces
from solvers.tracing.checker import check_events
from solvers.tracing.event import Event, Kind, Rule
from solvers.tracing.films import film_of
from solvers.tracing.replay import Replay, search_tree
from solvers.tracing.tracers import backtracking as backtracking_trace
from solvers.tracing.tracers import prolog as prolog_trace

TRACED = [name for name, one in registry.backends().items() if traces.is_traced(one)]


@pytest.fixture(params=TRACED)
def traced(request: pytest.FixtureRequest) -> Backend:
    """Every backend that can be traced; one that cannot run here is skipped with its reason."""
    return able_backend(request.param)


def test_a_traced_search_has_the_solutions_and_counters_of_the_run(traced: Backend) -> None:
    recording = record(traced, Problem(5))
    *events, end = traces.tracer(traced)(Problem(5))
    found = [one.queens for one in events if one.kind is Kind.SOLUTION]
    # The steps differ, as the tracer says, and so does the order of solutions.
    if traces.notes(traced).difference:
        assert sorted(found) == sorted(recording.placements)
    else:
        assert {name: recording.work[name] for name in end.state} == end.state
        assert found == recording.placements


@pytest.mark.parametrize(
    "problem", [Problem(5), Problem(6, (1,)), Problem(5, blocked=frozenset({(0, 0), (3, 1)}))]
)
def test_the_queens_of_a_film_follow_from_its_events(traced: Backend, problem: Problem) -> None:
    """Recorder and checker share the position, so this follows the events without it."""
    queens: list[dict[Any, Any]] = [dict(enumerate(problem.prefix))]  # of each decision
    closed: list[set[Any]] = [set()]
    last: set[Any] = set()
    for event in traces.tracer(traced)(problem):
        square, squares = (event.column, event.row), set(event.squares or ())
        match event.kind:
            case Kind.PLACED | Kind.DECIDE:
                is_queen = event.kind is Kind.PLACED or event.queen is True
                queens.append(dict([square] if is_queen else []))
                closed.append({square} if event.queen is False else set())
            case Kind.IMPLY:
                queens[-1] |= dict([square])
            case Kind.REMOVE:
                assert not squares & set().union(*closed)
                closed[-1] |= squares
            case Kind.BACKTRACK | Kind.BACKJUMP:
                levels = event.levels or 1
                last = set().union(*closed[-levels:])
                del queens[-levels:], closed[-levels:]
            case Kind.RESTORE:
                assert squares == last
            case Kind.ENTER | Kind.LEAVE:
                return  # it has whole boards, and no queens of its own
        standing = {column: row for each in queens for column, row in each.items()}
        told = {column: row for column, row in enumerate(event.queens) if row is not None}
        assert told == standing
        assert event.level in {None, len(queens) - 1}


@pytest.mark.parametrize("name", ["sicp", "backtracking", "python-constraint", "prolog", "clpfd"])
def test_five_tell_their_search_of_a_coloured_board(name: str) -> None:
    nodes = []
    for board in random_boards(8, most=6):
        begun = [board.with_prefix(rows[:1]) for rows in sorted(coloured_solutions(board))[:1]]
        for problem in [board, *begun]:
            backend = registry.on_board(able_backend(name), problem)
            make_ready(backend)
            events = list(traces.tracer(backend)(problem))
            check_events(problem, events)
            recording = record(backend, problem)
            found = [one.queens for one in events if one.kind is Kind.SOLUTION]
            assert found == recording.placements
            assert {each: recording.work[each] for each in events[-1].state} == events[-1].state
            nodes.append(film_of(backend, problem, events).nodes)
    assert sum(nodes) > 100
    watched = bool(traces.executed_lines(backend, problem))
    assert watched is (name in {"sicp", "backtracking", "python-constraint"})


def test_no_course_text_explains_a_coloured_board() -> None:
    backend, board = registry.find("backtracking"), random_boards(1)[0]
    with pytest.raises(TraceError, match="without colours"):
        list(traces.trace_lines(backend, board, [], explain=True))


def test_what_is_traced_of_a_coloured_board_is_told(queens: Queens) -> None:
    board = str(ROOT / "examples" / "coloured" / "5-4.txt")
    untold = queens("trace", "--backend", "sat", "--board", board, code=2)
    assert "sat cannot be traced: on a coloured board, its steps are not told" in untold.err
    steps = queens("trace", "--backend", "prolog", "--board", board).out
    assert "Call: (3) nc(0-1,[0-1],1)\nFail: (3) nc(0-1,[0-1],1)\n" in steps


def test_the_course_programs_search_one_tree() -> None:
    numbers = set()
    for name in ("sicp", "backtracking", "prolog"):
        for problem in (Problem(6), Problem(6, (0,))):
            tree = search_tree(problem, traces.tracer(able_backend(name))(problem))
            numbers.add((problem.prefix, tree.nodes, tree.decisions, tree.dead_ends, tree.depth))
    assert len(numbers) == 2


def test_every_line_of_the_comp333_trace_occurs_in_order() -> None:
    events = backtracking_trace.events(Problem(8))
    lines = [line for event in events for line in backtracking_trace.lines(event)]
    remaining = iter(lines)
    assert all(line in remaining for line in golden("comp333-trace-8.txt").splitlines())
    assert lines[0] == "trace: c: 1 qp: (0) nr: (0 1)"
    assert lines[-1] == "### end of search, all solutions found"
    assert sum(line.startswith("### solution") for line in lines) == 92
    before, after = (lines.index("### solution 1 (3 1 6 2 5 7 4 0)") + offset for offset in (-1, 1))
    assert lines[before] == "trace: c: 8 qp: (3 1 6 2 5 7 4 0) nr: (0 4 2 7 3 6 8 5 1)"
    assert lines[after] == "trace: c: 7 qp: (1 6 2 5 7 4 0) nr: (4 2 7 3 6 8 5 1)"


def test_explanations_announce_the_step_of_the_next_line() -> None:
    events = backtracking_trace.events(Problem(6))
    told = [line for event in events for line in backtracking_trace.lines(event, explain=True)]
    steps = [line for line in told if line.startswith("trace:")]
    for line, following in itertools.pairwise(steps):
        _state, why = line.split(" ; ")
        columns = [int(one.split("c: ")[1].split()[0]) for one in (line, following)]
        change = columns[1] - columns[0]
        if "place a queen" in why:
            assert change == 1
        elif "conflict with" in why:
            assert change == 0
        else:
            assert "back to column" in why or "a solution" in why
            assert change == -1
    assert steps[-1].endswith("no column is left to go back to: the end")


def test_the_call_trace_is_that_of_the_second_sicp_text() -> None:
    backend = registry.find("sicp-attack")
    lines = traces.trace_lines(backend, Problem(4), traces.tracer(backend)(Problem(4)))
    assert "".join(f"{line}\n" for line in lines) == golden("sicp-attack-trace-4.txt")


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


PREFIXES: list[Placement] = [(0,), (3,), (1, 3), (1, 3, 0), (1, 3, 5, 0, 2, 4)]
BLOCKED = [set(), {(5, 0), (5, 3), (4, 1), (2, 0)}, {(5, row) for row in range(6)}]
WITH_A_PREFIX = [
    Problem(6, prefix, frozenset(blocked))
    for prefix, blocked in itertools.product(PREFIXES, BLOCKED)
    if blocked.isdisjoint(enumerate(prefix))
]


@pytest.mark.parametrize("problem", [*map(Problem, range(7)), *WITH_A_PREFIX])
def test_backtracking_and_prolog_search_the_same_tree(problem: Problem) -> None:
    needs_prolog()
    told = prolog_trace.events(problem)
    search = [event._replace(state={}) for event in told if event.kind is not Kind.PORT]
    events = backtracking_trace.events(problem)
    assert search == [event._replace(state={}) for event in events]


def states(problem: Problem, events: Iterable[Event]) -> list[tuple[str, ...]]:
    """The state after each event, line by line."""
    replay, seen = Replay(problem), []
    for event in events:
        replay.follow(event)
        seen.append(replay.state)
    assert (replay.nodes, replay.dead_ends) == (replay.tree.nodes, replay.tree.dead_ends)
    return seen


def test_the_state_is_told_line_by_line() -> None:
    seen = states(Problem(4), backtracking_trace.events(Problem(4)))
    assert seen[2] == ("n: 4", "c: 1", "qp: (0)", "nr: (0 1)")
    assert seen[3] == seen[2]  # a column is entered, and the state is the same


def test_most_events_of_a_textbook_program_point_to_a_source_line(traced: Backend) -> None:
    problem = Problem(5)
    program = traces.executed_lines(traced, problem)
    if program is None:
        pytest.skip("its engine runs it, and its lines have no events")
    events = [None, *traces.tracer(traced)(problem)]
    known = [program.line(event, before) for before, event in itertools.pairwise(events) if event]
    assert sum(number is not None for number in known) > 0.9 * len(known)
    lines = program.text.splitlines()
    assert all(lines[number].strip() for number in known if number is not None)


def test_open_goals_stay_open_while_rows_are_tried() -> None:
    needs_prolog()
    problem = Problem(5)
    seen = states(problem, prolog_trace.events(problem))
    assert all(state[0].startswith("solve(5,[],") for state in seen[:50])
    assert seen[-1] == ()


def test_a_clause_is_learned_before_its_square_is_removed() -> None:
    events = list(traces.tracer(able_backend("sat"))(Problem(6)))
    for before, event in itertools.pairwise(events):
        if event.kind is Kind.LEARN and event.rule is Rule.LEARNED and len(event.clause or ()) == 1:
            ((column, row, _),) = event.clause or ()
            assert (column, row) not in (before.squares or ()) or before.kind is Kind.RESTORE


@pytest.mark.parametrize("name", ["sat", "cp-sat"])
def test_on_a_coloured_board_only_its_programs_are_named(name: str) -> None:
    page = registry.on_board(registry.find(name), random_boards(1)[0])
    named = "; you can trace sicp, backtracking, python-constraint, prolog, clpfd$"
    with pytest.raises(TraceError, match=named):
        traces.tracer(page)


def test_a_search_that_is_not_traced_says_why_and_which_are() -> None:
    silent = [each for each in registry.backends().values() if each.untraced]
    assert silent
    for backend in silent:
        assert not traces.is_traced(backend)
        with pytest.raises(TraceError, match=f"{backend.untraced}; you can trace sicp, "):
            traces.tracer(backend)
