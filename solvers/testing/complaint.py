"""Explain wrong solutions to a backend's author: an example, and a likely cause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations

from solvers.execution.result import Cause, Ending, Run
from solvers.lazy import numpy as np
from solvers.output.boards import draw_board
from solvers.output.messages import explanation, title
from solvers.puzzle.placements import Placement, attacking_pair, row_type
from solvers.puzzle.problem import Goal, Problem, closed_squares, given_queens
from solvers.referee.certificate import proven_solutions
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Judgement, Verdict
from solvers.testing.recording import Recording

Finds = Callable[[Problem], list[Placement]]
"""All that a solver finds on a board."""

Turn = Callable[[Placement], Placement]

TURNS: dict[str, Turn] = {
    "transposed: it gives for each row the column of its queen": lambda rows: tuple(
        rows.index(row) for row in range(len(rows))
    ),
    "newest column first: its columns come from the last to the first (mirrored left to right)": (
        lambda rows: rows[::-1]
    ),
    "mirrored top to bottom: its rows count from the other end": lambda rows: tuple(
        len(rows) - 1 - row for row in rows
    ),
    "rows from 1: its rows count from 1, and here they count from 0": lambda rows: tuple(
        row + 1 for row in rows
    ),
}
"""Mistakes in counting rows or columns: each turns a right placement into another one."""

TWICE_TURNED: dict[str, Turn] = {
    "rows from 1, and newest column first": lambda rows: tuple(row + 1 for row in rows[::-1]),
    "rotated by 180 degrees: both rows and columns count from the other end": lambda rows: tuple(
        len(rows) - 1 - row for row in rows[::-1]
    ),
}
"""Two such mistakes at once."""

Lines = Callable[[int, int], int]

LINES: dict[str, Lines] = {
    "it does not compare falling diagonals": lambda column, row: row + column,
    "it does not compare rising diagonals": lambda column, row: row - column,
}
"""Mistakes with diagonals: for each, the number of a square's diagonal that is still compared."""


@cache
def right_placements(problem: Problem) -> frozenset[Placement]:
    """All solutions of the board, by the referee's own search."""
    return frozenset(
        tuple(placement) for block in proven_solutions(problem) for placement in block.tolist()
    )


def likely_mistake(found: Sequence[tuple[Problem, Sequence[tuple[int, ...]]]]) -> str:
    """The mistake that would give exactly the solutions found, on each of these problems.

    "" if there is none, or if several that are equally simple would, and no simpler one.
    """
    seen = [(problem, sorted(placements)) for problem, placements in found]
    if all(placements == sorted(right_placements(problem)) for problem, placements in seen):
        return ""
    if all(
        len(placements) == min(1, len(right_placements(problem)))
        and right_placements(problem).issuperset(placements)
        for problem, placements in seen
    ):
        return "it finds one solution and stops"
    for equally_simple in _hypotheses():
        alike = [
            name
            for name, wrong in equally_simple.items()
            if all(sorted(wrong(problem)) == placements for problem, placements in seen)
        ]
        if alike:
            return alike[0] if len(alike) == 1 else ""
    return ""


def _hypotheses() -> list[dict[str, Finds]]:
    """The mistakes, each with all that a solver with it finds; the simplest come first."""
    return [
        {"empty: it finds no solution": lambda _: []},
        {
            "it ignores the prefix": lambda problem: list(
                right_placements(Problem(problem.n, blocked=problem.blocked))
            ),
            "it ignores the blocked squares": lambda problem: list(
                right_placements(Problem(problem.n, problem.prefix))
            ),
        },
        {
            "it ignores both the prefix and the blocked squares": lambda problem: list(
                right_placements(Problem(problem.n))
            ),
        },
        {
            "each solution comes twice": lambda problem: [*right_placements(problem)] * 2,
            "the last one is missing, in lexicographic order": lambda problem: sorted(
                right_placements(problem)
            )[:-1],
            "the first one is missing, in lexicographic order": lambda problem: sorted(
                right_placements(problem)
            )[1:],
        },
        {name: _turned_by(turn) for name, turn in TURNS.items()},
        {name: _compared_along(line) for name, line in LINES.items()},
        {name: _turned_by(turn) for name, turn in TWICE_TURNED.items()},
    ]


def _turned_by(turn: Turn) -> Finds:
    return lambda problem: [turn(placement) for placement in right_placements(problem)]


def _compared_along(line: Lines) -> Finds:
    return lambda problem: [
        placement
        for placement in permutations(range(problem.n))
        if len({line(column, row) for column, row in enumerate(placement)}) == problem.n
        and placement[: len(problem.prefix)] == problem.prefix
        and problem.blocked.isdisjoint(enumerate(placement))
    ]


REFEREE = "the referee's own search"


def judge_recording(recording: Recording) -> Judgement:
    """The referee's judgement of a recording, against the solutions of its own search."""
    problem = recording.problem
    mine = Run(
        "it",
        "",
        Ending(Cause.DONE),
        recording.packer.placements(),
        tuple(recording.packer.rejected),
        recording.packer.rejected_counts,
    )
    known = sorted(right_placements(problem))
    if problem.goal is Goal.FIRST:
        known = known[:1]
    block = np.array(known, row_type(problem.n)).reshape(len(known), problem.n)
    theirs = Run(REFEREE, "", Ending(Cause.DONE), block)
    return crosscheck(problem, [mine, theirs]).judgements[0]


def complaint(found: Sequence[Recording]) -> str:
    """The fault on the smallest of these problems, drawn, and its likely cause.

    "" where nothing is wrong.
    """
    wrong = [
        recording
        for recording in found
        if judge_recording(recording).verdict is not Verdict.CORRECT
    ]
    if not wrong:
        return ""
    smallest = min(
        wrong, key=lambda recording: (recording.problem.n, len(recording.problem.blocked))
    )
    lines = [f"on {_named(smallest.problem)}:"]
    judgement = judge_recording(smallest)
    lines += [line for line, _ in explanation(judgement, smallest.problem)]
    if judgement.witness and judgement.witness.placement is not None:
        lines.append(_drawn(judgement.witness.placement, smallest.problem))
    asked = [
        (recording.problem, recording.placements)
        for recording in found
        if _is_asked(recording.problem)
    ]
    if mistake := likely_mistake(asked):
        lines.append(f"probable cause: {mistake}")
    return "\n".join(lines)


def _is_asked(problem: Problem) -> bool:
    """Whether the board needs a search for all solutions.

    The runner answers others without the backend.
    """
    is_search = all(problem.domains) and len(problem.prefix) < problem.n
    return is_search and problem.goal is Goal.ALL


def _named(problem: Problem) -> str:
    squares = {
        "given": sorted(given_queens(problem).items()),
        "blocked": sorted(closed_squares(problem)),
    }
    listed = [
        f"{name} {', '.join(f'{column}:{row}' for column, row in some)}"
        for name, some in squares.items()
        if some
    ]
    return title(problem) + (f" ({'; '.join(listed)})" if listed else "")


def _drawn(placement: tuple[int, ...], problem: Problem) -> str:
    board = draw_board(placement, attacking_pair(placement) or (), blocked=closed_squares(problem))
    return "\n".join(line.rstrip() for line in "".join(part for part, _ in board).splitlines())
