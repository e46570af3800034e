"""A report on a check as a part of a page: the verdict, the board, the evidence, the output."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from solvers.errors import printable
from solvers.output.boards import svg_board
from solvers.output.messages import capital, for_page
from solvers.output.report import CheckReport, Example
from solvers.output.why_text import Emphasis, WhyReport

STATES = {"right": "identical", "wrong": "different", "not finished": "incomplete"}
"""The style class of a verdict on a program: the class of a verdict on a comparison."""


def finding_html(
    report: CheckReport, *, shows_output: bool = False, for_student: bool = False
) -> str:
    """The verdict, the board with the diagnosis and next step, the evidence, the printed text.

    A student, who has no commands of the suite, sees each n in place of the next step.
    """
    step = report.next_step.text if report.next_step and not for_student else ""
    evidence = {"Result": report.result, "Example": report.example and report.example.sentence}
    told = _element(
        "div",
        *([_element("p", _sentence(report.reason))] if report.reason else []),
        *(_element("h2", _sentence(cause), look="sentence") for cause in report.diagnosis),
        *([_element("p", _element("strong", "Next step:"), f" {step}")] if step else []),
    )
    if any(evidence.values()):
        facts = ((("dt", topic), ("dd", said)) for topic, said in evidence.items() if said)
        items = (_element(tag, text) for fact in facts for tag, text in fact)
        told.append(_element("dl", *items, look="facts"))
    if for_student:
        lines = (f"{size.label}: {size.state}" for size in report.sizes)
        told.append(_element("ul", *(_element("li", line) for line in lines)))
    board = _board(report.example) if report.example else None
    parts = [
        _element("p", _element("strong", report.headline), look="status"),
        _element("div", board, told, look="finding") if board is not None else told,
        *([_why(report.why)] if report.why else []),
        *(_element("p", _sentence(said), look="conditions") for said in report.remarks),
        *([_element("p", _sentence(report.scoring))] if report.scoring else []),
        *([_element("p", f"Comment: {report.comment}")] if report.comment else []),
        *([_folded("Its output", report.printed)] if shows_output else []),
        *([_folded("The program", report.source)] if for_student else []),
    ]
    shown = [part for part in parts if part is not None]
    whole = _element("div", *shown, look=STATES.get(report.verdict, "incomplete"))
    return ET.tostring(whole, encoding="unicode", method="html")


def _sentence(text: str) -> str:
    return f"{capital(text)}."


def _folded(title: str, text: str) -> ET.Element | None:
    """A text that is shown on a click; None without one."""
    if not (text := text.strip("\n")):
        return None
    lines = "\n".join(printable(line.expandtabs()) for line in text.splitlines())
    return _element("details", _element("summary", title), _element("pre", lines))


def _board(example: Example) -> ET.Element | None:
    """A drawing of the example, with axes that count as the program does; None without one."""
    caption = _element("figcaption", example.caption)
    if example.drawing:
        return _element("figure", _element("pre", example.drawing), caption)
    if not example.board:
        return None
    drawing = svg_board(example.board, **example.drawn_with)
    return _element("figure", ET.fromstring(drawing), caption)  # noqa: S314  # our own


def _why(why: WhyReport) -> ET.Element:
    """The lines that explain its fault; what is left out of them is struck out."""
    code = _element("pre", look="part")
    for line in why.shown:
        code.append(_element("span", line.label, look="label"))
        for text, mark in line.pieces:
            code.append(_element(TAGS[mark], printable(text) or "…"))
        code[-1].tail = "\n"
    tail = (_element("p", _sentence(said)) for said in why.tail)
    head = f" {capital(why.head)}"
    return _element("div", _element("p", _element("strong", "Why:"), head), code, *tail)


TAGS = {Emphasis.KEPT: "span", Emphasis.LEFT_OUT: "s", Emphasis.FALSE: "ins"}
"""The element of each kind of piece."""


def _element(tag: str, *parts: str | ET.Element, look: str = "") -> ET.Element:
    """An element with these parts in it; ``look`` is its style class."""
    made = ET.Element(tag, {"class": look} if look else {})
    if tag == "pre":  # long lines scroll, also without a mouse
        made.set("tabindex", "0")
    for part in parts:
        if not isinstance(part, str):
            made.append(part)
        elif len(made):
            made[-1].tail = for_page(part)
        else:
            made.text = for_page(part)
    return made
