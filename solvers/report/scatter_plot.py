"""Two backends board by board: a point for each, the time of one against that of the other."""

from __future__ import annotations

from solvers.families.result import Answer, Result
from solvers.families.scores import Table
from solvers.report.printable import printable
from solvers.report.svg_figure import COLOURS, drawing, plain_numbers
from solvers.report.words import duration

BEYOND = 1.6
"""How many times the limit those stand that were not solved."""

KINDS = {
    Answer.SOLUTION: ("a solution", "o", COLOURS[0]),
    Answer.NONE: ("no solution", "x", COLOURS[1]),
    Answer.NOTHING: ("solved by neither", "+", "grey"),
}


def scatter_plot(
    runs: Table, pair: tuple[str, str], limit: float, title: str, *, salt: str = "scatter"
) -> str:
    """The drawing, logarithmic both ways; what one has not solved stands beyond the limit.

    Raises ImportError where there is no Matplotlib. ``limit`` is in seconds.
    """
    first, second = pair
    boards = runs[first]
    known = [one.seconds for name in pair for one in runs[name].values() if one.seconds]
    least, most = min(known, default=limit / 10) / 1.5, limit * BEYOND * 1.3
    told = f"{printable(first)} against {printable(second)}\n{title}"
    with drawing(told, salt, (6.5, 6)) as drawn:
        axes = drawn.figure.subplots()
        shown = {}
        for board, mine in boards.items():
            theirs = runs[second][board]
            words, marker, colour = KINDS[_answer(mine, theirs)]
            (shown[words],) = axes.plot(
                [mine.seconds or limit * BEYOND],
                [theirs.seconds or limit * BEYOND],
                color=colour,
                marker=marker,
                linestyle="",
                markersize=5,
                gid=drawn.tip(
                    f"board {board}: {first} {duration(mine.seconds)}, "
                    f"{second} {duration(theirs.seconds)}"
                ),
            )
        axes.plot([least, most], [least, most], color="grey", linewidth=0.8)
        for line in (axes.axhline, axes.axvline):
            line(limit, color="grey", linewidth=0.8, linestyle=":")
        axes.set(xscale="log", yscale="log", xlim=(least, most), ylim=(least, most))
        plain_numbers(axes.xaxis)
        plain_numbers(axes.yaxis)
        axes.set_aspect("equal")
        axes.set_xlabel(f"{printable(first)}, s")
        axes.set_ylabel(f"{printable(second)}, s")
        axes.legend(
            shown.values(), shown.keys(), fontsize=8, loc="upper left", title="the board has"
        )
        axes.grid(visible=True, which="major", linewidth=0.4, alpha=0.5)
    return drawn.text


def _answer(mine: Result, theirs: Result) -> Answer:
    """What is known of a board from the two."""
    answers = {mine.answer, theirs.answer}
    return next((one for one in (Answer.SOLUTION, Answer.NONE) if one in answers), Answer.NOTHING)
