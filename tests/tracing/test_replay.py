"""A replay follows a search event by event."""

from __future__ import annotations

from solvers.puzzle.problem import Problem
from solvers.tracing.replay import Replay, search_tree
from solvers.tracing.tracers import backtracking


def test_a_replay_counts_the_same_nodes_as_the_tree() -> None:
    for n in range(7):
        problem = Problem(n)
        *_, last = Replay(problem).scenes(backtracking.events(problem))
        tree = search_tree(problem, backtracking.events(problem))
        assert (last.nodes, last.dead_ends) == (tree.nodes, tree.dead_ends)


def test_the_state_is_told_line_by_line() -> None:
    problem = Problem(4)
    scenes = list(Replay(problem).scenes(backtracking.events(problem)))
    assert scenes[2].state == ("n: 4", "c: 1", "qp: (0)", "nr: (0 1)")
    assert scenes[3].state == scenes[2].state  # a column is entered, and the state is the same
