"""The events of searches that have all boards of k columns at once: a level after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain
from typing import Any

from solvers.paradigms import arrays as array_program
from solvers.paradigms import decision_diagrams as bdd_program
from solvers.paradigms import decision_diagrams_zdd as zdd_program
from solvers.paradigms import sql as sql_program
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Event, Kind


def film(
    problem: Problem, levels: Iterable[tuple[list[Placement], dict[str, int]]]
) -> Iterator[Event]:
    """The levels, from that of the prefix on, each with more of its own state."""
    found: list[Placement] = []
    for k, (placements, more) in enumerate(levels):
        if k >= len(problem.prefix):
            yield Event(
                Kind.LEVEL, (), state={"k": k, "placements": list(map(list, placements)), **more}
            )
        found = placements if k == problem.n else []
    for number, placement in enumerate(found, 1):
        yield Event(Kind.SOLUTION, placement, number=number)
    yield Event(Kind.END, ())


def arrays(problem: Problem) -> Iterator[Event]:
    """The rows of the array after each column."""
    boards = array_program.levels(problem, Counter())
    after = ([tuple(rows) for rows in block.tolist()] for block in boards)
    yield from film(problem, chain([([()], {})], ((placements, {}) for placements in after)))


def sql(problem: Problem) -> Iterator[Event]:
    """The rows of the recursive table, by how many queens they have."""
    query = sql_program.QUERY.replace("SELECT placement", "SELECT queens, placement")
    query = query.replace("WHERE queens = :n", "")
    levels: list[list[Placement]] = [[] for _ in range(problem.n + 1)]
    with closing(sql_program.database(problem)) as connection:
        for queens, text in connection.execute(query):
            levels[queens].append(sql_program.placement(text))
    yield from film(problem, ((placements, {}) for placements in levels))


def decision_diagrams(problem: Problem) -> Iterator[Event]:
    """The boards that are left after each column, and the nodes of their diagram."""
    return _diagrams(problem, bdd_program.levels(problem, Counter()))


def decision_diagrams_zdd(problem: Problem) -> Iterator[Event]:
    """The sets of each diagram, and its nodes."""
    return _diagrams(problem, zdd_program.levels(problem, Counter()))


def _diagrams(problem: Problem, diagrams: Iterable[Any]) -> Iterator[Event]:
    """Later squares, which formulas leave open, are cut off each path."""
    square = bdd_program.squares(problem)
    levels = (
        (
            sorted({rows[:k] for rows in bdd_program.boards(diagram, square)}),
            {"nodes": diagram.node_count()},
        )
        for k, diagram in enumerate(diagrams, 1)
    )
    yield from film(problem, chain([([()], {})], levels))
