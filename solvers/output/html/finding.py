"""The verdict on a program and the finding behind it, for its feedback page and the web page."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from solvers.errors import printable
from solvers.grading.explanation import Why
from solvers.grading.result import CheckResult, ProgramVerdict
from solvers.output.boards import svg_board
from solvers.output.check_text import (
    Topic,
    board_of_example,
    capital,
    caption_of,
    facts,
    reason_words,
    remarks,
    shows_by_lines,
    verdict_words,
)
from solvers.output.printable import unbroken
from solvers.output.why_text import Emphasis, shown_lines, why_head, why_tail

STATES = {"right": "identical", "wrong": "different", "not finished": "incomplete"}
"""The style class of a verdict on a program: the class of a verdict on a comparison."""


def finding_html(checked: CheckResult, *, printed: str = "", commands: bool = True) -> str:
    """The verdict, the board with the diagnosis and next step, the evidence, the printed text.

    Without ``commands``, the next step is no command of the suite: a student has none.
    """
    found = list(facts(checked))
    causes = [text for topic, text in found if topic is Topic.CAUSE]
    is_command = checked.verdict is not ProgramVerdict.WRONG
    steps = [text for topic, text in found if topic is Topic.STEP and (commands or not is_command)]
    evidence = [
        _element(tag, text)
        for topic, told in found
        if topic not in {Topic.CAUSE, Topic.STEP}
        for tag, text in (("dt", topic), ("dd", told))
    ]
    reason = reason_words(checked)
    told = _element(
        "div",
        *([_element("p", f"{capital(reason)}.")] if reason else []),
        *(_element("h2", f"{capital(cause)}.", look="sentence") for cause in causes),
        *(_element("p", _element("strong", "Next step:"), f" {step}") for step in steps),
    )
    if evidence:
        told.append(_element("dl", *evidence, look="facts"))
    board = _board(checked)
    parts = [
        _element("p", _element("strong", capital(verdict_words(checked))), look="status"),
        _element("div", board, told, look="finding") if board is not None else told,
        *([_why(checked.why)] if checked.why else []),
        *(_element("p", f"{capital(said)}.", look="conditions") for said in remarks(checked)),
    ]
    if printed := printed.strip():
        lines = "\n".join(printable(line.expandtabs()) for line in printed.splitlines())
        parts.append(_element("details", _element("summary", "Its output"), _element("pre", lines)))
    whole = _element("div", *parts, look=STATES.get(checked.verdict, "incomplete"))
    return ET.tostring(whole, encoding="unicode", method="html")


def _board(checked: CheckResult) -> ET.Element | None:
    """A drawing of the example, with axes that count as the program does; None without one."""
    if not (board := board_of_example(checked)):
        return None
    axes = checked.format.axes if checked.format else (0, 0)
    drawing = svg_board(board, axes=axes, by_lines=shows_by_lines(checked))
    caption = _element("figcaption", caption_of(checked) or "A board of the program")
    return _element("figure", ET.fromstring(drawing), caption)  # noqa: S314  # our own


def _why(why: Why) -> ET.Element:
    """The part of the program that explains its fault; all that is left out is struck out."""
    lines = shown_lines(why, struck=True)
    code = _element("pre", look="part")
    for line in lines:
        code.append(_element("span", line.label, look="label"))
        for text, mark in line.pieces:
            code.append(_element(TAGS[mark], printable(text) or "…"))
        code[-1].tail = "\n"
    head = capital(why_head(why, lines))
    tail = (_element("p", f"{capital(said)}.") for said in why_tail(why))
    return _element("div", _element("p", _element("strong", "Why:"), f" {head}"), code, *tail)


TAGS = {Emphasis.KEPT: "span", Emphasis.LEFT_OUT: "s", Emphasis.FALSE: "ins"}
"""The element of each kind of piece."""


def _element(tag: str, *parts: str | ET.Element, look: str = "") -> ET.Element:
    """An element with these parts in it; ``look`` is its style class."""
    made = ET.Element(tag, {"class": look} if look else {})
    for part in parts:
        if not isinstance(part, str):
            made.append(part)
        elif len(made):
            made[-1].tail = unbroken(part)
        else:
            made.text = unbroken(part)
    return made
