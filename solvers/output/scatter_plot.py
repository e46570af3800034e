"""Two backends board by board: a mark for each, the time of one against that of the other."""

from __future__ import annotations

from solvers.benchmark.result import Answer, Result
from solvers.benchmark.scores import ResultTable
from solvers.output.appearance import Appearance
from solvers.output.drawing import LETTER, Drawing
from solvers.output.panel import Panel, head, stand_alone
from solvers.output.scale import scale, second_words
from solvers.output.words import duration

WIDTH, LEFT, TOP, FOOT, SIZE = 520, 60, 96, 44, 430
BEYOND = 1.6
"""How many times the limit those stand that were not solved."""

KINDS = {
    Answer.SOLUTION: ("a solution", Appearance(0, 0, hollow=False)),
    Answer.NONE: ("no solution", Appearance(1, 3, hollow=True)),
    Answer.NOTHING: ("solved by neither", Appearance(7, 2, hollow=True)),
}


def scatter_plot(
    runs: ResultTable, pair: tuple[str, str], limit: float, title: str, *, alone: bool = False
) -> str:
    """The drawing, logarithmic both ways; what one has not solved stands beyond the limit.

    ``limit`` is in seconds. ``alone``: it stands in a file of its own, which needs colours.
    """
    first, second = pair
    told = f"{first} against {second}, board by board"
    drawing = Drawing(WIDTH, TOP + SIZE + FOOT, f"{told}: {title}")
    if alone:
        stand_alone(drawing)
    head(drawing, LEFT, (told, title))
    beyond = limit * BEYOND
    known = [one.seconds for name in pair for one in runs[name].values() if one.seconds]
    across = scale([*known, beyond], LEFT, LEFT + SIZE, logarithmic=True)
    up = scale([*known, beyond], TOP + SIZE, TOP, logarithmic=True)
    panel = Panel(drawing, across, up)
    ticks = {value: second_words(value) for value in across.ticks()}
    panel.grid(ticks, ticks)
    panel.axis_names(f"time of {first}", f"time of {second}")
    panel.bound([(across.least, across.least), (across.greatest, across.greatest)])
    panel.bound([(limit, up.least), (limit, up.greatest)])
    panel.bound([(across.greatest, limit), (across.least, limit)], "the limit")
    seen = set()
    for board, mine in runs[first].items():
        theirs = runs[second][board]
        seen.add(answer := _answer(mine, theirs))
        place = panel.at(mine.seconds or beyond, theirs.seconds or beyond)
        tip = f"board {board}: {first} {_time(mine)}, {second} {_time(theirs)}"
        drawing.mark(KINDS[answer][1], place, tip)
    x, y = LEFT + 6, TOP - 2.6 * LETTER
    for answer, (words, look) in KINDS.items():
        if answer in seen:
            drawing.mark(look, (x, y), words)
            drawing.words(words, x + 11, y)
            x += 30 + 7 * len(words)
    return drawing.text()


def _time(result: Result) -> str:
    return duration(result.seconds) if result.seconds else "not solved"


def _answer(mine: Result, theirs: Result) -> Answer:
    """What is known of a board from the two."""
    answers = {mine.answer, theirs.answer}
    return next((one for one in (Answer.SOLUTION, Answer.NONE) if one in answers), Answer.NOTHING)
