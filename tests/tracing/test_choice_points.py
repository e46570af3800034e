"""The choice points of Prolog beside its open goals, and the jump of a failure to one of them."""

from __future__ import annotations

import re

import pytest
from engines import able_backend

from solvers.puzzle.problem import Problem
from solvers.tracing.choice_points import REDO_OF_NC, RESUMES, ChoicePoints
from solvers.tracing.event import Event, Kind
from solvers.tracing.replay import Replay, Scene
from solvers.tracing.tracers.backtracking import events as search_of_prolog
from solvers.tracing.traces import tracer

# The columns approach searches as the Prolog program does, and needs no Prolog.


def scenes(problem: Problem, events: list[Event] | None = None) -> list[Scene]:
    """The scenes of these events, or else of the whole search without its own state."""
    events = search(problem) if events is None else events
    return list(ChoicePoints(problem).with_goals(Replay(problem).scenes(events)))


def search(problem: Problem) -> list[Event]:
    return [event._replace(state={}) for event in search_of_prolog(problem)]


@pytest.mark.parametrize("problem", [Problem(5), Problem(6, (1,)), Problem(7)])
def test_the_search_goes_on_where_the_newest_choice_point_is(problem: Problem) -> None:
    """The row that is tried after a failure is the one that the sentence has named."""
    promised, checked = "", 0
    for scene in scenes(problem):
        event = scene.event
        if event.kind is Kind.TRY and promised:
            assert f"in column {event.column}. It undoes" in promised
            left = re.search(rf"tries V = {event.row}, which leaves (\d) of \d rows\.$", promised)
            assert left
            goal = scene.state[1 + (event.column or 0) - len(problem.prefix)]
            assert (re.findall(r"(\d) of", goal) or ["0"]) == [left[1]]
            checked += 1
        if event.kind in (Kind.TRY, Kind.END):
            assert not promised.startswith("No choice point") or event.kind is Kind.END
            promised = ""
        promised = scene.more or promised
        marked = [line for line in scene.state if RESUMES in line]
        assert len(marked) <= 1
        if marked and not scene.more:
            with_choices = [line for line in scene.state[1:] if " of " in line]
            assert marked == with_choices[-1:]
    assert checked > 9


def test_goals_and_choice_points_stand_side_by_side() -> None:
    placed = next(scene for scene in scenes(Problem(4)) if scene.event.queens == (0, 3, 1))
    heads, *lines = [" ".join(line.split()) for line in placed.state]
    assert heads == "open goals choice points: rows left"
    assert lines == [
        "solve(4,[],_) 3 of 4",
        "solve(4,[0],_)",
        f"solve(4,[3,0],_) 2 of 4 {RESUMES}",
        "solve(4,[1,3,0],_)",
    ]


def test_the_jump_of_a_failure_is_drawn_over_the_goals_that_it_leaves() -> None:
    failed = next(scene for scene in scenes(Problem(4)) if "columns 1 to 2" in scene.more)
    assert [line[:3] for line in failed.state] == ["   ", "┌▶ ", "│  ", "└─ "]


def test_all_variables_that_a_failure_undoes_are_named() -> None:
    told = [scene.more.partition(". It ")[2] for scene in scenes(Problem(5))]
    undone = {re.sub(r"\b\d", "N", words) for words in told}
    after = ", which leaves N of N rows."
    assert undone >= {
        f"undoes V = N, H and T and next tries V = N{after}",
        f"undoes V = N, H, T and D1 and next tries V = N{after}",
        f"undoes V = N and QPT1 and next tries V = N{after}",
        f"undoes V = N, QPT1 and QP and next tries V = N{after}",
        f"undoes V = N, QPT1 and, in column N, NM1 and V, and next tries V = N{after}",
        f"undoes V = N, QPT1 and, in columns N to N, NM1, V and QPT1, and next tries V = N{after}",
    }


def test_the_goals_that_follow_from_the_board_are_those_of_prolog() -> None:
    events = list(tracer(able_backend("prolog"))(Problem(5)))
    with_ports = scenes(Problem(5), events)
    boards = [one for one in with_ports if one.event.kind is not Kind.PORT]
    without = scenes(Problem(5), [one.event for one in boards])

    def goals(scene: Scene) -> list[str]:
        return re.findall(r"solve\(\d+,\[[\d,]*\]", "\n".join(scene.state))

    placed = [(a, b) for a, b in zip(boards, without, strict=True) if a.event.kind is Kind.TRY]
    assert placed
    assert all(goals(a) == goals(b) for a, b in placed)


def test_a_goal_that_is_asked_for_another_answer_has_its_reason() -> None:
    ports = [
        Event(Kind.PORT, (), state={"port": port, "depth": 3, "goal": "nc(2,[],2)"})
        for port in ("exit", "redo", "fail", "call")
    ]
    told = scenes(Problem(4), [*search(Problem(4))[:-1], *ports])
    assert [scene.more for scene in told[-4:]] == ["", REDO_OF_NC, REDO_OF_NC, ""]
