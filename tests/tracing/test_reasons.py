"""The reason for a learned clause: its opposite leads to a contradiction, step by step."""

from __future__ import annotations

import re
from itertools import pairwise, takewhile

import pytest
from engines import able_backend

from solvers.cli.queens import main
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Clause, Event, Kind, Rule
from solvers.tracing.reasons import minimal_conflict, reasons, why
from solvers.tracing.replay import Replay
from solvers.tracing.traces import tracer

SQUARE = re.compile(r"(\d+):(\d+)")


def test_a_queen_that_leaves_no_square_is_the_reason() -> None:
    assert reasons(Problem(3), ((1, 1, False),), []) == [
        "suppose a queen on 1:1",
        "the queen on 1:1 removes 0:1 0:0 0:2",
        "no square is left in column 0",
        "this is impossible, so the clause holds",
    ]


def test_a_clause_that_was_learned_before_is_a_reason() -> None:
    told = reasons(Problem(5), ((4, 4, False),), [((4, 4, False), (0, 0, True))])
    assert told[1:] == [
        "the queen on 4:4 removes 0:0",
        "a clause learned before is false now: no queen on 4:4, or a queen on 0:0",
        "this is impossible, so the clause holds",
    ]


@pytest.mark.parametrize(
    "problem",
    [Problem(5), Problem(6), Problem(6, (1,)), Problem(7, (), frozenset({(0, 0), (3, 3)}))],
    ids=str,
)
def test_every_clause_that_the_engine_learns_has_its_reasons(problem: Problem) -> None:
    learned: list[Clause] = []
    explained = 0
    for event in tracer(able_backend("sat"))(problem):
        if event.clause is None:
            continue
        told = why(problem, event, learned)
        assert bool(told) is (event.rule is Rule.LEARNED)
        if told:
            explained += 1
            assert told[-1] == "this is impossible, so the clause holds"
            supposed = {(int(c), int(r)) for c, r in SQUARE.findall(told[0])}
            assert supposed == {(column, row) for column, row, _ in event.clause}
        learned.append(event.clause)
    assert explained > 5


def test_a_queen_that_the_decisions_force_is_shown_to_be_forced() -> None:
    clause = ((3, 1, False), (4, 3, False), (5, 5, False))
    found = Event(Kind.LEARN, (), clause=clause, rule=Rule.LEARNED)
    decisions = [(5, 5, True), (3, 1, True)]
    forced = "with queens on 5:5 and 3:1, column 4 has only row 3 left"
    also_decided = why(Problem(6), found, [], [*decisions, (4, 3, True)])
    assert also_decided[1].startswith("the clause names a queen on 4:3 too")
    assert also_decided[2:4] == [forced, "suppose queens on 3:1, 4:3 and 5:5"]
    assert forced in why(Problem(6), found, [], decisions)  # here 4:3 follows from them
    others = why(Problem(6), found, [], [(5, 5, True), (4, 3, True)])
    assert others
    assert "has only" not in " ".join(others)


def test_no_other_event_is_explained() -> None:
    found = Event(Kind.LEARN, (), clause=((0, 0, False),), rule=Rule.FOUND)
    assert why(Problem(4), found, []) == []
    assert why(Problem(4), Event(Kind.COLUMN, (), column=0), []) == []


def test_the_terminal_shows_the_reason_below_the_clause(capsys: pytest.CaptureFixture[str]) -> None:
    able_backend("sat")
    assert main(["trace", "--n", "6", "--backend", "sat", "--explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    clauses = [at for at, line in enumerate(lines) if line.strip().startswith("learned: ")]
    assert clauses
    below = ("suppose ", "these decisions were enough for the conflict: ")
    assert all(lines[at + 1].strip().startswith(below) for at in clauses)
    assert any(lines[at + 1].strip().startswith(below[1]) for at in clauses)


def test_the_decisions_that_are_named_were_enough_and_all_were_needed() -> None:
    told = 0
    for scene in Replay(Problem(6)).scenes(tracer(able_backend("sat"))(Problem(6))):
        enough = minimal_conflict(Problem(6), scene.decisions, scene.learned)
        assert {*enough} <= {*scene.decisions}
        told += bool(enough)
        steps = why(Problem(6), scene.event, scene.learned, scene.decisions)
        if scene.event.kind is Kind.WIPEOUT and enough:  # the contradiction itself is shown
            assert re.search("contradiction|no square is left|is false now", steps[-1])
        elif steps and enough:  # it says where all squares of the clause come from
            above = " ".join(takewhile(lambda step: not step.startswith("suppose "), steps))
            named = {(int(c), int(r)) for c, r in SQUARE.findall(above)}
            assert {(column, row) for column, row, _ in scene.event.clause or ()} <= named
        for left_out in enough:
            fewer = [literal for literal in enough if literal != left_out]
            assert minimal_conflict(Problem(6), fewer, scene.learned) == []
    assert told


def test_a_clause_is_learned_before_its_square_is_removed() -> None:
    events = list(tracer(able_backend("sat"))(Problem(6)))
    for before, event in pairwise(events):
        if event.kind is Kind.LEARN and event.rule is Rule.LEARNED and len(event.clause or ()) == 1:
            ((column, row, _),) = event.clause or ()
            assert (column, row) not in (before.squares or ()) or before.kind is Kind.RESTORE


def test_a_learned_clause_on_a_blocked_square_holds() -> None:
    problem = Problem(4, blocked=frozenset({(0, 1)}))
    assert reasons(problem, ((0, 1, False),), [])[-1] == "this is impossible, so the clause holds"
