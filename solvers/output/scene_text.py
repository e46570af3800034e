"""A scene of a search on a terminal: the event, the paradigm's own state, the board."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from solvers.output.boards import draw_board
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Kind
from solvers.tracing.events import sentence
from solvers.tracing.reasons import why_learned
from solvers.tracing.replay import Scene

STATE_LINES = 4
"""How many lines of the terminal the state may take."""


def draw_scene(scene: Scene, problem: Problem, width: int) -> Group:
    """The event in bold, the state in the paradigm's own terms, then the board or boards."""
    event = scene.event
    parts: list[RenderableType] = [Text(sentence(event).splitlines()[0], "bold")]
    if "placements" in event.state:
        return Group(*parts, Text(), *draw_boards(event.state["placements"], problem.n, width))
    if why := why_learned(problem, event, scene.learned):
        parts.append(Text("\n".join(why), "dim"))
    elif scene.state:
        state, most = "  ".join(line.strip() for line in scene.state), STATE_LINES * width
        parts.append(Text(state if len(state) <= most else f"{state[: most - 2]} …", "dim"))
    if event.kind is Kind.CALL:  # where its queens stand, only the program knows
        return Group(*parts)
    tried = scene.tried and (scene.tried.column or 0, scene.tried.row or 0)
    attacking = () if event.conflict_column is None else (event.conflict_column,)
    board = draw_board(
        event.queens,
        attacking,
        n=problem.n,
        attacked=scene.removed,
        blocked=problem.blocked,
        tried=tried,
    )
    return Group(*parts, Text(), board)


def draw_boards(placements: Sequence[Placement], n: int, width: int) -> list[RenderableType]:
    """Small boards beside each other, as many as fit, one row of them below the other."""
    beside = max(width // (2 * n + 3), 1)
    rows: list[RenderableType] = []
    for start in range(0, len(placements), beside):
        some = placements[start : start + beside]
        lines = [
            "   ".join(
                " ".join("♛" if row == queen else "·" for queen in placement).ljust(2 * n - 1)
                for placement in some
            )
            for row in range(n)
        ]
        rows += [Text("\n".join(lines)), Text()]
    return rows
