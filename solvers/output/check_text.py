"""A report on a check as text for a terminal: paragraphs with styles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers.errors import printable, printable_lines
from solvers.grading.result import ProgramVerdict
from solvers.output.report import CheckReport, Example
from solvers.output.why_text import why_parts

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together: parts of text, each with its style, and their indentation."""

    parts: tuple[tuple[str, str], ...]
    indent: int = 2

    def __post_init__(self) -> None:
        """Make the text printable, since parts of it are a stranger's."""
        shown = tuple((printable_lines(text), style) for text, style in self.parts)
        object.__setattr__(self, "parts", shown)

    @property
    def text(self) -> str:
        """The lines without their styles."""
        lines = "".join(part for part, _ in self.parts).split("\n")
        return "\n".join(f"{'':{self.indent}}{line}".rstrip() for line in lines)

    def __rich__(self) -> RenderableType:
        """The paragraph for a Rich console, which indents wrapped lines, too."""
        from rich.padding import Padding  # only a terminal needs it
        from rich.text import Text  # only a terminal needs it

        text = Text.assemble(*self.parts)
        return Padding(text, (0, 0, 0, self.indent), expand=False) if self.indent else text


STYLES = {str(ProgramVerdict.RIGHT): "bold green", str(ProgramVerdict.WRONG): "bold red"}
"""The style of the first line; bold yellow for the others."""


def paragraphs(
    report: CheckReport, *, for_student: bool = False, show_output: bool = False
) -> Iterator[Paragraph]:
    """The whole report, paragraph by paragraph; a student sees no commands."""
    style = STYLES.get(report.verdict, "bold yellow")
    name = report.name if for_student else report.file
    yield _line(f"{name}: {report.headline}", style, indent=0)
    yield from _lines(report.reason, report.result)
    if report.example:
        yield from _lines(report.example.sentence)
        yield from _drawing(report.example)
    for cause in report.diagnosis:
        yield _line(f"diagnosis: {cause}", "bold")
    if report.next_step and not for_student:
        yield from _lines(report.next_step.text)
    if report.why:
        yield Paragraph(tuple(why_parts(report.why)))
    yield from _lines(*report.remarks)
    if report.sandbox and not for_student:
        yield _line(f"sandbox: {report.sandbox}", "dim")
    if show_output:
        yield from _output(report.printed.strip())
    yield from _lines(report.scoring, report.comment and f"comment: {report.comment}")


def _lines(*texts: str) -> Iterator[Paragraph]:
    """A line for each text that is not empty."""
    return (_line(text) for text in texts if text)


def _output(printed: str) -> Iterator[Paragraph]:
    if printed:
        yield _line("it printed:")
        for line in printed.replace("\r\n", "\n").split("\n"):
            yield _line(printable(line.expandtabs()), indent=4)


def _drawing(example: Example) -> Iterator[Paragraph]:
    """The board of the example, as the program draws it."""
    if example.board:
        from solvers.output.boards import draw_board  # few have a board

        drawing = draw_board(example.board, example.attack, **example.drawn_with)
        yield Paragraph(tuple(drawing), indent=4)
    elif example.drawing:
        yield _line(example.drawing, indent=4)


def _line(text: str, style: str = "", indent: int = 2) -> Paragraph:
    return Paragraph(((text, style),), indent)
