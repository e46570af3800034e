"""A scene of a search on a terminal: what happened, the paradigm's own words, the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from solvers.output.board import draw_board
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Problem
from solvers.tracing.events import Kind
from solvers.tracing.narration import describe
from solvers.tracing.scenes import Scene

BOARDS = ("boards", "placements")
"""What is drawn and not written."""


def draw_scene(scene: Scene, problem: Problem, width: int) -> Group:
    """The event in bold, the state in the paradigm's words, then the board or boards."""
    event = scene.event
    parts: list[RenderableType] = [Text(describe(event).splitlines()[0], "bold")]
    if words := in_words(scene.words):
        parts.append(Text(words, "dim"))
    if "placements" in event.state:
        return Group(*parts, Text(), *draw_boards(event.state["placements"], problem.n, width))
    if event.kind is Kind.CALL:  # where its queens stand, only the program knows
        return Group(*parts)
    tried = None
    if event.kind in (Kind.TRY, Kind.CONFLICT) and event.column is not None:
        tried = (event.column, event.row or 0)
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


def in_words(own: Mapping[str, Any]) -> str:
    """The state on one line: ``n: 4  c: 1  qp: (0)``."""
    texts = (
        f"{name}: {', '.join(map(str, value)) if isinstance(value, list) else value}"
        for name, value in own.items()
        if name not in BOARDS
    )
    return "  ".join(texts)


def draw_boards(placements: Sequence[Placement], n: int, width: int) -> list[RenderableType]:
    """Small boards beside each other, as many as fit, one row of them below the other."""
    beside = max(width // (2 * n + 3), 1)
    rows: list[RenderableType] = []
    for start in range(0, len(placements), beside):
        some = placements[start : start + beside]
        lines = [
            "   ".join(
                " ".join("♛" if row == queen else "·" for queen in one).ljust(2 * n - 1)
                for one in some
            )
            for row in range(n)
        ]
        rows += [Text("\n".join(lines)), Text()]
    return rows
