"""A report on a check as text for a terminal: paragraphs, each a line or several."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent

from solvers.errors import printable, printable_lines
from solvers.output.report import CheckReport, Example
from solvers.output.why_text import why_lines


def paragraphs(
    report: CheckReport, *, for_student: bool = False, show_output: bool = False
) -> Iterator[str]:
    """The whole report, paragraph by paragraph; a student sees no commands."""
    name = report.name if for_student else report.file
    yield printable_lines(f"{name}: {report.headline}")
    example, step = report.example, report.next_step
    yield from _indented(report.reason, report.result)
    if example:
        yield from _indented(example.sentence)
        yield from _indented(_drawing(example), by=4)
    yield from _indented(*(f"diagnosis: {cause}" for cause in report.diagnosis))
    if step and not for_student:
        yield from _indented(step.text)
    if report.why:
        yield from _indented(*why_lines(report.why))
    yield from _indented(*report.remarks)
    if not for_student:
        yield from _indented(report.sandbox and f"sandbox: {report.sandbox}")
    printed = report.printed.strip() if show_output else ""
    if printed:
        lines = printed.replace("\r\n", "\n").split("\n")
        yield from _indented("it printed:")
        yield from _indented(*(printable(line.expandtabs()) or " " for line in lines), by=4)
    yield from _indented(report.scoring, report.comment and f"comment: {report.comment}")


def _indented(*texts: str, by: int = 2) -> Iterator[str]:
    """A paragraph for each text that is not empty, printable, since parts are a stranger's."""
    for text in texts:
        if text:
            lines = indent(printable_lines(text), " " * by).split("\n")
            yield "\n".join(map(str.rstrip, lines))


def _drawing(example: Example) -> str:
    """The board of the example, as the program draws it; "" without one."""
    if not example.board:
        return example.drawing
    from solvers.output.boards import draw_board  # few have a board

    return draw_board(example.board, example.attack, **example.drawn_with)
