"""The data of a report page: the films and the solutions, as one block of JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from solvers.output.messages import LARGEST_DRAWN
from solvers.puzzle.placements import keys
from solvers.puzzle.problem import Problem
from solvers.puzzle.symmetry import representatives
from solvers.referee.verdict import Comparison
from solvers.tracing.films import PackedFilm, filmed_comparison

MOST_DRAWN = 400
"""The most boards that are drawn."""


def page_data(
    comparisons: Sequence[Comparison],
    films: Mapping[str, PackedFilm],
    steps: Mapping[str, tuple[Problem, PackedFilm]] | None = None,
) -> dict[str, Any]:
    """The block of data: films and solutions.

    ``films`` are of the largest board that can be shown, ``steps`` each of a board of its own.
    """
    chosen = filmed_comparison(comparisons)
    problem = chosen.problem if chosen else comparisons[0].problem
    return {
        "traces": {name: film.document(problem) for name, film in films.items()}
        | {name: film.document(board) for name, (board, film) in (steps or {}).items()},
        "solutions": agreed_solutions(comparisons),
    }


def agreed_solutions(comparisons: Sequence[Comparison]) -> dict[str, Any] | None:
    """The agreed solutions of the largest n that has any, each with the number of its class.

    On a coloured board, which no symmetry keeps, each is a class of its own. None if there are
    none, or if the board is too wide to draw.
    """
    agreed = [
        comparison
        for comparison in comparisons
        if comparison.agreed is not None and len(comparison.agreed)
    ]
    if not agreed:
        return None
    chosen = max(agreed, key=lambda comparison: comparison.problem.n)
    n, packed = chosen.problem.n, chosen.agreed
    if packed is None or n > LARGEST_DRAWN:
        return None
    colours = chosen.problem.colours  # whose board has no symmetry
    numbered = (keys(packed) if colours else representatives(packed)).tolist()
    classes = sorted(Counter(numbered).items())
    numbers = {key: number for number, (key, _) in enumerate(classes)}
    shown = [
        {"rows": rows, "class": numbers[key]}
        for rows, key in zip(packed.tolist(), numbered, strict=True)
    ]
    return {
        "n": n,
        "count": len(packed),
        "colours": colours,
        "classes": [size for _, size in classes],
        "boards": shown[:MOST_DRAWN],
        "left_out": max(len(shown) - MOST_DRAWN, 0),
    }
