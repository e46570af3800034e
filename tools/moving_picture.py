"""Draw the moving picture of README: backtracking on six queens, up to the first solution.

``python tools/moving_picture.py`` writes ``docs/pictures/backtracking.svg``, which plays by itself.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from solvers import registry
from solvers.output.colours import GROUND, WORDS
from solvers.puzzle.problem import Problem
from solvers.tracing.event import Kind
from solvers.tracing.traces import tracer

PICTURE = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "backtracking.svg"

N, SECONDS, HOLD = 6, 0.15, 20
"""The size, the time of a frame, and how many frames the solution stays."""

CROWN = "M.2 .8V.3L.36 .52 .5 .22 .64 .52 .8 .3V.8z"
"""The outline of a queen on a square whose side is 1."""

LABEL = "Backtracking on 6 queens: a row is tried in each column, red where a queen attacks it"

Square = tuple[int, int]
"""A column and a row."""

Frame = tuple[tuple[int, ...], Square | None, Square | None]
"""The queens' rows, the square that was tried, and that of the queen that attacks it."""


def frames() -> Iterator[Frame]:
    """What the search does, up to its first solution."""
    backend = registry.find("backtracking")
    for event in tracer(backend)(Problem(N)):
        rows = tuple(row for row in event.queens if row is not None)
        if event.kind is Kind.CONFLICT and None not in {event.column, event.row}:
            column = event.conflict_column or 0
            yield rows, (event.column or 0, event.row or 0), (column, rows[column])
        elif event.kind in {Kind.PLACED, Kind.BACKTRACK}:
            yield rows, None, None
        elif event.kind is Kind.SOLUTION:
            for _ in range(HOLD):
                yield rows, None, None
            return


def keyframes(name: str, values: Sequence[str]) -> str:
    """The changes of a property over time; a value holds until the next one."""
    changes = [at for at, value in enumerate(values) if at == 0 or value != values[at - 1]]
    shown = "".join(f"{at * 100 / len(values):.2f}%{{{values[at]}}}" for at in changes)
    return f"@keyframes {name}{{{shown}100%{{{values[-1]}}}}}"


def drawing() -> str:
    """The picture; where movement is unwanted, it shows the solution."""
    shown = list(frames())
    styles, parts = [], []
    for column, row in product(range(N), repeat=2):
        kind = "dark-square" if (column + row) % 2 else "square"
        place = f'x="{column}" y="{row}" width="1" height="1"'
        parts.append(f'<rect {place} fill="{GROUND[kind][0]}"/>')
    for name, moves in (
        ("tried", [tried for _, tried, _ in shown]),
        ("attacks", [attacker for *_, attacker in shown]),
    ):
        styles.append(keyframes(name, [_at(move) for move in moves]))
        look = f'fill="{WORDS["bad"][0]}" class="mark" style="animation-name:{name}"'
        parts.append(f'<rect width="1" height="1" {look}/>')
    for column, row in product(range(N), repeat=2):
        there = [len(rows) > column and rows[column] == row for rows, *_ in shown]
        if any(there):
            name = f"q{column}{row}"
            styles.append(keyframes(name, [f"opacity:{int(one)}" for one in there]))
            look = f'style="animation-name:{name};opacity:{int(there[-1])}"'
            path = f'<path d="{CROWN}" transform="translate({column} {row})" {look}/>'
            parts.append(path)
    seconds = f"{len(shown) * SECONDS:g}s"
    styles.append(f".mark{{opacity:0}}.mark,path{{animation:{seconds} step-end infinite}}")
    styles.append("@media(prefers-reduced-motion:reduce){.mark,path{animation:none}}")
    size = f'viewBox="0 0 {N} {N}" width="300" height="300"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{LABEL}">'
    style, body = "\n".join(styles), "\n".join(parts)
    return f"{head}\n<title>{LABEL}</title>\n<style>\n{style}\n</style>\n{body}\n</svg>\n"


def _at(move: Square | None) -> str:
    if move is None:
        return "opacity:0"
    return f"opacity:.6;transform:translate({move[0]}px,{move[1]}px)"


def main() -> int:
    """Write it."""
    PICTURE.write_text(drawing(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
