"""The verdict on a program and the finding behind it, for its feedback page and the web page."""

from __future__ import annotations

from collections.abc import Iterator
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
    rejected_board,
    remarks,
    shows_by_lines,
    verdict_words,
)
from solvers.output.messages import ending_words
from solvers.output.printable import for_page
from solvers.output.why_text import Emphasis, shown_lines, why_head, why_tail

STATES = {"right": "identical", "wrong": "different", "not finished": "incomplete"}
"""The style class of a verdict on a program: the class of a verdict on a comparison."""


OF_PROGRAM = "A board of the program"


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
    if not commands and checked.sizes:
        told.append(_element("ul", *_sizes(checked)))
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


def _sizes(checked: CheckResult) -> Iterator[ET.Element]:
    """A line for each n that was asked: whether the answer was right."""
    for n, size in checked.sizes.items():
        if size.passed:
            said = "right"
        elif n in checked.not_accepted:
            said = "not accepted"
        elif size.answer.reached_limit:
            said = ending_words(size.answer.run.ending)
        else:
            said = "wrong" if size.judgement else "not read"
        yield _element("li", f"n = {n}: {said}")


def _board(checked: CheckResult) -> ET.Element | None:
    """A drawing of the example, with axes that count as the program does; None without one."""
    if lines := rejected_board(checked):
        return _element("figure", _element("pre", lines), _element("figcaption", OF_PROGRAM))
    if not (board := board_of_example(checked)):
        return None
    axes = checked.format.axes if checked.format else (0, 0)
    drawing = svg_board(board, axes=axes, by_lines=shows_by_lines(checked))
    caption = _element("figcaption", caption_of(checked) or OF_PROGRAM)
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
            made[-1].tail = for_page(part)
        else:
            made.text = for_page(part)
    return made
