"""The explanation of a fault in words and lines: a part of the program, in its own lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby
from typing import Any

from solvers.errors import printable
from solvers.grading.why import ClausePart, ObservedTest, Symptom, Why
from solvers.output.messages import counted

MOST_LINES = 10
"""The most lines of a program that are shown."""

MOST_TESTS = 4
"""The most tests whose values are shown."""

LONGEST_LINE = 96
"""The most characters of a line into which several are put together."""

COMMENT = re.compile(
    r"'(?:[^'\\\n]|\\.|'')*'|\"(?:[^\"\\]|\\.)*\"|0'(?:\\.|''|.)|(?P<comment>%[^\n]*|/\*.*?\*/)",
    re.DOTALL,
)
"""Matches quoted text and comments."""


class Mark(Enum):
    """The ways in which a piece of a line takes part in the fault."""

    KEPT = auto()
    LEFT_OUT = auto()
    FALSE = auto()
    """A ``false`` that was put in."""


Piece = tuple[str, Mark]


@dataclass(frozen=True, slots=True)
class ShownLine:
    """Pieces of the program's lines with these numbers; without a number, lines are left out."""

    numbers: tuple[int, ...]
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """The line as text: "…" stands for what is left out."""
        return "".join("…" if mark is Mark.LEFT_OUT else text for text, mark in self.pieces)


def shown_lines(why: Why) -> list[ShownLine]:
    """The lines of the program to show, with what is left out of them."""
    clauses = [list(_lines_of(why, part)) for part in why.clauses]
    for number, lines in enumerate(clauses):
        if sum(map(len, clauses)) > MOST_LINES:
            clauses[number] = list(_joined(lines))
    if sum(map(len, clauses)) > MOST_LINES:  # facts say least
        clauses = [lines for lines in clauses if ":-" in lines[0].text or "-->" in lines[0].text]
    lines = [line for clause in clauses for line in clause]
    if (more := len(lines) - MOST_LINES) > 0:
        middle = MOST_LINES // 2
        lines[middle : middle + more + 1] = [ShownLine((), (("", Mark.LEFT_OUT),))]
    return lines


def _lines_of(why: Why, part: ClausePart) -> Iterator[ShownLine]:
    """The lines of a clause in which something is kept."""
    source, end = why.source, part.end
    if stop := re.match(r"\s*\.", source[end:]):
        end += stop.end()
    marks = [Mark.KEPT] * (end - part.start)
    falses = set()
    for start, stop_at, text in part.edits:
        marks[start - part.start : stop_at - part.start] = [Mark.LEFT_OUT] * (stop_at - start)
        if text == "false" and why.symptom is Symptom.NO_END:
            falses.add(start)
    hidden = {
        place + part.start
        for found in COMMENT.finditer(source[part.start : end])
        if found["comment"]
        for place in range(*found.span())
    }
    at, lines = part.start, []
    for text in source[part.start : end].splitlines(keepends=True):
        pieces: list[Piece] = []
        places = [place for place in range(at, at + len(text.rstrip())) if place not in hidden]
        for (mark, _), group in groupby(places, lambda place: (marks[place - part.start], False)):
            found = [*group]
            if found[0] in falses:
                pieces.append(("false", Mark.FALSE))
            pieces.append(("".join(source[place] for place in found).expandtabs(4), mark))
        number = why.line(at)
        at += len(text)
        if any(mark is Mark.FALSE or (mark is Mark.KEPT and re.search(r"[^\s,;.()>|-]", text)) for text, mark in pieces):
            lines.append(ShownLine((number,), tuple(pieces)))
    return iter(lines)


def _joined(lines: list[ShownLine]) -> Iterator[ShownLine]:
    """The same in fewer lines."""
    whole: ShownLine | None = None
    for line in lines:
        first, mark = line.pieces[0]
        pieces = ((first.lstrip(), mark), *line.pieces[1:])
        if whole and len(whole.text) + len(line.text.strip()) < LONGEST_LINE:
            whole = ShownLine(whole.numbers + line.numbers, (*whole.pieces, (" ", Mark.KEPT), *pieces))
            continue
        if whole:
            yield whole
        whole = line
    if whole:
        yield whole


def why_head(why: Why) -> str:
    """The sentence above the lines."""
    goal = printable(why.goal)
    if why.symptom is Symptom.NO_END:
        return (
            f"{goal} has not ended after {why.inferences:,} inferences. Nor has this part alone, "
            "which stops at each false:"
        )
    if why.symptom is Symptom.TWICE:
        one, other = (why.line(place) for place in why.ways or (0, 0))
        where = f"once by line {one} and once by line {other}" if one != other else f"twice by line {one}"
        return f"{goal} is true {where}:"
    if why.symptom is Symptom.TESTS:
        return _tests_head(why)
    if why.cut is not None:
        return f"{goal} is false. Without the cut in line {why.line(why.cut)}, the program finds it:"
    if why.board is None:
        return f"{goal} has no answer. Nor has this part of the program alone:"
    return f"{goal} is false. This part of the program alone makes it false:"


def _tests_head(why: Why) -> str:
    board = [row + why.base for row in why.board or ()]
    if why.pairs:
        pairs = [f"{left + why.base} and {right + why.base}" for left, right in why.pairs]
        return f"On the way to {board}, the rows of these columns were tested: {', '.join(pairs)}."
    one, other = (board[column] for column in why.attack or ())
    both = f"{one} and {other}" if one != other else f"{one} twice"
    return f"On the way to {board}, these tests had both rows, {both}:"


def why_tail(why: Why) -> list[str]:
    """The sentences below the lines."""
    if why.symptom is Symptom.TESTS:
        return [] if why.pairs else [test_words(why, test) for test in why.tests[:MOST_TESTS]]
    if why.symptom is Symptom.TWICE or why.cut is not None:
        return []
    return [f"the other {why.left_out} of {counted(why.goals or 0, 'goal')} are left out"]


def test_words(why: Why, test: ObservedTest) -> str:
    """A test with its values, such as "line 12 was true with Q = 1, D = 2"."""
    values = ", ".join(f"{name} = {value}" for name, value in test.values)
    return f"line {why.line(test.start)} was {test.outcome} with {values}"


def numbered(line: ShownLine) -> str:
    """The numbers of a line: "12", "12-14", or "12, 15"."""
    if not line.numbers:
        return ""
    first, last = line.numbers[0], line.numbers[-1]
    return str(first) if first == last else f"{first}-{last}"


def why_document(why: Why | None) -> dict[str, Any] | None:
    """The explanation for a JSON document."""
    if why is None:
        return None
    return {
        "kind": str(why.symptom),
        "n": why.n,
        "goal": why.goal,
        "lines": [number for line in shown_lines(why) for number in line.numbers],
        "cut_line": None if why.cut is None else why.line(why.cut),
        "left_out": why.left_out,
        "goals": why.goals,
        "fragment": why.fragment or None,
        "inferences": why.inferences,
    }
